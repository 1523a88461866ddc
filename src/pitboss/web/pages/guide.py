"""Learning a game: how it is played in half a minute, and its strategy on a page to print.

Sentences and example hands come from the game's folder, strategy from its solver. What an example
hand is called is scored here, so that a picture cannot say what the rules do not.
"""

from functools import cache
from typing import NamedTuple

from fastapi.responses import HTMLResponse

from pitboss.cards import parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.games.source import HowStep
from pitboss.odds import card
from pitboss.odds.card import StrategyCard
from pitboss.odds.request import read_request
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound
from pitboss.web.common.sums import count
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.site import page_router, show_page
from pitboss.web.pages.table.felt import FACES, Face
from pitboss.web.pages.told import Piece, split_cards

router = page_router()


class Shown(NamedTuple):
    """An example hand: its cards, and what it is."""

    cards: list[Face]
    words: str


class Lesson(NamedTuple):
    """A step with its pictures; hands that need a board have the same one."""

    step: HowStep
    hands: list[Shown]
    board: list[Face]


@cache
def teach(key: str) -> list[Lesson]:
    """How a game is played; nothing for a game that does not say."""
    game = find_game(key)
    if game.face.how is None:
        return []
    return [_lesson(game, step) for step in game.face.how]


def _lesson(game: Game, step: HowStep) -> Lesson:
    boards = {text.partition("/")[2] for text in step.hands} or {""}
    assert len(boards) == 1, f"{step.title}: two boards"
    return Lesson(step, [_show(game, text) for text in step.hands], _faces(boards.pop()))


def _show(game: Game, text: str) -> Shown:
    words = game.words.hand(game.score(text, set_table(game).rulings))
    return Shown(_faces(text.partition("/")[0]), words)


def _faces(text: str) -> list[Face]:
    return [FACES[card] for card in parse_cards(text)] if text else []


@cache
def card_of(key: str) -> StrategyCard:
    """A game's strategy card at the usual table; made once."""
    return card.make_card(read_request(key, {}))


def has_card(game: Game) -> bool:
    return card.has_card(game.source.key)


@router.get("/games/{key}/strategy")
async def strategy_page(visit: Viewing, key: str) -> HTMLResponse:
    """The strategy card, made to be printed."""
    try:
        game = find_game(key)
    except Refused as refusal:
        raise NotFound(str(refusal)) from None
    if not has_card(game):
        raise NotFound(f"{key}: no strategy card is made for this game")
    shown = await count(visit.services, card_of, key)
    lead: list[Piece] = split_cards(shown.lead)
    values = {"source": game.source, "card": shown, "lead": lead}
    return show_page(visit, "guide/strategy.html", values)
