"""Of a generating function the coefficient of one power, for the time of ruin.

The chance of ruin within N rounds is the coefficient of z^N in f(z) / (1 - z), an integral over a
circle round 0. With z = exp(-s) it is the inverse Laplace transform at N, and the path may be bent
as long as it meets no singularity: into the parabola s = M (1 + iu)^2 with M = pi n / 12 N of
Weideman and Trefethen (Mathematics of Computation 76, 2007), on which n points of the trapezoidal
rule leave an error of about exp(-2 pi n / 3). What the bound of the error needs is found anew for
each walk:

- Singularities of f can only be where 1/z lies on the curve of sum of p x^step for |x| = x0, the
  circle that parts the roots. The whole curve must lie behind the path, also when that is drawn
  closer by the width of the strip below, or so far to the left that exp(N s) is below exp(-38).
- The rule's error is at most the integral of |f| along the edge of a strip in which the integrand
  is analytic, times exp(-2 pi width / distance of points). On the outer edge |z| < 1 and |f| <= 1;
  along the inner edge the integral is summed up, and counted tenfold.

Where the line lies about as far down as the mean falls, f does not decay along the parabola; then
it does along a circle.
"""

from math import exp, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.sessions.sums import EPSILON
from pitboss.odds.sessions.walk import Walk

Complexes = NDArray[np.complex128]
Reals = NDArray[np.float64]

