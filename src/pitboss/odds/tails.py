"""How likely a sum of many wagers is to come out as far from its mean as it did.

A few wagers are convolved exactly. Of many the tail is Lugannani and Rice's saddlepoint formula,
which uses the whole counted distribution and not its variance alone; a test sets it beside exact
convolutions. Sums lie on a lattice, so half of the chance of the very value counts to either side
(mid-p): then a right alarm of one in a hundred rings in about one of a hundred sums.

>>> die = Spread(tuple((float(pips), 1 / 6) for pips in range(1, 7)))
>>> low, high = sum_tails([(die, 1)], 6.0)
>>> round(12 * low), round(12 * high)
(11, 1)
>>> Rare(0.5).tail(0), round(Rare(0.5).tail(3), 4), round(Rare(0.5).within(0.05), 4)
(1.0, 0.0288, 0.0144)
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import erfc, exp, fsum, log, pi, sqrt
from typing import NamedTuple

FEW = 20
"""So many wagers are convolved exactly."""

KEPT = 1_000
"""Sums and numbers that are kept: tables that offer the same have the same ones."""

STEPS = 60
NEAR = 1e-3
"""So near its mean, in standard deviations, a sum's tail is taken from the skewness."""


class Spread:
    """What one wager may come to, and the chance of each."""

    def __init__(self, values: tuple[tuple[float, float], ...]) -> None:
        self.values = values

    @cached_property
    def mean(self) -> float:
        return fsum(value * chance for value, chance in self.values)

    @cached_property
    def variance(self) -> float:
        return self._central(2)

    @cached_property
    def third(self) -> float:
        return self._central(3)

    def _central(self, power: int) -> float:
        return fsum((value - self.mean) ** power * chance for value, chance in self.values)

    def tilted(self, slope: float) -> tuple[float, float, float]:
        """The logarithm of the mean of exp(slope x (value - mean)), and its two derivatives."""
        weights = [(value - self.mean, chance) for value, chance in self.values]
        top = max(slope * value for value, _ in weights)
        parts = [(value, chance * exp(slope * value - top)) for value, chance in weights]
        whole = fsum(part for _, part in parts)
        first = fsum(value * part for value, part in parts) / whole
        second = fsum((value - first) ** 2 * part for value, part in parts) / whole
        return log(whole) + top, first, second


Lots = Sequence[tuple[Spread, int]]
"""Independent wagers: what one comes to, and how many are alike."""


def moments(lots: Lots) -> tuple[float, float, float]:
    """The mean of the sum, its variance and its third central moment."""
    return (
        fsum(spread.mean * count for spread, count in lots),
        fsum(spread.variance * count for spread, count in lots),
        fsum(spread.third * count for spread, count in lots),
    )


def sum_tails(lots: Lots, seen: float, stretch: float = 1.0) -> tuple[float, float]:
    """The chance of a sum as low as the one seen and as high, each with half of the chance of the
    very value. ``stretch`` is by how much the standard deviation of the sum exceeds that of
    independent wagers; its shape is taken to be theirs."""
    mean, variance, third = moments(lots)
    if not variance:
        return 0.5, 0.5
    if stretch == 1.0 and sum(count for _, count in lots) <= FEW:
        return _exact_tails(lots, seen)
    away = (seen - mean) / stretch
    high = _high_tail(lots, away, variance, third)
    return 1 - high, high


def _exact_tails(lots: Lots, seen: float) -> tuple[float, float]:
    """By convolution, in whole cents; a value within half a cent is the one seen."""
    sums = _convolve(tuple(lots))
    here = sums.get(round(seen), 0.0) / 2
    low = fsum(chance for total, chance in sums.items() if total < round(seen))
    high = fsum(chance for total, chance in sums.items() if total > round(seen))
    return min(1.0, low + here), min(1.0, high + here)


@lru_cache(KEPT)
def _convolve(lots: Lots) -> Mapping[int, float]:
    """The chance of each sum, in whole cents."""
    sums = {0: 1.0}
    for spread in _each(lots):
        following: dict[int, float] = {}
        for total, before in sums.items():
            for value, chance in spread.values:
                place = total + round(value)
                following[place] = following.get(place, 0.0) + before * chance
        sums = following
    return sums


def _each(lots: Lots) -> Iterator[Spread]:
    for spread, count in lots:
        yield from [spread] * count


