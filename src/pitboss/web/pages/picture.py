"""A picture of a hand to share: what everyone at the table saw of a round that has ended.

It is drawn from the spectator's view, whoever asks: whoever gets the link sees the same, and no
card that was not shown. Python says where everything lies; the template writes it down.
"""

from collections.abc import Iterator
from typing import NamedTuple

from fastapi import Response

from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.house.store import Transaction
from pitboss.house.tables.state import Published
from pitboss.money import direction, signed_money
from pitboss.rounds.telling import Name, name_places, read_hand
from pitboss.rounds.view import SPECTATOR, Picture, view
from pitboss.web.common.services import RoundNumber, TableId, find_table
from pitboss.web.common.tables import Past, load_round
from pitboss.web.common.visits import Viewing
from pitboss.web.pages import words
from pitboss.web.pages.site import page_router, render
from pitboss.web.pages.table.felt import Face, read_face

router = page_router()

WIDTH, MARGIN, COLUMN, ROW = 1_200, 48, 576, 208
HEAD, FOOT = 136, 56
LEAST_HEIGHT = 630
"""The shape in which links are shown."""
EDGE, TIGHT = 4, 5
CARD_STEP, HAND_WIDTH = 84, 528
KEPT = {"Cache-Control": "public, max-age=300"}
"""For a while: a settled round may still be corrected."""
SVG = "image/svg+xml"
SUITS = {"s": "#1a1a1a", "c": "#1d6b35", "d": "#1f52b5", "h": "#c22525"}
"""Four colours: a picture is looked at small."""
WAYS = {"up": "#9be8a8", "down": "#ffb4a6", "even": "#f7f4ea"}


class Drawn(NamedTuple):
    """A card and where it lies in its row; without a face it lies face down."""

    x: int
    face: Face | None
    making: bool

    @property
    def edge(self) -> int:
        """Cards that make the hand are set off by a golden one."""
        return EDGE if self.making else 0

    @property
    def spacing(self) -> int:
        """The one rank of two signs is drawn closer."""
        return -TIGHT if self.face and len(self.face.rank) > 1 else 0


class Block(NamedTuple):
    """The dealer, the board or a seat: its name, its cards, what they are and what they brought."""

    x: int
    y: int
    name: str
    cards: list[Drawn]
    words: str
    net: str
    way: str


class HandPicture(NamedTuple):
    """All that the template writes down."""

    title: str
    round: str
    height: int
    colours: tuple[str, str]
    blocks: list[Block]


def draw_hand(table: Published, past: Past) -> HandPicture:
    """The round as it lay at its end, for someone who only watched."""
    game = past.running.game
    picture = Picture(view(past.running.table.events, SPECTATOR))
    blocks = list(_place(_blocks(past, picture)))
    rows = (len(blocks) + 1) // 2
    return HandPicture(
        game.source.title,
        words.picture(past.line.number, table.setup.name, bool(picture.voided)),
        max(LEAST_HEIGHT, HEAD + rows * ROW + FOOT),
        (game.face.colours.felt, game.face.colours.deep),
        blocks,
    )


def net_of(game: Game, picture: Picture, seat: int) -> int:
    """What a seat won or lost in a round that has ended."""
    place = picture.place(seat)
    return place.won_cents - place.chips_cents if game.read_seating else place.net_cents


def _blocks(past: Past, picture: Picture) -> Iterator[Block]:
    """Dealer and board where there are any, then the seats in order."""
    name = name_places(past.names)
    houses = [owner for owner in (DEALER, COMMUNITY) if picture.place(owner).cards]
    for owner in (*houses, *picture.seats):
        yield _block(past, picture, owner, name)


def _block(past: Past, picture: Picture, owner: int, name: Name) -> Block:
    game, place = past.running.game, picture.place(owner)
    rulings = past.running.table.opening.settings.rulings
    hand, making = "", frozenset[int]()
    if owner != COMMUNITY:
        hand, making = read_hand(game, rulings, place.cards, picture.board)
    if place.folded:
        hand = words.FOLDED
    step = min(CARD_STEP, HAND_WIDTH // max(len(place.cards), 1))
    cards = [
        Drawn(at * step, None if card is None else read_face(card), card in making)
        for at, card in enumerate(place.cards)
    ]
    net, way = "", ""
    if owner in picture.seats and not picture.voided:
        cents = net_of(game, picture, owner)
        net, way = signed_money(cents), direction(cents)
    return Block(0, 0, name(owner), cards, hand, net, way)


def _place(blocks: Iterator[Block]) -> Iterator[Block]:
    """In two columns, row by row."""
    for at, block in enumerate(blocks):
        yield block._replace(x=MARGIN + at % 2 * COLUMN, y=HEAD + at // 2 * ROW)


@router.get("/tables/{table_id}/rounds/{number}/picture.svg")
async def show_picture(visit: Viewing, table_id: TableId, number: RoundNumber) -> Response:
    """The picture of one ended round, the same for everyone."""
    table = await find_table(visit.services, table_id)
    visit.take_command()

    def draw(transaction: Transaction) -> str:
        drawn = draw_hand(table, load_round(transaction, table_id, number))
        return render("picture/hand.svg", hand=drawn, width=WIDTH, suits=SUITS, ways=WAYS)

    return Response(await visit.services.study(draw), media_type=SVG, headers=KEPT)
