"""The expected maximum drawdown: the mean, over sessions of N rounds, of the largest fall from the
highest money so far to any later moment.

How far the money stands below its highest is a walk that is held at 0. With T(y) the first time it
is y steps or more below, the mean is the sum over y of the chance that T(y) <= N. Few rounds are
followed one by one, for all y at once. For many, the mean of z^T(y) from 0 solves the equation of
``ruin.py`` with another edge, and ``contour.py`` has the path. Its solution is a sum of powers of
the same roots and of what the edge at 0 adds, by the coefficients on a circle of 1 / (x^m (1 - z
sum of p x^step)), which one fast transform gives for all y.
"""

from collections.abc import Callable
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.sessions.contour import Complexes, Path, find_path, find_roots, saddle
from pitboss.odds.sessions.walk import NEVER, Walk
from pitboss.refusal import Refused

MOST_WORK = 1_500_000_000
"""Sums of chances that are followed round by round."""

MOST_PLACES = 2**21
MORE, MOST_POINTS = 8, 64
NEAR = 1e-6
"""A path of so many points more must agree with the one before to this part of the result."""

Whole = NDArray[np.int64]


class Drawdown(NamedTuple):
    """In steps, and what it is sure to."""

    mean: float
    error: float


def expect_drawdown(walk: Walk, rounds: int) -> Drawdown:
    """Followed round by round, or by two paths, whose difference is then told as the error."""
    deepest = walk.fall(rounds, NEVER + log(rounds))
    if rounds * len(walk.steps) * deepest**2 <= MOST_WORK:
        return Drawdown(_follow(walk, rounds, deepest), 1e-9 * deepest)
    path = find_path(walk, rounds)
    before = float("nan")
    for points in () if path is None else range(path.points, MOST_POINTS, MORE):
        with np.errstate(all="ignore"):  # what goes wrong shows in the difference
            found = _by_path(walk, Path(rounds, points, 0.0), deepest)
        if abs(found - before) <= NEAR * found:
            return Drawdown(found, abs(found - before) + 1e-9 * deepest)
        before = found
    raise Refused(_TOO_LONG.format(rounds))


_TOO_LONG = (
    "rounds {}: the drawdown is not found for so many rounds of this wager; some 100,000 are"
    " allowed with a main game, and some hundreds with pays so rare or so regular as a jackpot's"
)


def _follow(walk: Walk, rounds: int, deepest: int) -> float:
    """Round by round; a row for each y, in which those who never were y below are left."""
    inside = np.tri(deepest, deepest, dtype=bool)
    left = np.zeros((deepest, deepest))
    left[:, 0] = 1.0
    for _ in range(rounds):
        after = np.zeros_like(left)
        for step, chance in zip(walk.steps, walk.chances, strict=True):
            if step < 0:
                after[:, -step:] += chance * left[:, :step]
            else:
                after[:, 0] += chance * np.sum(left[:, : step + 1], axis=1)
                if step + 1 < deepest:
                    after[:, 1 : deepest - step] += chance * left[:, step + 1 :]
        left = after * inside
    return float(deepest - np.sum(left))


def _by_path(walk: Walk, path: Path, deepest: int) -> float:
    distance = 3 / path.points
    s, slope = path.at(np.asarray((np.arange(path.points) + 0.5) * distance))
    weights = np.exp(s * path.rounds) * slope / -np.expm1(-s) * distance / np.pi
    edge = Edge(walk, s, deepest, path.rounds)
    total = np.zeros(deepest)
    for node, weight in enumerate(weights):
        total += (edge.transforms(node) * weight).imag
    return float(np.sum(total))