def _high_tail(lots: Lots, away: float, variance: float, third: float) -> float:
    """The chance that the sum lies so far above its mean, or farther."""
    deviation = sqrt(variance)
    if abs(away) < NEAR * deviation:
        return 0.5 - third / (6 * sqrt(2 * pi) * deviation**3) - away / (deviation * sqrt(2 * pi))
    most = fsum(count * (max(spread.values)[0] - spread.mean) for spread, count in lots)
    least = fsum(count * (min(spread.values)[0] - spread.mean) for spread, count in lots)
    if not least < away < most:
        return 0.0 if away >= most else 1.0
    slope, value, curve = _saddle(lots, away, deviation)
    squared = 2 * (slope * away - value)
    if squared <= 0:
        return 0.5
    root = sqrt(squared) if slope > 0 else -sqrt(squared)
    density = exp(-squared / 2) / sqrt(2 * pi)
    high = erfc(root / sqrt(2)) / 2 + density * (1 / (slope * sqrt(curve)) - 1 / root)
    return min(1.0, max(0.0, high))


def _saddle(lots: Lots, away: float, deviation: float) -> tuple[float, float, float]:
    """The slope at which the tilted mean is the value looked for; with the function there and its
    curve. Newton's steps, held within what is known to enclose it."""
    low, high = (0.0, float("inf")) if away > 0 else (float("-inf"), 0.0)
    slope = away / deviation**2
    for _ in range(STEPS):
        value, first, second = _add_tilted(lots, slope)
        if abs(first - away) <= 1e-9 * deviation:
            break
        low, high = (slope, high) if first < away else (low, slope)
        following = slope + (away - first) / second if second > 0 else 2 * slope
        if not low < following < high:
            following = (low + high) / 2 if abs(low) + abs(high) < float("inf") else 2 * slope
        slope = following
    return slope, value, second


def _add_tilted(lots: Lots, slope: float) -> tuple[float, float, float]:
    value = first = second = 0.0
    for spread, count in lots:
        a, b, c = spread.tilted(slope)
        value, first, second = value + count * a, first + count * b, second + count * c
    return value, first, second


class Rare(NamedTuple):
    """A rare event that is expected so many times: then its number is Poisson's."""

    expected: float

    def tail(self, seen: int) -> float:
        """How likely a number as far out is, on either side: twice the smaller tail."""
        if not self.expected:
            return float(seen == 0)
        numbers = _chances_of(self.expected)
        low = fsum(chance for number, chance in numbers if number <= seen)
        high = fsum(chance for number, chance in numbers if number >= seen)
        return min(1.0, 2 * min(low, high))

    def within(self, level: float) -> float:
        """The chance of a number whose tail is at most this."""
        if not self.expected:
            return 0.0
        numbers = _chances_of(self.expected)
        below = total = 0.0
        for _, chance in numbers:
            total += chance
            if 2 * total > level:
                break
            below = total
        above = total = 0.0
        for _, chance in reversed(numbers):
            total += chance
            if 2 * total > level:
                break
            above = total
        return min(1.0, below + above)


@lru_cache(KEPT)
def _chances_of(expected: float) -> Sequence[tuple[int, float]]:
    """The numbers that are not out of the question."""
    width = 12 * sqrt(expected) + 12
    first = max(0, int(expected - width))
    chance = exp(-expected + first * log(expected) - _log_factorial(first))
    found = []
    for number in range(first, int(expected + width) + 1):
        found.append((number, chance))
        chance *= expected / (number + 1)
    return found


def _log_factorial(number: int) -> float:
    return fsum(log(each) for each in range(2, number + 1))


class Verdict(NamedTuple):
    """A sum and some rare events judged together: how likely the least likely of them is, and how
    likely it is that one of them all would be as unlikely."""

    least: float
    tail: float


def join(sum_tail: float | None, rare: Sequence[tuple[Rare, int]]) -> Verdict:
    """As if sum and events were independent, which nearly holds: rare wagers are not in the sum."""
    tails = [each.tail(seen) for each, seen in rare]
    least = min([*tails, *([] if sum_tail is None else [sum_tail])], default=1.0)
    quiet = 1.0 if sum_tail is None else 1 - least
    for each, _ in rare:
        quiet *= 1 - each.within(least)
    return Verdict(least, 1 - quiet)
