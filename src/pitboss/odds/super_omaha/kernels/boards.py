"""One board counted: for each hand class, how many dealer hands it beats and how many it ties.

Hands are taken from the worst up, level by level. Of the dealer hands so far, those that avoid
the player's four cards follow by inclusion and exclusion from how many hold each one, two or
three of them. These counts are kept by the types of the cards, for any definite cards of those
types, times 1,728, so that all divisions come out even.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels.classes import (
    FIRST_OF_SIZE,
    NO_RUN,
    PARTS,
    PARTS_OF_THREE,
    PARTS_OF_TWO,
    RANKS,
    SETS,
    SIZES,
    TYPES,
    Classes,
    Shapes,
    shapes,
)
from pitboss.odds.super_omaha.kernels.ranks import best_flush, read_board

SCALE = 1728
"""Twelve to the third: three types of at most four cards each divide it."""

PAIRS = RANKS * (RANKS + 1) // 2
SUITED_PAIRS = RANKS * (RANKS - 1) // 2
LEVELS = PAIRS + SUITED_PAIRS + 1
DEAD = 255
"""In place of a level: the class needs a card that the board has."""


class Rules(NamedTuple):
    """All that does not depend on the cards dealt."""

    tables: Tables
    shapes: Shapes


@cache
def rules() -> Rules:
    return Rules(tables(), shapes())


class Scratch(NamedTuple):
    """What one board's count works with; ``capacity`` is set from outside.

    ``capacity``: cards of each type that the board leaves. ``scale``: 1,728 over the number of
    card choices for each part. ``sums``: for each part, 1,728 times the dealer hands so far that
    hold it. ``weights``: hands of each multiset of other ranks. ``alive``: sets of suited ranks
    that the board leaves. ``level_of``: a class's level, or ``DEAD``; ``level_orders``: the rank's
    order at each level. ``order``: classes from the worst up, each level from ``starts``.
    ``wins`` and ``ties``: the result, by class.
    """

    capacity: Array
    scale: Array
    sums: Array
    weights: Array
    alive: Array
    pair_orders: Array
    pair_levels: Array
    rank_levels: Array
    set_levels: Array
    level_orders: Array
    order: Array
    level_of: Array
    starts: Array
    wins: Array
    ties: Array


def new_scratch(classes: int) -> Scratch:
    return Scratch(
        capacity=np.zeros(TYPES, np.int32),
        scale=np.zeros(PARTS, np.uint32),
        sums=np.zeros(PARTS, np.uint32),
        weights=np.zeros(FIRST_OF_SIZE[5], np.uint32),
        alive=np.zeros(SETS, np.bool_),
        pair_orders=np.zeros(LEVELS, np.uint16),
        pair_levels=np.zeros(LEVELS, np.uint8),
        rank_levels=np.zeros(SIZES[4], np.uint8),
        set_levels=np.zeros(SETS, np.uint8),
        level_orders=np.zeros(LEVELS, np.uint16),
        order=np.zeros(classes, np.uint16),
        level_of=np.zeros(classes, np.uint8),
        starts=np.zeros(LEVELS + 2, np.int64),
        wins=np.zeros(classes, np.int32),
        ties=np.zeros(classes, np.int32),
    )


@compiled
def count_board(rules: Rules, classes: Classes, board: Array, suited: int, work: Scratch) -> None:
    """Wins and ties of every class; ``suited`` has the board's flush suit as rank bits."""
    levels = weigh_board(rules, board, suited, work)
    _fill_scale(work.capacity, work.scale)
    _sort(classes, levels, work)
    _sweep(classes, levels, work)


@compiled
def weigh_board(rules: Rules, board: Array, suited: int, work: Scratch) -> int:
    """Levels and weights of all that a hand class is made of; the result is the levels' number."""
    levels = _find_levels(rules.tables, board, suited, work)
    _best_levels(rules.shapes.pairs, work.pair_levels, work.rank_levels)
    _best_levels(rules.shapes.suited_pairs, work.pair_levels[PAIRS:], work.set_levels)
    _weigh(rules.shapes, work)
    return levels


@compiled
def _find_levels(tables: Tables, board: Array, suited: int, work: Scratch) -> int:
    """Rank each pair of hole ranks, and each pair of suited ones; number the different ranks."""
    orders, capacity = work.pair_orders, work.capacity
    triples = read_board(tables.keys, board, np.empty(10, np.uint32)).triples
    n = 0
    for high in range(RANKS):
        for low in range(high + 1):
            orders[n] = 0
            left = capacity[high] + capacity[RANKS + high] - (low == high)
            if left > 0 and capacity[low] + capacity[RANKS + low] > 0:
                key = tables.keys[4 * low] + tables.keys[4 * high]
                for triple in triples:
                    orders[n] = max(orders[n], tables.plain[key + triple])
            n += 1
    for high in range(RANKS):
        for low in range(high):
            pair = 1 << low | 1 << high
            orders[n] = 0 if suited & pair else best_flush(tables, suited, pair)
            n += 1
    orders[n] = 0
    ordered = np.sort(orders)
    levels = 0
    for order in ordered:
        if levels == 0 or order != work.level_orders[levels - 1]:
            work.level_orders[levels] = order
            levels += 1
    for pair in range(LEVELS):
        work.pair_levels[pair] = np.searchsorted(work.level_orders[:levels], orders[pair])
    return levels


