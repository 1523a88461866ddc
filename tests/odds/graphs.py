"""Super Omaha with some of the dealer's cards known, counted by graphs: a second way.

On each board the dealer's hands are sets in a graph of cards: a hand ranks below another where all
its pairs do.
"""

from collections.abc import Sequence

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES
from pitboss.odds.super_omaha.kernels.ranks import Board, Seen, _ones, rank_pairs, read_board


@compiled
def count_known(tables: Tables, seen: Seen, known: Array, turn: int, row: Array) -> None:
    """Ties, wins and losses over every way to go on: boards from the unseen cards, with this turn
    unless it is -1, and dealer's hands that have the known cards."""
    unseen, board = seen.unseen, seen.board
    memory = np.full((5, TYPES, TYPES, 4), -1, np.int32)
    triples = np.empty(10, np.uint32)
    drawn = 1 if turn >= 0 else 2
    rest = np.empty(len(unseen) - drawn, np.uint8)
    for j in range(1 if turn < 0 else 0, len(unseen)):
        for i in range(j if turn < 0 else 1):
            board[3], board[4] = (unseen[i] if turn < 0 else turn), unseen[j]
            met = read_board(tables.keys, board, triples)
            low = (board[3] >> 2) + (RANKS if board[3] & 3 == met.suit else 0)
            high = (board[4] >> 2) + (RANKS if board[4] & 3 == met.suit else 0)
            counts = memory[met.suit + 1, low, high]
            if counts[0] < 0:
                n = 0
                for card in unseen:
                    if card != board[3] and card != board[4]:
                        rest[n] = card
                        n += 1
                _count_one(tables, met, (seen.hole, known, rest), counts)
            row[counts[0]] += counts[1]
            row[TIES] += counts[2]
            row[LOSSES] += counts[3]


@compiled
def _count_one(
    tables: Tables, board: Board, cards: tuple[Array, Array, Array], counts: Array
) -> None:
    """The category of the player's hand on a board, and how the dealer's hands stand to it that
    have the known cards and others of the rest."""
    hole, known, rest = cards
    size = len(known) + (len(rest) if len(known) < 4 else 0)
    held = np.empty(size, np.uint8)
    for n in range(size):
        held[n] = known[n] if n < len(known) else rest[n - len(known)]
    orders = np.zeros((max(size, 4), max(size, 4)), np.uint16)
    order = rank_pairs(tables, board, hole, orders)
    if len(known) == 3:  # one card is left to come: pairs of others do not matter
        _rank_beside(tables, board, held, orders)
    else:
        rank_pairs(tables, board, held, orders)
    counts[0] = tables.categories[order]
    counts[1] = _complete(orders, size, len(known), order)
    upto = _complete(orders, size, len(known), order + 1)
    counts[2] = upto - counts[1]
    counts[3] = _complete(orders, size, len(known), 1 << 15) - upto


@compiled
def _rank_beside(tables: Tables, board: Board, held: Array, out: Array) -> None:
    """The order of each pair in which one of the first three cards is."""
    two = np.empty(2, np.uint8)
    square = np.empty((2, 2), np.uint16)
    for j in range(1, len(held)):
        for i in range(min(j, 3)):
            two[0], two[1] = held[i], held[j]
            out[i, j] = rank_pairs(tables, board, two, square)


@compiled
def _complete(orders: Array, size: int, known: int, bound: int) -> Whole:
    """Hands of the first ``known`` cards and others in which every pair ranks below the bound."""
    one = np.uint64(1)
    for j in range(known):
        for i in range(j):
            if orders[i, j] >= bound:
                return 0
    free = np.uint64(0)
    for j in range(known, size):
        fits = True
        for i in range(known):
            fits &= orders[i, j] < bound
        free |= np.uint64(fits) << np.uint64(j)
    if known >= 3:
        return _ones(free) if known == 3 else 1
    joined = np.zeros(size, np.uint64)
    for j in range(known, size):
        if free >> np.uint64(j) & one:
            for i in range(known, j):
                joined[j] |= np.uint64(orders[i, j] < bound) << np.uint64(i)
            joined[j] &= free
    total = 0
    for j in range(known, size):
        if known == 2:
            total += _ones(joined[j])
        else:
            for i in range(known, j):
                if joined[j] >> np.uint64(i) & one:
                    total += _ones(joined[j] & joined[i])
    return total


def row_of(hand: Sequence[int], flop: Sequence[int], known: Sequence[int], turn: int = -1) -> Array:
    """The row of a seat that knows these cards of the dealer's, and the turn unless it is -1."""
    gone = {*hand, *flop, *known, turn}
    seen = Seen(
        np.array(hand, np.uint8),
        np.array([card for card in DECK if card not in gone], np.uint8),
        np.array([*flop, 0, 0], np.uint8),
    )
    row = np.zeros(STATES, np.int64)
    count_known(tables(), seen, np.array(known, np.uint8), turn, row)
    return row
