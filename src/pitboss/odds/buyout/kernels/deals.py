"""Buyout's deals: sets of cards as numbers, one seat's cards, and what the dealer ends with.

A seat's deal is a set of four cards, each in turn the fourth, each of the rest the third. All
counts go through every set that leaves the up card out, and deal it in every way.

For the dealer, with an up card and four cards seen, 47 are left. He takes three of them in 16,215
ways; with fewer than 13 points one of 44 more follows, and a hand that stands counts 44 times:
713,460 deals in all. The deals without the seen cards follow by inclusion and exclusion from those
with any one, two, three or four of them. When any number of cards has been seen, as at a full
table, hands that stand and hands that draw are counted apart, in all and with each unseen card:
taking one more card away, the fourth that may come, is then a subtraction.
"""

from collections.abc import Collection
from itertools import accumulate
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.games.buyout import score
from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.odds.compiled import compiled, share
from pitboss.odds.ranks import Array, Whole

for _function in (score.suited_points, score.kind_points, score.points):
    share(_function)

points = score.points

PAIRS, THREES, FOURS = 1_326, 22_100, 270_725
FOURS_OF_51 = 249_900
WAYS = 12

MOST = 52
"""One more than five cards can make: the ace and four tens of a suit are 51."""

DEALS = 713_460
FIFTHS = 44
ALL = 52


class Points(NamedTuple):
    """Points of all sets of cards, by the number of the set."""

    two: Array
    three: Array
    four: Array


@compiled
def number_two(a: Whole, b: Whole) -> Whole:
    """The number of a set of two cards in rising order, from 0."""
    return b * (b - 1) // 2 + a


@compiled
def number_three(a: Whole, b: Whole, c: Whole) -> Whole:
    """The number of a set of three cards in rising order, from 0."""
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@compiled
def number_four(a: Whole, b: Whole, c: Whole, d: Whole) -> Whole:
    """The number of a set of four cards in rising order, from 0."""
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + number_three(a, b, c)


@compiled
def fours_without(up: int) -> Array:
    """Every set of four cards in rising order that the up card is not in, one a row."""
    fours = np.empty((FOURS_OF_51, 4), np.int64)
    n = 0
    for d in range(52):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    if up not in (a, b, c, d):
                        fours[n] = (a, b, c, d)
                        n += 1
    assert n == len(fours)
    return fours


@compiled
def all_points() -> Points:
    found = Points(np.empty(PAIRS, np.uint8), np.empty(THREES, np.uint8), np.empty(FOURS, np.uint8))
    for d in range(52):
        for c in range(d):
            found.two[number_two(c, d)] = points((c, d))
            for b in range(c):
                found.three[number_three(b, c, d)] = points((b, c, d))
                for a in range(b):
                    found.four[number_four(a, b, c, d)] = points((a, b, c, d))
    return found


def count_hands() -> list[int]:
    """Hands of four cards by points, from 0."""
    counted: list[int] = np.bincount(all_points().four).tolist()
    return counted


class Deal(NamedTuple):
    """A set of four by number, the place of its fourth card, and the rest by what it holds.

    ``pair`` is the number of the first two cards; ``two``, ``three`` and ``four`` are points.
    """

    number: int
    place: int
    rest: tuple[int, int, int]
    pair: int
    third: int
    two: Whole
    three: Whole
    four: Whole


@compiled
def split(points: Points, cards: tuple[int, int, int, int], way: int) -> Deal:
    """A set of four dealt in one of the ``WAYS``: which card is fourth and which is third."""
    place, other = way // 3, way % 3
    a, b, c, d = cards
    rest = (b if place == 0 else a, c if place <= 1 else b, d if place <= 2 else c)
    pair = number_two(rest[0 if other > 0 else 1], rest[1 if other > 1 else 2])
    number = number_four(a, b, c, d)
    two, three, four = points.two[pair], points.three[number_three(*rest)], points.four[number]
    return Deal(number, place, rest, pair, rest[other], two, three, four)


class Dealer(NamedTuple):
    """Deals by points for one up card: all, and those that use given sets of other cards.

    ``four`` holds the points of a set of four and ``orders`` in how many orders the last of them
    is the fifth card.
    """

    up: int
    none: Array
    one: Array
    two: Array
    three: Array
    four: Array
    orders: Array


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
def _stand(dealer: Dealer, draws: Array, cards: tuple[int, int, int]) -> None:
    """Add three cards that stand; ``draws`` marks those that are drawn to."""
    a, b, c = cards
    total = points((dealer.up, a, b, c))
    if total < DRAWS_BELOW:
        draws[number_three(a, b, c)] = 1
        return
    dealer.none[total] += FIFTHS
    for card in cards:
        dealer.one[card, total] += FIFTHS
    for low, high in ((a, b), (a, c), (b, c)):
        dealer.two[number_two(low, high), total] += FIFTHS
    dealer.three[number_three(a, b, c), total] += FIFTHS


@compiled
def _draw(dealer: Dealer, draws: Array, cards: tuple[int, int, int, int]) -> None:
    a, b, c, d = cards
    orders = _orders(draws, cards)
    if orders == 0:
        return
    total = points((dealer.up, a, b, c, d))
    dealer.none[total] += orders
    for card in cards:
        dealer.one[card, total] += orders
    for low, high in ((a, b), (a, c), (a, d), (b, c), (b, d), (c, d)):
        dealer.two[number_two(low, high), total] += orders
    for three in ((a, b, c), (a, b, d), (a, c, d), (b, c, d)):
        dealer.three[number_three(*three), total] += orders
    dealer.four[number_four(a, b, c, d)] = total
    dealer.orders[number_four(a, b, c, d)] = orders


@compiled
def _orders(draws: Array, cards: tuple[int, int, int, int]) -> Whole:
    """In how many orders one of four cards is drawn to the three others."""
    a, b, c, d = cards
    return (
        draws[number_three(a, b, c)]
        + draws[number_three(a, b, d)]
        + draws[number_three(a, c, d)]
        + draws[number_three(b, c, d)]
    )


@compiled
def spread_without(dealer: Dealer, cards: tuple[int, int, int, int], below: Array) -> None:
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


class Unseen(NamedTuple):
    """Sets of dealer's cards by points: three that stand, and three with a fifth card drawn.

    The last row counts all of them, row c those with the card c.
    """

    cards: tuple[int, ...]
    stand: Array
    draw: Array


class Spread(NamedTuple):
    """All deals of the dealer, and of those the ones under each number of points."""

    deals: int
    below: list[int]

    def net(self, total: int) -> int:
        """Deals won less deals lost with so many points."""
        return self.below[total] + self.below[total + 1] - self.deals


def count_unseen(up: int, seen: Collection[int]) -> Unseen:
    """Count the dealer's hands from all cards but the up card and the others seen."""
    cards = tuple(card for card in range(52) if card != up and card not in seen)
    return Unseen(cards, *_count_unseen(up, np.array(cards, np.int64)))


@compiled
def _count_unseen(up: int, cards: Array) -> tuple[Array, Array]:
    stand, draw = np.zeros((53, MOST), np.int64), np.zeros((53, MOST), np.int64)
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
                    orders = _orders(draws, (a, b, c, d))
                    if orders:
                        total = points((up, a, b, c, d))
                        for card in (a, b, c, d, ALL):
                            draw[card, total] += orders
    return stand, draw


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
