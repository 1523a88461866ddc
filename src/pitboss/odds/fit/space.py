"""The tables to look through, as whole numbers: what each row adds for each of its pays.

A row stands apart when its pay changes nothing for the hands of other rows: then net, wins and
squares of a table are sums over its rows. Wagers without decisions are so, and a wager whose
decisions look at hands of one row each.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import gcd, lcm
from typing import NamedTuple

from pitboss.money import Odds
from pitboss.odds.figures import LOST, Outcome, outcome_of
from pitboss.odds.fit.wish import Bounds, Wish
from pitboss.paytable import PayTable

Number = int | Fraction


class Total(NamedTuple):
    """Of some deals: what they net in all, how many win, and the sum of the nets' squares."""

    net: Number
    wins: int
    squares: Number

    def __add__(self, other: "Total") -> "Total":  # type: ignore[override]
        return Total(self.net + other.net, self.wins + other.wins, self.squares + other.squares)


NOTHING = Total(0, 0, 0)


class Apart(NamedTuple):
    """A wager whose rows stand apart: all deals, those that no row pays, and what the deals of a
    row come to at a pay. ``is_linear`` where nothing is decided."""

    deals: int
    fixed: Total
    rows: Mapping[str, Callable[[int], Total]]
    is_linear: bool

    def at(self, pays: Iterable[int]) -> Total:
        """What all deals come to under a table."""
        found = self.fixed
        for total, pay in zip(self.rows.values(), pays, strict=True):
            found += total(pay)
        return found


def total_of(outcomes: Iterable[Outcome]) -> Total:
    """What some outcomes come to."""
    found = NOTHING
    for one in outcomes:
        n = one.combinations
        found += Total(one.net * n, n * one.is_win, one.net**2 * n)
    return found


def linear_row(number: int, terms: str) -> Callable[[int], Total]:
    """A row that is paid for so many deals."""
    own = 1 if terms == "for 1" else 0

    def total(pay: int) -> Total:
        net = pay - own
        return Total(number * net, number, number * net * net)

    return total


def apart_by_rows(
    table: PayTable, counts: Mapping[str, int], deals: int, others: Iterable[Outcome] = ()
) -> Apart:
    """A wager without decisions: the deals that each row of a table pays, those that are paid in
    other ways, and the rest, which is lost."""
    paid = [*others]
    rows = {}
    for row in table.rows:
        if isinstance(row.pay, Odds):
            rows[row.event] = linear_row(counts.get(row.event, 0), table.terms)
        else:
            paid.append(outcome_of(row)._replace(combinations=counts.get(row.event, 0)))
    lost = deals - sum(counts.values()) - sum(one.combinations for one in others)
    return Apart(deals, total_of([*paid, LOST._replace(combinations=lost)]), rows, True)


class Level(NamedTuple):
    """A row of the search: its place in the table, its bounds, and sums from the least pay on."""

    place: int
    bounds: Bounds
    net: list[int]
    wins: list[int]
    squares: list[int]


class Space(NamedTuple):
    """All candidates. ``levels`` go from the last row up, so that pays rise along them where the
    table's fall; where any order is allowed the row of most pays comes last.

    Nets are in parts of ``unit``, squares of its square, and everything is divided by the largest
    number that divides all of it.
    """

    deals: int
    unit: int
    net: int
    wins: int
    squares: int
    levels: list[Level]
    any_order: bool
    is_linear: bool

    def ways(self) -> list[list[int]]:
        """For each level and pay, in how many ways the levels after it can be paid."""
        found: list[list[int]] = [[1] * len(self.levels[-1].net)]
        for level, after in zip(self.levels[-2::-1], self.levels[:0:-1], strict=True):
            suffix = list(accumulate(reversed(found[-1])))[::-1]
            first = [0 if self.any_order else pay - after.bounds.least for pay in _pays(level)]
            found.append([suffix[max(0, place)] for place in first])
        return found[::-1]

    @property
    def screened(self) -> int:
        """How many tables the bounds and the order admit."""
        return sum(self.ways()[0])

    def edge(self, net: int) -> Fraction:
        return Fraction(-net, self.deals * self.unit)

    def deviation_square(self, net: int, squares: int) -> Fraction:
        scale = self.deals * self.unit
        return Fraction(self.deals * squares - net * net, scale * scale)


def _pays(level: Level) -> range:
    return range(level.bounds.least, level.bounds.most + 1)


def make_space(wish: Wish, apart: Apart) -> Space:
    """What is looked through; bounds that the order of pays makes tighter are so."""
    bounds = list(wish.bounds.values())
    if not wish.any_order:
        bounds = tightened(bounds)
    sums = [
        [apart.rows[event](pay) for pay in range(one.least, one.most + 1)]
        for event, one in zip(wish.bounds, bounds, strict=True)
    ]
    every = [apart.fixed, *(total for row in sums for total in row)]
    unit = lcm(*(total.net.denominator for total in every))
    assert all((total.squares * unit**2).denominator == 1 for total in every)
    parts = [apart.deals, *(number for total in every for number in _whole(total, unit))]
    shared = reduce(gcd, parts)

    def column(row: Sequence[Total], place: int) -> list[int]:
        return [_whole(total, unit)[place] // shared for total in row]

    levels = [
        Level(place, one, column(row, 0), column(row, 1), column(row, 2))
        for place, (one, row) in enumerate(zip(bounds, sums, strict=True))
    ]
    levels.sort(
        key=(lambda level: len(level.net)) if wish.any_order else lambda level: -level.place
    )
    net, wins, squares = (number // shared for number in _whole(apart.fixed, unit))
    order = wish.any_order, apart.is_linear
    return Space(apart.deals // shared, unit, net, wins, squares, levels, *order)


def _whole(total: Total, unit: int) -> tuple[int, int, int]:
    return int(total.net * unit), total.wins, int(total.squares * unit * unit)


def tightened(bounds: Sequence[Bounds]) -> list[Bounds]:
    """Where pays do not rise, no row pays more than one above it may, nor less than one below."""
    most: list[int] = []
    for one in bounds:
        most.append(min(one.most, most[-1]) if most else one.most)
    least: list[int] = []
    for one in reversed(bounds):
        least.append(max(one.least, least[-1]) if least else one.least)
    return [Bounds(low, high) for low, high in zip(reversed(least), most, strict=True)]
