"""Three Card Poker: Ante and Play against the dealer, and Pair Plus on one's own cards."""

from collections.abc import Mapping

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Game, Settings, Table
from pitboss.paytable import require_odds
from pitboss.refusal import Refused
from three_card_poker.rules import play
from three_card_poker.score import CATEGORIES, score


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """Ante and Pair Plus in any combination."""


def describe(table: Table, of: int) -> dict[str, object]:
    return explain(tuple(table.hands[of]))


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    cards = parse_cards(text)
    if len(cards) != 3:
        raise Refused(f"{text!r}: a hand has 3 cards, not {len(cards)}", "TCP-02")
    return explain(cards)


def explain(cards: tuple[int, ...]) -> dict[str, object]:
    if len(cards) != 3:
        return {"cards": format_cards(cards)}
    value = score(*cards)
    return {"cards": format_cards(cards), "category": CATEGORIES[value >> 20], "rank": value}


GAME = Game(
    __name__,
    play,
    check_wagers,
    require_odds,
    describe,
    score_text,
    {"ante": "1-4-5", "pair-plus": "40-30-6-4-1"},
)
