"""The dealer's points when any number of cards has been seen, as at a full table.

Hands that stand and hands that draw a fifth card are counted apart, in all and with each unseen
card: taking one more card away, the fourth that may come, is then a subtraction.
"""

from collections.abc import Collection
from itertools import accumulate
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.odds.buyout.kernels.dealer import MOST
from pitboss.odds.buyout.kernels.tables import THREES, number_three, points
from pitboss.odds.compiled import compiled

Counts = NDArray[np.int64]


class Unseen(NamedTuple):
    """Sets of dealer's cards by points: three that stand, and three with a fifth card drawn.

    The last row counts all of them, row c those with the card c.
    """

    cards: tuple[int, ...]
    stand: Counts
    draw: Counts


class Spread(NamedTuple):
    """All deals of the dealer, and of those the ones under each number of points."""

    deals: int
    below: list[int]

    def net(self, total: int) -> int:
        """Deals won less deals lost with so many points."""
        return self.below[total] + self.below[total + 1] - self.deals


ALL = 52


@compiled
def _count(up: int, cards: NDArray[np.int64]) -> tuple[Counts, Counts]:
    stand = np.zeros((53, MOST), np.int64)
    draw = np.zeros((53, MOST), np.int64)
    draws = np.zeros(THREES, np.uint8)
    for k in range(len(cards)):
        for j in range(k):
            for i in range(j):
                a, b, c = cards[i], cards[j], cards[k]
                total = points((up, a, b, c))
                if total < DRAWS_BELOW:
                    draws[number_three(a, b, c)] = 1
                else:
                    for card in (a, b, c, ALL):
                        stand[card, total] += 1
    for m in range(len(cards)):
        for k in range(m):
            for j in range(k):
                for i in range(j):
                    a, b, c, d = cards[i], cards[j], cards[k], cards[m]
                    orders = (
                        draws[number_three(a, b, c)]
                        + draws[number_three(a, b, d)]
                        + draws[number_three(a, c, d)]
                        + draws[number_three(b, c, d)]
                    )
                    if orders:
                        total = points((up, a, b, c, d))
                        for card in (a, b, c, d, ALL):
                            draw[card, total] += orders
    return stand, draw


def count_unseen(up: int, seen: Collection[int]) -> Unseen:
    """Count the dealer's hands from all cards but the up card and the others seen."""
    cards = tuple(card for card in range(52) if card != up and card not in seen)
    return Unseen(cards, *_count(up, np.array(cards, np.int64)))


def spread(unseen: Unseen, fourth: int | None = None) -> Spread:
    """The dealer's points with all unseen cards, or without the one that came fourth."""
    left = len(unseen.cards) - (fourth is not None)
    stand, draw = unseen.stand[ALL], unseen.draw[ALL]
    if fourth is not None:
        stand, draw = stand - unseen.stand[fourth], draw - unseen.draw[fourth]
    counts = (stand * (left - 3) + draw).tolist()
    below = [0, *accumulate(counts)]
    assert below[-1] == comb(left, 3) * (left - 3)
    return Spread(below[-1], below)
