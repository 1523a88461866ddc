"""How a card that is known stands to a hand and the Flop.

Its kind has three parts: what its rank is to the Flop and the hand, what its suit is, and whether
the hand needs just that rank for a straight.
"""

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels.features import View

HIGHEST, ANOTHER, BOARD_PAIR, SHARED, POCKET, SINGLE, HIGH, LOW = range(8)
"""By rank: the Flop's highest card or another, which the hand has not; a rank that the Flop has
twice; a card of the Flop that the hand has too; else a pair's or more in the hand, or a single
card's; else a ten or higher, or lower."""

PLAIN, FLUSH, DRAW, BACKDOOR = range(4)
"""By suit: the Flop has it twice or more, and the hand draws to a flush in it, or not; the Flop has
it once, and the hand twice or more; or none of that."""

SUIT_KINDS = 4
TEN = 8


@compiled
def fill_kinds(view: View, hand: Array, kinds: Array) -> None:
    """The kind of each card of the deck to a hand on a Flop, in three parts."""
    held, suits = np.zeros(13, np.int64), np.zeros(4, np.int64)
    ranks = np.int64(0)
    for j in range(len(hand)):
        held[hand[j] >> 2] += 1
        suits[hand[j] & 3] += 1
        for i in range(j):
            ranks |= np.int64(view.outs[hand[j] >> 2, hand[i] >> 2])
    for rank in range(13):
        by_rank = _rank_kind(rank, view.held[rank], view.above[rank], held[rank])
        for suit in range(4):
            kinds[4 * rank + suit, 0] = by_rank
            kinds[4 * rank + suit, 1] = _suit_kind(view.suits[suit], suits[suit])
            kinds[4 * rank + suit, 2] = ranks >> rank & 1


@compiled
def _suit_kind(on_flop: int, held: int) -> int:
    if on_flop >= 2:
        return DRAW if on_flop == 2 and held >= 2 else FLUSH
    return BACKDOOR if on_flop == 1 and held >= 2 else PLAIN


@compiled
def _rank_kind(rank: int, on_flop: int, above: int, held: int) -> int:
    """``above`` is how many ranks of the Flop are higher."""
    if on_flop >= 2:
        return BOARD_PAIR
    if on_flop:
        return SHARED if held else ANOTHER if above else HIGHEST
    if held:
        return POCKET if held >= 2 else SINGLE
    return HIGH if rank >= TEN else LOW
