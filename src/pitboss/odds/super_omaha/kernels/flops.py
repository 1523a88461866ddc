"""One Flop counted: for each hand, wins by category and ties over every turn, river and dealer.

A turn and river of given types leave every hand of a class with the same counts, so boards are
counted by types and classes. Per hand the total is a sum of a few class totals: one by ranks, as
if no flush could be made, and for each suit of the Flop one that puts the boards with a flush
in that suit right.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, tables
from pitboss.odds.super_omaha.kernels.boards import (
    DEAD,
    PAIRS,
    Rules,
    Scratch,
    count_board,
    new_scratch,
)
from pitboss.odds.super_omaha.kernels.classes import (
    FIRST_OF_SIZE,
    RANKS,
    TYPES,
    Classes,
    Numbers,
    class_numbers,
    plain_classes,
    shapes,
    suited_classes,
)

TIES, LOSSES, COLUMNS = 0, 11, 12
"""A row of counts: ties, wins by category (high card in column 1 up to royal flush), losses."""


class Plain(NamedTuple):
    """Boards as if no flush could be made: wins, ties and category by pair of ranks and class."""

    wins: Array
    ties: Array
    columns: Array
    totals: Array


class Deal(NamedTuple):
    """The Flop, which of the 52 cards may still come, and what the count works with."""

    flop: Array
    live: Array
    board: Array
    multiples: Array
    plain: Plain
    work: Scratch


def count_flop(flop: Sequence[int], deck: Sequence[int] = range(52)) -> Array:
    """A row of counts for each hand of four that the Flop leaves of the deck.

    The hands stand by their highest card, then by the next, and so on down.
    """
    rules = Rules(tables(), shapes())
    deal = _new_deal(flop, deck)
    suited = suited_classes()
    count_plain(rules, plain_classes(), deal)
    totals = np.zeros((4, len(suited.parts), COLUMNS), np.int32)
    for suit in sorted({card & 3 for card in flop}):
        count_suit(rules, suited, deal, suit, totals[suit])
    left = int(deal.live.sum())
    rows = np.empty((comb(left, 4), COLUMNS), np.int32)
    _add_up(deal, class_numbers(), totals, showdowns(left - 4), rows)
    return rows


def showdowns(unseen: int) -> int:
    """Turn and river, and four dealer cards, from the cards that a seat has not seen."""
    return comb(unseen, 2) * comb(unseen - 2, 4)


def _new_deal(flop: Sequence[int], deck: Sequence[int]) -> Deal:
    live = np.zeros(52, np.bool_)
    live[list(deck)] = True
    live[list(flop)] = False
    classes = len(plain_classes().parts)
    plain = Plain(
        np.zeros((PAIRS, classes), np.int32),
        np.zeros((PAIRS, classes), np.int32),
        np.zeros((PAIRS, classes), np.uint8),
        np.zeros((classes, COLUMNS), np.int32),
    )
    board = np.array([*flop, 0, 0], np.uint8)
    multiples = np.zeros(FIRST_OF_SIZE[5], np.int32)
    work = new_scratch(len(suited_classes().parts))
    return Deal(np.array(flop, np.uint8), live, board, multiples, plain, work)


@compiled
def count_plain(rules: Rules, classes: Classes, deal: Deal) -> None:
    """Each turn and river by ranks alone, for all hands by ranks alone."""
    work = deal.work
    _fill_capacity(deal, -1)
    pair = 0
    for high in range(RANKS):
        for low in range(high + 1):
            work.capacity[low] -= 1
            work.capacity[high] -= 1
            if work.capacity[low] >= 0 and work.capacity[high] >= 0:
                deal.board[3], deal.board[4] = 4 * low, 4 * high
                count_board(rules, classes, deal.board, 0, work)
                _fill_multiples(rules.shapes.counts, low, high, deal)
                _keep_board(rules, classes, deal, pair)
            work.capacity[low] += 1
            work.capacity[high] += 1
            pair += 1


@compiled
def _keep_board(rules: Rules, classes: Classes, deal: Deal, pair: int) -> None:
    """Keep a board's counts by class, and add them to the totals."""
    work, plain = deal.work, deal.plain
    for c in range(len(classes.others)):
        if work.level_of[c] == DEAD:
            continue
        column = rules.tables.categories[work.level_orders[work.level_of[c]]]
        times = deal.multiples[classes.others[c]]
        plain.columns[pair, c] = column
        plain.wins[pair, c] = work.wins[c]
        plain.ties[pair, c] = work.ties[c]
        plain.totals[c, column] += times * work.wins[c]
        plain.totals[c, TIES] += times * work.ties[c]


