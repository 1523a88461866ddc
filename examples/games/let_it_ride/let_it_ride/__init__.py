"""Let It Ride: three cards and two for everybody; two of three wagers may be taken back."""

from collections.abc import Mapping

from let_it_ride.rules import play
from let_it_ride.score import score
from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name
from pitboss.games.contract import Game, Settings, Table
from pitboss.games.events import COMMUNITY
from pitboss.paytable import require_odds
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """There is one wager before the deal."""


def describe(table: Table, of: int) -> dict[str, object]:
    if of in table.seats:
        return explain((*table.hands[of], *table.hands[COMMUNITY]))
    return explain(tuple(table.hands[of]))


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    cards = parse_cards(text)
    if len(cards) != 5:
        raise Refused(f"{text!r}: a hand has 5 cards, not {len(cards)}", "LIR-02")
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
    {"bet": "1000-200-50-11-8-5-3-2-1"},
)
