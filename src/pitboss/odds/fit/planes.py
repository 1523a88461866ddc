"""What best play is worth at tables that were not solved, from those that were.

Each strategy's worth is a plane over the pays, and best play is the highest of all planes. So its
worth is convex, and never less at higher pays. The strategy of a solved table bounds every other
table from below. From above, a table is worth no more than one that pays as much or more in every
row, and a table between two solved ones no more than the line between these.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.odds.fit.boxes import Box
from pitboss.odds.fit.space import Number, Total
from pitboss.odds.ranks import Array
from pitboss.refusal import Refused

Pays = tuple[int, ...]


Band = tuple[Number, Number]
"""The least and the most that all deals may net."""


NOWHERE = 2.0
"""In place of a part of the way, which is at most 1."""


class Plane(NamedTuple):
    """A solved table: what every deal comes to under its best play, and how much one more for each
    row would add to the net."""

    total: Total
    slopes: Sequence[int]


class Planes:
    """All that is known of a wager's worth; ``solve`` finds a table's plane."""

    __slots__ = ("_known", "_most", "_solve")

    def __init__(self, solve: Callable[[Pays], Plane], most: int) -> None:
        self._solve = solve
        self._most = most
        self._known: dict[Pays, Plane] = {}

    @property
    def solved(self) -> int:
        return len(self._known)

    def at(self, pays: Pays) -> Total:
        """The exact figures of a table."""
        if pays not in self._known:
            if len(self._known) >= self._most:
                raise Refused(
                    f"fit: more than {self._most:,} tables lie in the bands or so near that they"
                    " must be solved; give narrower bands, or rows narrower bounds, such as --row"
                    " EVENT=1..5"
                )
            self._known[pays] = self._solve(pays)
        return self._known[pays].total

    def least(self, pays: Pays) -> Number | None:
        """No table with these pays nets less."""
        return max((_height(one, at, pays) for at, one in self._known.items()), default=None)

    def most(self, pays: Pays) -> Number | None:
        """No table with these pays nets more; None where nothing that is known pays as much."""
        if not self._known:
            return None
        points = np.array(list(self._known), np.int64)
        nets = [one.total.net for one in self._known.values()]
        # Floats choose two tables; whole numbers then say what the line between them is worth.
        values = np.array([float(net) for net in nets])
        parts = _parts(points, np.array(pays))
        heights = np.where(
            (values[:, None] <= values[None, :]) & (parts <= 1),
            values[:, None] + parts * (values[None, :] - values[:, None]),
            np.inf,
        )
        low, high = np.unravel_index(int(np.argmin(heights)), heights.shape)
        if heights[low, high] == np.inf:
            return None
        return _line((points[low].tolist(), nets[low]), (points[high].tolist(), nets[high]), pays)


def _height(plane: Plane, at: Pays, pays: Pays) -> Number:
    """What a solved table's strategy nets at other pays."""
    more = zip(plane.slopes, pays, at, strict=True)
    return plane.total.net + sum(slope * (pay - own) for slope, pay, own in more)


def _parts(points: Array, pays: Array) -> Array:
    """How far from each table to each other one must go to pay as much as these pays in every row;
    more than 1 where there is no such place."""
    way = points[None, :, :] - points[:, None, :]
    missing = np.broadcast_to(pays - points[:, None, :], way.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = missing / way
    first = np.where(way > 0, share, np.where((way == 0) & (missing > 0), NOWHERE, 0.0))
    last = np.where(way < 0, share, np.inf)
    start = np.maximum(first.max(axis=2), 0.0)
    parts: Array = np.where(start <= last.min(axis=2), start, NOWHERE)
    return parts


def _line(low: tuple[Pays, Number], high: tuple[Pays, Number], pays: Pays) -> Number | None:
    """What the line between two tables is worth where it first pays as much in every row; None if
    it does so nowhere."""
    (start, net), (end, top) = low, high
    first, last = Fraction(0), Fraction(1)
    for pay, here, there in zip(pays, start, end, strict=True):
        if there > here:
            first = max(first, Fraction(pay - here, there - here))
        elif there < here:
            last = min(last, Fraction(pay - here, there - here))
        elif pay > here:
            return None
    return net + first * (top - net) if first <= last else None


class BoundedBox:
    """A box of tables. A corner is solved where what is known does not tell on which side of the
    band it lies."""

    __slots__ = ("_band", "_least", "_most", "_planes")

    def __init__(self, planes: Planes, band: Band, least: Pays = (), most: Pays = ()) -> None:
        self._planes = planes
        self._band = band
        self._least = least
        self._most = most

    def narrow(self, box: Box) -> "BoundedBox":
        least, most = (tuple(one[end] for one in box) for end in (0, 1))
        return BoundedBox(self._planes, self._band, least, most)

    def weigh(self) -> list[int]:
        return [1] * len(self._least)

    @property
    def low(self) -> Total:
        least, most = self._planes.least(self._least), self._planes.most(self._least)
        top = self._band[1]
        if least is None or not (least > top or (most is not None and most <= top)):
            return self._planes.at(self._least)
        return Total(least, 0, 0)

    @property
    def high(self) -> Total:
        least, most = self._planes.least(self._most), self._planes.most(self._most)
        bottom = self._band[0]
        if most is None or not (most < bottom or (least is not None and least >= bottom)):
            return self._planes.at(self._most)
        return Total(most, 0, 0)

    @property
    def only(self) -> Total:
        return self._planes.at(self._least)
