"""The picture of a round drawn as a table: the dealer above, others beside, the own seat below."""

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from pitboss.cli.screen.cards import Glyphs, Ink, Size, draw_cards, inline_cards
from pitboss.cli.screen.layout import Lines, beside, block_width, broken, centred, flowing
from pitboss.cli.table.picture import Picture, Place
from pitboss.cli.screen.words import score_of, seat_title, signed
from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.money import dollars

BACKS = ("red", "blue")
"""Two decks have backs of different colours and are named for them."""

SIZES = ((Size.LARGE, Size.SMALL), (Size.LARGE, Size.INLINE), (Size.SMALL, Size.INLINE))
"""From roomy to tight: the size of the dealer's and the own cards, and of the others'."""

TIGHTEST = (Size.INLINE, Size.INLINE)


class Canvas(NamedTuple):
    """What a drawing depends on besides the picture."""

    game: Game
    rulings: Mapping[str, str]
    you: int
    glyphs: Glyphs
    width: int


def draw_table(canvas: Canvas, picture: Picture, sizes: tuple[Size, Size]) -> Lines:
    """The whole table; every line fits the width."""
    own, others = sizes
    middle = [seat for seat in picture.seats if seat != canvas.you]
    blocks = [_block(canvas, picture, seat, others) for seat in middle]
    top = [
        _block(canvas, picture, owner, own)
        for owner in (DEALER, COMMUNITY)
        if owner in picture.places and picture.places[owner].cards
    ]
    below = _block(canvas, picture, canvas.you, own)
    if own is Size.INLINE:
        return [line for block in (*top, *blocks, below) for line in block]
    lines: Lines = []
    for block in top:
        lines += centred(block, canvas.width)
    if others is Size.INLINE:
        lines += [line for block in blocks for line in block]
    elif blocks:
        lines += centred(beside(blocks, canvas.width), canvas.width)
    return lines + centred(below, canvas.width)


def _block(canvas: Canvas, picture: Picture, owner: int, size: Size) -> Lines:
    """A place: who it is and what the hand is worth, the cards, the wagers."""
    place = picture.place(owner)
    words, ink = _reading(canvas, picture, owner)
    title = Text(seat_title(owner), "bold")
    if owner == canvas.you:
        title.append(" (you)")
    cards = draw_cards(place.cards, size, canvas.glyphs, ink, canvas.width)
    notes = [Text(words, "italic" if size is not Size.INLINE else ""), *_notes(canvas, place)]
    if size is Size.INLINE:
        return flowing([title.append(":"), *cards, *notes], canvas.width)
    limit = max(block_width(cards), 20)
    return [*broken(title, limit), *cards, *flowing(notes, limit)]


def _reading(canvas: Canvas, picture: Picture, owner: int) -> tuple[str, Ink]:
    """What a hand is worth as far as it is seen, and how to draw it."""
    place = picture.place(owner)
    board = picture.place(COMMUNITY).cards
    words, making = "", frozenset[int]()
    if owner != COMMUNITY:
        words, making = score_of(canvas.game, canvas.rulings, place.cards, board)
    back = picture.deck_name if picture.deck_name in BACKS else BACKS[0]
    return words, Ink(making, place.folded, back)


def _notes(canvas: Canvas, place: Place) -> Lines:
    """Wagers that stand, cards that went to the rack, the last action, and the result."""
    settled = {row.wager for row in place.settled}
    notes = [
        Text(f"{wager} {dollars(cents)}", "cyan")
        for wager, cents in place.wagers.items()
        if wager not in settled
    ]
    if place.discards:
        rack = inline_cards(place.discards, canvas.glyphs, Ink(faded=True))
        notes.append(Text("discarded ").append_text(rack))
    if place.folded:
        notes.append(Text("folded", "dim"))
    if place.settled:
        net = place.net_cents
        style = "green" if net > 0 else "red" if net < 0 else "yellow"
        notes.append(Text(signed(net), f"bold {style}"))
    return notes
