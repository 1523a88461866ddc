"""What lies on the felt, for the page: cards, chips and spots.

A card has a face only where the viewer may see it. One that lies face down is a ``Card`` without
a face, the same for all 52: its number is its place in the order of dealing, which everyone at
the table sees.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.cards import format_card
from pitboss.games.offer import first_offers, offers
from pitboss.games.words import FACE_DOWN, name_card
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.view import Published
from pitboss.money import money
from pitboss.rounds.picture import Laid, Place
from pitboss.rounds.telling import limit_words, wager_title

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

CHIPS = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Values of chips from the dearest; each has its colour on the page."""

MOST_DISCS = 5
JACKPOT_KEYS = "jk"


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


class Heap(NamedTuple):
    """Chips that lie together: a few discs for the eye, and the exact amount."""

    discs: tuple[int, ...]
    cents: int
    words: str


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


class Open(NamedTuple):
    """A wager that may be made before the deal, with its limits in cents (0 is none)."""

    name: str
    title: str
    kind: str
    least_cents: int
    most_cents: int
    limits: str
    key: str = ""


def heap(cents: int) -> Heap:
    """The fewest chips for an amount, at most five of them drawn."""
    discs: list[int] = []
    left = cents
    for value in CHIPS:
        count, left = divmod(left, value)
        discs += [value // 100] * min(count, MOST_DISCS)
    return Heap(tuple(discs[:MOST_DISCS]) or (1,), cents, money(cents))


def lay_spots(table: Published, place: Place, known: Mapping[str, Any]) -> list[Spot]:
    """A seat's spots: wagers of the round, or those made for the next."""
    waiting = table.phase == "wagering" and known["wagers"]
    wagers: Mapping[str, int] = known["wagers"] if waiting else place.wagers
    states = {} if waiting else {row.wager: row.outcome for row in place.settled}
    return [
        Spot(
            spot.name,
            wager_title(table.setup.game, spot.name),
            spot.kind,
            heap(wagers[spot.name]) if spot.name in wagers else None,
            states.get(spot.name, ""),
        )
        for spot, _, _ in offers(table.setup.game, table.setup.settings)
    ]


def open_spots(setup: Setup) -> dict[str, Open]:
    """What may be wagered before the deal by name, and its limits; jackpots have a key each."""
    keys = iter(JACKPOT_KEYS)
    return {
        spot.name: Open(
            spot.name,
            wager_title(setup.game, spot.name),
            spot.kind,
            least,
            most,
            limit_words(least, most),
            next(keys, "") if spot.kind == "jackpot" else "",
        )
        for spot, least, most in first_offers(setup.game, setup.settings)
    }