STRIPS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""How much closer to the axis the path may come without meeting a singularity."""

SMALL = 38.0
"""Errors of the path are to be about exp(-38)."""

LARGEST_ERROR = 1e-9
GROWTH = 8.0
FAINT = 1e-28
SAMPLED = 400
MOST_POINTS = 20_000
"""Of the circle: exp(8) is what it makes of roundings; where values are below 1e-28 it ends."""

START = 0.9
"""The modulus of z at which the roots are first found."""

CIRCLE = 4_096
STEPS = 24
FINEST = 1 << 20


class Path(NamedTuple):
    """A parabola with ``points`` on its upper half; ``strip`` is the width of analyticity."""

    rounds: int
    points: int
    strip: float

    @property
    def scale(self) -> float:
        return pi * self.points / (12 * self.rounds)

    def at(self, u: Reals, closer: float = 0.0) -> tuple[Complexes, Complexes]:
        """The points s, and ds/du."""
        root = 1 - closer + 1j * u
        return np.asarray(self.scale * root**2), np.asarray(2j * self.scale * root)


def invert(walk: Walk, above: int, rounds: int) -> tuple[float, float] | None:
    """The chance of ruin within so many rounds, and a bound of its error; None where neither way
    keeps that small."""
    path = find_path(walk, rounds)
    if path is None:
        return None
    with np.errstate(all="ignore"):  # what goes wrong shows in the error
        for way in (_by_parabola, _by_circle):
            found, error = way(walk, above, path)
            if error < LARGEST_ERROR:  # not a number is no bound either
                return min(1.0, max(0.0, found)), error
    return None


def _by_parabola(walk: Walk, above: int, path: Path) -> tuple[float, float]:
    distance = 3 / path.points
    middles = np.arange(12 * path.points, dtype=np.float64) + 0.5
    on_path = np.asarray(middles[: 3 * path.points] * distance)
    found, error, _ = _integrate(walk, path, above, 0.0, on_path[: path.points])
    edge = _integrate(walk, path, above, path.strip, np.asarray(middles * distance / 4))[2]
    error += 10 * edge * exp(-2 * pi * path.strip / distance)
    # On the outer edge |f| <= 1 and only exp(N s) |ds/du| / |1 - z| is left.
    error += 4 * exp((16 - 24) * path.scale * path.rounds)
    # What lies beyond the last point, which is much for one who falls as the mean does; and
    # singularities far to the left are not gone round.
    error += 10 * _integrate(walk, path, above, 0.0, on_path[path.points :])[2]
    return found, error + 1e3 * exp(-SMALL)


def _by_circle(walk: Walk, above: int, path: Path) -> tuple[float, float]:
    """Cauchy's integral over a circle within the unit circle, by points so close that what they
    fold back is below exp(-38). It serves who stands so high that f soon vanishes away from z = 1;
    beyond the last point its largest sampled value counts tenfold."""
    rounds = path.rounds
    inner = GROWTH / rounds
    number = int(SMALL * rounds / GROWTH) + 1
    turns = np.geomspace(1 / rounds, pi, SAMPLED)
    sizes = np.abs(ruin_transform(walk, above, np.asarray(inner + 1j * turns))[0])
    later = np.maximum.accumulate(sizes[::-1])[::-1]
    far = int(np.argmax(later < FAINT))
    points = int(turns[far] * number / (2 * pi)) + 1
    if not later[far] < FAINT or points > MOST_POINTS:
        return 0.0, float("inf")
    s = np.asarray(inner + 2j * pi * np.arange(points + 1) / number)
    values, errors = ruin_transform(walk, above, s)
    weights = np.exp(s * rounds) / -np.expm1(-s) / number
    weights[1:] *= 2
    sizes = np.abs(values * weights)
    error = np.sum(errors * np.abs(weights)) + 64 * EPSILON * np.sum(sizes) * 4
    error += 2 * exp(-SMALL) + 10 * FAINT * exp(GROWTH) * 2 * (rounds + number)
    return float(np.sum((values * weights).real)), float(error)


def _integrate(
    walk: Walk, path: Path, above: int, closer: float, u: Reals
) -> tuple[float, float, float]:
    """The integral by these points of the upper half, the error of its values, and the integral of
    the modulus."""
    s, slope = path.at(u, closer)
    values, errors = ruin_transform(walk, above, s)
    weights = np.exp(s * path.rounds) * slope / -np.expm1(-s) * (u[1] - u[0]) / pi
    sizes = np.abs(values * weights)
    error = np.sum(errors * np.abs(weights)) + 64 * EPSILON * np.sum(sizes)
    return float(np.sum((values * weights).imag)), float(error), float(np.sum(sizes))


def ruin_transform(walk: Walk, above: int, s: Complexes) -> tuple[Complexes, Reals]:
    """The mean of exp(-s x time of ruin), from so many steps above the line, with its error."""
    logs, off = find_roots(walk, s)
    roots, short = np.exp(logs), -np.expm1(logs)  # x and 1 - x
    number = roots.shape[1]
    total, error = np.zeros(len(s), np.complex128), np.zeros(len(s))
    for j in range(number):
        power = (above + number) * logs[:, j]
        part = np.exp(power)
        wrong = (above + number) * off[:, j] + 4 * EPSILON * (np.abs(power) + number)
        for k in range(number):
            if k != j:
                apart = roots[:, j] - roots[:, k]
                part = part * short[:, k] / apart
                wrong = wrong + off[:, k] / np.abs(short[:, k])
                wrong = wrong + (off[:, j] + off[:, k]) / np.abs(apart)
        total += part
        error += np.abs(part) * wrong
    return total, error


def find_path(walk: Walk, rounds: int) -> Path | None:
    """With the widest strip that the walk's singularities leave free."""
    curve = _curve(walk)
    for strip in STRIPS:
        path = Path(rounds, int(SMALL / (2 * pi / 3 * strip)) + 1, strip)
        inner = path.scale * (1 - strip) ** 2
        behind = curve.real + curve.imag**2 / (4 * inner) < inner
        if np.all(behind | (curve.real < -SMALL / rounds)):
            return path
    return None


def _curve(walk: Walk) -> Complexes:
    """log of the sum of p x^step on the circle that parts the roots, where its sum is least."""
    least = saddle(walk)
    number = min(FINEST, 1 << max(14, (8 * walk.steps[-1]).bit_length()))
    angles = np.linspace(0, pi, number)
    total = np.zeros(number, np.complex128)
    for step, chance in zip(walk.steps, walk.chances, strict=True):
        total += chance * np.exp(least * step) * np.exp(1j * ((angles * step) % (2 * pi)))
    return np.asarray(np.log(total))


