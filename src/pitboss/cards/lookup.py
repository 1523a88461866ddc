"""Poker ranks by table, made from ``rank_five`` when first needed.

Each rank has a key such that no two sets of five ranks have the same sum, so a hand without a
flush is one look-up of the sum of its keys; a flush is one look-up of its five rank bits.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from pitboss.cards.poker import as_flush, rank_ranks

KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""Sums of up to seven of these, at most four of each, are all different."""

LARGEST_SUM = 4 * KEYS[12] + KEYS[11]

CARD_KEYS = tuple(KEYS[card >> 2] for card in range(52))
CARD_BITS = tuple(1 << (card >> 2) for card in range(52))


class Lookup(NamedTuple):
    """Ranks without a flush by sum of keys, ranks of flushes by rank bits; 0 where no hand is."""

    plain: list[int]
    flush: list[int]


@cache
def lookup() -> Lookup:
    """Both tables; making them takes some ten milliseconds, once."""
    plain = [0] * (LARGEST_SUM + 1)
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            plain[sum([KEYS[rank] for rank in ranks])] = rank_ranks(*ranks)
    flush = [0] * (1 << 13)
    for ranks in combinations(range(13), 5):
        flush[sum([1 << rank for rank in ranks])] = as_flush(rank_ranks(*ranks))
    return Lookup(plain, flush)
