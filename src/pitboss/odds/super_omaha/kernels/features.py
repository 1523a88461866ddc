"""The cell of every hand on a Flop: see ``FEATURES`` for what its digits mean."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.cards.poker import FLUSH, FULL_HOUSE, PAIR, STRAIGHT, THREE_OF_A_KIND
from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels import FEATURES, HAND_CELLS, MADE
from pitboss.odds.super_omaha.kernels.classes import (
    SIZES,
    all_hands,
    class_numbers,
    hands_left,
    live_cards,
)

RUNS = tuple(sum(1 << (low + step) % 13 for step in range(5)) for low in (12, *range(9)))
"""The ten straights as rank bits, five-high first."""

NOTHING, UNDER_PAIR, POCKET_PAIR, OVER_PAIR, BOTTOM_PAIR, _, TOP_PAIR = range(7)
BOARD_PAIR, LOW_AND_BOARD_PAIR, HIGH_AND_BOARD_PAIR, BOARD_THREE = range(7, 11)
TWO_PAIR, THREE, MADE_STRAIGHT, MADE_FLUSH, MADE_FULL = range(11, len(MADE))
"""Places in ``MADE``; the middle pair lies between bottom and top."""

HIGH = (0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4)
PAIR_RANKS = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5)
MOST_HIGH = len(FEATURES["high-cards"]) - 1
SECOND_PAIR, THREE_ALIKE = 1, 2

FLUSHES = len(FEATURES["flush-draw"]) * len(FEATURES["backdoor-flushes"])
"""Cells that differ in suits alone stand together."""

BY_MADE = HAND_CELLS // len(MADE)


class View(NamedTuple):
    """A Flop prepared for many hands.

    ``orders`` ranks each two hole cards with the Flop; ``outs`` has, by two ranks, the ranks of
    a turn that makes them a straight; ``above`` counts the Flop's ranks above each rank, ``held``
    its cards of each rank and ``suits`` of each suit; ``nuts`` is the highest rank of each suit
    that the Flop leaves; ``ranks`` is how many ranks it has, ``most`` how many cards of one suit.
    """

    flop: Array
    orders: Array
    outs: Array
    above: Array
    held: Array
    suits: Array
    nuts: Array
    ranks: Whole
    most: Whole


def flop_cell(flop: Sequence[int]) -> int:
    """The number of the first cell of a Flop: its suits and how near its ranks are."""
    ranks = {card >> 2 for card in flop}
    near = sum(_fits(two) > 0 for two in combinations(ranks, 2))
    if near == 3:
        near = 2 + _fits(ranks)
    suits = len({card & 3 for card in flop})
    return ((3 - suits) * len(FEATURES["flop-neighbours"]) + near) * HAND_CELLS


def _fits(ranks: Sequence[int] | set[int]) -> int:
    """How many straights have all of these ranks."""
    bits = sum(1 << rank for rank in ranks)
    return sum(run & bits == bits for run in RUNS)


def cells_of(flop: Sequence[int], live: Array) -> Array:
    """The cell of each hand that the Flop leaves, in the order of the rows of counts."""
    places = hands_left(live)
    view = _look(tables(), np.array(flop, np.uint8), live)
    cells = np.empty(len(places), np.uint32)
    _fill_cells(tables(), view, all_hands()[places], class_numbers().plain[places], cells)
    return cells + np.uint32(flop_cell(flop))


def find_cell(hole: Sequence[int], flop: Sequence[int]) -> int:
    """The cell of one hand on one Flop."""
    view = _look(tables(), np.array(flop, np.uint8), live_cards(flop))
    hand = np.array(sorted(hole), np.uint8)
    cell = _cell_by_ranks(tables(), view, hand)
    return flop_cell(flop) + int(_with_flushes(view, hand, cell))


@compiled
def _fill_cells(tables: Tables, view: View, hands: Array, plain: Array, cells: Array) -> None:
    """The cells of hands of the given plain classes, numbered from the Flop's first cell on.

    Hands of a plain class differ in their flush draws alone, unless the Flop is of one suit.
    """
    known = np.full(SIZES[4], -1, np.int64)
    for n in range(len(hands)):
        if known[plain[n]] < 0 or view.most == 3:
            known[plain[n]] = _cell_by_ranks(tables, view, hands[n])
        cells[n] = _with_flushes(view, hands[n], known[plain[n]])


@compiled
def _look(tables: Tables, flop: Array, live: Array) -> View:
    orders = np.zeros((52, 52), np.uint16)
    outs = np.zeros((13, 13), np.uint16)
    above = np.zeros(13, np.int64)
    held, suits = np.zeros(13, np.int64), np.zeros(4, np.int64)
    key, bits = np.uint32(0), 0
    for card in flop:
        key += tables.keys[card]
        bits |= 1 << (card >> 2)
        held[card >> 2] += 1
        suits[card & 3] += 1
    for high in range(52):
        for low in range(high):
            if live[high] and live[low]:
                order = tables.plain[key + tables.keys[low] + tables.keys[high]]
                if suits[low & 3] == 3 and low & 3 == high & 3:
                    order = tables.flush[bits | tables.bits[low] | tables.bits[high]]
                orders[high, low] = order
    for high in range(13):
        for low in range(high):
            outs[low, high] = outs[high, low] = _straight_ranks(bits, 1 << low | 1 << high)
        for rank in range(high + 1, 13):
            above[high] += bits >> rank & 1
    ranks, most = np.count_nonzero(held), np.max(suits)
    return View(flop, orders, outs, above, held, suits, _find_nuts(flop), ranks, most)


@compiled
def _find_nuts(flop: Array) -> Array:
    nuts = np.full(4, 12, np.int64)
    for _ in flop:
        for card in flop:
            if nuts[card & 3] == card >> 2:
                nuts[card & 3] -= 1
    return nuts


@compiled
def _straight_ranks(flop: int, pair: int) -> int:
    """The ranks that make a straight of two hole ranks with two of the Flop."""
    ranks = 0
    for run in RUNS:
        if run & pair == pair:
            needed = run & ~pair
            missing = needed & ~flop
            if missing and missing & (missing - 1) == 0:
                ranks |= missing
    return ranks


@compiled
def _with_flushes(view: View, hand: Array, cell: Whole) -> Whole:
    """A rising hand's cell with its flush draw and backdoor flushes, where they are looked at."""
    if cell >= TWO_PAIR * BY_MADE:
        return cell
    draw = backdoors = 0
    for suit in range(4):
        cards = 0
        top: Whole = 0
        for card in hand:
            if card & 3 == suit:
                cards += 1
                top = np.int64(card >> 2)
        if cards >= 2 and view.suits[suit] == 1:
            backdoors += 1
        if cards >= 2 and view.suits[suit] == 2:
            draw = 2 if top == view.nuts[suit] else 1
    return cell + draw * 3 + backdoors


