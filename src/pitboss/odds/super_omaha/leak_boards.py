"""Super Omaha with board cards known: every board, and every four cards of it, with every hand.

With turn and river known the whole board is, and which of its cards were the Flop does not matter.
With the turn known the river is left, and which of four cards was the turn does not matter. So
boards are counted by pattern, four cards by suit class, and hands by class, as for the game.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cache, partial
from itertools import permutations
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, Whole
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES, boards
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import DEAD, Rules, Scratch, count_board
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES, Classes, Numbers, live_cards
from pitboss.odds.super_omaha.kernels.deals import Nets, Pattern, deal, patterns
from pitboss.odds.super_omaha.kernels.flops import _card, fill_capacity

BOARD_DEALERS = comb(43, 4)
RIVERS = 44
PATTERNS_A_PART, FOURS_A_PART = 100, 16
FLUSH = 3
"""Cards of a suit that a board needs for a flush."""


class Four(NamedTuple):
    """Four cards of a board, and how many sets a change of suits makes alike."""

    cards: tuple[int, ...]
    ways: int


@compiled
def best_of(row: Array, nets: Array) -> Whole:
    """What the best of 3x, 1x and fold wins over a row of showdowns, in parts of the unit."""
    unit, wins, paid = nets[0], 0, 0
    for column in range(TIES + 1, LOSSES):
        wins += row[column]
        paid += row[column] * nets[column]
    lead = unit * (wins - row[LOSSES])
    once = lead + paid - unit * row[LOSSES]
    return max(once + 2 * max(lead, 0), -unit * (wins + row[TIES] + row[LOSSES]))


@compiled
def add_best(row: Array, ways: int, nets: Array, totals: Array) -> None:
    """Add so many states like this: the best by each Ante table, then the row itself."""
    for table in range(len(nets)):
        totals[table] += ways * best_of(row, nets[table])
    for column in range(STATES):
        totals[len(nets) + column] += ways * row[column]


@compiled
def _count_whole(
    rules: Rules, classes: Classes, board: tuple[Array, int], work: Scratch, nets: Array
) -> Array:
    """All hands on a whole board."""
    totals = np.zeros(len(nets) + STATES, np.int64)
    row = np.zeros(STATES, np.int64)
    count_board(rules, classes, board[0], board[1], work)
    for c in range(len(classes.others)):
        if work.level_of[c] != DEAD:
            column = rules.tables.categories[work.level_orders[work.level_of[c]]]
            row[:] = 0
            row[column], row[TIES] = work.wins[c], work.ties[c]
            row[LOSSES] = BOARD_DEALERS - work.wins[c] - work.ties[c]
            add_best(row, work.weights[classes.others[c]], nets, totals)
    return totals


def count_turn_river(nets: Nets, kept: Path, pool: Executor | None = None) -> Totals:
    """Over all boards and hands: what best play wins by each Ante table, then all showdowns."""
    every = list(patterns(5, FLUSH))
    parts = [every[n : n + PATTERNS_A_PART] for n in range(0, len(every), PATTERNS_A_PART)]
    return sum_parts(parts, partial(count_patterns, nets=nets), kept, pool)


def count_patterns(some: Sequence[Pattern], nets: Nets) -> Totals:
    rules, plain, suited = boards.rules(), by_class.plain_classes(), by_class.suited_classes()
    work, pays = boards.new_scratch(len(suited.parts)), np.array(nets, np.int64)
    totals = [0] * (len(nets) + STATES)
    for pattern in some:
        board = deal(pattern, 0)
        fill_capacity(live_cards(board), 0 if pattern.suited else -1, work.capacity)
        bits = sum(1 << rank for rank in pattern.suited)
        classes = suited if pattern.suited else plain
        found = _count_whole(rules, classes, (np.array(board, np.uint8), bits), work, pays)
        totals = [
            total + pattern.ways * one for total, one in zip(totals, found.tolist(), strict=True)
        ]
    return totals


class River(NamedTuple):
    """Four cards of a board, which cards may still come, and what the count works with; ``wins``,
    ``ties`` and ``columns`` keep each rank's counts as if no flush could be made."""

    four: Array
    live: Array
    board: Array
    wins: Array
    ties: Array
    columns: Array
    work: Scratch


@compiled
def _count_rivers(rules: Rules, classes: Classes, river: River, suit: int, totals: Array) -> None:
    """Each river by type, as if no flush could be made, where the suit is -1; else those that make
    a flush of the suit possible, less their count by ranks alone."""
    work, capacity = river.work, river.work.capacity
    fill_capacity(river.live, suit, capacity)
    suited = 0
    for card in river.four:
        if card & 3 == suit:
            suited |= 1 << (card >> 2)
    on_four = 0
    for card in river.four:
        on_four += card & 3 == suit
    for kind in range(TYPES):
        if capacity[kind] == 0 or (suit >= 0 and on_four + (kind >= RANKS) < FLUSH):
            continue
        capacity[kind] -= 1
        river.board[4] = _card(kind, suit)
        flush = suited | 1 << (kind - RANKS) if kind >= RANKS else suited
        count_board(rules, classes, river.board, flush, work)
        for c in range(len(classes.others)):
            if work.level_of[c] != DEAD:
                held = rules.shapes.counts[classes.others[c], kind] if kind < RANKS else 0
                _add_river(
                    rules, river, (c, suit, classes.ranks[c]), capacity[kind] + 1 - held, totals
                )
        capacity[kind] += 1


