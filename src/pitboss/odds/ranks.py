"""Poker ranks for compiled code: the tables of ``cards/lookup`` as arrays.

A rank is also known by its order, 1 for the worst of 7,462 up to the best, so that a table of
two bytes an entry serves all five-card hands.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.lookup import CARD_BITS, CARD_KEYS, KEYS, lookup

Array = npt.NDArray[Any]
Whole = Any
"""An integer of compiled code, as wide as its arrays need."""

DISTINCT_RANKS = 7462


class Tables(NamedTuple):
    """Orders without a flush by sum of keys and of flushes by rank bits; what each card adds.

    ``ranks`` and ``categories`` give the rank and the category of an order.
    """

    plain: Array
    flush: Array
    keys: Array
    bits: Array
    ranks: Array
    categories: Array


@cache
def tables() -> Tables:
    """The arrays; making them takes some tens of milliseconds, once.

    There is room beyond the largest hand, for sums that have a card twice and make no hand: a
    look-up there finds 0, which saves a test in the innermost loops.
    """
    plain, flush = (np.array(table, dtype=np.int32) for table in lookup())
    ranks = np.union1d(plain, flush).astype(np.int32)
    assert len(ranks) == DISTINCT_RANKS + 1, len(ranks)
    return Tables(
        _with_room(np.searchsorted(ranks, plain), 5 * KEYS[12] + 1),
        _with_room(np.searchsorted(ranks, flush), 1 << 14),
        np.array(CARD_KEYS, dtype=np.uint32),
        np.array(CARD_BITS, dtype=np.uint32),
        ranks,
        (ranks >> 20).astype(np.uint8),
    )


def _with_room(orders: Array, size: int) -> Array:
    wide = np.zeros(size, np.uint16)
    wide[: len(orders)] = orders
    return wide
