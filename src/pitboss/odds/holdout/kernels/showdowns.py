"""Showdowns in batch: many held hands on many boards, ranked at once."""

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.holdout.kernels.parts import best, lay, part
from pitboss.odds.ranks import Array, Tables, tables


def rank_showdowns(held: Array, counts: Array, boards: Array) -> Array:
    """The rank of each hand, as ``games.holdout.score`` gives it.

    A row of ``held`` is a hand of which the first ``counts`` cards are held; a row of ``boards``
    its four community cards.
    """
    known = tables()
    found = np.empty(len(held), np.int32)
    _order_all(known, (held, counts, boards), found)
    return known.ranks[found]


@compiled
def _order_all(tables: Tables, hands: tuple[Array, Array, Array], found: Array) -> None:
    held, counts, boards = hands
    codes = np.empty(16, np.int64)
    suits = np.empty(16, np.int64)
    for row in range(len(held)):
        lay(boards[row], codes, suits)
        code, shared = part(held[row, : counts[row]])
        found[row] = best(tables, (code, shared, 5 - counts[row]), codes, suits)
