"""The picture of a round drawn as a table: the dealer above, others beside, the own seat below."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cli.screen.cards import Glyphs, Ink, Size, draw_cards, inline_cards
from pitboss.cli.screen.layout import Lines, beside, centred, columns, flowing
from pitboss.cli.screen.results import net_style
from pitboss.cli.screen.text import Text
from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.games.opening import BACKS
from pitboss.money import money, signed_money
from pitboss.rounds.telling import place_title, read_hand, wager_title
from pitboss.rounds.view import Picture

SIZES = (
    (Size.LARGE, Size.SMALL),
    (Size.LARGE, Size.INLINE),
    (Size.SMALL, Size.SMALL),
    (Size.SMALL, Size.INLINE),
)
"""From roomy to tight: the size of the dealer's and the own cards, and of the others'."""

TIGHTEST = (Size.INLINE, Size.INLINE)

SIDES_FROM = 72
"""From so many columns on the other seats are drawn at both sides."""


class Canvas(NamedTuple):
    """What a drawing depends on besides the picture; ``stacks`` where players have them."""

    game: Game
    rulings: Mapping[str, str]
    you: int
    glyphs: Glyphs
    width: int
    stacks: Mapping[int, int] = {}


def draw_table(canvas: Canvas, picture: Picture, sizes: tuple[Size, Size]) -> Lines:
    """The whole table; every line fits the width."""
    own, others = sizes
    middle = [
        owner
        for owner in (DEALER, COMMUNITY)
        if owner in picture.places and picture.places[owner].cards
    ]
    beside_you = [seat for seat in picture.seats if seat != canvas.you]
    if own is Size.INLINE:
        order = (*middle, *beside_you, canvas.you)
        return [line for owner in order for line in _line(canvas, picture, owner)]
    middle.append(canvas.you)
    if canvas.width >= SIDES_FROM and beside_you:
        return _draw_sides(canvas, picture, sizes, middle)
    wide = canvas.width
    blocks = [centred(_block(canvas, picture, owner, own), wide) for owner in middle]
    if others is Size.INLINE:
        seats = [_line(canvas, picture, seat) for seat in beside_you]
    else:
        narrow = canvas._replace(width=min(18, wide))
        drawn = [_block(narrow, picture, seat, others) for seat in beside_you]
        seats = [beside(drawn, wide)]
    return [line for block in (*blocks[:-1], *seats, blocks[-1]) for line in block]


def _draw_sides(
    canvas: Canvas, picture: Picture, sizes: tuple[Size, Size], middle: list[int]
) -> Lines:
    """Lower seats at the left, higher ones at the right, the others between them."""
    side = canvas.width * 3 // 10
    centre = canvas.width - 2 * side
    lines = []
    for seats in ([s for s in picture.seats if s < canvas.you], middle, _after(canvas, picture)):
        between = seats is middle
        width, size = (centre, sizes[0]) if between else (side, sizes[1])
        part = canvas._replace(width=width - 2)
        blocks = [_block(part, picture, owner, size) for owner in seats]
        column = [line for block in blocks for line in (*block, Text())][:-1]
        lines.append(centred(column, width - 2) if between else column)
    return columns(lines, (side, centre, side))


def _after(canvas: Canvas, picture: Picture) -> list[int]:
    return [seat for seat in picture.seats if seat > canvas.you]


def _line(canvas: Canvas, picture: Picture, owner: int) -> Lines:
    """A place in as few lines as it takes."""
    words, ink = _reading(canvas, picture, owner)
    cards = inline_cards(picture.place(owner).cards, canvas.glyphs, ink)
    title = _title(canvas, picture, owner).append(":")
    return flowing([title, cards, Text(words), *_notes(canvas, picture, owner)], canvas.width)


def _block(canvas: Canvas, picture: Picture, owner: int, size: Size) -> Lines:
    """A place: who it is and what the hand is worth, the cards, the wagers."""
    words, ink = _reading(canvas, picture, owner)
    cards = picture.place(owner).cards
    return [
        *flowing([_title(canvas, picture, owner), Text(words, "italic")], canvas.width),
        *draw_cards(cards, size, canvas.glyphs, ink, canvas.width),
        *flowing(_notes(canvas, picture, owner), canvas.width),
    ]


def _title(canvas: Canvas, picture: Picture, owner: int) -> Text:
    title = Text(place_title(owner), "bold")
    if owner == canvas.you:
        title.append(" (you)")
    if owner == picture.button:
        title.append(" button", "magenta")
    return title


def _reading(canvas: Canvas, picture: Picture, owner: int) -> tuple[str, Ink]:
    """What a hand is worth as far as it is seen, and how to draw it."""
    place = picture.place(owner)
    words, making = "", frozenset[int]()
    if owner != COMMUNITY:
        words, making = read_hand(canvas.game, canvas.rulings, place.cards, picture.board)
    # Two decks are named for the colours of their backs.
    back = picture.deck_name if picture.deck_name in BACKS else BACKS[0]
    return words, Ink(making, place.folded, back)


def _notes(canvas: Canvas, picture: Picture, owner: int) -> Lines:
    """Wagers that stand, chips in the pot, cards put away, and the result."""
    place = picture.place(owner)
    settled = {row.wager for row in place.settled}
    notes = [
        Text(f"{wager_title(canvas.game, wager)} {money(cents)}", "cyan")
        for wager, cents in place.wagers.items()
        if wager not in settled
    ]
    if place.chips_cents:
        notes.append(Text(f"in {money(place.chips_cents)}", "cyan"))
    if place.discards:
        rack = inline_cards(place.discards, canvas.glyphs, Ink(faded=True))
        notes.append(Text("discarded ").append_text(rack))
    if place.folded:
        notes.append(Text("folded", "dim"))
    if place.settled:
        notes.append(Text(signed_money(place.net_cents), f"bold {net_style(place.net_cents)}"))
    if owner in canvas.stacks:
        left = canvas.stacks[owner] - place.chips_cents + place.won_cents
        notes.append(Text(f"has {money(left)}", "dim"))
    return notes
