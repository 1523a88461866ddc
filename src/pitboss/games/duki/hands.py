"""What people see of a Duki hand, and the wagers a seat may make."""

from collections.abc import Mapping
from itertools import combinations

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Settings
from pitboss.games.duki.rules import score_hand
from pitboss.games.duki.score import cards_of, category_of, score, score_three
from pitboss.games.table import Table
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


def describe(table: Table, of: int) -> dict[str, object]:
    """A hand with its Duki, or only its cards while it is being dealt."""
    cards = table.hands[of]
    if len(cards) < 4:
        return {"cards": format_cards(cards)}
    return {
        "cards": format_cards(cards),
        **explain(tuple(cards), score_hand(table, of), table.rulings["ace"] == "high-low"),
    }


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    """The answer of ``pitboss score duki``."""
    cards = parse_cards(text)
    if len(cards) != 4:
        raise Refused(f"{text!r}: a Duki hand has 4 cards, not {len(cards)}", "DUKI-03")
    a, b, c, d = cards
    ace_low = rulings["ace"] == "high-low"
    return explain(cards, score(a, b, c, d, ace_low), ace_low)


def explain(cards: tuple[int, ...], value: int, ace_low: bool) -> dict[str, object]:
    """The Duki's size, category, rank and the cards that make it."""
    return {
        "duki": cards_of(value),
        "category": category_of(value),
        "rank": value,
        "making": format_cards(_making(cards, value, ace_low)),
    }


def _making(cards: tuple[int, ...], value: int, ace_low: bool) -> tuple[int, ...]:
    if cards_of(value) != 3:
        return cards if value else ()
    for three in combinations(cards, 3):
        a, b, c = (card >> 2 for card in three)
        if len({card & 3 for card in three}) == 3 and score_three(a, b, c, ace_low) == value:
            return three
    raise AssertionError(cards)
