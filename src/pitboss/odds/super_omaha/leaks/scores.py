"""The score of a hand, by its cell and the points that are added for what is known."""

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Whole
from pitboss.odds.super_omaha.leaks.points import FIRST_MADE, LEAST, MOST, TWO_PAIR, Card
from pitboss.odds.super_omaha.strategy import key_of

LOOKED_AT = ("made", "straight-outs", "flush-draw")
FIVE_OUTS = 2
"""The place of straight outs from which on a hand draws: five or more."""

ByFeature = tuple[tuple[str, tuple[int, ...]], ...]
Found = tuple[int, int, int]


class Hands(NamedTuple):
    """Of some hands: their points; the score of one that has none, else 0; and whether they draw to
    a flush, or to a straight by five cards or more."""

    points: Array
    made: Array
    draws: Array


def hands_of(cells: Array, card: Card) -> Hands:
    """What a card gives for hands of these cells."""
    every, which = np.unique(cells, return_inverse=True)
    by_feature = tuple((feature, tuple(points)) for feature, points in card.items())
    known = _known(by_feature)
    for cell in every.tolist():
        if cell not in known:
            known[cell] = _hand_of(cell, by_feature)
    found = np.array([known[cell] for cell in every.tolist()], np.int64)[which]
    return Hands(*np.ascontiguousarray(found.T))


@cache
def _known(by_feature: ByFeature) -> dict[int, Found]:
    """What was found of a card's cells, to be filled."""
    return {}


def _hand_of(cell: int, by_feature: ByFeature) -> Found:
    places = key_of(cell, [feature for feature, _ in by_feature])
    total = sum(points[place] for (_, points), place in zip(by_feature, places, strict=True))
    made, outs, draw = key_of(cell, LOOKED_AT)
    score = FIRST_MADE + made - TWO_PAIR if made >= TWO_PAIR else 0
    return total, score, int(outs >= FIVE_OUTS or draw > 0)


@compiled
def score_of(points: Whole, made: Whole) -> Whole:
    """The score of a hand by its points, unless it has its own."""
    return made if made > 0 else min(max(points, LEAST), MOST) - LEAST
