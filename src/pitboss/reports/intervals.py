"""Within what a sum of many rounds lies, by the session of so many rounds.

>>> interval_of(Walk((-1, 1), (1, 1)), 10_000)
Interval(low=-0.0196, high=0.0196, is_added_up=True)
"""

from math import sqrt
from typing import NamedTuple

from pitboss.odds.sessions.walk import Walk
from pitboss.odds.tails import Spread, sum_tails
from pitboss.refusal import Refused

WIDTH_90, WIDTH_95 = 1.6448536269514722, 1.959963984540054
"""A normal variable lies within so many standard deviations in 90 and in 95 of 100 cases."""

SIDE = 0.025
STEPS = 28
FAR = 15.0
"""No bound that is looked for is so many standard deviations from the mean."""


class Interval(NamedTuple):
    """Between which means for each round 95 of 100 sums lie, and whether they were added up; else
    they come from the saddlepoint."""

    low: float
    high: float
    is_added_up: bool


def interval_of(walk: Walk, rounds: int) -> Interval:
    """For so many rounds. Pays so far apart that a session refuses them, as a jackpot's are, go by
    the saddlepoint."""
    from pitboss.odds.sessions.sums import add_up  # its numpy only where a sheet is made

    try:
        total = add_up(walk, rounds)
    except Refused:
        return _by_saddlepoint(walk, rounds)
    low, high = (float(walk.step * total.quantile(part) / rounds) for part in (SIDE, 1 - SIDE))
    return Interval(low, high, True)


def _by_saddlepoint(walk: Walk, rounds: int) -> Interval:
    nets = [float(walk.step * step) for step in walk.steps]
    spread = Spread(tuple(zip(nets, walk.chances, strict=True)))
    lots = [(spread, rounds)]
    middle, width = spread.mean * rounds, FAR * sqrt(spread.variance * rounds)

    def search(place: int) -> float:
        """Where the low tail (0) or the high one (1) is as likely as that; tails are monotone."""
        low, high = middle - width, middle + width
        for _ in range(STEPS):
            guess = (low + high) / 2
            above = sum_tails(lots, guess)[place] > SIDE
            low, high = (guess, high) if above == bool(place) else (low, guess)
        return (low + high) / 2 / rounds

    return Interval(search(0), search(1), False)