def saddle(walk: Walk) -> float:
    """Where the cumulant is least; halved down to the last digit."""
    low, high = -1.0, 1.0
    while walk.cumulant(2 * low) < walk.cumulant(low):
        low *= 2
    while walk.cumulant(2 * high) < walk.cumulant(high):
        high *= 2
    low, high = 2 * low, 2 * high
    for _ in range(100):
        third = (high - low) / 3
        if walk.cumulant(low + third) < walk.cumulant(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def find_roots(walk: Walk, s: Complexes) -> tuple[Complexes, Reals]:
    """The logarithms of the roots of exp(s) = sum of p x^step within the circle that parts them, a
    row for each s, with their errors.

    First for z = exp(-s) drawn in to 0.9, where |x| = 1 is far from any, by the sums of their
    powers; then along the way out, by Newton's steps that keep them apart (Aberth); at last in the
    logarithm, where the one near 1 loses no digits. As many different roots as there must be within
    the circle are all there are.
    """
    z = np.exp(-s)
    inward = np.minimum(1.0, START / np.abs(z))
    roots = _first_roots(walk, z * inward)
    for share in 1 - 0.5 ** np.arange(STEPS):
        for _ in range(3):
            roots = _draw_near(walk, z * (inward + (1 - inward) * share), roots)
    logs = np.log(roots)
    for _ in range(8):
        value, slope, size = _kernel(walk, s, logs)
        logs = logs - value / slope
    off = (2 * np.abs(value) + (len(walk.steps) + 8) * EPSILON * size) / np.abs(slope)
    # A root of the other side, or one found twice: no bound.
    apart = np.abs(np.exp(logs)[:, :, None] - np.exp(logs)[:, None, :])
    apart[:, range(logs.shape[1]), range(logs.shape[1])] = np.inf
    off[(logs.real >= saddle(walk)) | (np.min(apart, axis=2) < 1e-8) | np.isnan(off)] = np.inf
    return logs, off


def _kernel(walk: Walk, s: Complexes, logs: Complexes) -> tuple[Complexes, Complexes, Reals]:
    """exp(s) - sum of p x^step without the 1 in either, its slope, and the size of its parts."""
    value = np.expm1(s)[:, None] + np.zeros_like(logs)
    slope, size = np.zeros_like(logs), np.abs(value)
    for step, chance in zip(walk.steps, walk.chances, strict=True):
        part = chance * np.expm1(step * logs)
        value -= part
        size += np.abs(part)
        slope -= step * (part + chance)
    return value, slope, size


def _draw_near(walk: Walk, z: Complexes, roots: Complexes) -> Complexes:
    least = walk.steps[0]
    value, slope = roots**-least, -least * roots ** (-least - 1)
    for step, chance in zip(walk.steps, walk.chances, strict=True):
        place = step - least
        value = value - z[:, None] * chance * roots**place
        if place:
            slope = slope - z[:, None] * chance * place * roots ** (place - 1)
    newton = value / slope
    apart = roots[:, :, None] - roots[:, None, :]
    number = range(roots.shape[1])
    apart[:, number, number] = np.inf
    return np.asarray(roots - newton / (1 - newton * np.sum(1 / apart, axis=2)))


def _first_roots(walk: Walk, z: Complexes) -> Complexes:
    """By Newton's identities from the sums of powers, which are the Fourier coefficients of
    log(1 - z sum of p x^step)."""
    number = -walk.steps[0]
    x = np.exp(2j * pi * np.arange(CIRCLE) / CIRCLE)
    once = sum(
        chance * x ** (step % CIRCLE) for step, chance in zip(walk.steps, walk.chances, strict=True)
    )
    found = np.empty((len(z), number), np.complex128)
    for row, one in enumerate(z):
        series = np.fft.fft(np.log(1 - one * once)) / CIRCLE
        sums = [-k * series[-k] for k in range(1, number + 1)]
        terms = [1 + 0j]
        for k in range(1, number + 1):
            signed = (terms[k - i] * sums[i - 1] * (-1) ** (i - 1) for i in range(1, k + 1))
            terms.append(sum(signed) / k)
        found[row] = np.roots([(-1) ** k * term for k, term in enumerate(terms)])
    return found
