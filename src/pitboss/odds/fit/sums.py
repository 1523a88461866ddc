"""So many tables that nobody can go through them: counted by what they net.

Where nothing is decided, a table's net is a sum of whole multiples of its pays, and how many tables
have each net follows step by step. Where pays fall down the table, a step is a pay: how many rows
from the top on pay at least so much. Where any order is allowed, a step is a row.

Numbers of tables go beyond 64 bits, so they are counted by their remainders.
"""

from collections.abc import Iterator
from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.fit.space import Level, Space
from pitboss.odds.ranks import Array, Whole

MODULI = (2**62, 2**62 - 1, 2**61 - 1, 2**59 - 1)
"""No two have a divisor in common, and two of their numbers have room in 64 bits together."""

MOST_WORK = 6 * 10**9
NEVER = np.int32(2**31 - 1)


class Rows(NamedTuple):
    """For how many deals each row is paid, and the least and the most that it pays."""

    deals: Array
    least: Array
    most: Array


class Sums:
    """The tables of a space in which nothing is decided, by their net; ``most`` is the largest net
    that is asked for. The nets' arrays begin at the smallest net."""

    def __init__(self, space: Space, most: int) -> None:
        self.space = space
        levels = sorted(space.levels, key=lambda level: level.place)
        self.deals = [_deals(level) for level in levels]
        self.least = [level.bounds.least for level in levels]
        self.most = [level.bounds.most for level in levels]
        self._rows = Rows(*(np.array(row) for row in (self.deals, self.least, self.most)))
        self.first = space.net + sum(level.net[0] for level in levels)
        last = space.net + sum(level.net[-1] for level in levels)
        # Pays rise to any table one by one, so that one above the band is no more than a step off.
        self.size = max(1, min(last, most + max(self.deals)) - self.first + 1)

    @property
    def work(self) -> int:
        """How many numbers are added."""
        steps = sum(b - a + 1 for a, b in zip(self.least, self.most, strict=True))
        return self.size * max(steps, max(self.most) * (len(self.deals) + 1))

    @cached_property
    def _counts(self) -> list[Array]:
        """For each modulus in need, how many tables have at most each net."""
        moduli: list[int] = []
        screened = self.space.screened
        while prod(moduli) <= screened:
            moduli.append(MODULI[len(moduli)])
        count = _count_any_order if self.space.any_order else _count_falling
        return [count(self._rows, self.size, np.uint64(modulus)) for modulus in moduli]

    def count(self, low: int, high: int) -> int:
        """How many tables net from the one to the other."""
        start, end = max(0, low - self.first), min(high - self.first, self.size - 1)
        if start > end:
            return 0
        found, modulus = 0, 1
        for other, by_net in zip(MODULI, self._counts, strict=False):
            rest = (int(by_net[end]) - (int(by_net[start - 1]) if start else 0)) % other
            found += modulus * ((rest - found) * pow(modulus, -1, other) % other)
            modulus *= other
        return found

    @cached_property
    def _lowest(self) -> Array:
        """For each row and net, the least that the row can pay where it and those below it make
        that net; see ``tables``."""
        return _find_lowest(self._rows, self.size, self.space.any_order)

    def nearest(self, low: int, high: int) -> list[int]:
        """The nets that some table has, next to a band on either side."""
        below = np.flatnonzero(self._lowest[0, : max(0, low - self.first)] < NEVER)
        above = np.flatnonzero(self._lowest[0, max(0, high - self.first + 1) :] < NEVER)
        found = [int(below[-1]) + self.first] if len(below) else []
        return found + ([max(high + 1, self.first) + int(above[0])] if len(above) else [])

    def tables(self, low: int, high: int, number: int) -> list[list[int]]:
        """So many tables between two nets, those of the most net first, by rising pays."""
        found: list[list[int]] = []
        for net in range(min(high - self.first, self.size - 1), max(0, low - self.first) - 1, -1):
            if self._lowest[0, net] < NEVER:
                for pays in self._pays(0, net, self.most[0]):
                    found.append(pays)
                    if len(found) == number:
                        return found
        return found

    def _pays(self, row: int, net: int, most: int) -> Iterator[list[int]]:
        """The ways in which this row and those below make a net, none of them above ``most``."""
        if row == len(self.deals):
            yield []
            return
        deals, least = self.deals[row], self.least[row]
        for pay in range(least, (self.most[row] if self.space.any_order else most) + 1):
            rest = net - deals * (pay - least)
            if rest < 0 or pay > self.most[row]:
                return
            if self._lowest[row + 1, rest] <= (NEVER - 1 if self.space.any_order else pay):
                yield from ([pay, *others] for others in self._pays(row + 1, rest, pay))


