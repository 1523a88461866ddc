"""What the dealer ends with: all his hidden cards and draws, counted for any cards he cannot have.

With an up card and four cards seen, 47 are left. He takes three of them in 16,215 ways; with
fewer than 13 points one of 44 more follows, and a hand that stands counts 44 times: 713,460 deals
in all. The deals without the seen cards follow by inclusion and exclusion from those with any
one, two, three or four of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.odds.buyout.kernels.tables import (
    FOURS,
    PAIRS,
    THREES,
    fours_without,
    number_four,
    number_three,
    number_two,
    points,
)
from pitboss.odds.compiled import compiled

MOST = 52
"""One more than five cards can make: the ace and four tens of a suit are 51."""

DEALS = 713_460
FIFTHS = 44


class Dealer(NamedTuple):
    """Deals by points for one up card: all, and those that use given sets of other cards.

    ``draws`` tells which three cards beside the up card are drawn to. ``four`` holds the points
    of a set of four and ``orders`` in how many orders the last of them is the fifth card.
    """

    up: int
    none: NDArray[np.int32]
    one: NDArray[np.int32]
    two: NDArray[np.int32]
    three: NDArray[np.int32]
    four: NDArray[np.uint8]
    orders: NDArray[np.uint8]


@compiled
def count_dealer(up: int) -> Dealer:
    """All deals of the dealer with this up card."""
    dealer = Dealer(
        up,
        np.zeros(MOST, np.int32),
        np.zeros((52, MOST), np.int32),
        np.zeros((PAIRS, MOST), np.int32),
        np.zeros((THREES, MOST), np.int32),
        np.zeros(FOURS, np.uint8),
        np.zeros(FOURS, np.uint8),
    )
    draws = np.zeros(THREES, np.uint8)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if up not in (a, b, c):
                    _stand(dealer, draws, (a, b, c))
    for row in fours_without(up):
        _draw(dealer, draws, (row[0], row[1], row[2], row[3]))
    return dealer


@compiled
def _stand(dealer: Dealer, draws: NDArray[np.uint8], cards: tuple[int, int, int]) -> None:
    a, b, c = cards
    total = points((dealer.up, a, b, c))
    if total < DRAWS_BELOW:
        draws[number_three(a, b, c)] = 1
        return
    dealer.none[total] += FIFTHS
    for card in cards:
        dealer.one[card, total] += FIFTHS
    dealer.two[number_two(a, b), total] += FIFTHS
    dealer.two[number_two(a, c), total] += FIFTHS
    dealer.two[number_two(b, c), total] += FIFTHS
    dealer.three[number_three(a, b, c), total] += FIFTHS


@compiled
def _draw(dealer: Dealer, draws: NDArray[np.uint8], cards: tuple[int, int, int, int]) -> None:
    a, b, c, d = cards
    threes = (
        number_three(a, b, c),
        number_three(a, b, d),
        number_three(a, c, d),
        number_three(b, c, d),
    )
    orders = draws[threes[0]] + draws[threes[1]] + draws[threes[2]] + draws[threes[3]]
    if orders == 0:
        return
    total = points((dealer.up, a, b, c, d))
    dealer.none[total] += orders
    for card in cards:
        dealer.one[card, total] += orders
    for low, high in ((a, b), (a, c), (a, d), (b, c), (b, d), (c, d)):
        dealer.two[number_two(low, high), total] += orders
    for three in threes:
        dealer.three[three, total] += orders
    dealer.four[number_four(a, b, c, d)] = total
    dealer.orders[number_four(a, b, c, d)] = orders


@compiled
def spread_without(
    dealer: Dealer, cards: tuple[int, int, int, int], below: NDArray[np.int32]
) -> None:
    """Fill ``below[p]`` with the deals under p points in which none of four seen cards takes part.

    ``below`` has one place more than there are points; the last is the number of all deals.
    """
    a, b, c, d = cards
    ab, ac, ad = number_two(a, b), number_two(a, c), number_two(a, d)
    bc, bd, cd = number_two(b, c), number_two(b, d), number_two(c, d)
    abc, abd = number_three(a, b, c), number_three(a, b, d)
    acd, bcd = number_three(a, c, d), number_three(b, c, d)
    one, two, three = dealer.one, dealer.two, dealer.three
    for p in range(MOST):
        below[p + 1] = (
            dealer.none[p]
            - (one[a, p] + one[b, p] + one[c, p] + one[d, p])
            + (two[ab, p] + two[ac, p] + two[ad, p] + two[bc, p] + two[bd, p] + two[cd, p])
            - (three[abc, p] + three[abd, p] + three[acd, p] + three[bcd, p])
        )
    four = number_four(a, b, c, d)
    below[dealer.four[four] + 1] += dealer.orders[four]
    below[0] = 0
    for p in range(MOST):
        below[p + 1] += below[p]