@compiled
def _best_levels(pairs: Array, pair_levels: Array, levels: Array) -> None:
    """The level of all that is made of six pairs: the best of them."""
    for number in range(len(pairs)):
        best = np.uint8(0)
        for pair in pairs[number]:
            best = max(best, pair_levels[pair])
        levels[number] = best


@compiled
def _weigh(shapes: Shapes, work: Scratch) -> None:
    """How many ways the cards left make each multiset of others; which suited sets are left."""
    choose = np.zeros(NO_RUN + 1, np.uint32)
    choose[NO_RUN] = 1
    for rank in range(RANKS):
        ways = np.uint32(1)
        for count in range(5):
            choose[5 * rank + count] = ways
            ways = ways * (work.capacity[rank] - count) // (count + 1)
    for number in range(len(shapes.runs)):
        ways = np.uint32(1)
        for place in range(4):
            ways *= choose[shapes.runs[number, place]]
        work.weights[number] = ways
    left = 0
    for rank in range(RANKS):
        left |= work.capacity[RANKS + rank] << rank
    for number in range(len(shapes.suited_ranks)):
        work.alive[number] = shapes.suited_ranks[number] & ~left == 0


@compiled
def _fill_scale(capacity: Array, scale: Array) -> None:
    """1,728 over the number of ways to choose cards of each part; 0 where there is none."""
    one = np.zeros(TYPES, np.uint32)
    two = np.zeros(TYPES, np.uint32)
    three = np.zeros(TYPES, np.uint32)
    for t in range(TYPES):
        m = capacity[t]
        one[t] = 12 // m if m > 0 else 0
        two[t] = 12 // (m * (m - 1) // 2) if m > 1 else 0
        three[t] = 12 // (m * (m - 1) * (m - 2) // 6) if m > 2 else 0
    n, pair = PARTS_OF_THREE, PARTS_OF_TWO
    for c in range(TYPES):
        scale[c] = 144 * one[c]
        for b in range(c + 1):
            both = 12 * two[c] if b == c else one[b] * one[c]
            scale[pair] = 12 * both
            pair += 1
            for a in range(b + 1):
                if a < b:
                    scale[n] = one[a] * both
                elif b < c:
                    scale[n] = 12 * two[b] * one[c]
                else:
                    scale[n] = 144 * three[c]
                n += 1


@compiled
def _sort(classes: Classes, levels: int, work: Scratch) -> None:
    """Order the classes that the board leaves by level."""
    starts = work.starts
    starts[: levels + 1] = 0
    for c in range(len(classes.others)):
        if work.alive[classes.suited[c]] and work.weights[classes.others[c]] > 0:
            level = max(work.rank_levels[classes.ranks[c]], work.set_levels[classes.suited[c]])
            work.level_of[c] = level
            starts[level + 1] += 1
        else:
            work.level_of[c] = DEAD
    for level in range(levels):
        starts[level + 1] += starts[level]
    for c in range(len(classes.others)):
        level = work.level_of[c]
        if level != DEAD:
            work.order[starts[level]] = c
            starts[level] += 1
    for level in range(levels, 0, -1):
        starts[level] = starts[level - 1]
    starts[0] = 0


@compiled
def _sweep(classes: Classes, levels: int, work: Scratch) -> None:
    """Level by level: what is below, then the level's own hands in, then what is not above."""
    parts, sums, scale = classes.parts, work.sums, work.scale
    sums[:] = 0
    total = np.uint32(0)
    for level in range(levels):
        members = work.order[work.starts[level] : work.starts[level + 1]]
        for c in members:
            work.wins[c] = _avoiding(parts[c], sums, total) // np.uint32(SCALE)
        for c in members:
            ways = work.weights[classes.others[c]]
            total += ways * np.uint32(SCALE)
            for part in parts[c]:
                sums[part] += ways * scale[part]
        for c in members:
            upto = _avoiding(parts[c], sums, total + np.uint32(SCALE)) // np.uint32(SCALE)
            work.ties[c] = upto - work.wins[c]


@compiled
def _avoiding(parts: Array, sums: Array, total: Whole) -> Whole:
    """1,728 times the dealer hands so far with none of four cards.

    Where the hand of just those four cards is among them, its one belongs in the total. On the
    way the count may pass below zero; unsigned, it wraps around and comes back.
    """
    count = total
    for n in range(4):
        count -= sums[parts[n]]
    for n in range(4, 10):
        count += sums[parts[n]]
    for n in range(10, 14):
        count -= sums[parts[n]]
    return count
