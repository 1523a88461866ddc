"""One Flop counted: for each hand, wins by category and ties over every turn, river and dealer.

A turn and river of given types leave every hand of a class with the same counts, so boards are
counted by types and classes. Per hand the total is a sum of a few class totals: one by ranks, as
if no flush could be made, and for each suit of the Flop one that puts the boards with a flush
in that suit right.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES, boards, showdowns
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import DEAD, PAIRS, Rules, Scratch, count_board
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES, Classes, Numbers


class Deal(NamedTuple):
    """The Flop, which of the 52 cards may still come, and what the count works with.

    ``wins``, ``ties`` and ``columns``, by pair of ranks and plain class, keep the boards' counts
    as if no flush could be made; the column is that of the category.
    """

    flop: Array
    live: Array
    board: Array
    multiples: Array
    wins: Array
    ties: Array
    columns: Array
    work: Scratch


def count_flop(flop: Sequence[int], deck: Sequence[int] = range(52)) -> Array:
    """A row of counts for each hand of four that the Flop leaves of the deck.

    The hands stand by their highest card, then by the next, and so on down.
    """
    rules, plain, suited = boards.rules(), by_class.plain_classes(), by_class.suited_classes()
    live = by_class.live_cards(flop, deck)
    kept = (PAIRS, len(plain.parts))
    deal = Deal(
        np.array(flop, np.uint8),
        live,
        np.array([*flop, 0, 0], np.uint8),
        np.zeros(by_class.FIRST_OF_SIZE[5], np.int32),
        np.zeros(kept, np.int32),
        np.zeros(kept, np.int32),
        np.zeros(kept, np.uint8),
        boards.new_scratch(len(suited.parts)),
    )
    by_ranks = np.zeros((len(plain.parts), STATES), np.int32)
    by_suit = np.zeros((4, len(suited.parts), STATES), np.int32)
    _count_boards(rules, plain, deal, -1, by_ranks)
    for suit in sorted({card & 3 for card in flop}):
        _count_boards(rules, suited, deal, suit, by_suit[suit])
    places = by_class.hands_left(live)
    rows = np.empty((len(places), STATES), np.int32)
    rows[:, LOSSES] = showdowns(int(live.sum()) - 4)
    _add_up(places, by_class.class_numbers(), by_ranks, by_suit, rows)
    return rows


@compiled
def _count_boards(rules: Rules, classes: Classes, deal: Deal, suit: int, totals: Array) -> None:
    """Each turn and river by types: all of them by ranks alone, where the suit is -1.

    Else those that make a flush of the suit possible, less their count by ranks alone.
    """
    capacity = deal.work.capacity
    fill_capacity(deal.live, suit, capacity)
    on_flop = 0
    for card in deal.flop:
        on_flop += card & 3 == suit
    for high in range(TYPES):
        for low in range(high + 1):
            if suit >= 0 and on_flop + (low >= RANKS) + (high >= RANKS) < 3:
                continue
            capacity[low] -= 1
            capacity[high] -= 1
            if capacity[low] >= 0 and capacity[high] >= 0:
                deal.board[3], deal.board[4] = _card(low, suit), _card(high, suit)
                suited = 0
                for card in deal.board:
                    if card & 3 == suit:
                        suited |= 1 << (card >> 2)
                count_board(rules, classes, deal.board, suited, deal.work)
                _fill_multiples(rules.shapes.counts, low, high, deal)
                _add_board(rules, classes, deal, suit, totals)
            capacity[low] += 1
            capacity[high] += 1


@compiled
def _card(kind: int, suit: int) -> int:
    """A card of a type: of the suit, or of the one after it."""
    return 4 * (kind - RANKS) + suit if kind >= RANKS else 4 * kind + (suit + 1) % 4


@compiled
def fill_capacity(live: Array, suit: int, capacity: Array) -> None:
    """How many cards of each type may still come."""
    capacity[:] = 0
    for card in range(52):
        if live[card]:
            capacity[(card >> 2) + (RANKS if card & 3 == suit else 0)] += 1


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
def _add_board(rules: Rules, classes: Classes, deal: Deal, suit: int, totals: Array) -> None:
    """Add a board's counts, and keep those by ranks alone, or take them off again."""
    work = deal.work
    low, high = deal.board[3] >> 2, deal.board[4] >> 2
    if low > high:
        low, high = high, low
    pair = np.int64(high) * (high + 1) // 2 + low
    wins, ties, columns = deal.wins[pair], deal.ties[pair], deal.columns[pair]
    for c in range(len(classes.others)):
        if work.level_of[c] == DEAD:
            continue
        times = deal.multiples[classes.others[c]]
        column = rules.tables.categories[work.level_orders[work.level_of[c]]]
        totals[c, column] += times * work.wins[c]
        totals[c, TIES] += times * work.ties[c]
        if suit < 0:
            wins[c], ties[c], columns[c] = work.wins[c], work.ties[c], column
        else:
            by_ranks = classes.ranks[c]
            totals[c, columns[by_ranks]] -= times * wins[by_ranks]
            totals[c, TIES] -= times * ties[by_ranks]


@compiled
def _add_up(places: Array, numbers: Numbers, by_ranks: Array, by_suit: Array, rows: Array) -> None:
    """Each hand's row: its plain total, the suits' totals that put it right, and the losses."""
    plain, suited = numbers.plain, numbers.suited
    for row, n in enumerate(places):
        for column in range(LOSSES):
            total = by_ranks[plain[n], column]
            for suit in range(4):
                total += by_suit[suit, suited[suit, n], column]
            rows[row, column] = total
            rows[row, LOSSES] -= total
