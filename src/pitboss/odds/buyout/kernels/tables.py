"""Sets of cards as numbers, and the points of every set of two, three and four cards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.buyout import score
from pitboss.odds.compiled import compiled, share

for _function in (score.suited_points, score.kind_points, score.points):
    share(_function)

points = score.points

PAIRS, THREES, FOURS = 1_326, 22_100, 270_725
FOURS_OF_51 = 249_900


class Points(NamedTuple):
    """Points of all sets of cards, by the number of the set."""

    two: NDArray[np.uint8]
    three: NDArray[np.uint8]
    four: NDArray[np.uint8]


@compiled
def number_two(a: int, b: int) -> int:
    """The number of a set of two cards in rising order, from 0."""
    return b * (b - 1) // 2 + a


@compiled
def number_three(a: int, b: int, c: int) -> int:
    """The number of a set of three cards in rising order, from 0."""
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@compiled
def number_four(a: int, b: int, c: int, d: int) -> int:
    """The number of a set of four cards in rising order, from 0."""
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + number_three(a, b, c)


@compiled
def fours_without(up: int) -> NDArray[np.int64]:
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
def _all_points() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    two = np.empty(PAIRS, np.uint8)
    three = np.empty(THREES, np.uint8)
    four = np.empty(FOURS, np.uint8)
    for b in range(52):
        for a in range(b):
            two[number_two(a, b)] = points((a, b))
    for c in range(52):
        for b in range(c):
            for a in range(b):
                three[number_three(a, b, c)] = points((a, b, c))
    for d in range(52):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    four[number_four(a, b, c, d)] = points((a, b, c, d))
    return two, three, four


def all_points() -> Points:
    return Points(*_all_points())


def count_hands() -> list[int]:
    """Hands of four cards by points, from 0."""
    counted: list[int] = np.bincount(all_points().four).tolist()
    return counted
