"""Strategies that fit on a card: points for what a hand shows, and how many points to wager."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import NamedTuple

from pitboss.odds.figures import Figures
from pitboss.odds.super_omaha.cells import FEATURES, read_cell
from pitboss.odds.super_omaha.counts import STATES, Sum
from pitboss.refusal import Refused

THRESHOLDS = ("3x", "1x")
MOST_POINTS = 10**6


class Points(NamedTuple):
    """Points by feature and value, none where nothing is said; the least for 3x and for 1x."""

    by_feature: Mapping[str, Mapping[str, int]]
    three_times: int
    once: int

    def action(self, cell: int) -> int:
        """The place of a cell's action: 3x, 1x, fold."""
        points = sum(self.by_feature.get(f, {}).get(v, 0) for f, v in read_cell(cell).items())
        if points >= self.three_times:
            return 0
        return 1 if points >= self.once else 2


@cache
def named_strategies() -> dict[str, Points]:
    """The strategies of ``strategies.toml``."""
    text = get_data(__package__, "strategies.toml")
    assert text is not None
    return {name: _read(given) for name, given in tomllib.loads(text.decode()).items()}


def read_strategy(given: object) -> Points:
    """A named strategy, or one as JSON values."""
    names = named_strategies()
    if isinstance(given, str) and given in names:
        return names[given]
    if isinstance(given, Mapping):
        return _read(given)
    raise Refused(
        f"strategy {str(given)[:60]!r} is unknown in super-omaha; it has {', '.join(names)}, or a"
        ' file with {"3x": 10, "1x": 5, "made": {"top-pair": 8}, "flush-draw": {"yes": 6}}'
    )


def _read(given: Mapping[str, object]) -> Points:
    for name in given:
        if name not in (*THRESHOLDS, *FEATURES):
            known = ", ".join((*THRESHOLDS, *FEATURES))
            raise Refused(f"strategy: {str(name)[:40]!r} is unknown; it has {known}")
    for name in THRESHOLDS:
        if name not in given:
            raise Refused(f"strategy: the least points for {name} are missing")
    three_times, once = (_whole(given[name], name) for name in THRESHOLDS)
    if once > three_times:
        raise Refused(f"strategy: 1x from {once} points on is above 3x from {three_times}")
    return Points(
        {f: _read_feature(f, given[f]) for f in FEATURES if f in given}, three_times, once
    )


def _read_feature(feature: str, given: object) -> dict[str, int]:
    values = FEATURES[feature]
    if not isinstance(given, Mapping):
        raise Refused(f"strategy: {feature} needs points for some of {', '.join(values)}")
    for value in given:
        if value not in values:
            raise Refused(
                f"strategy: {feature} {str(value)[:40]!r} is unknown; it is one of"
                f" {', '.join(values)}"
            )
    return {str(value): _whole(points, f"{feature} {value}") for value, points in given.items()}


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise Refused(
            f"strategy: {what} is {str(value)[:20]!r}; whole points of at most {MOST_POINTS:,}"
        )
    return value


def sums_of(points: Points, cells: Mapping[int, Sum]) -> list[Sum]:
    """The sums of a strategy under 3x, 1x and fold."""
    sums = [[0] * (STATES + 1) for _ in range(3)]
    for number, cell in cells.items():
        place = points.action(number)
        sums[place] = [a + b for a, b in zip(sums[place], cell, strict=True)]
    return sums


def describe(points: Points) -> Figures:
    """The strategy in words and numbers."""
    return {
        "text": f"3x from {points.three_times} points, 1x from {points.once}, else fold",
        "rows": {feature: dict(values) for feature, values in points.by_feature.items()},
    }
