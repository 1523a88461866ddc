"""By itself: Super Omaha's sampled leaks in a long run, ``python -m tests.campaigns.leaks TIMES
LEAK…``. The sample is so many times as large as the shipped one, from a seed of its own, goes
on where it was stopped, and is held against what is shipped. Twenty times as large, every standard
error is at most 0.02 points."""

import sys
import time
from typing import cast

import pitboss
from pitboss.odds.cache import recall
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import leaks, strategy

DEVIATIONS = 5


def check(name: str, times: int) -> str:
    settings = read_request(strategy.GAME, {}).settings
    worked = time.process_time()
    large = recall(leaks.count_leak(name, settings, times=times))
    worked = time.process_time() - worked
    base = -pitboss.price(strategy.GAME).house_edge
    found = leaks.read_sample(name, settings, cast("list[int]", large), base, times)
    shipped = recall(leaks.count_leak(name, settings))
    small = leaks.read_sample(name, settings, cast("list[int]", shipped), base)
    assert found.error is not None
    assert small.error is not None
    apart = float(found.edge - small.edge) / (found.error**2 + small.error**2) ** 0.5
    assert abs(apart) < DEVIATIONS, f"{name}: {apart:.1f} deviations from the shipped sample"
    return (
        f"{name}: {100 * float(found.edge):.4f} % ± {100 * found.error:.4f}, {apart:+.1f}"
        f" deviations from the shipped {100 * float(small.edge):.4f} %, {worked:.0f} s of work"
    )


def main(times: str, *names: str) -> None:
    for name in names or leaks.SAMPLED:
        print(check(name, int(times)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
