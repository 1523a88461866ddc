"""Super Omaha: Omaha against the house, with bonus wagers and jackpots.

What comes in is checked here: the wagers of a seat, and what-if pay tables.
"""

from collections.abc import Mapping

from pitboss.games.contract import Game, Settings
from pitboss.games.super_omaha.rules import play
from pitboss.games.super_omaha.sensors import contributed_meters
from pitboss.games.super_omaha.words import describe, score_text
from pitboss.jackpots.terms import is_sensor, number_of
from pitboss.money import Odds, dollars
from pitboss.paytable import PayTable, Word, printed_tables, require_odds
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """An Ante is required; other wagers only where the table offers them (SO-02, SO-18)."""
    if "ante" not in wagers:
        raise Refused(f"seat {seat}: an Ante is required of every seat", "SO-02")
    for wager, cents in wagers.items():
        if is_sensor(wager):
            _check_jackpot_wager(settings, seat, wager, cents)
        elif wager not in settings.paytables:
            offered = ", ".join(settings.paytables)
            raise Refused(
                f"seat {seat}: this table offers no {wager} wager; it has {offered}", "SO-18"
            )


def _check_jackpot_wager(settings: Settings, seat: int, wager: str, cents: int) -> None:
    sensor = number_of(wager) - 1
    if sensor >= len(settings.jackpots):
        raise Refused(f"seat {seat}: this table has no sensor {wager}", "SO-19")
    fixed = settings.jackpots[sensor].wager_cents
    if cents != fixed:
        raise Refused(
            f"seat {seat}: {wager} wager of {dollars(cents)} must be exactly {dollars(fixed)}",
            "SO-29",
        )


def check_paytable(table: PayTable) -> None:
    """A what-if table pays the events of a printed one; an Ante row may push instead."""
    known = {row.event for t in printed_tables(__package__)[table.wager].values() for row in t.rows}
    for row in table.rows:
        if row.event not in known:
            raise Refused(f"row {row.event!r} is unknown; the rows are {', '.join(sorted(known))}")
    if table.wager != "jackpot":
        require_odds(table, *([Word.PUSH] if table.wager == "ante" else [Word.LOSS, Word.ABSENT]))
        return
    for row in table.rows:
        if isinstance(row.pay, Odds) or row.pay is Word.PUSH:
            raise Refused(
                f"pay table {table.code}: row {row.event} pays {row.text}; a jackpot pays prizes"
                " such as $50, a percentage such as 10%, Loss or -",
                "SO-24",
            )


GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {"ante": "SOA-01"},
    contributed_meters=contributed_meters,
    solver="pitboss.odds.super_omaha",
)
