"""Timing by processor seconds, ours and theirs by turns, so that a noisy machine hits both."""

import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

TURNS = 7
SECONDS = 0.4


class Figure(NamedTuple):
    """What was measured: rates per processor second, their ratio, and the ratio asked for."""

    name: str
    ours: float
    peer: str
    theirs: float
    ratio: float
    asked: float

    def __str__(self) -> str:
        verdict = "meets" if self.ratio >= self.asked else "MISSES"
        return (
            f"{self.name:<44} {self.ours:>14,.0f}/s  {self.peer:<38} {self.theirs:>12,.0f}/s"
            f"  {self.ratio:>8,.1f}x  {verdict} {self.asked:g}x"
        )


def rate(act: Callable[[], int], seconds: float = SECONDS) -> float:
    """How many units a second ``act`` does; it returns how many it did at each call."""
    done = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += act()
    return done / spent


def compare(
    name: str, ours: Callable[[], int], peer: str, theirs: Callable[[], int], asked: float
) -> Figure:
    """The median ratio of several turns, each measuring both sides one after the other."""
    ours()
    theirs()
    pairs = [(rate(ours), rate(theirs)) for _ in range(TURNS)]
    return Figure(
        name,
        median(pair[0] for pair in pairs),
        peer,
        median(pair[1] for pair in pairs),
        median(pair[0] / pair[1] for pair in pairs),
        asked,
    )
