"""Holdings of one to five cards, in classes that score alike on every board.

Cards of one suit can make a flush, so such a holding is a class of its own; of others only the
ranks count. There are 18,057 classes for 2,598,960 + 270,725 + 22,100 + 1,326 + 52 holdings.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pitboss.cards.lookup import KEYS, LARGEST_SUM
from pitboss.odds.compiled import compiled
from pitboss.odds.holdout.kernels.parts import KEY, KEY_BITS
from pitboss.odds.ranks import Array, Whole

NO_CLASS = 65_535

Ranks = tuple[int, ...]


class Holdings(NamedTuple):
    """The classes of each size from ``first[size]`` on, with their parts, and how to find one.

    ``mixed`` has the classes by size and sum of keys, ``suited`` by suit and rank bits.
    """

    first: Array
    codes: Array
    suits: Array
    mixed: Array
    suited: Array


@cache
def holdings() -> Holdings:
    """All classes; a tenth of a second, once."""
    mixed = np.full((6, LARGEST_SUM + 1), NO_CLASS, np.uint16)
    suited = np.full((4, 1 << 13), NO_CLASS, np.uint16)
    names = list_classes()
    codes = [_code(ranks) for ranks, _ in names]
    for name, (ranks, suit) in enumerate(names):
        if suit is None:
            mixed[len(ranks), codes[name] & KEY] = name
        else:
            suited[suit, _bits(ranks)] = name
    sizes = [len(ranks) for ranks, _ in names]
    suits = [0 if suit is None else 1 << suit for _, suit in names]
    first = np.searchsorted(sizes, range(7))
    return Holdings(first, np.array(codes, np.int64), np.array(suits, np.int64), mixed, suited)


@cache
def list_classes() -> list[tuple[Ranks, int | None]]:
    """The ranks of every class, the smaller ones first, and the suit if its cards share one."""
    found: list[tuple[Ranks, int | None]] = []
    for size in range(1, 6):
        for ranks in combinations_with_replacement(range(13), size):
            if size > 1 and max(map(ranks.count, ranks)) <= 4:
                found.append((ranks, None))
        for suit in range(4):
            found += [(ranks, suit) for ranks in combinations(range(13), size)]
    return found


def _bits(ranks: Ranks) -> int:
    return sum([1 << rank for rank in ranks])


def _code(ranks: Ranks) -> int:
    return sum([KEYS[rank] for rank in ranks]) | _bits(ranks) << KEY_BITS


@compiled
def class_of(holdings: Holdings, size: int, code: int, suits: int) -> Whole:
    """The class of a holding, by its part."""
    if suits:
        suit = 0
        while suits >> suit & 1 == 0:
            suit += 1
        return holdings.suited[suit, code >> KEY_BITS]
    return holdings.mixed[size, code & KEY]
