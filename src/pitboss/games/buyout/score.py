"""Points of Ultimate 4 Card Buyout: the best single suit's sum or the best of a kind, never both.

Plain integers only, so that compiled code can use these same functions.
"""

from collections.abc import Sequence

VALUES = bytes((2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11))
"""Suited points by rank, two to ace (BUYOUT-05)."""

ACE = 12


def points(cards: Sequence[int]) -> int:
    """The points of two to five cards (BUYOUT-06); 0 when no two share a suit or a rank."""
    return max(suited_points(cards), kind_points(cards))


def suited_points(cards: Sequence[int]) -> int:
    """The largest sum of one suit that at least two cards share."""
    best = 0
    for suit in range(4):
        total = 0
        count = 0
        for card in cards:
            if card & 3 == suit:
                total += VALUES[card >> 2]
                count += 1
        if count >= 2 and total > best:
            best = total
    return best


def kind_points(cards: Sequence[int]) -> int:
    """Ten points a card of the best pair, three or four of a kind, eleven for aces."""
    best = 0
    for card in cards:
        rank = card >> 2
        count = 0
        for other in cards:
            if other >> 2 == rank:
                count += 1
        if count >= 2:
            best = max(best, count * (11 if rank == ACE else 10))
    return best
