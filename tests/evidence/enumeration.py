"""No order of a small deck is likelier than another, counted through the whole derivation.

The HMAC is replaced by bytes that are given; everything else, from the seed to the deck, is what
deals. The shuffle of n cards makes one choice of m for each m from n down to 2. ``count_orders``
walks the tree of all choices made so far, and at each of its points tries all 256 values of the
next byte. A value either makes one of the m choices or is thrown away, which is read off the deck:
what follows it is then used as if it had not been there. So a point has m ways on with so many
values each, and the product of these along a way is how many rows of used bytes lead to that order.

What is thrown away leaves the point as it was, so however often that happens, the next byte meets
the same counts: if every choice has as many values as the others, every order has the same chance.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import product
from math import factorial, perm
from multiprocessing import get_context
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from pitboss.rounds import derivation
from pitboss.rounds.derivation import derived
from pitboss.rounds.shuffle import shuffle

SIZES = range(2, 9)
SHORT = range(2, 6)
BLOCK = 32
PLACE = ("00" * 32, "duki-00000000", 1, {1: "a word"})


class Given(ModuleType):
    """Stands for ``hmac``: block n of the stream is part n of the bytes that are given."""

    data = b""

    def digest(self, key: bytes, message: bytes, algorithm: Any) -> bytes:
        start = BLOCK * int(message[message.rindex(b"\n") + 1 :])
        return self.data[start : start + BLOCK].ljust(BLOCK, b"\0")


@contextmanager
def given_bytes() -> Iterator[Given]:
    given = Given("given")
    with patch.object(derivation, "hmac", given):
        yield given


def order_of(given: Given, data: bytes, cards: tuple[int, ...]) -> tuple[int, ...]:
    given.data = data
    return shuffle(derived(*PLACE), cards)


def choices_of(order: tuple[int, ...]) -> tuple[int, ...]:
    """The choices that lead to an order: which place was exchanged with the last, and so on up."""
    deck = list(range(len(order)))
    picks = []
    for last in range(len(order) - 1, 0, -1):
        pick = deck.index(order[last], 0, last + 1)
        deck[last], deck[pick] = deck[pick], deck[last]
        picks.append(pick)
    return tuple(picks)


def orders_by_choices(size: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Every order of a deck by the choices that lead to it, from the shuffle itself."""
    cards = tuple(range(size))
    with given_bytes() as given:
        return {
            picks: order_of(given, bytes(picks), cards)
            for picks in product(*map(range, range(size, 1, -1)))
        }


class Counted(NamedTuple):
    """``ways``: for each order, how many rows of used bytes lead to it; ``tried``: values of
    bytes that were tried, at all points."""

    size: int
    ways: dict[tuple[int, ...], int]
    tried: int

    @property
    def even(self) -> bool:
        """All orders are there, and none has more ways than another."""
        return len(self.ways) == factorial(self.size) and len(set(self.ways.values())) == 1


def count_orders(size: int, firsts: Iterable[int] | None = None) -> Counted:
    """All of them, or those that begin with these choices."""
    orders = orders_by_choices(size)
    kinds = {order: picks for picks, order in orders.items()}
    cards = tuple(range(size))
    points: list[tuple[tuple[int, ...], int]] = [((), 1)]
    with given_bytes() as given:
        for choices in range(size, 1, -1):
            after = []
            for made, weight in points:
                before = bytes(map(value_for, made, range(size, 1, -1)))
                counts = [0] * choices
                for value in range(256):
                    used = choice_by(given, before, value, cards, kinds)
                    if used is not None:
                        counts[used] += 1
                for pick, count in enumerate(counts):
                    if made or firsts is None or pick in firsts:
                        after.append(((*made, pick), weight * count))
            points = after
    ways = {orders[made]: weight for made, weight in points}
    return Counted(size, ways, points_of(size) * 256)


def value_for(pick: int, choices: int) -> int:
    """One of the bytes that make a choice, not always the smallest."""
    return pick + choices * ((7 * pick + choices) % (256 // choices))


def choice_by(
    given: Given,
    before: bytes,
    value: int,
    cards: tuple[int, ...],
    kinds: dict[tuple[int, ...], tuple[int, ...]],
) -> int | None:
    """The choice that the value makes after these bytes, or nothing where it is thrown away.

    After it come 1 and zeros. Were it thrown away, 1 and then 0 would be chosen; a value that
    itself chooses 1 is followed by the choice 1. Of two cards 1 is the last choice there is, so a
    value that seems to choose it is tried again with 0 after it.
    """
    made = len(before)
    picks = kinds[order_of(given, before + bytes((value, 1)), cards)][made:]
    if picks[0] != 1 or picks[1:2] == (1,):
        return picks[0]
    if len(picks) > 1:
        return None
    again = kinds[order_of(given, before + bytes((value, 0)), cards)][made:]
    return 1 if again[0] == 1 else None


def points_of(size: int) -> int:
    """Points of the tree at which a choice is made."""
    return sum(perm(size, made) for made in range(size - 1))


def count_in_parts(size: int, processes: int) -> Counted:
    """The same with the first choices shared out."""
    parts = [range(first, size, processes) for first in range(min(processes, size))]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        found = list(pool.map(count_orders, [size] * len(parts), parts))
    ways = {order: count for part in found for order, count in part.ways.items()}
    return Counted(size, ways, found[0].tried)


def describe(counted: Counted) -> str:
    ways = sorted(set(counted.ways.values()))
    rows = " or ".join(f"{way:,}" for way in ways)
    return (
        f"{counted.size} cards: {len(counted.ways):,} orders of {factorial(counted.size):,}, each "
        f"by {rows} rows of used bytes; {counted.tried:,} values tried"
    )
