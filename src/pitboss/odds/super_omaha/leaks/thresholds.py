"""Rules by score: from which score on 3x, and from which on 1x."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from operator import add
from typing import NamedTuple

from pitboss.odds.super_omaha.leaks.points import SCORES
from pitboss.odds.super_omaha.leaks.rules import ACTIONS, HALVES

WIDTH = 2 * len(ACTIONS)
"""What a score has in a sample: for each action what it adds, and the squares of that."""

BY_SCORE = SCORES * WIDTH

PARTS = (
    *("highest", "another", "board-pair", "shared", "pocket", "single", "high", "low"),
    *("plain", "flush", "draw", "backdoor", "straight"),
)
"""The parts of a card's kind (``kinds``) by which points are given: rank, suit, straight."""


class Thresholds(NamedTuple):
    """The least score for 3x and for 1x; one above all scores stands for never."""

    three: int
    once: int

    def action(self, score: int) -> int:
        """The place of a score's action: 3x, 1x, fold."""
        return 0 if score >= self.three else 1 if score >= self.once else 2


class Rule(NamedTuple):
    """The best thresholds by stand; what they add over a sample, in units, with the standard
    error."""

    thresholds: Sequence[Thresholds]
    gain: Fraction
    error: float


def best_thresholds(values: Sequence[Sequence[int]]) -> tuple[int, Thresholds]:
    """What the best thresholds win, by score what 3x, 1x and fold win; among equals the highest."""
    threes, onces, folds = (list(accumulate(one, initial=0)) for one in zip(*values, strict=True))
    places = range(len(threes))
    return max(
        (
            threes[-1] - threes[three] + onces[three] - onces[once] + folds[once],
            Thresholds(three, once),
        )
        for three in places
        for once in places[: three + 1]
    )


def best_by_sample(sums: Sequence[int], number: int, unit: int) -> Rule:
    """The best rule over a sample of so many, found on either half and priced on the other; each
    half of the sums has for each stand, score and action what it adds in parts of the unit, and
    the squares of that."""
    half = len(sums) // HALVES
    one, other = sums[:half], sums[half:]
    total, squares = map(add, _worth(_choose(one), other), _worth(_choose(other), one))
    mean = Fraction(total, number)
    variance = float(Fraction(squares, number) - mean**2) / (number - 1)
    return Rule(_choose(list(map(add, one, other))), mean / unit, sqrt(variance) / unit)


def _choose(sums: Sequence[int]) -> list[Thresholds]:
    return [best_thresholds([one[::2] for one in stand])[1] for stand in _by_stand(sums)]


def _worth(rule: Sequence[Thresholds], sums: Sequence[int]) -> tuple[int, int]:
    """The sum of what a rule adds, and of its squares."""
    total = squares = 0
    for thresholds, stand in zip(rule, _by_stand(sums), strict=True):
        for score, one in enumerate(stand):
            at = 2 * thresholds.action(score)
            total, squares = total + one[at], squares + one[at + 1]
    return total, squares


def _by_stand(sums: Sequence[int]) -> list[list[Sequence[int]]]:
    return [
        [sums[at : at + WIDTH] for at in range(start, start + BY_SCORE, WIDTH)]
        for start in range(0, len(sums), BY_SCORE)
    ]
