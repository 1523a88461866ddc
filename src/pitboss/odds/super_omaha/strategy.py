"""Strategies that fit on a card: points for what a hand shows, or the best action by features."""

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from operator import add
from pkgutil import get_data
from typing import NamedTuple

from pitboss.odds.figures import Figures
from pitboss.odds.super_omaha.ante import ACTIONS, SHOWDOWNS, Nets, Sum, totals_of
from pitboss.odds.super_omaha.kernels import COUNTED, FEATURES, STATES
from pitboss.refusal import Refused

THRESHOLDS = ("3x", "1x")
BEST_BY = "best-by"
MOST_POINTS = 10**6


DIVISORS = {
    feature: prod(map(len, list(FEATURES.values())[place:]))
    for place, feature in enumerate(FEATURES, 1)
}
"""What a cell's number is divided by to find the digit of a feature."""

Cells = Mapping[int, Sum]
Key = tuple[int, ...]
"""The places of some features' values."""


def key_of(cell: int, features: Sequence[str]) -> Key:
    """What a cell has of some features."""
    return tuple([cell // DIVISORS[f] % len(FEATURES[f]) for f in features])


class Points(NamedTuple):
    """Points by feature and place of the value; the least for 3x and for 1x."""

    by_feature: Mapping[str, tuple[int, ...]]
    three_times: int
    once: int

    @property
    def features(self) -> tuple[str, ...]:
        return tuple(self.by_feature)

    def action(self, cell: int) -> int:
        """The place of a cell's action: 3x, 1x, fold."""
        places = zip(self.by_feature.values(), key_of(cell, self.features), strict=True)
        total = sum([points[place] for points, place in places])
        if total >= self.three_times:
            return 0
        return 1 if total >= self.once else 2

    def fill(self, cells: Cells, nets: Nets) -> "Points":
        """Points are the same under every Ante table."""
        return self

    def describe(self) -> Figures:
        """The strategy in words and numbers."""
        rows = {
            feature: {v: n for v, n in zip(FEATURES[feature], points, strict=True) if n}
            for feature, points in self.by_feature.items()
        }
        text = f"3x from {self.three_times} points, 1x from {self.once}, else fold"
        return {"text": text, "rows": rows}


class Table(NamedTuple):
    """An action for each combination of some features' values that occurs."""

    features: tuple[str, ...]
    actions: Mapping[Key, int]

    def action(self, cell: int) -> int:
        """The place of a cell's action: 3x, 1x, fold."""
        return self.actions[key_of(cell, self.features)]

    def describe(self) -> Figures:
        """The strategy in words and rows."""
        rows = [
            {**name_key(self.features, key), "action": list(ACTIONS)[place]}
            for key, place in self.actions.items()
        ]
        return {"text": f"the best action by {', '.join(self.features)}", "rows": rows}


class BestBy(NamedTuple):
    """The best action by these features, whatever it is under the Ante table."""

    features: tuple[str, ...]

    def fill(self, cells: Cells, nets: Nets) -> Table:
        """No strategy that sees only these features is better: each part has its best action."""
        merged = merge_cells(cells, self.features)
        return Table(self.features, {key: best_place(one, nets) for key, one in merged.items()})


Given = Points | BestBy
Strategy = Points | Table


def name_key(features: Sequence[str], key: Key) -> dict[str, str]:
    """The values of features by their places."""
    return {f: FEATURES[f][place] for f, place in zip(features, key, strict=True)}


def merge_cells(cells: Cells, features: Sequence[str]) -> dict[Key, Sum]:
    """The sums of states that are alike in these features, in the order of their values."""
    merged: dict[Key, Sum] = {}
    for number, cell in cells.items():
        key = key_of(number, features)
        merged[key] = list(map(add, merged[key], cell)) if key in merged else cell
    return dict(sorted(merged.items()))


def best_place(one: Sum, nets: Nets) -> int:
    """The place of the best single action for a sum; among equals the smallest further wager."""
    totals = totals_of(one, nets)
    return max(reversed(range(len(totals))), key=totals.__getitem__)


def least_edge(cells: Cells, features: Sequence[str], nets: Nets) -> Fraction:
    """The lowest house edge that a strategy can reach which sees only these features."""
    sums = list(merge_cells(cells, features).values())
    gained = sum(max(totals_of(one, nets)) for one in sums)
    return Fraction(-gained, nets[0] * SHOWDOWNS * sum(one[STATES] for one in sums))


@cache
def named_strategies() -> dict[str, Given]:
    """The strategies of ``strategies.toml``."""
    text = get_data(__package__, "strategies.toml")
    assert text is not None
    return {name: _read(given) for name, given in tomllib.loads(text.decode()).items()}


def read_strategy(given: object) -> Given:
    """A named strategy, or one as JSON values."""
    names = named_strategies()
    if isinstance(given, str) and given in names:
        return names[given]
    if isinstance(given, Mapping):
        return _read(given)
    raise Refused(
        f"strategy {str(given)[:60]!r} is unknown in super-omaha; it has {', '.join(names)}, or a"
        ' file with {"3x": 10, "1x": 5, "made": {"top-pair": 8}, "flush-draw": {"yes": 6}}'
        ' or {"best-by": ["made", "flush-draw"]}'
    )


def _read(given: Mapping[str, object]) -> Given:
    if BEST_BY in given:
        return _read_best_by(given)
    for name in given:
        if name not in (*THRESHOLDS, *FEATURES):
            known = ", ".join((*THRESHOLDS, *FEATURES, BEST_BY))
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


def _read_best_by(given: Mapping[str, object]) -> BestBy:
    names = given[BEST_BY]
    if len(given) > 1:
        raise Refused(f"strategy: {BEST_BY} stands alone, without points")
    if not isinstance(names, list) or not names or any(name not in FEATURES for name in names):
        raise Refused(f"strategy: {BEST_BY} needs a list with some of {', '.join(FEATURES)}")
    return BestBy(tuple(name for name in FEATURES if name in names))


def _read_feature(feature: str, given: object) -> tuple[int, ...]:
    values = FEATURES[feature]
    if feature in COUNTED and not isinstance(given, Mapping):
        each = _whole(given, f"{feature} each")
        return tuple(each * place for place in range(len(values)))
    if not isinstance(given, Mapping):
        raise Refused(f"strategy: {feature} needs points for some of {', '.join(values)}")
    for value in given:
        if value not in values:
            raise Refused(
                f"strategy: {feature} {str(value)[:40]!r} is unknown; it is one of"
                f" {', '.join(values)}"
            )
    return tuple(_whole(given.get(value, 0), f"{feature} {value}") for value in values)


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise Refused(
            f"strategy: {what} is {str(value)[:20]!r}; whole points of at most {MOST_POINTS:,}"
        )
    return value


def sums_of(strategy: Strategy, cells: Cells) -> list[Sum]:
    """The sums of a strategy under 3x, 1x and fold."""
    sums = [[0] * (STATES + 1) for _ in ACTIONS]
    for number, cell in cells.items():
        place = strategy.action(number)
        sums[place] = list(map(add, sums[place], cell))
    return sums
