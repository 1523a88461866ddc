"""What a sensible player keeps of each of the 2,598,960 five-card hands."""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import poker
from pitboss.odds.compiled import compiled, share
from pitboss.odds.holdout import strategy as sensible
from pitboss.odds.holdout.kernels.holdings import Holdings, class_of, holdings
from pitboss.odds.holdout.kernels.parts import CODES
from pitboss.odds.ranks import Array, Whole

HANDS = comb(52, 5)

PLACES = np.array(
    [[-comb(51 - card, 5 - place) for card in range(52)] for place in range(5)], np.int64
)
"""What each card adds to a hand's number, by its place in rising order; all hands in order."""
PLACES[0] += HANDS - 1

for _function in (
    poker.rank_five,
    poker.rank_ranks,
    poker.as_flush,
    poker._rank_groups,
    poker._rank_pairs,
    sensible.same_rank,
    sensible.same_suit,
    sensible.in_row,
    sensible._is_row,
    sensible.within_five,
    sensible.highest_place,
    sensible.hold_unpaired,
    sensible.hold_sensibly,
):
    share(_function)

_hold = sensible.hold_sensibly


class Kept(NamedTuple):
    """The class of what is kept of each hand, by the hand's number.

    ``distinct`` lists the classes kept, ``whole`` the hands of which all five cards are.
    """

    classes: Array
    distinct: Array
    whole: Array


@cache
def kept() -> Kept:
    """Some tenths of a second, once."""
    found = holdings()
    classes = _keep_all(found)
    numbers = np.flatnonzero(classes >= found.first[5])
    return Kept(classes, np.unique(classes).astype(np.int64), hands_of(numbers))


def hands_of(numbers: Array) -> Array:
    """The cards of hands, by their numbers, in rising order."""
    hands = np.empty((len(numbers), 5), np.int64)
    left = HANDS - 1 - numbers
    for place in range(5):
        counts = np.array([comb(rest, 5 - place) for rest in range(52)])
        rest = np.searchsorted(counts, left, side="right") - 1
        hands[:, place] = 51 - rest
        left = left - counts[rest]
    return hands


@compiled
def _keep_all(holdings: Holdings) -> Array:
    classes = np.empty(HANDS, np.uint16)
    number = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        classes[number] = _keep(holdings, (a, b, c, d, e))
                        number += 1
    return classes


@compiled
def _keep(holdings: Holdings, hand: tuple[int, int, int, int, int]) -> Whole:
    hold = _hold(hand)
    code, suits, size = 0, 15, 0
    for place in range(5):
        if hold >> place & 1:
            code += CODES[hand[place]]
            suits &= 1 << (hand[place] & 3)
            size += 1
    return class_of(holdings, size, code, suits)
