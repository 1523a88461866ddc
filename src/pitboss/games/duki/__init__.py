"""Duki 4 Poker: one card of each suit, against a dealer who must qualify.

What comes in is checked here: the wagers of a seat, and what-if pay tables.
"""

from collections.abc import Mapping

from pitboss.games.contract import Game, Settings
from pitboss.games.duki.rules import play
from pitboss.games.duki.words import describe, score_text
from pitboss.paytable import PayTable, Word, printed_tables, require_odds
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """Ante and bonus in any combination; a wager for the dealer only beside an own Ante."""
    if "tip" not in wagers:
        return
    if settings.rulings["dealer-wagers"] == "no":
        raise Refused(
            f"seat {seat}: wagers for the dealer are off at this table (dealer-wagers=no)",
            "DUKI-18",
        )
    if "ante" not in wagers:
        raise Refused(f"seat {seat}: a wager for the dealer needs an own Ante", "DUKI-18")


def check_paytable(table: PayTable) -> None:
    """A what-if table pays odds for the same events as the printed one."""
    require_odds(table, *([Word.LOSS] if table.wager == "bonus" else []))
    for printed in printed_tables(__package__)[table.wager].values():
        known = [row.event for row in printed.rows]
        for row in table.rows:
            if row.event not in known:
                raise Refused(f"row {row.event!r} is unknown; the rows are {', '.join(known)}")


GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {"ante": "ante-4", "bonus": "bonus-3"},
    solver="pitboss.odds.duki",
)