@compiled
def count_suit(rules: Rules, classes: Classes, deal: Deal, suit: int, totals: Array) -> None:
    """Each turn and river that makes a flush of a suit possible, less its count by ranks alone."""
    work = deal.work
    on_flop = _fill_capacity(deal, suit)
    for high in range(TYPES):
        for low in range(high + 1):
            if on_flop + (low >= RANKS) + (high >= RANKS) < 3:
                continue
            work.capacity[low] -= 1
            work.capacity[high] -= 1
            if work.capacity[low] >= 0 and work.capacity[high] >= 0:
                deal.board[3] = _card(low, suit)
                deal.board[4] = _card(high, suit)
                suited = 0
                for card in deal.board:
                    if card & 3 == suit:
                        suited |= 1 << (card >> 2)
                count_board(rules, classes, deal.board, suited, work)
                _fill_multiples(rules.shapes.counts, low, high, deal)
                _add_board(rules, classes, deal, totals)
            work.capacity[low] += 1
            work.capacity[high] += 1


@compiled
def _card(kind: int, suit: int) -> int:
    """A card of a type: of the suit, or of the one after it."""
    return 4 * (kind - RANKS) + suit if kind >= RANKS else 4 * kind + (suit + 1) % 4


@compiled
def _fill_capacity(deal: Deal, suit: int) -> int:
    """How many cards of each type may still come; the result is the Flop's cards of the suit."""
    capacity = deal.work.capacity
    capacity[:] = 0
    for card in range(52):
        if deal.live[card]:
            capacity[(card >> 2) + (RANKS if card & 3 == suit else 0)] += 1
    on_flop = 0
    for card in deal.flop:
        on_flop += card & 3 == suit
    return on_flop


@compiled
def _fill_multiples(counts: Array, low: int, high: int, deal: Deal) -> None:
    """For each multiset of other ranks in the hand, how many turns and rivers avoid it.

    The board already holds one card of each type; suited cards are one of a kind.
    """
    capacity, multiples = deal.work.capacity, deal.multiples
    for number in range(len(multiples)):
        at_low = capacity[low] + 1 - (counts[number, low] if low < RANKS else 0)
        at_high = capacity[high] + 1 - (counts[number, high] if high < RANKS else 0)
        multiples[number] = at_low * at_high if low < high else at_low * (at_low + 1) // 2


@compiled
def _add_board(rules: Rules, classes: Classes, deal: Deal, totals: Array) -> None:
    """Add a board's counts, and take off those that it has by ranks alone."""
    work, plain = deal.work, deal.plain
    low, high = deal.board[3] >> 2, deal.board[4] >> 2
    if low > high:
        low, high = high, low
    pair = np.int64(high) * (high + 1) // 2 + low
    wins, ties, columns = plain.wins[pair], plain.ties[pair], plain.columns[pair]
    for c in range(len(classes.others)):
        if work.level_of[c] == DEAD:
            continue
        times = deal.multiples[classes.others[c]]
        column = rules.tables.categories[work.level_orders[work.level_of[c]]]
        by_ranks = classes.ranks[c]
        totals[c, column] += times * work.wins[c]
        totals[c, columns[by_ranks]] -= times * wins[by_ranks]
        totals[c, TIES] += times * (work.ties[c] - ties[by_ranks])


@compiled
def _add_up(deal: Deal, numbers: Numbers, totals: Array, every: int, rows: Array) -> None:
    """Each hand's row: its plain total, the suits' totals that put it right, and the losses."""
    live, plain, suited = deal.live, numbers.plain, numbers.suited
    n = row = 0
    for d in range(3, 52):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    if live[a] and live[b] and live[c] and live[d]:
                        losses = every
                        for column in range(LOSSES):
                            rows[row, column] = (
                                deal.plain.totals[plain[n], column]
                                + totals[0, suited[0, n], column]
                                + totals[1, suited[1, n], column]
                                + totals[2, suited[2, n], column]
                                + totals[3, suited[3, n], column]
                            )
                            losses -= rows[row, column]
                        rows[row, LOSSES] = losses
                        row += 1
                    n += 1
