"""How Super Omaha's hands stand to the dealer's that hold a known card, for all such cards at once.

How many dealer's hands hold the known card and none of the player's four follows by inclusion and
exclusion from how many hold it with none, one, two or three of them. A known card is known by its
type, as all are, so that each number is a row of lanes: one for each type, the cards that are not
of the flush suit first. A lane that stands for no card, since the hand has all of its type, is not
looked at.
"""

from collections.abc import Sequence
from functools import cache
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Whole
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import (
    SCALE,
    Rules,
    Scratch,
    _fill_scale,
    _sort,
    weigh_board,
)
from pitboss.odds.super_omaha.kernels.classes import PARTS, RANKS, TYPES, Classes
from pitboss.odds.super_omaha.leaks.vectors import LANES, add_avoiding

HALF = 16
"""Lanes of the thirteen ranks, filled up; twice that for both kinds of types."""

NOTHING = PARTS
"""The row of sums for no card, after those of the parts."""

NOWHERE = (PARTS + 1) * LANES
"""A place that nothing is read from."""


class Lanes(NamedTuple):
    """``places``: where a class adds to the sums: its cards one by one, then each pair in two ways,
    each three in three, and the hand in four. ``times``: how often it has each part, at the first
    of those alike, else 0. ``sums``: the dealer's hands so far that hold nothing, a card, a pair or
    three, and the known card; flat, too. ``below`` and ``upto``: by class what ranks below it, and
    what does not rank above it."""

    places: Array
    times: Array
    sums: Array
    flat: Array
    below: Array
    upto: Array


def lane(kind: int) -> int:
    """The lane of a type."""
    return kind if kind < RANKS else kind - RANKS + HALF


class Places(NamedTuple):
    """Where each class adds to the sums, and how often it has each part."""

    places: Array
    times: Array


@cache
def plain_places() -> Places:
    return _places(by_class.plain_classes())


@cache
def suited_places() -> Places:
    return _places(by_class.suited_classes())


def _places(classes: Classes) -> Places:
    """4 places, then 6 times 2, then 4 times 3, then 4; a place that would come twice for one part
    comes once."""
    singles = [(kind,) for kind in range(TYPES)]
    pairs = [(low, high) for high in range(TYPES) for low in range(high + 1)]
    threes = [(a, b, c) for c in range(TYPES) for b in range(c + 1) for a in range(b + 1)]
    known = [*singles, *pairs, *threes]
    row_of = {part: number for number, part in enumerate(known)} | {(): NOTHING}

    @cache
    def split(part: tuple[int, ...]) -> list[int]:
        found = {(part[:n] + part[n + 1 :], part[n]) for n in range(len(part))}
        places = [row_of[rest] * LANES + lane(kind) for rest, kind in sorted(found)]
        return places + [NOWHERE] * (len(part) - len(places))

    rows, times = [], []
    for parts in classes.parts.tolist():
        hand = tuple(sorted(known[part][0] for part in parts[:4]))
        rows.append([place for part in parts for place in split(known[part])] + split(hand))
        times.append(
            [
                _times(known[part], hand) if part not in parts[:n] else 0
                for n, part in enumerate(parts)
            ]
        )
    return Places(np.array(rows, np.int32), np.array(times, np.uint32))


def _times(part: Sequence[int], hand: Sequence[int]) -> int:
    """In how many ways a part's types can be taken from a hand's."""
    return prod(comb(hand.count(kind), part.count(kind)) for kind in set(part))


@compiled
def _insert(parts: Array, c: int, ways: Whole, scale: Array, lanes: Lanes) -> None:
    """Put the hands of a class among the dealer's: so many hold each part as any definite cards."""
    out, places, times = lanes.flat, lanes.places[c], lanes.times[c]
    for k in range(4):
        out[places[k]] += ways * times[k] * scale[parts[k]] // np.uint64(SCALE)
    for k in range(4, 10):
        add = ways * times[k] * scale[parts[k]] // np.uint64(SCALE)
        out[places[2 * k - 4]] += add
        out[places[2 * k - 3]] += add
    for k in range(10, 14):
        add = ways * times[k] * scale[parts[k]] // np.uint64(SCALE)
        out[places[3 * k - 14]] += add
        out[places[3 * k - 13]] += add
        out[places[3 * k - 12]] += add
    for k in range(28, 32):
        out[places[k]] += 1


@compiled
def sweep(
    rules: Rules, classes: Classes, on: tuple[Array, int], lanes: Lanes, work: Scratch
) -> None:
    """One board and its flush suit, level by level: what is below, then the level's own hands in,
    then what is not above."""
    board, suit = on
    parts, sums, suited = classes.parts, lanes.sums, 0
    for card in board:
        if card & 3 == suit:
            suited |= 1 << (card >> 2)
    levels = weigh_board(rules, board, suited, work)
    _fill_scale(work.capacity, work.scale)
    _sort(classes, levels, work)
    sums[:] = 0
    for level in range(levels):
        members = work.order[work.starts[level] : work.starts[level + 1]]
        for c in members:
            add_avoiding(sums, NOTHING, parts[c], lanes.below[c])
        for c in members:
            _insert(parts[c], c, work.weights[classes.others[c]], work.scale, lanes)
        for c in members:
            add_avoiding(sums, NOTHING, parts[c], lanes.upto[c])


def new_lanes(places: Places) -> Lanes:
    sums = np.zeros((PARTS + 2, LANES), np.uint16)
    below, upto = (np.zeros((len(places.places), LANES), np.uint16) for _ in range(2))
    return Lanes(*places, sums, sums.ravel(), below, upto)
