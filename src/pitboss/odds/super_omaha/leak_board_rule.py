"""What a person can go by who knows the whole board in Super Omaha: its kind, and his category.

The kind of a board is whether it has a pair, three cards of a suit, and three ranks of a straight.
For each kind and category all showdowns are counted, so that every rule by these two is priced
exactly, at any Ante table.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import combinations
from pathlib import Path

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels import boards
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import DEAD, Rules, Scratch, count_board
from pitboss.odds.super_omaha.kernels.classes import Classes, live_cards
from pitboss.odds.super_omaha.kernels.deals import Pattern, deal, patterns
from pitboss.odds.super_omaha.kernels.features import _fits
from pitboss.odds.super_omaha.kernels.flops import fill_capacity
from pitboss.odds.super_omaha.leak_boards import BOARD_DEALERS, FLUSH, PATTERNS_A_PART

KINDS, CATEGORIES, ENDS = 8, 11, 3
"""Kinds of boards; categories from high card on, after none; wins, ties and losses."""


def kind_of(pattern: Pattern) -> int:
    """One for a pair, two for three of a suit, four for three ranks of a straight."""
    ranks = (*pattern.suited, *pattern.others)
    straight = any(_fits(three) for three in combinations(sorted(set(ranks)), 3))
    return (len(set(ranks)) < len(ranks)) + 2 * bool(pattern.suited) + 4 * straight


@compiled
def _count_ends(
    rules: Rules, classes: Classes, board: tuple[Array, int], work: Scratch, ends: Array
) -> None:
    """Wins, ties and losses of all hands on a board, by category."""
    count_board(rules, classes, board[0], board[1], work)
    for c in range(len(classes.others)):
        if work.level_of[c] != DEAD:
            one = ends[rules.tables.categories[work.level_orders[work.level_of[c]]]]
            ways = np.int64(work.weights[classes.others[c]])
            one[0] += ways * work.wins[c]
            one[1] += ways * work.ties[c]
            one[2] += ways * (BOARD_DEALERS - work.wins[c] - work.ties[c])


def count_patterns(some: Sequence[Pattern]) -> Totals:
    """By kind and category, over some boards."""
    rules, plain, suited = boards.rules(), by_class.plain_classes(), by_class.suited_classes()
    work, totals = boards.new_scratch(len(suited.parts)), [0] * (KINDS * CATEGORIES * ENDS)
    for pattern in some:
        board, ends = deal(pattern, 0), np.zeros((CATEGORIES, ENDS), np.int64)
        fill_capacity(live_cards(board), 0 if pattern.suited else -1, work.capacity)
        on = (np.array(board, np.uint8), sum(1 << rank for rank in pattern.suited))
        _count_ends(rules, suited if pattern.suited else plain, on, work, ends)
        first = kind_of(pattern) * CATEGORIES * ENDS
        for n, number in enumerate(ends.ravel().tolist(), first):
            totals[n] += pattern.ways * number
    return totals


def count_rule(kept: Path, pool: Executor | None = None) -> Totals:
    """The same over all boards."""
    every = list(patterns(5, FLUSH))
    parts = [every[n : n + PATTERNS_A_PART] for n in range(0, len(every), PATTERNS_A_PART)]
    return sum_parts(parts, count_patterns, kept, pool)