@compiled
def _add_river(
    rules: Rules, river: River, hand: tuple[int, int, int], times: int, totals: Array
) -> None:
    """Add one class on a river that comes in so many ways, and keep its count by ranks alone, or
    take that off again."""
    c, suit, by_ranks = hand
    work, rank = river.work, river.board[4] >> 2
    column = rules.tables.categories[work.level_orders[work.level_of[c]]]
    totals[c, column] += times * work.wins[c]
    totals[c, TIES] += times * work.ties[c]
    if suit < 0:
        river.wins[rank, c], river.ties[rank, c] = work.wins[c], work.ties[c]
        river.columns[rank, c] = column
    else:
        totals[c, river.columns[rank, by_ranks]] -= times * river.wins[rank, by_ranks]
        totals[c, TIES] -= times * river.ties[rank, by_ranks]


@compiled
def _add_classes(
    classes: Classes, weights: Array, plain: Array, suited: Array, nets: Array
) -> Array:
    """All hands where one suit at most can make a flush, class by class."""
    totals = np.zeros(len(nets) + STATES, np.int64)
    row = np.zeros(STATES, np.int64)
    for c in range(len(weights)):
        if weights[c] > 0:
            row[LOSSES] = RIVERS * BOARD_DEALERS
            for column in range(LOSSES):
                row[column] = plain[classes.ranks[c], column] + suited[c, column]
                row[LOSSES] -= row[column]
            add_best(row, weights[c], nets, totals)
    return totals


@compiled
def _add_hands(places: Array, numbers: Numbers, plain: Array, by_suit: Array, nets: Array) -> Array:
    """All hands where two suits can make a flush, hand by hand."""
    totals = np.zeros(len(nets) + STATES, np.int64)
    row = np.zeros(STATES, np.int64)
    for n in places:
        row[LOSSES] = RIVERS * BOARD_DEALERS
        for column in range(LOSSES):
            row[column] = plain[numbers.plain[n], column]
            for suit in range(4):
                row[column] += by_suit[suit, numbers.suited[suit, n], column]
            row[LOSSES] -= row[column]
        add_best(row, 1, nets, totals)
    return totals


def count_turn(nets: Nets, kept: Path, pool: Executor | None = None) -> Totals:
    """Over all four cards of a board and all hands: what best play wins, then all showdowns."""
    every = all_fours()
    parts = [every[n : n + FOURS_A_PART] for n in range(0, len(every), FOURS_A_PART)]
    return sum_parts(parts, partial(count_fours, nets=nets), kept, pool)


@cache
def all_fours() -> list[Four]:
    """Four cards of each suit class: those whose suits stand in falling order, as rank bits."""
    hands = by_class.all_hands().astype(np.int64)
    bits = [np.where(hands & 3 == suit, 1 << (hands >> 2), 0).sum(axis=1) for suit in range(4)]
    suits = np.stack(bits, axis=1)
    first = (np.diff(suits, axis=1) <= 0).all(axis=1)
    alike = [len(set(permutations(row))) for row in suits[first].tolist()]
    return [
        Four(tuple(four), ways) for four, ways in zip(hands[first].tolist(), alike, strict=True)
    ]


def count_fours(some: Sequence[Four], nets: Nets) -> Totals:
    totals = [0] * (len(nets) + STATES)
    for cards, ways in some:
        found = count_four(cards, np.array(nets, np.int64)).tolist()
        totals = [total + ways * one for total, one in zip(totals, found, strict=True)]
    return totals


class Rows(NamedTuple):
    """Showdowns over all rivers, by plain class, and for the suits that may make a flush by class
    against them what puts the plain ones right."""

    near: list[int]
    by_ranks: Array
    by_suit: Array


def count_rivers(cards: tuple[int, ...]) -> Rows:
    """All hands with these four cards on the board and the river to come."""
    rules, plain, suited = boards.rules(), by_class.plain_classes(), by_class.suited_classes()
    kept = (RANKS, len(plain.parts))
    river = River(
        np.array(cards, np.uint8),
        live_cards(cards),
        np.array([*cards, 0], np.uint8),
        np.zeros(kept, np.int32),
        np.zeros(kept, np.int32),
        np.zeros(kept, np.uint8),
        boards.new_scratch(len(suited.parts)),
    )
    suits = [card & 3 for card in cards]
    rows = Rows(
        sorted(suit for suit in set(suits) if suits.count(suit) >= FLUSH - 1),
        np.zeros((len(plain.parts), STATES), np.int32),
        np.zeros((4, len(suited.parts), STATES), np.int32),
    )
    _count_rivers(rules, plain, river, -1, rows.by_ranks)
    for suit in rows.near:
        _count_rivers(rules, suited, river, suit, rows.by_suit[suit])
    return rows


def count_four(cards: tuple[int, ...], nets: Array) -> Array:
    """What best play wins with these four cards on the board, and all showdowns."""
    near, by_ranks, by_suit = count_rivers(cards)
    live = live_cards(cards)
    if len(near) > 1:
        places = by_class.hands_left(live)
        return _add_hands(places, by_class.class_numbers(), by_ranks, by_suit, nets)
    suit = near[0] if near else 0
    classes = by_class.suited_classes()
    return _add_classes(classes, hand_weights(live, suit), by_ranks, by_suit[suit], nets)


def hand_weights(live: Array, suit: int) -> Array:
    """How many hands of each class against a suit can still be dealt."""
    rules, classes = boards.rules(), by_class.suited_classes()
    work = boards.new_scratch(len(classes.parts))
    fill_capacity(live, suit, work.capacity)
    boards._weigh(rules.shapes, work)
    weights: Array = work.weights[classes.others] * work.alive[classes.suited]
    return weights.astype(np.int64)
