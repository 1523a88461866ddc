"""How Super Omaha's hands stand to the dealer's that hold a known card, for all such cards at once.

How many dealer's hands hold the known card and none of the player's four follows by inclusion and
exclusion from how many hold it with none, one, two or three of them. A known card is known by its
type, as all are, so that each number is a row of lanes: one for each type, the cards that are not
of the flush suit first.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import (
    Rules,
    Scratch,
    _fill_scale,
    _sort,
    weigh_board,
)
from pitboss.odds.super_omaha.kernels.classes import (
    PARTS,
    PARTS_OF_THREE,
    RANKS,
    TYPES,
    Classes,
)

HALF, LANES = 16, 32
"""Lanes of the thirteen ranks, filled up; twice that for both kinds of types."""

SHIFT, INVERSE = 6, pow(27, -1, 1 << 32)
"""What divides by 1,728 where it comes out even: 64 by shifting, 27 by its inverse."""

NOWHERE = (PARTS_OF_THREE + 1) * LANES
"""A place that nothing is read from."""


class Lanes(NamedTuple):
    """``places``: where a class adds to ``sums``: its cards one by one, then each pair in two ways
    and each three in three. ``sums``: 1,728 times the dealer's hands so far that hold nothing, a
    card, or a pair, and the known card; ``fours``: whether the hand of three cards and the known
    one is among them (both flat too). ``below`` and ``upto``: by class what ranks below it, and
    what does not rank above it."""

    places: Array
    sums: Array
    sums_flat: Array
    fours: Array
    fours_flat: Array
    below: Array
    upto: Array
    work: Array


def lane(kind: int) -> int:
    """The lane of a type."""
    return kind if kind < RANKS else kind - RANKS + HALF


@cache
def plain_places() -> Array:
    return _places(by_class.plain_classes())


@cache
def suited_places() -> Array:
    return _places(by_class.suited_classes())


def _places(classes: Classes) -> Array:
    """Where each class adds to the sums: 4 places, then 6 times 2, then 4 times 3; a place that
    would come twice for one part comes once. The last 4 are those of the hand itself."""
    singles = [(kind,) for kind in range(TYPES)]
    pairs = [(low, high) for high in range(TYPES) for low in range(high + 1)]
    threes = [(a, b, c) for c in range(TYPES) for b in range(c + 1) for a in range(b + 1)]
    known = [*singles, *pairs, *threes]
    row_of = {part: number + 1 for number, part in enumerate(known)} | {(): 0}
    splits = []
    for part in known:
        found = {(part[:n] + part[n + 1 :], part[n]) for n in range(len(part))}
        places = [row_of[rest] * LANES + lane(kind) for rest, kind in sorted(found)]
        splits.append(places + [NOWHERE] * (len(part) - len(places)))
    rows = []
    for parts in classes.parts.tolist():
        hand = sorted(known[part][0] for part in parts[:4])
        own = [
            (row_of[tuple(hand[:n] + hand[n + 1 :])] - PARTS_OF_THREE - 1) * LANES + lane(hand[n])
            for n in range(4)
        ]
        rows.append([place for part in parts for place in splits[part]] + own)
    return np.array(rows, np.int32)


@compiled
def _avoiding(parts: Array, lanes: Lanes, out: Array) -> None:
    """By lane the dealer's hands so far with the known card and none of a class's four."""
    sums, fours, work = lanes.sums, lanes.fours, lanes.work
    none = sums[0]
    a, b, c, d = sums[parts[0] + 1], sums[parts[1] + 1], sums[parts[2] + 1], sums[parts[3] + 1]
    for t in range(LANES):
        work[t] = none[t] - a[t] - b[t] - c[t] - d[t]
    a, b, c = sums[parts[4] + 1], sums[parts[5] + 1], sums[parts[6] + 1]
    d, e, f = sums[parts[7] + 1], sums[parts[8] + 1], sums[parts[9] + 1]
    for t in range(LANES):
        work[t] += a[t] + b[t] + c[t] + d[t] + e[t] + f[t]
    k = PARTS_OF_THREE
    p, q = fours[parts[10] - k], fours[parts[11] - k]
    r, s = fours[parts[12] - k], fours[parts[13] - k]
    for t in range(LANES):
        out[t] = (work[t] >> SHIFT) * INVERSE - p[t] - q[t] - r[t] - s[t]


@compiled
def _insert(parts: Array, places: Array, ways: int, scale: Array, lanes: Lanes) -> None:
    """Put the hands of a class among the dealer's."""
    sums, fours = lanes.sums_flat, lanes.fours_flat
    for k in range(4):
        sums[places[k]] += ways * scale[parts[k]]
    for k in range(6):
        add = ways * scale[parts[4 + k]]
        sums[places[4 + 2 * k]] += add
        sums[places[5 + 2 * k]] += add
    for k in range(4):
        add = ways * scale[parts[10 + k]]
        sums[places[16 + 3 * k]] += add
        sums[places[17 + 3 * k]] += add
        sums[places[18 + 3 * k]] += add
    for k in range(4):
        fours[places[28 + k]] = 1


@compiled
def sweep(
    rules: Rules, classes: Classes, on: tuple[Array, int], lanes: Lanes, work: Scratch
) -> None:
    """One board and its flush suit, level by level: what is below, then the level's own hands in,
    then what is not above."""
    board, suit = on
    parts, suited = classes.parts, 0
    for card in board:
        if card & 3 == suit:
            suited |= 1 << (card >> 2)
    levels = weigh_board(rules, board, suited, work)
    _fill_scale(work.capacity, work.scale)
    _sort(classes, levels, work)
    lanes.sums[:] = 0
    lanes.fours[:] = 0
    for level in range(levels):
        members = work.order[work.starts[level] : work.starts[level + 1]]
        for c in members:
            _avoiding(parts[c], lanes, lanes.below[c])
        for c in members:
            ways = work.weights[classes.others[c]]
            _insert(parts[c], lanes.places[c], ways, work.scale, lanes)
        for c in members:
            _avoiding(parts[c], lanes, lanes.upto[c])


def new_lanes(places: Array) -> Lanes:
    sums = np.zeros((PARTS_OF_THREE + 2, LANES), np.uint32)
    fours = np.zeros((PARTS - PARTS_OF_THREE, LANES), np.uint8)
    below, upto = (np.zeros((len(places), LANES), np.uint16) for _ in range(2))
    work = np.zeros(LANES, np.uint32)
    return Lanes(places, sums, sums.ravel(), fours, fours.ravel(), below, upto, work)