class Edge:
    """The mean of exp(-s T(y)) for every y from 1, at some points s."""

    def __init__(self, walk: Walk, s: Complexes, deepest: int, rounds: int) -> None:
        self.walk, self.s, self.deepest = walk, s, deepest
        self.logs, _ = find_roots(walk, s)
        self.falls, self.middle = -walk.steps[0], saddle(walk)
        gap = float(np.min(np.abs(self.middle - self.logs.real)))
        needed = deepest + self.falls + 40 / gap
        if not needed < MOST_PLACES:
            raise Refused(_TOO_LONG.format(rounds))
        self.places = 1 << int(needed).bit_length()
        once = np.zeros(self.places)
        for step, chance in zip(walk.steps, walk.chances, strict=True):
            once[-step % self.places] += chance * np.exp(self.middle * step)
        self.once = np.fft.fft(once)  # sum of p x^step on the circle
        self.circle = np.exp(self.middle + 2j * np.pi * np.arange(self.places) / self.places)

    def transforms(self, node: int) -> Complexes:
        """For each y, f(0) of the system f(y + i) = 1 for all i below m. There f(d) is the sum over
        j of B_j x_j^(y - d), and of what the edge at 0 adds; far from it only the largest root's
        part comes so far down."""
        logs, m = self.logs[node], self.falls
        last = int(np.argmax(logs.real))
        others = np.delete(logs.real, last)
        far = min(self.deepest, int(-40 / np.max(others)) + m if m > 1 else 0)
        powers = np.exp(-np.outer(np.arange(m), logs))
        share = self._share(node)
        found = np.empty(self.deepest, np.complex128)
        edge = self._edge(node)
        y = np.arange(1, far + 1)
        system = powers + np.stack([edge(j, y) for j in range(m)], axis=2)
        parts = np.linalg.solve(system, np.ones((far, m, 1)))[:, :, 0]
        found[:far] = np.sum(parts * np.exp(np.outer(y + 1, logs)) * share, axis=1)
        y = np.arange(far + 1, self.deepest + 1)
        row = np.linalg.inv(powers)[last]
        part = np.sum(row) / (1 + edge(last, y) @ row)
        found[far:] = part * np.exp((y + 1) * logs[last]) * share[last]
        return found

    def _terms(self, node: int) -> tuple[Complexes, Complexes, Complexes]:
        """Of the polynomial that the unknown first values make: the slopes of x^m (1 - z sum of p
        x^step) at its roots, f(0) by what is left of it at each root, and its coefficients."""
        logs, m = self.logs[node], self.falls
        roots, short = np.exp(logs), -np.expm1(-self.s[node])
        moves = zip(self.walk.steps, self.walk.chances, strict=True)
        slopes = sum(chance * step * roots ** (step + m - 1) for step, chance in moves)
        apart = roots[:, None] - roots[None, :] + np.diag(-roots)
        at_zero = np.prod(-roots[None, :] / apart, axis=1)  # Lagrange's polynomials at 0
        poles = roots**m / -np.expm1(logs)
        kappa = -at_zero / (short * np.sum(at_zero * poles))
        inverse = np.linalg.inv(np.vander(roots, m, increasing=True))
        betas = np.dot(inverse, np.eye(m) + np.outer(short * poles, kappa))
        return np.asarray(-np.exp(-self.s[node]) * slopes), np.asarray(kappa), np.asarray(betas)

    def _share(self, node: int) -> Complexes:
        slopes, kappa, _ = self._terms(node)
        return np.asarray(-slopes * kappa)

    def _edge(self, node: int) -> Callable[[int, Whole], Complexes]:
        """What the edge adds to f(y + i) for each unit of B_j: a row for each y."""
        m, logs, short = self.falls, self.logs[node], -np.expm1(-self.s[node])
        slopes, kappa, betas = self._terms(node)
        kernel = 1 / (1 - np.exp(-self.s[node]) * self.once)
        w = np.fft.fft(kernel / self.circle**m) / self.places
        u = np.fft.fft((kernel - 1 / short) / (1 - self.circle)) / self.places

        def edge(j: int, y: Whole) -> Complexes:
            added = np.empty((len(y), m), np.complex128)
            for i in range(m):
                part = -kappa[j] * short * u[y + i]
                for k in range(1, m):
                    part += betas[k, j] * w[y + i - k] * np.exp(self.middle * k)
                decay = np.exp(logs[j] * (y + 1) - self.middle * (y + i))
                added[:, i] = -slopes[j] * decay * part
            return added

        return edge
