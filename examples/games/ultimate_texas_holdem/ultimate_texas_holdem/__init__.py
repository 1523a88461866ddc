"""Ultimate Texas Hold'em: two cards each and five for everybody; the sooner the raise, the more."""

from collections.abc import Mapping

from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name
from pitboss.games.contract import Game, Settings, Table
from pitboss.games.events import COMMUNITY
from pitboss.paytable import require_odds
from pitboss.refusal import Refused
from ultimate_texas_holdem.rules import play
from ultimate_texas_holdem.score import score


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """Ante and Trips in any combination; the Blind goes down with the Ante."""


def describe(table: Table, of: int) -> dict[str, object]:
    shared = () if of == COMMUNITY else tuple(table.hands[COMMUNITY])
    return explain((*table.hands[of], *shared))


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    cards = parse_cards(text)
    if len(cards) != 7:
        raise Refused(f"{text!r}: a hand has 7 cards, not {len(cards)}", "UTH-02")
    return explain(cards)


def explain(cards: tuple[int, ...]) -> dict[str, object]:
    if len(cards) != 7:
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
    {"blind": "500-50-10-3-1.5-1", "trips": "50-40-30-8-7-4-3"},
)
