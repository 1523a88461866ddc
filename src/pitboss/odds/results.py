"""Outcomes as a chart shows them: what each event comes to, and how results are spread."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

SIZES = (1, 2, 5, 10, 50, 100, 1000)
"""Where one group of wins ends, in units of the first wager."""

RESULTS = (
    *("loses more than 1", "loses up to 1", "even", f"wins up to {SIZES[0]}"),
    *(f"wins above {low}, to {high}" for low, high in pairwise(SIZES)),
    f"wins above {SIZES[-1]}",
)
"""The groups of results, from the worst."""


def sum_events(outcomes: Iterable[Mapping[str, Any]], name: str) -> dict[str, float]:
    """A figure of each event, over all the ways in which it is paid."""
    sums: dict[str, float] = {}
    for row in outcomes:
        label = str(row["event"])
        sums[label] = sums.get(label, 0.0) + row[name]["value"]
    return sums


def group_results(outcomes: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """How likely each size of result is."""
    groups = dict.fromkeys(RESULTS, 0.0)
    for row in outcomes:
        net = row["net"]["value"]
        if net > 0:
            group = 3 + bisect_left(SIZES, net)
        else:
            group = 2 if net == 0 else int(net >= -1)
        groups[RESULTS[group]] += row["probability"]["value"]
    return groups
