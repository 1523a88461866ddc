"""One state counted: a seat's four cards and the Flop against every turn, river and dealer.

A dealer hand ranks at most as high as the player's exactly when its six pairs all do: these
hands are the sets of four, each two joined, in a graph on the cards that the seat has not seen.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES
from pitboss.odds.super_omaha.kernels.flops import COLUMNS, LOSSES, TIES, showdowns
from pitboss.odds.super_omaha.kernels.ranks import flush_suit, rank_pairs


class Seen(NamedTuple):
    """What the seat sees, the cards it does not, and a board to try."""

    hole: Array
    unseen: Array
    board: Array


class State(NamedTuple):
    """Ties, wins by category and losses, over every way the round can end; boards by category."""

    row: list[int]
    boards: list[int]


def count_state(hole: Sequence[int], flop: Sequence[int], deck: Sequence[int] = range(52)) -> State:
    """One hand on one Flop, from the cards of the deck that the seat has not seen."""
    unseen = [card for card in deck if card not in hole and card not in flop]
    seen = Seen(
        np.array(hole, np.uint8), np.array(unseen, np.uint8), np.array([*flop, 0, 0], np.uint8)
    )
    row, boards = np.zeros(COLUMNS, np.int64), np.zeros(COLUMNS - 1, np.int64)
    _count_boards(tables(), seen, row, boards)
    row[LOSSES] = showdowns(len(unseen)) - row.sum()
    return State(row.tolist(), boards.tolist())


@compiled
def _count_boards(tables: Tables, seen: Seen, row: Array, boards: Array) -> None:
    """Every turn and river; boards that differ in suits that do not matter are counted once."""
    unseen, board = seen.unseen, seen.board
    known = np.full((5, TYPES, TYPES, 3), -1, np.int32)
    rest = np.empty(len(unseen) - 2, np.uint8)
    for j in range(1, len(unseen)):
        for i in range(j):
            board[3], board[4] = unseen[i], unseen[j]
            suit = flush_suit(board)
            low = (unseen[i] >> 2) + (RANKS if unseen[i] & 3 == suit else 0)
            high = (unseen[j] >> 2) + (RANKS if unseen[j] & 3 == suit else 0)
            counts = known[suit + 1, low, high]
            if counts[0] < 0:
                n = 0
                for card in range(len(unseen)):
                    if card != i and card != j:
                        rest[n] = unseen[card]
                        n += 1
                _count_one(tables, seen, rest, counts)
            row[counts[0]] += counts[1]
            row[TIES] += counts[2]
            boards[counts[0]] += 1


@compiled
def _count_one(tables: Tables, seen: Seen, rest: Array, counts: Array) -> None:
    """The category of the player's hand on a board, and the dealer hands it beats and ties."""
    own = np.zeros((4, 4), np.uint16)
    rank_pairs(tables, seen.board, seen.hole, own)
    order = np.max(own)
    orders = np.zeros((len(rest), len(rest)), np.uint16)
    rank_pairs(tables, seen.board, rest, orders)
    below = np.zeros(len(rest), np.uint64)
    upto = np.zeros(len(rest), np.uint64)
    for j in range(1, len(rest)):
        for i in range(j):
            below[j] |= np.uint64(orders[i, j] < order) << np.uint64(i)
            upto[j] |= np.uint64(orders[i, j] <= order) << np.uint64(i)
    counts[0] = tables.categories[order]
    counts[1] = count_fours(below)
    counts[2] = count_fours(upto) - counts[1]


@compiled
def count_fours(joined: Array) -> Whole:
    """Sets of four vertices, each two joined; bit i of ``joined[j]`` joins i and j, for i < j."""
    fours = 0
    one = np.uint64(1)
    for d in range(3, len(joined)):
        with_d = joined[d]
        for c in range(2, d):
            if with_d >> np.uint64(c) & one:
                with_both = with_d & joined[c]
                left = with_both
                while left:
                    last = left & (~left + one)
                    fours += _ones(with_both & joined[_ones(last - one)])
                    left ^= last
    return fours


@compiled
def _ones(bits: Whole) -> Whole:
    """How many bits are set; a form that compiles to one instruction."""
    bits = bits - (bits >> np.uint64(1) & np.uint64(0x5555555555555555))
    twos = np.uint64(0x3333333333333333)
    bits = (bits & twos) + (bits >> np.uint64(2) & twos)
    bits = bits + (bits >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(bits * np.uint64(0x0101010101010101) >> np.uint64(56))
