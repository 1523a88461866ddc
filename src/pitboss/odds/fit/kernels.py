"""Tables counted and listed, row by row from the last one up, by whole numbers alone.

Where all that may follow is within the bands, it is counted and not gone through; where none of it
is, it is left. In the last row the pays within the bands are found by halving. Squares of deals go
beyond 64 bits, so what decides on a deviation has two words of them.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Whole

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


class Rows(NamedTuple):
    """The levels of a space, their sums one after the other; level i's are from ``starts[i]`` on.

    ``ways`` says of each pay in how many ways the later levels can be paid.
    """

    starts: Array
    least: Array
    most: Array
    net: Array
    wins: Array
    squares: Array
    ways: Array


class Limits(NamedTuple):
    """What a table must come to: net and wins between, and deals times squares, less net times
    net, in two words each, from the first on and below the second."""

    net: tuple[int, int]
    wins: tuple[int, int]
    start: tuple[Whole, Whole]
    below: tuple[Whole, Whole]


Bound = tuple[Whole, Whole]
"""A number of two words."""


class Rules(NamedTuple):
    """How the search goes: all deals, whether any order of pays is allowed, whether the deviation
    matters, whether nothing is decided, and how many steps may be taken."""

    deals: int
    any_order: bool
    by_deviation: bool
    is_linear: bool
    most_steps: int


@compiled
def multiply(a: Whole, b: Whole) -> tuple[Whole, Whole]:
    """The product of two numbers of 64 bits, in two words."""
    a_high, a_low, b_high, b_low = a >> _HALF, a & _LOW, b >> _HALF, b & _LOW
    low = a_low * b_low
    middle = a_high * b_low + (low >> _HALF)
    other = a_low * b_high + (middle & _LOW)
    return a_high * b_high + (middle >> _HALF) + (other >> _HALF), a * b


@compiled
def is_below(deals: int, net: int, squares: int, high: Whole, low: Whole) -> bool:
    """Whether deals times squares, less net times net, is below a number of two words."""
    size = np.uint64(abs(net))
    left_high, left_low = multiply(np.uint64(deals), np.uint64(squares))
    right_high, right_low = multiply(size, size)
    total = right_low + low
    right_high += high + np.uint64(total < right_low)
    return bool(left_high < right_high or (left_high == right_high and left_low < total))


@compiled
def _fits(rules: Rules, limits: Limits, net: int, squares: int) -> bool:
    if is_below(rules.deals, net, squares, limits.start[0], limits.start[1]):
        return False
    return is_below(rules.deals, net, squares, limits.below[0], limits.below[1])


@compiled
def _first_from(sums: Array, start: int, end: int, least: int) -> int:
    """The first place of rising sums that reaches a number; ``end`` where none does."""
    while start < end:
        middle = (start + end) // 2
        if sums[middle] >= least:
            end = middle
        else:
            start = middle + 1
    return start


@compiled
def _first_not_below(
    rows: Rows, rules: Rules, base: tuple[int, int], span: tuple[int, int], bound: Bound
) -> int:
    """The first place whose deviation is not below a number, where it rises along the places."""
    start, end = span
    while start < end:
        middle = (start + end) // 2
        net, squares = base[0] + rows.net[middle], base[1] + rows.squares[middle]
        if is_below(rules.deals, net, squares, bound[0], bound[1]):
            start = middle + 1
        else:
            end = middle
    return start


@compiled
def _rises(rows: Rows, rules: Rules, base: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether the deviation rises along the places of a row in which nothing is decided: it is
    bent upwards, so it does if it does not fall at the first step."""
    start, end = span
    if not rules.is_linear or end - start < 3:
        return False
    net, step = base[0] + rows.net[start], rows.net[start + 1] - rows.net[start]
    squares = rows.squares[start + 1] - rows.squares[start]
    # deals * squares >= (2 * net + step) * step, without what 64 bits cannot hold
    turn = 2 * net + step
    if turn <= 0 or step == 0:
        return True
    left = multiply(np.uint64(rules.deals), np.uint64(squares))
    right = multiply(np.uint64(turn), np.uint64(step))
    return bool(left[0] > right[0] or (left[0] == right[0] and left[1] >= right[1]))


