"""What lies on the felt, for the page: cards, chips and spots, and where the seats are.

A card has a face only where the viewer may see it. One that lies face down is a ``Card`` without
a face, the same for all 52: its number is its place in the order of dealing, which everyone at
the table sees.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from pitboss.cards import format_card
from pitboss.games.words import FACE_DOWN, name_card
from pitboss.money import money
from pitboss.rounds.view import Laid

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

CHIPS = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Values of chips from the dearest; each has its colour on the page."""

MOST_DISCS = 5
USUAL_CENTS = 500_00
"""What one usually sits down with."""


class Face(NamedTuple):
    """What is printed on a card."""

    code: str
    rank: str
    suit: str
    sign: str
    words: str


class Card(NamedTuple):
    """A card on the table. ``order`` is the event that put it there or turned it up, for the
    order in which the page shows it."""

    number: int
    order: int
    face: Face | None = None
    making: bool = False
    marked: bool = False

    @property
    def words(self) -> str:
        return self.face.words if self.face else FACE_DOWN

    @property
    def look(self) -> str:
        """Its classes on the page."""
        looks = [f"up f-{self.face.code} s-{self.face.suit}" if self.face else "down"]
        looks += ["making"] * (self.making and self.face is not None)
        return " ".join([*looks, *["marked"] * self.marked])


def read_face(card: int) -> Face:
    code = format_card(card)
    rank, suit = code[0].replace("T", "10"), code[1]
    return Face(code, rank, suit, SUIT_SIGNS[suit], name_card(card))


FACES = tuple(map(read_face, range(52)))


def lay(laid: Iterable[Laid], making: Collection[int] = (), marked: int = -1) -> list[Card]:
    """Cards with the number, order and face they have, those that make the hand set off."""
    return [
        Card(number, order, None if card is None else FACES[card], card in making, number == marked)
        for number, order, card in laid
    ]


class Heap(NamedTuple):
    """Chips that lie together: a few discs for the eye, and the exact amount."""

    discs: tuple[int, ...]
    words: str


def heap(cents: int) -> Heap | None:
    """The fewest chips for an amount, at most five of them drawn; none for nothing."""
    if cents <= 0:
        return None
    discs: list[int] = []
    left = cents
    for value in CHIPS:
        count, left = divmod(left, value)
        discs += [value // 100] * min(count, MOST_DISCS)
    return Heap(tuple(discs[:MOST_DISCS]) or (1,), money(cents))


class Spot(NamedTuple):
    """A place for a wager and what lies on it; ``state`` says how it ended."""

    name: str
    title: str
    kind: str
    heap: Heap | None
    state: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether it is drawn where there is little room."""
        return self.heap is not None or self.kind in ("main", "follow-up")


# Where the seats are

STEEPEST = 4
"""The bend of the outermost places of an arc."""

SIDE_HEIGHTS = {1: (60,), 2: (90, 30), 3: (100, 50, 0)}
TOP_WIDTHS = {0: (), 1: (50,), 2: (30, 70), 3: (20, 50, 80)}


def arc_places(count: int) -> list[str]:
    """Places along an arc before a dealer, from its left end, by how far it bends there."""
    last = max(count - 1, 1)
    return [f"bend-{round(abs(2 * at - (count - 1)) * STEEPEST / last)}" for at in range(count)]


def oval_places(count: int) -> list[str]:
    """Places round an oval with the viewer at its foot: up the left side, along the top and down
    the right, in hundredths of the way across and down."""
    side = 0 if count < 2 else max(1, min(3, round(count / 3)))
    left = [(5 if high == 90 else 0, high) for high in SIDE_HEIGHTS.get(side, ())]
    right = [(100 - across, high) for across, high in reversed(left)]
    top = [(across, 0) for across in TOP_WIDTHS[count - 2 * side]]
    return [f"x{across} y{high}" for across, high in (*left, *top, *right)]