@compiled
def _cell_by_ranks(tables: Tables, view: View, hand: Array) -> Whole:
    """The number of a rising hand's cell on the Flop, if it has no flush draw."""
    order, ranks = np.uint16(0), 0
    for j in range(1, 4):
        for i in range(j):
            order = max(order, view.orders[hand[j], hand[i]])
            ranks |= view.outs[hand[j] >> 2, hand[i] >> 2]
    made = _made(view, hand, tables.categories[order])
    if made >= TWO_PAIR:
        return made * BY_MADE
    high = 0
    for card in hand:
        high += HIGH[card >> 2]
    pair, second = _own_pairs(view, hand)
    cell = made * 6 + (PAIR_RANKS[pair] if pair >= 0 else 0)
    cell = cell * 3 + _beside(view, hand, second)
    cell = cell * 5 + _outs_place(_count_outs(view, hand, ranks))
    return (cell * (MOST_HIGH + 1) + min(high, MOST_HIGH)) * FLUSHES


@compiled
def _outs_place(outs: int) -> int:
    return int(outs > 0) + int(outs > 4) + int(outs > 12) + int(outs > 15)


@compiled
def _count_outs(view: View, hand: Array, ranks: int) -> int:
    """Unseen cards that make a straight: four of each rank, less those in hand and Flop."""
    outs = 0
    for card in hand:
        outs -= ranks >> (card >> 2) & 1
    for card in view.flop:
        outs -= ranks >> (card >> 2) & 1
    while ranks:
        ranks &= ranks - 1
        outs += 4
    return outs


@compiled
def _beside(view: View, hand: Array, second: int) -> int:
    if hand[1] >> 2 == hand[2] >> 2 and hand[1] >> 2 in (hand[0] >> 2, hand[3] >> 2):
        return THREE_ALIKE
    return SECOND_PAIR if second >= 0 and view.above[second] < view.ranks else 0


@compiled
def _made(view: View, hand: Array, category: int) -> Whole:
    """The place in ``MADE`` of a hand's category and its own best pair."""
    if category >= FULL_HOUSE:
        return MADE_FULL
    if category >= STRAIGHT:
        return MADE_FLUSH if category == FLUSH else MADE_STRAIGHT
    if category == THREE_OF_A_KIND:
        return BOARD_THREE if view.ranks == 1 else THREE
    own, _ = _own_pairs(view, hand)
    if view.ranks < 3:
        if own < 0:
            return BOARD_PAIR
        return LOW_AND_BOARD_PAIR if view.above[own] else HIGH_AND_BOARD_PAIR
    if category > PAIR:
        return TWO_PAIR
    if own < 0:
        return NOTHING
    above = view.above[own]
    if view.held[own]:
        return TOP_PAIR - above
    if above == 0:
        return OVER_PAIR
    return UNDER_PAIR if above == 3 else POCKET_PAIR


@compiled
def _own_pairs(view: View, hand: Array) -> tuple[Whole, Whole]:
    """The two highest ranks of pairs in the hole or of a hole card with the Flop; -1 for none."""
    first = second = np.int64(-1)
    for j in range(3, -1, -1):
        rank = np.int64(hand[j] >> 2)
        if rank != first and (view.held[rank] or (j > 0 and hand[j - 1] >> 2 == rank)):
            if first >= 0:
                return first, rank
            first = rank
    return first, second
