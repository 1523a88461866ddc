"""Within what a sum of many rounds lies, from the counted distribution of one.

>>> coin = Spread(((-1.0, 0.5), (1.0, 0.5)))
>>> low, high = interval_of(coin, 10_000)
>>> round(low, 4), round(high, 4)
(-0.0196, 0.0196)
"""

from math import sqrt

from pitboss.odds.tails import Spread, sum_tails

WIDTH_90, WIDTH_95 = 1.6448536269514722, 1.959963984540054
"""A normal variable lies within so many standard deviations in 90 and in 95 of 100 cases."""

SIDE = 0.025
STEPS = 28
FAR = 15.0
"""No bound that is looked for is so many standard deviations from the mean."""


def interval_of(spread: Spread, rounds: int) -> tuple[float, float]:
    """Between which means for each round 95 of 100 sums of so many rounds lie."""
    lots = [(spread, rounds)]
    middle, width = spread.mean * rounds, FAR * sqrt(spread.variance * rounds)

    def search(place: int, level: float) -> float:
        """Where the low tail (0) or the high one (1) is as likely as that; tails are monotone."""
        low, high = middle - width, middle + width
        for _ in range(STEPS):
            guess = (low + high) / 2
            above = sum_tails(lots, guess)[place] > level
            low, high = (guess, high) if above == bool(place) else (low, guess)
        return (low + high) / 2 / rounds

    return search(0, SIDE), search(1, SIDE)
