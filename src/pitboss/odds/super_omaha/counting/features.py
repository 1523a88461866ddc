"""The cell of every hand on a Flop: see ``cells`` for what its digits mean."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards.poker import FLUSH, FULL_HOUSE, PAIR, STRAIGHT, THREE_OF_A_KIND
from pitboss.odds.compiled import compiled
from pitboss.odds.super_omaha.counting.classes import SIZES
from pitboss.odds.super_omaha.counting.ranks import Array, Tables, Whole, tables

DRAW = 5 * 3 * 4
"""What a flush draw adds to a cell's number: it stands above outs, suits and top card."""

RUNS = tuple(sum(1 << (low + step) % 13 for step in range(5)) for low in (12, *range(9)))
"""The ten straights as rank bits, five-high first."""


class View(NamedTuple):
    """A Flop prepared for many hands.

    ``orders`` ranks each two hole cards with the Flop; ``outs`` has, by two ranks, the ranks of
    a turn that makes them a straight; ``above`` counts the Flop's ranks above each rank, ``held``
    its cards of each rank and ``suits`` of each suit; ``ranks`` is how many ranks it has, ``most``
    how many cards of one suit.
    """

    flop: Array
    orders: Array
    outs: Array
    above: Array
    held: Array
    suits: Array
    ranks: Whole
    most: Whole


@compiled
def fill_cells(tables: Tables, flop: Array, live: Array, plain: Array, cells: Array) -> None:
    """The cell of each hand that the Flop leaves, in the order of the rows of counts.

    Hands of a plain class differ in their flush draws alone, unless the Flop is of one suit.
    """
    view = _look(tables, flop, live)
    hand = np.empty(4, np.uint8)
    known = np.full(SIZES[4], -1, np.int64)
    n = row = 0
    for d in range(3, 52):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    if live[a] and live[b] and live[c] and live[d]:
                        hand[0], hand[1], hand[2], hand[3] = a, b, c, d
                        if known[plain[n]] < 0 or view.most == 3:
                            known[plain[n]] = cell_by_ranks(tables, view, hand)
                        cells[row] = known[plain[n]] + DRAW * flush_draw(view, hand)
                        row += 1
                    n += 1


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
    return View(flop, orders, outs, above, held, suits, np.count_nonzero(held), suits.max())


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
def flush_draw(view: View, hand: Array) -> bool:
    """Whether two hole cards and two of the Flop share a suit."""
    for j in range(1, 4):
        for i in range(j):
            if hand[i] & 3 == hand[j] & 3 and view.suits[hand[i] & 3] == 2:
                return True
    return False


@compiled
def cell_by_ranks(tables: Tables, view: View, hand: Array) -> Whole:
    """The number of a rising hand's cell, if it has no flush draw."""
    order, ranks = np.uint16(0), 0
    for j in range(1, 4):
        for i in range(j):
            order = max(order, view.orders[hand[j], hand[i]])
            ranks |= view.outs[hand[j] >> 2, hand[i] >> 2]
    category = tables.categories[order]
    made = _made(view, hand, category)
    outs = _count_outs(view, hand, ranks) if category < STRAIGHT else 0
    outs = min((outs + 3) // 4, 4)
    top = max(0, np.int64(hand[3] >> 2) - 9)
    return made * 2 * DRAW + (outs * 3 + view.most - 1) * 4 + top


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
def _made(view: View, hand: Array, category: int) -> Whole:
    """The place in ``cells.MADE`` of a hand's category and its own best pair."""
    if category >= FULL_HOUSE:
        return 14
    if category >= STRAIGHT:
        return 13 if category == FLUSH else 12
    if category == THREE_OF_A_KIND:
        return 11 if view.ranks == 1 else 10
    own = _own_pair(view, hand)
    if view.ranks < 3:
        if own < 0:
            return 7
        return 9 if view.above[own] == 0 else 8
    if category > PAIR:
        return 6
    if own < 0:
        return 0
    if view.above[own]:
        return 4 - view.above[own]
    return 4 if view.held[own] else 5


@compiled
def _own_pair(view: View, hand: Array) -> Whole:
    """The highest rank of a pair in the hole or of a hole card with one of the Flop; or -1."""
    for j in range(3, -1, -1):
        rank = np.int64(hand[j] >> 2)
        if view.held[rank] or (j > 0 and hand[j - 1] >> 2 == rank):
            return rank
    return -1


def find_cell(hole: Sequence[int], flop: Sequence[int]) -> int:
    """The cell of one hand on one Flop."""
    live = np.ones(52, np.bool_)
    live[list(flop)] = False
    view = _look(tables(), np.array(flop, np.uint8), live)
    hand = np.array(sorted(hole), np.uint8)
    return int(cell_by_ranks(tables(), view, hand) + DRAW * flush_draw(view, hand))
