"""All Omaha hands of a board ranked: the unit of other measurements, and a check of the counts."""

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, tables
from pitboss.odds.super_omaha.kernels.ranks import rank_pairs, read_board


def rank_board(board: Array) -> Array:
    """The ranks of all 178,365 hands of the 47 cards that a board leaves.

    The hands stand by their highest card, then by the next, and so on down.
    """
    out = np.empty(47 * 46 * 45 * 44 // 24, dtype=np.int32)
    _rank_all(tables(), np.array(board, np.uint8), out)
    return out


@compiled
def _rank_all(tables: Tables, board: Array, out: Array) -> None:
    """A hand is a maximum of six pairs: of its lower three cards, and of the highest with each."""
    cards = np.empty(47, np.uint8)
    n = 0
    for card in range(52):
        if not (board == card).any():
            cards[n] = card
            n += 1
    orders = np.zeros((47, 47), np.uint16)
    triples = np.empty(10, np.uint32)
    rank_pairs(tables, read_board(tables.keys, board, triples), cards, orders)
    pairs = np.empty((47, 47), np.int32)
    for i in range(47):
        for j in range(47):
            pairs[i, j] = tables.ranks[orders[i, j]]
    threes = np.empty(47 * 46 * 45 // 6, np.int32)
    twos = np.empty(47 * 46 // 2, np.int32)
    _fill_threes(pairs, threes)
    start = 0
    for top in range(3, 47):
        _spread(pairs, top, twos)
        below = 0
        for third in range(2, top):
            width = third * (third - 1) // 2
            _best_of(out[start : start + width], twos, threes[below:], pairs[top, third])
            start += width
            below += width


@compiled
def _best_of(out: Array, twos: Array, threes: Array, least: int) -> None:
    for n in range(len(out)):
        best = twos[n] if twos[n] > threes[n] else threes[n]
        out[n] = best if best > least else least


@compiled
def _spread(pairs: Array, top: int, twos: Array) -> None:
    """For each two cards below ``top``, the better of their pairs with it."""
    n = 0
    for j in range(1, top):
        for i in range(j):
            twos[n] = max(pairs[top, i], pairs[top, j])
            n += 1


@compiled
def _fill_threes(pairs: Array, threes: Array) -> None:
    """For each three cards, the best of their three pairs."""
    n = 0
    for k in range(2, 47):
        for j in range(1, k):
            for i in range(j):
                threes[n] = max(pairs[i, j], max(pairs[i, k], pairs[j, k]))
                n += 1