def _deals(level: Level) -> int:
    """How often a row is paid: what a pay of one more adds."""
    return level.net[1] - level.net[0] if len(level.net) > 1 else 0


@compiled
def _count_falling(bounds: Rows, size: int, modulus: Whole) -> Array:
    """By how many rows, from the top on, pay at least 1, at least 2, and so on.

    What the rows that must pay so much net is where nets begin.
    """
    deals, least, most = bounds
    rows = len(deals)
    steps = np.zeros(rows + 1, np.int64)
    for row in range(rows):
        steps[row + 1] = steps[row] + deals[row]
    now, then = np.zeros((rows + 1, size), np.uint64), np.zeros((rows + 1, size), np.uint64)
    now[rows, 0] = 1
    for pay in range(1, most[0] + 1):
        must = may = 0
        while must < rows and least[must] >= pay:
            must += 1
        while may < rows and most[may] >= pay:
            may += 1
        total = np.zeros(size, np.uint64)
        then[:] = 0
        for number in range(rows, must - 1, -1):
            _add(total, now[number], 0, modulus)
            if number <= may:
                _add(then[number], total, steps[number] - steps[must], modulus)
        now, then = then, now
    total = np.zeros(size, np.uint64)
    for number in range(rows + 1):
        _add(total, now[number], 0, modulus)
    return _summed(total, modulus)


@compiled
def _add(total: Array, more: Array, shift: int, modulus: Whole) -> None:
    for net in range(shift, len(total)):
        number = total[net] + more[net - shift]
        total[net] = number - modulus if number >= modulus else number


@compiled
def _summed(total: Array, modulus: Whole) -> Array:
    for net in range(1, len(total)):
        number = total[net] + total[net - 1]
        total[net] = number - modulus if number >= modulus else number
    return total


@compiled
def _count_any_order(bounds: Rows, size: int, modulus: Whole) -> Array:
    """Row by row: each net is made from those that one more pay makes of a smaller one."""
    deals, least, most = bounds
    now = np.zeros(size, np.uint64)
    now[0] = 1
    for row in range(len(deals)):
        pays = most[row] - least[row] + 1
        if deals[row] == 0:
            once = now.copy()
            for _ in range(pays - 1):
                _add(now, once, 0, modulus)
            continue
        then = now.copy()
        for net in range(deals[row], size):
            number = then[net] + then[net - deals[row]]
            if number >= modulus:
                number -= modulus
            if net >= pays * deals[row]:
                number += modulus - now[net - pays * deals[row]]
            then[net] = number - modulus if number >= modulus else number
        now = then
    return _summed(now, modulus)


@compiled
def _find_lowest(bounds: Rows, size: int, any_order: bool) -> Array:
    deals, least, most = bounds
    rows = len(deals)
    lowest = np.full((rows + 1, size), NEVER, np.int32)
    lowest[rows, 0] = 0
    for row in range(rows - 1, -1, -1):
        for pay in range(least[row], most[row] + 1):
            shift = deals[row] * (pay - least[row])
            for net in range(shift, size):
                below = lowest[row + 1, net - shift]
                if lowest[row, net] == NEVER and below < NEVER and (any_order or below <= pay):
                    lowest[row, net] = pay
    return lowest
