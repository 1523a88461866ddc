"""Caribbean Stud: five cards each, one of the dealer's up; raise or fold."""

from collections.abc import Mapping

from caribbean_stud.rules import play
from caribbean_stud.score import score
from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name
from pitboss.games.contract import Game, Settings, Table
from pitboss.paytable import require_odds
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """There is one wager before the deal."""


def describe(table: Table, of: int) -> dict[str, object]:
    return explain(tuple(table.hands[of]))


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    cards = parse_cards(text)
    if len(cards) != 5:
        raise Refused(f"{text!r}: a hand has 5 cards, not {len(cards)}", "CS-02")
    return explain(cards)


def explain(cards: tuple[int, ...]) -> dict[str, object]:
    if len(cards) != 5:
        return {"cards": format_cards(cards)}
    value = score(*cards)
    return {"cards": format_cards(cards), "category": category_name(value), "rank": value}


GAME = Game(
    __name__,
    play,
    check_wagers,
    require_odds,
    describe,
    score_text,
    {"raise": "100-50-20-7-5-4-3-2-1"},
)
