"""Super Omaha with the turn known: every four cards of a board with every hand, the river to come.

Which of the four was the turn does not matter, so they are counted by suit class, and hands by
class, as for the game. What a person can go by is the kind of the four, his hand on them, and
whether he draws to more.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.cards.poker import STRAIGHT
from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, Tables
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES, boards
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import (
    DEAD,
    PAIRS,
    SUITED_PAIRS,
    Rules,
    Scratch,
    count_board,
)
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES, Classes, Numbers, live_cards
from pitboss.odds.super_omaha.kernels.deals import Nets
from pitboss.odds.super_omaha.kernels.flops import _card, fill_capacity
from pitboss.odds.super_omaha.kernels.ranks import best_flush
from pitboss.odds.super_omaha.leaks.boards import (
    BOARD_DEALERS,
    CATEGORIES,
    FLUSH,
    KINDS,
    add_best,
    add_board,
    kind_of,
)

RIVERS = 44
FOURS_A_PART = 16
SIGHTS = 2 * CATEGORIES
"""A hand by its category on the four cards; after these, the same with a draw: a flush on the river
where the board has two of a suit, or a straight by two ranks or more."""


class Four(NamedTuple):
    """Four cards of a board, and how many sets a change of suits makes alike."""

    cards: tuple[int, ...]
    ways: int


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


class Pairs(NamedTuple):
    """Two hole ranks on four board cards: the category that they make, and the ranks of a river
    that makes them a straight, as bits; then the category of two suited ranks, where they make a
    flush, and none."""

    made: Array
    straights: Array
    suited: Array


@compiled
def _read_pairs(tables: Tables, four: Array, suited: int) -> Pairs:
    made, straights = np.zeros(PAIRS, np.uint8), np.zeros(PAIRS, np.int64)
    flushes, keys = np.zeros(SUITED_PAIRS + 1, np.uint8), tables.keys
    n = 0
    for high in range(RANKS):
        for low in range(high + 1):
            pair = keys[4 * low] + keys[4 * high]
            for j in range(1, len(four)):
                for i in range(j):
                    two = pair + keys[four[i]] + keys[four[j]]
                    for third in four[:i]:
                        made[n] = max(made[n], tables.categories[tables.plain[two + keys[third]]])
                    for rank in range(RANKS):
                        category = tables.categories[tables.plain[two + keys[4 * rank]]]
                        straights[n] |= (category == STRAIGHT) << rank
            n += 1
    n = 0
    for high in range(RANKS):
        for low in range(high):
            pair = 1 << low | 1 << high
            if suited & pair == 0:
                flushes[n] = tables.categories[best_flush(tables, suited, pair)]
            n += 1
    return Pairs(made, straights, flushes)


@compiled
def _read_hands(rules: Rules, classes: Classes, pairs: Pairs, near: bool, sights: Array) -> None:
    """The sight of each class; ``near`` where the board has two of the suit."""
    for c in range(len(classes.others)):
        made, ranks = 0, 0
        for pair in rules.shapes.pairs[classes.ranks[c]]:
            made = max(made, pairs.made[pair])
            ranks |= pairs.straights[pair]
        bits = np.int64(rules.shapes.suited_ranks[classes.suited[c]])
        draw = near and bits & (bits - 1) != 0
        for pair in rules.shapes.suited_pairs[classes.suited[c]]:
            made = max(made, pairs.suited[pair])
        draw |= made < STRAIGHT and ranks & (ranks - 1) != 0
        sights[c] = made + draw * CATEGORIES


def sights_of(cards: Sequence[int], suit: int) -> Array:
    """The sight of each class against a suit, on four cards; by ranks alone where it is -1."""
    rules = boards.rules()
    classes = by_class.suited_classes() if suit >= 0 else by_class.plain_classes()
    suited = [card >> 2 for card in cards if card & 3 == suit]
    bits = sum(1 << rank for rank in suited) if len(suited) >= FLUSH else 0
    pairs = _read_pairs(rules.tables, np.array(cards, np.uint8), bits)
    sights = np.zeros(len(classes.others), np.int64)
    _read_hands(rules, classes, pairs, len(suited) == FLUSH - 1, sights)
    return sights


@compiled
def _add_classes(
    classes: Classes, hands: tuple[Array, Array], plain: Array, suited: Array, nets: Array
) -> tuple[Array, Array]:
    """All hands where one suit at most can make a flush, class by class."""
    best, showdowns = np.zeros(len(nets), np.int64), np.zeros((SIGHTS, STATES), np.int64)
    row = np.zeros(STATES, np.int64)
    weights, sights = hands
    for c in range(len(weights)):
        if weights[c] > 0:
            row[LOSSES] = RIVERS * BOARD_DEALERS
            for column in range(LOSSES):
                row[column] = plain[classes.ranks[c], column] + suited[c, column]
                row[LOSSES] -= row[column]
            add_best(row, weights[c], nets, best, showdowns[sights[c]])
    return best, showdowns


@compiled
def _add_hands(
    hands: tuple[Array, Array], numbers: Numbers, plain: Array, by_suit: Array, nets: Array
) -> tuple[Array, Array]:
    """All hands where two suits can make a flush, hand by hand; the sight is the best by suit."""
    best, showdowns = np.zeros(len(nets), np.int64), np.zeros((SIGHTS, STATES), np.int64)
    row = np.zeros(STATES, np.int64)
    places, sights = hands
    for n in places:
        sight = 0
        row[LOSSES] = RIVERS * BOARD_DEALERS
        for column in range(LOSSES):
            row[column] = plain[numbers.plain[n], column]
            for suit in range(4):
                row[column] += by_suit[suit, numbers.suited[suit, n], column]
            row[LOSSES] -= row[column]
        for suit in range(4):
            sight = max(sight, sights[suit, numbers.suited[suit, n]])
        add_best(row, 1, nets, best, showdowns[sight])
    return best, showdowns


def count_turn(nets: Nets, kept: Path, pool: Executor | None = None) -> Totals:
    """Over all four cards of a board and all hands: what best play wins by each Ante table; then
    all showdowns, by the kind of the four and the hand's sight."""
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
    totals = [0] * (len(nets) + KINDS * SIGHTS * STATES)
    for cards, ways in some:
        add_board(totals, count_four(cards, np.array(nets, np.int64)), kind_of(cards), ways)
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


def count_four(cards: tuple[int, ...], nets: Array) -> tuple[Array, Array]:
    """What best play wins with these four cards on the board, and all showdowns by sight."""
    near, by_ranks, by_suit = count_rivers(cards)
    live = live_cards(cards)
    if len(near) > 1:
        hands = (by_class.hands_left(live), np.array([sights_of(cards, suit) for suit in range(4)]))
        return _add_hands(hands, by_class.class_numbers(), by_ranks, by_suit, nets)
    suit, classes = near[0] if near else 0, by_class.suited_classes()
    weighed = (hand_weights(live, suit), sights_of(cards, suit))
    return _add_classes(classes, weighed, by_ranks, by_suit[suit], nets)


def hand_weights(live: Array, suit: int) -> Array:
    """How many hands of each class against a suit can still be dealt."""
    rules, classes = boards.rules(), by_class.suited_classes()
    work = boards.new_scratch(len(classes.parts))
    fill_capacity(live, suit, work.capacity)
    boards._weigh(rules.shapes, work)
    weights: Array = work.weights[classes.others] * work.alive[classes.suited]
    return weights.astype(np.int64)
