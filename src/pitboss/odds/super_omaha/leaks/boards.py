"""Super Omaha with the whole board known: every board with every hand.

Which of its cards were the Flop does not matter, so boards are counted by pattern and hands by
class, as for the game. What a person can go by is the kind of the board and his hand on it:
showdowns are summed by these two, so that every such rule is priced exactly, at any Ante table.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES, boards
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import DEAD, Rules, Scratch, count_board
from pitboss.odds.super_omaha.kernels.classes import Classes, live_cards
from pitboss.odds.super_omaha.kernels.deals import Nets, Pattern, deal, patterns
from pitboss.odds.super_omaha.kernels.features import _fits
from pitboss.odds.super_omaha.kernels.flops import fill_capacity
from pitboss.odds.super_omaha.leaks.choices import values_of

BOARD_DEALERS = comb(43, 4)
PATTERNS_A_PART = 100
FLUSH = 3
"""Cards of a suit that a board needs for a flush."""

KINDS, CATEGORIES = 8, 11
"""Kinds of boards; categories of hands from high card on, after none."""


def kind_of(board: Sequence[int]) -> int:
    """One for a pair, two for three of a suit, four for three ranks of a straight."""
    ranks, suits = [card >> 2 for card in board], [card & 3 for card in board]
    straight = any(_fits(three) for three in combinations(sorted(set(ranks)), 3))
    flush = max(map(suits.count, suits)) >= FLUSH
    return (len(set(ranks)) < len(ranks)) + 2 * flush + 4 * straight


def add_board(totals: Totals, found: tuple[Array, Array], kind: int, ways: int) -> None:
    """Add so many boards of a kind: what best play wins by each Ante table; then, by kind and hand,
    the showdowns."""
    best, showdowns = found
    for n, number in enumerate(best.tolist()):
        totals[n] += ways * number
    for n, number in enumerate(showdowns.ravel().tolist(), len(best) + kind * showdowns.size):
        totals[n] += ways * number


@compiled
def add_best(row: Array, ways: int, nets: Array, best: Array, showdowns: Array) -> None:
    """Add so many states like this: the best by each Ante table, and the row itself."""
    for table in range(len(nets)):
        best[table] += ways * max(values_of(row, nets[table]))
    for column in range(STATES):
        showdowns[column] += ways * row[column]


@compiled
def _count_whole(
    rules: Rules, classes: Classes, board: tuple[Array, int], work: Scratch, nets: Array
) -> tuple[Array, Array]:
    """All hands on a whole board: what best play wins, and showdowns by category."""
    best, showdowns = np.zeros(len(nets), np.int64), np.zeros((CATEGORIES, STATES), np.int64)
    row = np.zeros(STATES, np.int64)
    count_board(rules, classes, board[0], board[1], work)
    for c in range(len(classes.others)):
        if work.level_of[c] != DEAD:
            column = rules.tables.categories[work.level_orders[work.level_of[c]]]
            row[:] = 0
            row[column], row[TIES] = work.wins[c], work.ties[c]
            row[LOSSES] = BOARD_DEALERS - work.wins[c] - work.ties[c]
            add_best(row, work.weights[classes.others[c]], nets, best, showdowns[column])
    return best, showdowns


def count_turn_river(nets: Nets, kept: Path, pool: Executor | None = None) -> Totals:
    """Over all boards and hands: what best play wins by each Ante table, then all showdowns, by the
    board's kind and the hand's category."""
    every = list(patterns(5, FLUSH))
    parts = [every[n : n + PATTERNS_A_PART] for n in range(0, len(every), PATTERNS_A_PART)]
    return sum_parts(parts, partial(count_patterns, nets=nets), kept, pool)


def count_patterns(some: Sequence[Pattern], nets: Nets) -> Totals:
    rules, plain, suited = boards.rules(), by_class.plain_classes(), by_class.suited_classes()
    work, pays = boards.new_scratch(len(suited.parts)), np.array(nets, np.int64)
    totals = [0] * (len(nets) + KINDS * CATEGORIES * STATES)
    for pattern in some:
        board = deal(pattern, 0)
        fill_capacity(live_cards(board), 0 if pattern.suited else -1, work.capacity)
        bits = sum(1 << rank for rank in pattern.suited)
        classes = suited if pattern.suited else plain
        found = _count_whole(rules, classes, (np.array(board, np.uint8), bits), work, pays)
        add_board(totals, found, kind_of(board), pattern.ways)
    return totals
