"""Holdout hands: every held card with exactly as many community cards as were discarded.

One function for each number of held cards, over plain integers, so that compiled code can use
these same functions.
"""

from collections.abc import Sequence

from pitboss.cards.poker import rank_five


def score(held: Sequence[int], community: Sequence[int]) -> int:
    """The best five-card rank that keeps all of one to five held cards (HOLD-08)."""
    if len(held) == 5:
        return rank_five(held[0], held[1], held[2], held[3], held[4])
    if len(held) == 4:
        return score_four(held, community)
    if len(held) == 3:
        return score_three(held, community)
    if len(held) == 2:
        return score_two(held, community)
    return rank_five(held[0], community[0], community[1], community[2], community[3])


def score_four(held: Sequence[int], community: Sequence[int]) -> int:
    """Four held cards and one of the community cards."""
    a, b, c, d = held
    w, x, y, z = community
    return max(
        rank_five(a, b, c, d, w),
        rank_five(a, b, c, d, x),
        rank_five(a, b, c, d, y),
        rank_five(a, b, c, d, z),
    )


def score_three(held: Sequence[int], community: Sequence[int]) -> int:
    """Three held cards and two of the community cards."""
    a, b, c = held
    w, x, y, z = community
    return max(
        rank_five(a, b, c, w, x),
        rank_five(a, b, c, w, y),
        rank_five(a, b, c, w, z),
        rank_five(a, b, c, x, y),
        rank_five(a, b, c, x, z),
        rank_five(a, b, c, y, z),
    )


def score_two(held: Sequence[int], community: Sequence[int]) -> int:
    """Two held cards and three of the community cards."""
    a, b = held
    w, x, y, z = community
    return max(
        rank_five(a, b, w, x, y),
        rank_five(a, b, w, x, z),
        rank_five(a, b, w, y, z),
        rank_five(a, b, x, y, z),
    )
