"""The sum of many rounds, by Fourier's transform: what it may come to, and the chance of each.

Of independent rounds the transforms multiply, so the sum of N rounds has the N-th power of that of
one. Three things keep the result near the truth, and each is bounded (``docs/odds.md``):

- The window outside which nothing is kept comes from Chernoff's bound, so what is cut off, and what
  the transform folds back into the window, is below 1e-17 on either side.
- The power is taken through the logarithm of 1 + z, where z = sum of p (e^iwd - 1) is summed
  without the 1. Near w = 0, where it counts, z is small, so that one rounding of z does not grow to
  N roundings of the power.
- By Parseval's equation the errors of all chances together are at most the root of the sum of the
  squared errors of the transform.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.sessions.walk import CUT, Walk
from pitboss.refusal import Refused

Reals = NDArray[np.float64]

EPSILON = 2.0**-53
MOST_PLACES = 2**24
"""The widest lattice that is transformed: 16,777,216 places."""

DEAD = -60.0
"""A frequency whose power is below exp(-60) is taken as 0."""

STAGE = 8 * EPSILON
"""The error of one stage of a fast transform, as a part of the whole in the square mean: twice what
Higham's analysis (Accuracy and Stability of Numerical Algorithms, theorem 24.2) needs."""


class Total(NamedTuple):
    """What the rounds come to: steps from ``first`` on, the chance of each, and the error of any
    sum of these chances."""

    first: int
    chances: Reals
    error: float

    def up_to(self, place: int) -> float:
        """The chance of so many steps or fewer."""
        end = min(max(0, place - self.first + 1), len(self.chances))
        return float(np.sum(self.chances[:end]))

    def above(self, place: int) -> float:
        """The chance of more than so many steps."""
        start = min(max(0, place - self.first + 1), len(self.chances))
        return float(np.sum(self.chances[start:]))

    def at(self, place: int) -> float:
        inside = 0 <= place - self.first < len(self.chances)
        return float(self.chances[place - self.first]) if inside else 0.0

    def quantile(self, part: float) -> int:
        """The fewest steps that are not exceeded with such a chance."""
        return self.first + int(np.searchsorted(_running_sums(self.chances), part))


def _running_sums(chances: Reals) -> Reals:
    """In blocks, so that few roundings add up."""
    block = 1 << (len(chances).bit_length() // 2)
    padded = np.zeros(-(-len(chances) // block) * block)
    padded[: len(chances)] = chances
    rows = np.cumsum(padded.reshape(-1, block), axis=1)
    before = np.concatenate(([0.0], np.cumsum(rows[:, -1])[:-1]))
    return np.asarray((rows + before[:, None]).ravel()[: len(chances)])


def add_up(walk: Walk, rounds: int) -> Total:
    """The sum of so many rounds, in steps."""
    centre = walk.median
    mean = rounds * (walk.mean - centre)
    low = max(rounds * (walk.steps[0] - centre), int(mean) - walk.reach(rounds, up=False) - 1)
    high = min(rounds * (walk.steps[-1] - centre), int(mean) + walk.reach(rounds, up=True) + 1)
    places = 1 << max(1, (high - low).bit_length())
    if places > MOST_PLACES:
        raise Refused(
            f"rounds {rounds}: sums lie up to {high - low:,} steps apart, and at most"
            f" {MOST_PLACES:,} are added up; allowed are fewer rounds, or pays (with a jackpot: a"
            " meter) that are multiples of a larger amount"
        )
    powers, error = _power(walk, centre, rounds, places)
    chances = np.roll(np.fft.irfft(powers, places), -low)[: high - low + 1]
    stages = places.bit_length()
    spread = float(np.sqrt(places * np.sum(chances**2)))
    error += STAGE * stages * (spread + 1) + 4 * CUT
    # Sums of chances add in pairs or in blocks.
    error += 4 * EPSILON * float(np.sqrt(places))
    return Total(low + rounds * centre, np.maximum(chances, 0.0), error)


def _power(
    walk: Walk, centre: int, rounds: int, places: int
) -> tuple[NDArray[np.complex128], float]:
    """The transform of the sum, and how far it is from the truth in the square sum."""
    away = [step - centre for step in walk.steps]
    alive = _alive(away, walk.chances, rounds, places)
    z = np.zeros(len(alive), np.complex128)
    size = np.zeros(len(alive))
    for step, chance in zip(away, walk.chances, strict=True):
        angle = _angles(alive, step, places)
        half = np.sin(angle / 2)
        z += chance * (-2 * half * half - 1j * np.sin(angle))
        size += 2 * chance * np.abs(half)
    logs, turns = log_of_one_more(z)
    shrunk = np.exp(rounds * logs)
    powers = np.zeros(places // 2 + 1, np.complex128)
    powers[alive] = shrunk * (np.cos(rounds * turns) + 1j * np.sin(rounds * turns))
    # |a^N - b^N| <= N max(|a|, |b|)^(N-1) |a - b|, and the power itself is rounded.
    off = (len(away) + 8) * EPSILON * size
    near = np.exp((rounds - 1) * np.log(np.exp(logs) + off + EPSILON))
    wrong = rounds * near * off
    wrong += shrunk * 8 * EPSILON * (rounds * (np.abs(np.maximum(logs, DEAD)) + np.abs(turns)) + 1)
    error = float(np.sqrt(2 * np.sum(wrong**2)))
    return powers, error + places * float(np.exp(DEAD))


def log_of_one_more(z: NDArray[np.complex128]) -> tuple[Reals, Reals]:
    """log(1 + z), as its real and imaginary part, near z = 0 too."""
    with np.errstate(divide="ignore"):
        logs = np.log1p(np.maximum(z.real * (2 + z.real) + z.imag**2, -1.0)) / 2
    return logs, np.arctan2(z.imag, 1 + z.real)


def _alive(
    away: list[int], chances: tuple[float, ...], rounds: int, places: int
) -> NDArray[np.int64]:
    """The frequencies whose power may be seen, by a quick transform with errors below 1e-11."""
    once = np.zeros(places)
    for step, chance in zip(away, chances, strict=True):
        once[step % places] += chance
    return np.flatnonzero(rounds * np.log(np.abs(np.fft.rfft(once)) + 1e-11) > DEAD)


def _angles(frequencies: NDArray[np.int64], step: int, places: int) -> Reals:
    """2 pi k step / places, taken into a half turn either way before it is rounded."""
    turned = (frequencies * (step % places) + places // 2) % places - places // 2
    return np.asarray(turned * (2 * np.pi / places))
