"""Super Omaha with the dealer's or other seats' cards known: exact values on sampled deals.

A deal is a hand, a Flop and the cards that are known. What the best choice wins that knows them is
counted over every way to go on, and so is what another choice wins that does not: the best one by
the cell that hand and Flop show, whose mean over all deals is counted. The difference is averaged,
so that the luck of the deal cancels.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES
from pitboss.odds.super_omaha.kernels.deals import ONCE, THREE_TIMES, Nets
from pitboss.odds.super_omaha.kernels.features import find_cell
from pitboss.odds.super_omaha.kernels.ranks import (
    Board,
    Seen,
    _ones,
    count_state,
    rank_pairs,
    read_board,
)
from pitboss.odds.super_omaha.leak_boards import best_of
from pitboss.rounds.shuffle import seeded, shuffle

HAND, FLOP, TURN, DEALER, NEIGHBOURS = slice(0, 4), slice(4, 7), 7, slice(8, 12), 12
"""Which places of a shuffled deck are whose."""

STATES_A_PART = 25


class Leak(NamedTuple):
    """How many of the dealer's cards are known, whether the turn is, and how many seats' cards."""

    cards: int = 0
    turn: bool = False
    seats: int = 0


LEAKS = {
    **{f"dealer-{cards}": Leak(cards) for cards in range(1, 5)},
    "dealer-1-turn": Leak(1, turn=True),
    **{f"neighbours-{seats}": Leak(seats=seats) for seats in range(1, 7)},
}


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


@compiled
def value_of(row: Array, nets: Array, action: int) -> Whole:
    """What an action wins over a row, in parts of the unit."""
    unit, wins, paid = nets[0], 0, 0
    for column in range(TIES + 1, LOSSES):
        wins += row[column]
        paid += row[column] * nets[column]
    lead = unit * (wins - row[LOSSES])
    once = lead + paid - unit * row[LOSSES]
    if action == THREE_TIMES:
        return once + 2 * lead
    return once if action == ONCE else -unit * (wins + row[TIES] + row[LOSSES])


def row_of(deck: Sequence[int], leak: Leak) -> Array:
    """The row of a shuffled deck's seat that knows so much."""
    if leak.seats:
        others = deck[NEIGHBOURS : NEIGHBOURS + 4 * leak.seats]
        left = [card for card in DECK if card not in others]
        return np.array(count_state(deck[HAND], deck[FLOP], left).row, np.int64)
    known = deck[DEALER][: leak.cards]
    turn = deck[TURN] if leak.turn else -1
    gone = {*deck[HAND], *deck[FLOP], *known, turn}
    seen = Seen(
        np.array(deck[HAND], np.uint8),
        np.array([card for card in DECK if card not in gone], np.uint8),
        np.array([*deck[FLOP], 0, 0], np.uint8),
    )
    row = np.zeros(STATES, np.int64)
    count_known(tables(), seen, np.array(known, np.uint8), turn, row)
    return row


@cache
def cell_actions(nets: Nets) -> dict[int, list[int]]:
    """The best action in each cell, by Ante table."""
    cells = strategy.read_game(strategy.whole_game(nets)).cells
    return {cell: [strategy.best_place(one, net) for net in nets] for cell, one in cells.items()}


def sample_leak(
    name: str, nets: Nets, states: tuple[int, str], kept: Path, pool: Executor | None = None
) -> Totals:
    """Over so many states from a seed, for each Ante table: the sum of what knowing more adds, in
    parts of the unit over all ways to go on, and the sum of squares."""
    number, seed = states
    make = partial(sample_part, leak=LEAKS[name], nets=nets, seed=seed)
    return sum_parts(range(0, number, STATES_A_PART), make, kept, pool)


def sample_part(start: int, leak: Leak, nets: Nets, seed: str) -> Totals:
    take, pays = seeded(f"{seed} {start}"), np.array(nets, np.int64)
    totals = [0] * (2 * len(nets))
    for _ in range(STATES_A_PART):
        deck = shuffle(take)
        row, actions = row_of(deck, leak), cell_actions(nets)[find_cell(deck[HAND], deck[FLOP])]
        for table, action in enumerate(actions):
            net = pays[table]
            more = int(best_of(row, net)) - int(value_of(row, net, action))
            totals[2 * table] += more
            totals[2 * table + 1] += more**2
    return totals
