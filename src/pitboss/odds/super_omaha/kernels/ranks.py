"""Omaha hands ranked in compiled code: batches of hands, and one state counted.

A state is a seat's four cards and the Flop, counted against every turn, river and dealer. A dealer
hand ranks at most as high as the player's exactly when its six pairs all do: these hands are the
sets of four, each two joined, in a graph on the cards that the seat has not seen.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES, showdowns
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES


class Board(NamedTuple):
    """What hole cards meet: the keys of each three cards, and the ranks of a flush suit as bits.

    The suit is -1 on a board without three cards of one.
    """

    triples: Array
    suit: int
    suited: int


class Seen(NamedTuple):
    """What the seat sees, the cards it does not, and a board to try."""

    hole: Array
    unseen: Array
    board: Array


class State(NamedTuple):
    """Ties, wins by category and losses, over every way the round can end; boards by category."""

    row: list[int]
    boards: list[int]


def rank_omaha_batch(holes: Array, boards: Array) -> Array:
    """The rank of each of many hands, four hole cards and five board cards a row.

    >>> rank_omaha_batch(np.array([[51, 47, 0, 5]]), np.array([[43, 39, 35, 10, 15]])) >> 20
    array([10], dtype=int32)
    """
    holes, boards = _cards(holes, 4), _cards(boards, 5)
    if len(holes) != len(boards):
        raise ValueError(f"{len(holes)} hands on {len(boards)} boards; one board a hand is needed")
    out = np.empty(len(holes), dtype=np.int32)
    _rank_rows(tables(), holes, boards, out)
    return out


def _cards(given: Array, width: int) -> Array:
    """Cards as bytes in rows of this width; numbers that are no card are refused."""
    cards = np.ascontiguousarray(given)
    if cards.shape[-1] != width or (cards.size and not 0 <= cards.min() <= cards.max() < 52):
        raise ValueError(f"rows of {width} cards from 0 to 51 are needed")
    return cards.astype(np.uint8)


@compiled
def read_board(keys: Array, cards: Array, triples: Array) -> Board:
    """A board; ``triples`` is filled with the sums of keys of the ten ways to take three of it."""
    n = 0
    for c in range(2, 5):
        for b in range(1, c):
            for a in range(b):
                triples[n] = keys[cards[a]] + keys[cards[b]] + keys[cards[c]]
                n += 1
    counts = 0
    for card in cards:
        counts += 1 << (4 * (card & 3))
    for suit in range(4):
        if counts >> (4 * suit) & 15 >= 3:
            suited = 0
            for card in cards:
                if card & 3 == suit:
                    suited |= 1 << (card >> 2)
            return Board(triples, suit, suited)
    return Board(triples, -1, 0)


@compiled
def best_flush(tables: Tables, suited: int, pair: Whole) -> Whole:
    """The best flush of two other ranks with three of a board's suited ranks, all as bits.

    One or two of four or five ranks are left out; what is not just five ranks is no hand, order 0.
    """
    best: Whole = tables.flush[suited | pair]
    first = suited if best == 0 else 0
    while first:
        without = suited ^ first & -first
        best = max(best, tables.flush[without | pair])
        first &= first - 1
        second = first
        while second:
            best = max(best, tables.flush[without ^ second & -second | pair])
            second &= second - 1
    return best


@compiled
def rank_pairs(tables: Tables, board: Board, cards: Array, out: Array) -> Whole:
    """The order of the best hand that each two of some cards make with a board, and of them all.

    ``out`` becomes a full square but for its diagonal.
    """
    most: Whole = np.uint16(0)
    for j in range(1, len(cards)):
        for i in range(j):
            key = tables.keys[cards[i]] + tables.keys[cards[j]]
            best: Whole = np.uint16(0)
            for triple in board.triples:
                best = max(best, tables.plain[key + triple])
            if cards[i] & 3 == board.suit and cards[j] & 3 == board.suit:
                pair = tables.bits[cards[i]] | tables.bits[cards[j]]
                best = max(best, best_flush(tables, board.suited, pair))
            out[i, j] = out[j, i] = best
            most = max(most, best)
    return most


@compiled
def _rank_rows(tables: Tables, holes: Array, boards: Array, out: Array) -> None:
    """As pairs are ranked above, but without a square to fill: half as fast again."""
    triples = np.empty(10, np.uint32)
    for row in range(len(holes)):
        board, hole = read_board(tables.keys, boards[row], triples), holes[row]
        best: Whole = np.uint16(0)
        for j in range(1, 4):
            for i in range(j):
                key = tables.keys[hole[i]] + tables.keys[hole[j]]
                for triple in triples:
                    best = max(best, tables.plain[key + triple])
                if hole[i] & 3 == board.suit and hole[j] & 3 == board.suit:
                    pair = tables.bits[hole[i]] | tables.bits[hole[j]]
                    best = max(best, best_flush(tables, board.suited, pair))
        out[row] = tables.ranks[best]


def count_state(hole: Sequence[int], flop: Sequence[int], deck: Sequence[int] = range(52)) -> State:
    """One hand on one Flop, from the cards of the deck that the seat has not seen."""
    unseen = [card for card in deck if card not in hole and card not in flop]
    seen = Seen(
        np.array(hole, np.uint8), np.array(unseen, np.uint8), np.array([*flop, 0, 0], np.uint8)
    )
    row, boards = np.zeros(STATES, np.int64), np.zeros(STATES - 1, np.int64)
    _count_boards(tables(), seen, row, boards)
    row[LOSSES] = showdowns(len(unseen)) - row.sum()
    return State(row.tolist(), boards.tolist())


@compiled
def _count_boards(tables: Tables, seen: Seen, row: Array, boards: Array) -> None:
    """Every turn and river; boards that differ in suits that do not matter are counted once."""
    unseen = seen.unseen
    known = np.full((5, TYPES, TYPES, 3), -1, np.int32)
    rest = np.empty(len(unseen) - 2, np.uint8)
    triples = np.empty(10, np.uint32)
    for j in range(1, len(unseen)):
        for i in range(j):
            seen.board[3], seen.board[4] = unseen[i], unseen[j]
            board = read_board(tables.keys, seen.board, triples)
            low = (unseen[i] >> 2) + (RANKS if unseen[i] & 3 == board.suit else 0)
            high = (unseen[j] >> 2) + (RANKS if unseen[j] & 3 == board.suit else 0)
            counts = known[board.suit + 1, low, high]
            if counts[0] < 0:
                n = 0
                for card in range(len(unseen)):
                    if card != i and card != j:
                        rest[n] = unseen[card]
                        n += 1
                _count_one(tables, board, seen.hole, rest, counts)
            row[counts[0]] += counts[1]
            row[TIES] += counts[2]
            boards[counts[0]] += 1


@compiled
def _count_one(tables: Tables, board: Board, hole: Array, rest: Array, counts: Array) -> None:
    """The category of the player's hand on a board, and the dealer hands it beats and ties."""
    orders = np.empty((len(rest), len(rest)), np.uint16)
    order = rank_pairs(tables, board, hole, orders)
    rank_pairs(tables, board, rest, orders)
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
