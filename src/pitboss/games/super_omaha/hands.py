"""What people see of a Super Omaha hand, and the wagers a seat may make."""

from collections.abc import Mapping

from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name, rank_five
from pitboss.games.contract import Settings
from pitboss.games.events import COMMUNITY
from pitboss.games.super_omaha.score import best_five
from pitboss.games.table import Table
from pitboss.money import Odds, dollars
from pitboss.paytable import PayTable, Word, printed_tables, require_odds
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """An Ante is required; other wagers only where the table offers them (SO-02, SO-18)."""
    if "ante" not in wagers:
        raise Refused(f"seat {seat}: an Ante is required of every seat", "SO-02")
    for wager, cents in wagers.items():
        if wager.startswith("jackpot-"):
            _check_jackpot_wager(settings, seat, wager, cents)
        elif wager not in settings.paytables:
            offered = ", ".join(settings.paytables)
            raise Refused(
                f"seat {seat}: this table offers no {wager} wager; it has {offered}", "SO-18"
            )


def _check_jackpot_wager(settings: Settings, seat: int, wager: str, cents: int) -> None:
    sensor = int(wager.removeprefix("jackpot-")) - 1
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
    if table.wager == "jackpot":
        _require_prizes(table)
    else:
        require_odds(table, *([Word.PUSH] if table.wager == "ante" else [Word.LOSS, Word.ABSENT]))


def _require_prizes(table: PayTable) -> None:
    """A jackpot pays prizes and percentages of its meter (SO-24)."""
    for row in table.rows:
        if isinstance(row.pay, Odds) or row.pay is Word.PUSH:
            raise Refused(
                f"pay table {table.code}: row {row.event} pays {row.text}; a jackpot pays prizes"
                " such as $50, a percentage such as 10%, Loss or -",
                "SO-24",
            )


def describe(table: Table, of: int) -> dict[str, object]:
    """The cards, and with the whole board on the table the hand they make."""
    cards, board = table.hands[of], table.hands[COMMUNITY]
    if of == COMMUNITY or len(cards) < 4 or len(board) < 5:
        return {"cards": format_cards(cards)}
    return {"hole": format_cards(cards), **explain(tuple(cards), tuple(board))}


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    """The answer of ``pitboss score super-omaha`` to ``hole / board``."""
    hole_text, slash, board_text = text.partition("/")
    cards = parse_cards(f"{hole_text} {board_text}")
    hole, board = parse_cards(hole_text), parse_cards(board_text)
    if not slash or len(hole) != 4 or not 3 <= len(board) <= 5 or len(cards) > 9:
        raise Refused(
            f"{text!r}: write four hole cards, a slash, and three to five board cards", "SO-10"
        )
    return explain(hole, board)


def explain(hole: tuple[int, ...], board: tuple[int, ...]) -> dict[str, object]:
    """The best hand of exactly two hole cards and three of the board."""
    cards = best_five(hole, board)
    a, b, c, d, e = cards
    rank = rank_five(a, b, c, d, e)
    return {"category": category_name(rank), "cards": format_cards(cards), "rank": rank}
