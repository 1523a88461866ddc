"""So many tables that nobody can go through them: counted by what they net.

Where nothing is decided, a table's net is a sum of whole multiples of its pays, and how many tables
have each net follows step by step. Where pays fall down the table, a step is a pay: how many rows
from the top on pay at least so much. Where any order is allowed, a step is a row.

Numbers of tables go beyond 64 bits, so they are counted by their remainders.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import gcd, prod
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.fit.space import Level, Space
from pitboss.odds.ranks import Array, Whole

MODULI = (2**62, 2**62 - 1, 2**61 - 1, 2**59 - 1)
"""No two have a divisor in common, and two of their numbers have room in 64 bits together."""

MOST_WORK = 6 * 10**9
NEVER = np.int32(2**31 - 1)
KEPT = 16
"""So many spaces are remembered; boxes of tables often differ only in where their nets begin."""

Key = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]
"""For how many steps each row is paid, its least and its most pay, and how many nets there are."""


class Rows(NamedTuple):
    """For how many deals each row is paid, and the least and the most that it pays."""

    deals: Array
    least: Array
    most: Array


class Sums:
    """The tables of a space in which nothing is decided, by their net; ``most`` is the largest net
    that is asked for. A row with one pay takes no part, and nets are counted in steps of what all
    others have in common; the nets' arrays begin at the smallest net."""

    def __init__(self, space: Space, most: int) -> None:
        self.space = space
        levels = sorted(space.levels, key=lambda level: level.place)
        self._levels = [one for one in levels if len(one.net) > 1] or levels[:1]
        deals = [_deals(level) for level in self._levels]
        self.step = gcd(*deals) or 1
        self.deals = [number // self.step for number in deals]
        self.least = [level.bounds.least for level in self._levels]
        self.most = [level.bounds.most for level in self._levels]
        self._fixed = {one.place: one.bounds.least for one in levels}
        self.first = space.net + sum(level.net[0] for level in levels)
        rises = zip(self.deals, self.least, self.most, strict=True)
        whole = 1 + sum(number * (high - low) for number, low, high in rises)
        # Pays rise to any table one by one, so that one above the band is no more than a step off.
        needed = max(1, (most - self.first) // self.step + max(self.deals) + 1)
        # In few sizes, so that spaces which differ in where they begin are counted once.
        grain = max(1, (1 << needed.bit_length()) // 8)
        self.size = min(whole, -(-needed // grain) * grain)

    @property
    def work(self) -> int:
        """How many numbers are added."""
        steps = sum(b - a + 1 for a, b in zip(self.least, self.most, strict=True))
        return self.size * max(steps, max(self.most) * (len(self.deals) + 1))

    @property
    def _key(self) -> Key:
        return tuple(self.deals), tuple(self.least), tuple(self.most), self.size

    def _places(self, low: int, high: int) -> tuple[int, int]:
        """The first and the last place of nets within a band."""
        start = -((self.first - low) // self.step)
        return max(0, start), min((high - self.first) // self.step, self.size - 1)

    def count(self, low: int, high: int) -> int:
        """How many tables net from the one to the other."""
        start, end = self._places(low, high)
        if start > end:
            return 0
        found, modulus = 0, 1
        counts = _counts(self._key, self.space.any_order, _words(self.space.screened))
        for other, by_net in zip(MODULI, counts, strict=False):
            rest = (int(by_net[end]) - (int(by_net[start - 1]) if start else 0)) % other
            found += modulus * ((rest - found) * pow(modulus, -1, other) % other)
            modulus *= other
        return found

    @property
    def _lowest(self) -> Array:
        """For each row and net, the least that the row can pay where it and those below it make
        that net; see ``tables``."""
        return _lowest_of(self._key, self.space.any_order)

    def nearest(self, low: int, high: int) -> list[int]:
        """The nets that some table has, next to a band on either side."""
        start, end = self._places(low, high)
        below = np.flatnonzero(self._lowest[0, :start] < NEVER)
        above = np.flatnonzero(self._lowest[0, max(0, end + 1) :] < NEVER)
        found = [int(below[-1])] if len(below) else []
        found += [max(0, end + 1) + int(above[0])] if len(above) else []
        return [self.first + self.step * place for place in found]

    def tables(self, low: int, high: int, number: int) -> list[list[int]]:
        """So many tables between two nets, those of the most net first, by rising pays."""
        found: list[list[int]] = []
        start, end = self._places(low, high)
        lowest = self._lowest
        for place in (np.flatnonzero(lowest[0, start : end + 1] < NEVER) + start)[::-1].tolist():
            for pays in self._pays(lowest, 0, place, self.most[0]):
                free = dict(zip((one.place for one in self._levels), pays, strict=True))
                whole = {**self._fixed, **free}
                found.append([whole[row] for row in sorted(whole)])
                if len(found) == number:
                    return found
        return found

    def _pays(self, lowest: Array, row: int, net: int, most: int) -> Iterator[list[int]]:
        """The ways in which this row and those below make a net, none of them above ``most``."""
        if row == len(self.deals):
            yield []
            return
        deals, least = self.deals[row], self.least[row]
        for pay in range(least, (self.most[row] if self.space.any_order else most) + 1):
            rest = net - deals * (pay - least)
            if rest < 0 or pay > self.most[row]:
                return
            if lowest[row + 1, rest] <= (NEVER - 1 if self.space.any_order else pay):
                yield from ([pay, *others] for others in self._pays(lowest, row + 1, rest, pay))


def _deals(level: Level) -> int:
    """How often a row is paid: what a pay of one more adds."""
    return level.net[1] - level.net[0] if len(level.net) > 1 else 0


def _rows(key: Key) -> Rows:
    return Rows(*(np.array(row, np.int64) for row in key[:3]))


def _words(screened: int) -> int:
    """How many of the moduli so many tables need."""
    return next(n for n in range(len(MODULI) + 1) if prod(MODULI[:n]) > screened)


@lru_cache(maxsize=KEPT)
def _counts(key: Key, any_order: bool, words: int) -> list[Array]:
    """For each modulus in need, how many tables have at most each net."""
    count = _count_any_order if any_order else _count_falling
    return [count(_rows(key), key[3], np.uint64(modulus)) for modulus in MODULI[:words]]


@lru_cache(maxsize=KEPT)
def _lowest_of(key: Key, any_order: bool) -> Array:
    found: Array = _find_lowest(_rows(key), key[3], any_order)
    return found


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