@compiled
def _span(rows: Rows, limits: Limits, level: int, floor: int, sums: Array) -> tuple[int, int]:
    """The places of the last level that meet the bands of net and wins."""
    start = rows.starts[level] + max(0, floor - rows.least[level])
    end = rows.starts[level + 1]
    first = _first_from(rows.net, start, end, limits.net[0] - sums[0])
    first = _first_from(rows.wins, first, end, limits.wins[0] - sums[1])
    end = _first_from(rows.net, first, end, limits.net[1] - sums[0] + 1)
    return first, _first_from(rows.wins, first, end, limits.wins[1] - sums[1] + 1)


@compiled
def _last_level(
    rows: Rows, rules: Rules, limits: Limits, path: tuple[Array, Array, int], out: Array
) -> int:
    """How many pays of the last level are within all bands; they are noted while there is room."""
    pays, every, found = path
    level = len(pays) - 1
    sums = every[level]
    start, end = _span(rows, limits, level, _floor(rules, pays, level), sums)
    base = (sums[0], sums[2])
    is_sure = not rules.by_deviation
    if rules.by_deviation and _rises(rows, rules, base, (start, end)):
        is_sure = True
        start = _first_not_below(rows, rules, base, (start, end), limits.start)
        end = _first_not_below(rows, rules, base, (start, end), limits.below)
    if is_sure and found >= len(out):
        return int(max(0, end - start))
    number = 0
    for place in range(start, end):
        if not is_sure:
            net, squares = base[0] + rows.net[place], base[1] + rows.squares[place]
            if not _fits(rules, limits, net, squares):
                continue
        if found + number < len(out):
            for other in range(level):
                out[found + number, other] = pays[other]
            out[found + number, level] = rows.least[level] + place - rows.starts[level]
        number += 1
    return number


@compiled
def _floor(rules: Rules, pays: Array, level: int) -> int:
    """The least pay that the order allows."""
    return 0 if rules.any_order or level == 0 else pays[level - 1]


@compiled
def _reach(rows: Rows, rules: Rules, at: tuple[int, int], sums: Array, ends: Array) -> None:
    """The least and the most net and wins that the levels from here on can bring it to, where none
    of them pays less than a floor."""
    level, floor = at
    ends[0] = ends[1] = sums[0]
    ends[2] = ends[3] = sums[1]
    for later in range(level, len(rows.least)):
        first = rows.starts[later]
        if not rules.any_order:
            first += max(0, floor - rows.least[later])
        last = rows.starts[later + 1] - 1
        ends[0] += rows.net[first]
        ends[1] += rows.net[last]
        ends[2] += rows.wins[first]
        ends[3] += rows.wins[last]


@compiled
def search(rows: Rows, rules: Rules, limits: Limits, fixed: Array, out: Array) -> tuple[int, int]:
    """How many tables meet the limits, and in how many steps; -1 where those do not suffice.

    Tables are noted in ``out`` while there is room in it; where there is none at all, whole
    branches are counted at once.
    """
    depth = len(rows.least)
    pays, sums, ends = (
        np.zeros(depth, np.int64),
        np.zeros((depth, 3), np.int64),
        np.zeros(4, np.int64),
    )
    sums[0] = fixed
    found, steps, level = 0, 0, 0
    pays[0] = rows.least[0] - 1
    while level >= 0:
        steps += 1
        if steps > rules.most_steps:
            return -1, steps
        if level == depth - 1:
            found += _last_level(rows, rules, limits, (pays, sums, found), out)
            level -= 1
            continue
        pays[level] += 1
        if pays[level] > rows.most[level]:
            level -= 1
            continue
        place = rows.starts[level] + pays[level] - rows.least[level]
        sums[level + 1, 0] = sums[level, 0] + rows.net[place]
        sums[level + 1, 1] = sums[level, 1] + rows.wins[place]
        sums[level + 1, 2] = sums[level, 2] + rows.squares[place]
        _reach(rows, rules, (level + 1, pays[level]), sums[level + 1], ends)
        if ends[0] > limits.net[1] or ends[2] > limits.wins[1]:
            level -= 1  # more pay here only makes it more
            continue
        if ends[1] < limits.net[0] or ends[3] < limits.wins[0]:
            continue
        within = ends[0] >= limits.net[0] and ends[1] <= limits.net[1]
        within &= ends[2] >= limits.wins[0] and ends[3] <= limits.wins[1]
        if within and not rules.by_deviation and len(out) == 0:
            found += rows.ways[place]
            continue
        level += 1
        if level < depth - 1:
            pays[level] = max(rows.least[level], _floor(rules, pays, level)) - 1
    return found, steps


def pack(rows: Any, dtype: Any = np.int64) -> Array:
    """Lists one after the other."""
    return np.array([number for row in rows for number in row], dtype)
