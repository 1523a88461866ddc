"""Cards for the page: a face only where the viewer may see it, with its name in words.

A card that lies face down is a ``Card`` without a face, the same for all 52: its number is its
place in the order of dealing, which everyone at the table sees.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from pitboss.cards import format_card
from pitboss.games.words import FACE_DOWN, name_card
from pitboss.rounds.picture import Laid

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


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
    rank, suit = code[0], code[1]
    shown = "10" if rank == "T" else rank
    return Face(code, shown, suit, SUIT_SIGNS[suit], name_card(card))


FACES = tuple(read_face(card) for card in range(52))


def lay(laid: Iterable[Laid], making: Collection[int] = (), marked: int = -1) -> list[Card]:
    """Cards with the number, order and face they have, those that make the hand set off."""
    return [
        Card(
            number,
            order,
            None if card is None else FACES[card],
            card is not None and card in making,
            number == marked,
        )
        for number, order, card in laid
    ]
