"""The wager spots of a seat as its document names them, with the chips that lie there."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.games.offer import first_offers, offers
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.view import Published
from pitboss.money import money
from pitboss.rounds.picture import Place
from pitboss.rounds.telling import limit_words, wager_title

CHIPS = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Values of chips from the dearest; each has its colour on the page."""

MOST_DISCS = 5
JACKPOT_KEYS = "jk"


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
