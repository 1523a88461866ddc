"""Mississippi Stud: two cards and three for everybody; before each a bet or a fold."""

from collections.abc import Mapping

from mississippi_stud.rules import play
from mississippi_stud.score import score
from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name
from pitboss.games.contract import Game, Settings, Table
from pitboss.games.events import COMMUNITY
from pitboss.paytable import PayTable, Word, require_odds
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """There is one wager before the deal."""


def check_paytable(table: PayTable) -> None:
    """Rows pay odds, or push."""
    require_odds(table, Word.PUSH)


def describe(table: Table, of: int) -> dict[str, object]:
    if of in table.seats:
        return explain((*table.hands[of], *table.hands[COMMUNITY]))
    return explain(tuple(table.hands[of]))


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    cards = parse_cards(text)
    if len(cards) != 5:
        raise Refused(f"{text!r}: a hand has 5 cards, not {len(cards)}", "MS-02")
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
    check_paytable,
    describe,
    score_text,
    {"ante": "500-100-40-10-6-4-3-2-1"},
)
