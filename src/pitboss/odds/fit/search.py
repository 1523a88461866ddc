"""The tables within the bands: how many, the first of them by a figure, and the nearest where there
are none. The bands are made whole numbers first; no float decides."""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import NamedTuple

import numpy as np

from pitboss.odds.fit.kernels import Limits, Rows, Rules, pack, search
from pitboss.odds.fit.space import Space
from pitboss.odds.fit.wish import Band, Wish
from pitboss.refusal import Refused

CAPACITY = 20_000
"""So many tables are listed and put in order at once."""

MOST_STEPS = 150_000_000
MANY_STEPS = 50_000_000
LARGEST = 2**62
WORD = 2**64

Span = tuple[int, int]


class Region(NamedTuple):
    """Whole numbers that a table's sums lie between: net, wins, and deals times squares less the
    square of the net."""

    net: Span
    wins: Span
    spread: Span


class Found(NamedTuple):
    """A table within the bands: pays in printed order, and its sums."""

    pays: tuple[int, ...]
    net: int
    wins: int
    squares: int


def everything(space: Space) -> Region:
    """What the sums of all tables lie between."""

    def span(name: str) -> Span:
        columns = [getattr(level, name) for level in space.levels]
        start = getattr(space, name)
        return start + sum(min(one) for one in columns), start + sum(max(one) for one in columns)

    return Region(span("net"), span("wins"), (0, space.deals * span("squares")[1]))


def too_many(space: Space) -> Refused:
    """Nobody can go through them."""
    return Refused(
        f"fit: {space.screened:,} tables are too many to look through with these bands; give rows"
        " narrower bounds, such as --row EVENT=1..5"
    )


class Search:
    """A space, looked through within regions."""

    def __init__(self, space: Space) -> None:
        self.space = space
        levels = space.levels
        ends = [0]
        for level in levels:
            ends.append(ends[-1] + len(level.net))
        whole = everything(space)
        if max(space.screened, whole.spread[1] // space.deals, *map(abs, whole.net)) >= LARGEST:
            raise too_many(space)
        self._rows = Rows(
            np.array(ends, np.int64),
            np.array([level.bounds.least for level in levels], np.int64),
            np.array([level.bounds.most for level in levels], np.int64),
            pack(level.net for level in levels),
            pack(level.wins for level in levels),
            pack(level.squares for level in levels),
            pack(space.ways()),
        )
        self._fixed = np.array([space.net, space.wins, space.squares], np.int64)
        self.everything = everything(space)

    def _run(self, region: Region, room: int) -> tuple[int, list[Found]]:
        space = self.space
        start, below = region.spread[0], region.spread[1] + 1
        limits = Limits(
            region.net,
            region.wins,
            _words(start),
            _words(below),
        )
        matters = region.spread != self.everything.spread
        rules = Rules(space.deals, space.any_order, matters, space.is_linear, MOST_STEPS)
        out = np.zeros((room, len(space.levels)), np.int64)
        count, _ = search(self._rows, rules, limits, self._fixed, out)
        if count < 0:
            raise too_many(space)
        return count, [self._found(pays) for pays in out[:count].tolist()] if room else []

    def _found(self, pays: Sequence[int]) -> Found:
        """What was listed by level, in printed order."""
        space, places = self.space, {}
        net, wins, squares = space.net, space.wins, space.squares
        for level, pay in zip(space.levels, pays, strict=True):
            place = pay - level.bounds.least
            net, wins = net + level.net[place], wins + level.wins[place]
            squares += level.squares[place]
            places[level.place] = pay
        return Found(tuple(places[place] for place in sorted(places)), net, wins, squares)

    def count(self, region: Region) -> int:
        return self._run(region, 0)[0]

    def best(self, region: Region, ranks: Sequence[str], number: int) -> list[Found]:
        """The first so many by these figures, and perhaps more."""
        total = self.count(region)
        if total <= CAPACITY:
            return self._run(region, total)[1] if total else []
        if not ranks:
            raise too_many(self.space)
        axis, *rest = ranks
        low, high = _ends(region, axis)
        low -= 1  # fewer than are asked for up to here, and enough up to the other
        while total > CAPACITY and high - low > 1:
            middle = (low + high) // 2
            up_to = self.count(_up_to(region, axis, middle))
            if up_to >= number:
                high, total = middle, up_to
            else:
                low = middle
        if total <= CAPACITY:
            return self._run(_up_to(region, axis, high), total)[1]
        less = _up_to(region, axis, low)
        found = self.best(less, [], number)
        return found + self.best(_from(_up_to(region, axis, high), axis, high), rest, number)

    def nearest(self, region: Region, axis: str) -> list[int]:
        """On this axis, the nearest figures before and after a region without tables."""
        first, last = _ends(self.everything, axis)
        low, high = _ends(region, axis)
        whole = region._replace(**{_NAMES[axis]: getattr(self.everything, _NAMES[axis])})
        before, after = _up_to(whole, axis, low - 1), _from(whole, axis, high + 1)
        found = []
        if first < low and self.count(before):
            found.append(
                _bisect(first, low - 1, lambda n: not self.count(_from(before, axis, n + 1)))
            )
        if high < last and self.count(after):
            found.append(
                _bisect(high + 1, last, lambda n: bool(self.count(_up_to(after, axis, n))))
            )
        return found


_NAMES = {"edge": "net", "hit": "wins", "deviation": "spread"}


def _words(number: int) -> tuple[np.uint64, np.uint64]:
    high, low = divmod(number, WORD)
    return np.uint64(high), np.uint64(low)


def _bisect(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The first number for which something holds; it does for the last."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _ends(region: Region, axis: str) -> Span:
    """The axis of a figure goes the way it is ranked: an edge rises where the net falls."""
    low, high = getattr(region, _NAMES[axis])
    return (-high, -low) if axis == "edge" else (low, high)


def _cut(region: Region, axis: str, span: Span) -> Region:
    low, high = span
    return region._replace(**{_NAMES[axis]: (-high, -low) if axis == "edge" else span})


def _up_to(region: Region, axis: str, most: int) -> Region:
    low, high = _ends(region, axis)
    return _cut(region, axis, (low, min(high, most)))


def _from(region: Region, axis: str, least: int) -> Region:
    low, high = _ends(region, axis)
    return _cut(region, axis, (max(low, least), high))


def region_of(space: Space, wish: Wish) -> Region:
    """The bands in whole numbers, none of them wider than all there is."""
    whole, scale = everything(space), space.deals * space.unit
    edge = Band(-wish.edge.high * scale, -wish.edge.low * scale)
    found = whole._replace(net=_within(edge, whole.net))
    if wish.hit:
        hit = Band(wish.hit.low * space.deals, wish.hit.high * space.deals)
        found = found._replace(wins=_within(hit, whole.wins))
    if wish.deviation:
        low, high = ((end * scale) ** 2 for end in wish.deviation)
        found = found._replace(spread=_within(Band(low, high), whole.spread))
    return found


def _within(band: Band, span: Span) -> Span:
    """A band's whole numbers; one that lies outside of all there is keeps one end there."""
    low, high = ceil(band.low), floor(band.high)
    return min(max(low, span[0]), span[1] + 1), max(min(high, span[1]), span[0] - 1)
