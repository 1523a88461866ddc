"""Super Omaha with the dealer's or other seats' cards known: exact values on sampled deals.

A deal is a hand, a Flop and the cards that are known. What the best choice wins that knows them is
counted over every way to go on, and so is what the choice wins that does not; the difference is
averaged, so that the luck of the deal cancels. With all of the dealer's cards known, deals are
taken by the hundred thousand instead, and set against a wager whose mean is counted.
"""

from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES
from pitboss.odds.super_omaha.kernels.deals import ONCE, THREE_TIMES, Nets, choose
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

STATES_A_PART, DEALS_A_PART = 10, 1_000
MOST_NEIGHBOURS = 6


class Leak(NamedTuple):
    """How many of the dealer's cards are known, and whether the turn is."""

    cards: int
    turn: bool = False


LEAKS = {
    "dealer-1": Leak(1),
    "dealer-2": Leak(2),
    "dealer-3": Leak(3),
    "dealer-1-turn": Leak(1, True),
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
    rank_pairs(tables, board, held, orders)
    counts[0] = tables.categories[order]
    counts[1] = _complete(orders, size, len(known), order)
    upto = _complete(orders, size, len(known), order + 1)
    counts[2] = upto - counts[1]
    counts[3] = _complete(orders, size, len(known), 1 << 15) - upto


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


def row_known(deck: tuple[int, ...], leak: Leak) -> Array:
    """The row of a shuffled deck's seat that knows so much."""
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


def row_apart(deck: tuple[int, ...], seats: int) -> Array:
    """The row of a shuffled deck's seat that knows so many neighbours' cards."""
    others = deck[NEIGHBOURS : NEIGHBOURS + 4 * seats]
    left = [card for card in DECK if card not in others]
    return np.array(count_state(deck[HAND], deck[FLOP], left).row, np.int64)


def sample_dealer(nets: Nets, states: tuple[int, str], kept: Path, pool: Executor | None) -> Totals:
    """Over so many states from a seed, for each Ante table and leak: the sum of what is added, and
    the sum of squares."""
    rows = partial(_rows, seats=0)
    return _sample(partial(sample_part, nets=nets, seed=states[1], rows=rows), states, kept, pool)


def sample_neighbours(
    nets: Nets, states: tuple[int, str], kept: Path, pool: Executor | None
) -> Totals:
    """The same for one to six neighbours."""
    rows = partial(_rows, seats=MOST_NEIGHBOURS)
    return _sample(partial(sample_part, nets=nets, seed=states[1], rows=rows), states, kept, pool)


def _sample(
    make: "partial[Totals]", states: tuple[int, str], kept: Path, pool: Executor | None
) -> Totals:
    return sum_parts(range(0, states[0], STATES_A_PART), make, kept, pool)


def _rows(deck: tuple[int, ...], seats: int) -> list[Array]:
    """The rows with each leak known."""
    if seats:
        return [row_apart(deck, n) for n in range(1, seats + 1)]
    return [row_known(deck, leak) for leak in LEAKS.values()]


def sample_part(start: int, nets: Nets, seed: str, rows: "partial[list[Array]]") -> Totals:
    take = seeded(f"{seed} {start}")
    totals: Totals = []
    for _ in range(STATES_A_PART):
        deck = shuffle(take)
        base, known = row_apart(deck, 0), rows(deck)
        added: Totals = []
        for pays in np.array(nets, np.int64):
            action = choose(base, pays)
            for row in known:
                more = int(best_of(row, pays)) - int(value_of(row, pays, action))
                added += [more, more**2]
        totals = [one + more for one, more in zip(totals, added, strict=True)] if totals else added
    return totals


def sample_whole_hand(
    nets: Nets, deals: tuple[int, str], kept: Path, pool: Executor | None
) -> Totals:
    """With all four of the dealer's cards known, for each Ante table: sums of the best choice and
    of its square, of always 2x and of its square, and of their product."""
    make = partial(whole_hand_part, nets=nets, seed=deals[1])
    return sum_parts(range(0, deals[0], DEALS_A_PART), make, kept, pool)


def whole_hand_part(start: int, nets: Nets, seed: str) -> Totals:
    take, pays = seeded(f"{seed} {start}"), np.array(nets, np.int64)
    totals = [0] * (5 * len(nets))
    for _ in range(DEALS_A_PART):
        row = row_known(shuffle(take), Leak(4))
        for table in range(len(nets)):
            best, once = (int(best_of(row, pays[table])), int(value_of(row, pays[table], ONCE)))
            twice = (once + int(value_of(row, pays[table], THREE_TIMES))) // 2
            found = (best, best**2, twice, twice**2, best * twice)
            for n, one in enumerate(found):
                totals[5 * table + n] += one
    return totals
