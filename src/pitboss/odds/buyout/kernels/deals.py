"""The deals of one seat: a set of four cards, each in turn the fourth, each of the rest the third.

All counts go through every set that leaves the up card out, and deal it in every way.
"""

from typing import NamedTuple

from pitboss.odds.buyout.kernels.tables import Points, number_four, number_three, number_two
from pitboss.odds.compiled import compiled

WAYS = 12


class Deal(NamedTuple):
    """A set of four by number, the place of its fourth card, and the rest by what it holds.

    ``pair`` is the number of the first two cards; ``two``, ``three`` and ``four`` are points.
    """

    number: int
    place: int
    rest: tuple[int, int, int]
    pair: int
    third: int
    two: int
    three: int
    four: int


@compiled
def without(cards: tuple[int, int, int, int], place: int) -> tuple[int, int, int]:
    """Three of four cards, in order."""
    a, b, c, d = cards
    if place == 0:
        return b, c, d
    if place == 1:
        return a, c, d
    if place == 2:
        return a, b, d
    return a, b, c


@compiled
def pair_without(cards: tuple[int, int, int], place: int) -> tuple[int, int]:
    """Two of three cards, in order."""
    a, b, c = cards
    if place == 0:
        return b, c
    if place == 1:
        return a, c
    return a, b


@compiled
def split(points: Points, cards: tuple[int, int, int, int], way: int) -> Deal:
    """A set of four dealt in one of the ``WAYS``: which card is fourth and which is third."""
    place, other = way // 3, way % 3
    number = number_four(*cards)
    rest = without(cards, place)
    pair = number_two(*pair_without(rest, other))
    two, three, four = points.two[pair], points.three[number_three(*rest)], points.four[number]
    return Deal(number, place, rest, pair, rest[other], two, three, four)
