"""Cards for the page: a face only where the viewer may see it, with its name in words.

A card that lies face down is a ``Card`` without a face, the same for all 52: its number is its
place in the order of dealing, which everyone at the table sees.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from pitboss.cards import format_card

RANK_WORDS = {
    **{str(number): str(number) for number in range(2, 10)},
    "T": "10",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
FACE_DOWN = "face-down card"


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


def read_face(card: int) -> Face:
    code = format_card(card)
    rank, suit = code[0], code[1]
    words = f"{RANK_WORDS[rank]} of {SUIT_WORDS[suit]}"
    return Face(code, "10" if rank == "T" else rank, suit, SUIT_SIGNS[suit], words)


FACES = tuple(read_face(card) for card in range(52))


def name_cards(cards: Iterable[int | None]) -> str:
    """``ace of spades, 2 face-down cards``."""
    words, hidden = [], 0
    for card in cards:
        if card is None:
            hidden += 1
        else:
            words.append(FACES[card].words)
    if hidden:
        words.append(FACE_DOWN if hidden == 1 else f"{hidden} face-down cards")
    return ", ".join(words)


def lay(
    laid: Iterable[tuple[int, int, int | None]], making: Collection[int] = (), marked: int = -1
) -> list[Card]:
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
