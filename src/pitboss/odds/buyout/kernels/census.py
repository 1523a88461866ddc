"""All decisions for an up card, by what a player sees first: points, and the highest card.

Nearly all states of a group have the same best decision; the others are listed one by one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.buyout.endings import HAND_POINTS
from pitboss.odds.buyout.kernels.deals import pair_without, without
from pitboss.odds.buyout.kernels.decisions import Decisions
from pitboss.odds.buyout.kernels.tables import (
    Points,
    fours_without,
    number_four,
    number_three,
    number_two,
)
from pitboss.odds.buyout.kernels.thresholds import SHAPES, shape_of
from pitboss.odds.compiled import compiled

ACTIONS = 3

Counts = NDArray[np.int64]


class Census(NamedTuple):
    """States by group and action: points of two and shape of three, points of three and four."""

    third: Counts
    fourth: Counts


@compiled
def take_census(up: int, points: Points, decisions: Decisions) -> Census:
    """Count the states of every group by decision."""
    third = np.zeros((HAND_POINTS, SHAPES, ACTIONS), np.int64)
    fourth = np.zeros((HAND_POINTS, HAND_POINTS, ACTIONS), np.int64)
    for d in range(52):
        for c in range(d):
            for b in range(c):
                if up in (b, c, d):
                    continue
                _third_census(third, points, decisions, (b, c, d))
                for a in range(b):
                    if a == up:
                        continue
                    number = number_four(a, b, c, d)
                    for place in range(4):
                        three = points.three[number_three(*without((a, b, c, d), place))]
                        choice = decisions.fourth[number, place]
                        fourth[three, points.four[number], choice] += 1
    return Census(third, fourth)


@compiled
def _third_census(
    third: Counts, points: Points, decisions: Decisions, cards: tuple[int, int, int]
) -> None:
    shape = shape_of(points.three[number_three(*cards)], cards)
    for place in range(3):
        pair = number_two(*pair_without(cards, place))
        third[points.two[pair], shape, decisions.third[pair, cards[place]]] += 1


def exceptions(
    up: int, points: Points, decisions: Decisions, census: Census
) -> tuple[list[list[int]], list[list[int]]]:
    """States whose decision is not that of their group: cards held, the card, the decision.

    Those of the third card, and those of the fourth.
    """
    thirds = np.empty((_odd(census.third), 4), np.int64)
    fourths = np.empty((_odd(census.fourth), 5), np.int64)
    _odd_thirds(points, decisions, census.third.argmax(axis=-1), thirds, up)
    _odd_fourths(points, decisions, census.fourth.argmax(axis=-1), fourths, up)
    return thirds.tolist(), fourths.tolist()


def _odd(counts: Counts) -> int:
    return int(counts.sum() - counts.max(axis=-1).sum())


@compiled
def _odd_fourths(
    points: Points, decisions: Decisions, usual: Counts, found: Counts, up: int
) -> None:
    count = 0
    for row in fours_without(up):
        cards = (row[0], row[1], row[2], row[3])
        number = number_four(*cards)
        for place in range(4):
            rest = without(cards, place)
            three = points.three[number_three(*rest)]
            choice = decisions.fourth[number, place]
            if choice != usual[three, points.four[number]]:
                found[count, :4] = (rest[0], rest[1], rest[2], cards[place])
                found[count, 4] = choice
                count += 1
    assert count == len(found)


@compiled
def _odd_thirds(
    points: Points, decisions: Decisions, usual: Counts, found: Counts, up: int
) -> None:
    count = 0
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if up in (a, b, c):
                    continue
                cards = (a, b, c)
                shape = shape_of(points.three[number_three(a, b, c)], cards)
                for place in range(3):
                    two = pair_without(cards, place)
                    pair = number_two(*two)
                    choice = decisions.third[pair, cards[place]]
                    if choice != usual[points.two[pair], shape]:
                        found[count, :3] = (two[0], two[1], cards[place])
                        found[count, 3] = choice
                        count += 1
    assert count == len(found)
