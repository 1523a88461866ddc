"""The chance that a player's money once runs out within so many rounds.

A walk starts some steps above a line and is ruined when it first stands below it. Few rounds are
followed one by one: only sums of chances, which are all positive. For many rounds ``contour.py``
inverts the generating function of the time of ruin, which Wiener and Hopf's factorisation gives in
closed form: with f(w) the mean of z^time from w steps above the line, f(w) = z sum of p f(w + step)
above the line and 1 below it. As no round falls by more than m steps, f is a sum of the powers of
the m roots x of 1 = z sum of p x^step within the unit circle, and

    f(w) = sum over j of x_j^(w + m) x product over k other than j of (1 - x_k) / (x_j - x_k).
"""

from typing import NamedTuple

import numpy as np

from pitboss.odds.sessions.contour import invert
from pitboss.odds.sessions.sums import EPSILON
from pitboss.odds.sessions.walk import CUT, Walk
from pitboss.refusal import Refused

FOLLOWED = 4_096
"""So many rounds are always followed one by one."""

MOST_WORK = 6_000_000_000
"""Sums of chances, some seconds of them, where a wager has to be followed for longer."""


class Ruin(NamedTuple):
    chance: float
    error: float


def ruin_within(walk: Walk, above: int, rounds: int) -> Ruin:
    """The chance to stand below the line within so many rounds, from so many steps above it."""
    if walk.steps[0] >= 0 or above >= walk.fall(rounds):
        return Ruin(0.0, CUT)
    if above < 0:
        return Ruin(1.0, 0.0)
    if rounds <= FOLLOWED:
        return follow(walk, above, rounds)
    if found := invert(walk, above, rounds):
        return Ruin(*found)
    if _work(walk, rounds) > MOST_WORK:
        low, high = FOLLOWED, rounds
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if _work(walk, middle) <= MOST_WORK else (low, middle)
        raise Refused(
            f"rounds {rounds}: the chance of ruin of a wager with pays so rare is found for at most"
            f" {low} rounds; give fewer, or leave out the bankroll"
        )
    return follow(walk, above, rounds)


def _work(walk: Walk, rounds: int) -> int:
    return rounds * len(walk.steps) * (walk.fall(rounds) + 500)


def follow(walk: Walk, above: int, rounds: int) -> Ruin:
    """Round by round. Whoever gets so high that Doob's inequality excludes ruin is left there."""
    high = walk.fall(rounds) + 1
    alive = np.zeros(high)
    alive[above] = 1.0
    ruined = 0.0
    moves = list(zip(walk.steps, walk.chances, strict=True))
    for _ in range(rounds):
        following = np.zeros(high)
        for step, chance in moves:
            if step < 0:
                ruined += chance * float(np.sum(alive[:-step]))
                following[:step] += chance * alive[-step:]
            elif step < high:
                following[step:] += chance * alive[: high - step]
        alive = following
    # One chance, one product and one sum for each step of each round, and the sums at the line.
    return Ruin(min(1.0, ruined), ruined * rounds * (2 * len(moves) + 8) * EPSILON + CUT)
