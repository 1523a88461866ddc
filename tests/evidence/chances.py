"""Tails of the distributions that the trials need, from the standard library's gamma functions."""

from collections.abc import Sequence
from math import ceil, erfc, exp, lgamma, log, sqrt

ENOUGH = 1e-16


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least the value.

    >>> round(chi_square_tail(3.841458820694124, 1), 12), round(chi_square_tail(2.0, 2), 12)
    (0.05, 0.367879441171)
    """
    return gamma_tail(freedom / 2, value / 2)


def gamma_tail(shape: float, value: float) -> float:
    """The regularised upper incomplete gamma function: by a series or a continued fraction."""
    if value < shape + 1:
        return 1.0 - gamma_below(shape, value)
    return min(1.0, _front(shape, value) * _fraction(shape, value))


def gamma_below(shape: float, value: float) -> float:
    """The lower one."""
    if value <= 0:
        return 0.0
    if value < shape + 1:
        return min(1.0, _front(shape, value) * _series(shape, value))
    return 1.0 - gamma_tail(shape, value)


def _front(shape: float, value: float) -> float:
    return exp(shape * log(value) - value - lgamma(shape))


def _series(shape: float, value: float) -> float:
    term = total = 1 / shape
    step = shape
    while term > total * ENOUGH:
        step += 1
        term *= value / step
        total += term
    return total


def _fraction(shape: float, value: float) -> float:
    """Lentz's way through the continued fraction."""
    tiny = 1e-300
    below = value + 1 - shape
    ratio, inverse = 1 / tiny, 1 / below
    result = inverse
    for step in range(1, 100_000):
        factor = -step * (step - shape)
        below += 2
        inverse = 1 / (factor * inverse + below or tiny)
        ratio = below + factor / ratio or tiny
        result *= ratio * inverse
        if abs(ratio * inverse - 1) < 1e-15:
            break
    return result


def normal_tail(value: float) -> float:
    """The chance that a standard normal value is at least this one."""
    return erfc(value / sqrt(2)) / 2


def poisson_tail(seen: int, expected: float) -> float:
    """The chance of at least so many, with half of the chance of just so many (mid-p)."""
    just = exp(seen * log(expected) - expected - lgamma(seen + 1))
    at_least = gamma_below(seen, expected) if seen else 1.0
    return at_least - just / 2


def two_sided(tail: float) -> float:
    return min(1.0, 2 * min(tail, 1 - tail))


def kolmogorov_smirnov(tails: Sequence[float]) -> tuple[float, float]:
    """How far the values are from uniform ones at most, and the exact chance to be as far.

    >>> distance, chance = kolmogorov_smirnov([0.1, 0.4, 0.7])
    >>> round(distance, 12), round(chance, 6)
    (0.3, 0.886222)
    """
    ordered = sorted(tails)
    size = len(ordered)
    distance = max(
        max((place + 1) / size - value, value - place / size) for place, value in enumerate(ordered)
    )
    return distance, 1 - _below(distance, size)


def _below(distance: float, size: int) -> float:
    """The chance that D of so many uniform values is below: Marsaglia, Tsang and Wang (2003)."""
    steps = ceil(size * distance)
    over = steps - size * distance
    width = 2 * steps - 1
    matrix = [[float(column <= row + 1) for column in range(width)] for row in range(width)]
    for place in range(width):
        matrix[place][0] -= over ** (place + 1)
        matrix[width - 1][place] -= over ** (width - place)
    matrix[width - 1][0] += max(0.0, 2 * over - 1) ** width
    for row in range(width):
        for column in range(width):
            if row - column + 1 > 0:
                matrix[row][column] /= exp(lgamma(row - column + 2))
    power = _power(matrix, size)
    return power[steps - 1][steps - 1] * exp(lgamma(size + 1) - size * log(size))


def _power(matrix: list[list[float]], exponent: int) -> list[list[float]]:
    result = [[float(row == column) for column in range(len(matrix))] for row in range(len(matrix))]
    while exponent:
        if exponent & 1:
            result = _times(result, matrix)
        matrix = _times(matrix, matrix)
        exponent >>= 1
    return result


def _times(left: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    columns = list(zip(*right, strict=True))
    return [[sum(map(float.__mul__, row, column)) for column in columns] for row in left]
