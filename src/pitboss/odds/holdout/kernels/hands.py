"""Hands put together from two parts, the held cards and some of the community cards.

A part is two numbers that are quick to join: the sum of its cards' codes, and the suits that all
its cards share as bits (all four suits where there is no card). A code holds a card's key and,
above it, its rank bit, so one addition serves both tables of ``cards/lookup``.

Holdings of one to five cards stand in classes that score alike on every board. Cards of one suit
can make a flush, so such a holding is a class of its own; of others only the ranks count. There
are 18,057 classes for 2,598,960 + 270,725 + 22,100 + 1,326 + 52 holdings.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import poker
from pitboss.cards.lookup import CARD_BITS, CARD_KEYS, KEYS, LARGEST_SUM
from pitboss.odds.compiled import compiled, share
from pitboss.odds.holdout import strategy as sensible
from pitboss.odds.ranks import Array, Tables, Whole, tables

Cards = Array | tuple[int, ...]
Ranks = tuple[int, ...]
Part = tuple[int, int, int]
"""Held cards: code, suits and how many community cards go with them."""

KEY_BITS = 20
KEY = (1 << KEY_BITS) - 1
ALL_SUITS = 15
BOARD = 4

CODES = np.array(
    [key | bit << KEY_BITS for key, bit in zip(CARD_KEYS, CARD_BITS, strict=True)], np.int64
)

CHOICES = tuple(choice for size in range(5) for choice in combinations(range(BOARD), size))
"""Every choice among four community cards, the smaller ones first."""
FIRST = np.array([0, 1, 5, 11, 15, 16], np.int64)
"""Where the choices of none, one, two, three and four cards begin, and where all end."""
CHOSEN = np.array([[place in choice for place in range(BOARD)] for choice in CHOICES], np.bool_)

NO_CLASS = 65_535
HANDS = comb(52, 5)

PLACES = np.array(
    [[-comb(51 - card, 5 - place) for card in range(52)] for place in range(5)], np.int64
)
"""What each card adds to a hand's number, by its place in rising order; all hands in order."""
PLACES[0] += HANDS - 1

for _function in (
    poker.rank_five,
    poker.rank_ranks,
    poker.as_flush,
    poker._rank_groups,
    poker._rank_pairs,
    sensible.same_rank,
    sensible.same_suit,
    sensible.in_row,
    sensible._is_row,
    sensible.within_five,
    sensible.highest_place,
    sensible.hold_unpaired,
    sensible.hold_sensibly,
):
    share(_function)

_hold = sensible.hold_sensibly


@compiled
def part(cards: Cards) -> tuple[int, int]:
    """The code and the suits of some cards."""
    code, suits = 0, ALL_SUITS
    for card in cards:
        code += CODES[card]
        suits &= 1 << (card & 3)
    return code, suits


@compiled
def lay(board: Array, codes: Array, suits: Array) -> None:
    """The parts of all sixteen choices among four community cards."""
    for choice in range(len(CHOSEN)):
        code, shared = 0, ALL_SUITS
        for place in range(BOARD):
            if CHOSEN[choice, place]:
                code += CODES[board[place]]
                shared &= 1 << (board[place] & 3)
        codes[choice] = code
        suits[choice] = shared


@compiled
def join(orders: Tables, code: int, flush: int) -> Whole:
    """The order of five cards by the sum of two parts, a flush if they share a suit."""
    return np.int64(orders.flush[code >> KEY_BITS] if flush else orders.plain[code & KEY])


@compiled
def best(orders: Tables, held: Part, codes: Array, suits: Array) -> Whole:
    """The best order of a held part on a laid board."""
    code, shared, missing = held
    found: Whole = 0
    for choice in range(FIRST[missing], FIRST[missing + 1]):
        found = max(found, np.int64(orders.plain[(code + codes[choice]) & KEY]))
    if shared:
        for choice in range(FIRST[missing], FIRST[missing + 1]):
            if shared & suits[choice]:
                flush = orders.flush[(code + codes[choice]) >> KEY_BITS]
                found = max(found, np.int64(flush))
    return found


def rank_showdowns(held: Array, counts: Array, boards: Array) -> Array:
    """Many hands on many boards at once: their ranks, as ``games.holdout.score`` gives them.

    A row of ``held`` is a hand of which the first ``counts`` cards are held; a row of ``boards``
    its four community cards.
    """
    orders = tables()
    return orders.ranks[_order_all(orders, held, counts, boards)]


@compiled
def _order_all(orders: Tables, held: Array, counts: Array, boards: Array) -> Array:
    found = np.empty(len(held), np.int32)
    codes, suits = np.empty(16, np.int64), np.empty(16, np.int64)
    for row in range(len(held)):
        lay(boards[row], codes, suits)
        code, shared = part(held[row, : counts[row]])
        found[row] = best(orders, (code, shared, 5 - counts[row]), codes, suits)
    return found


class Holdings(NamedTuple):
    """The classes of each size from ``first[size]`` on, with their parts, and how to find one.

    ``mixed`` has the classes by size and sum of keys, ``suited`` by suit and rank bits.
    """

    first: Array
    codes: Array
    suits: Array
    mixed: Array
    suited: Array


@cache
def holdings() -> Holdings:
    """All classes; a tenth of a second, once."""
    names = list_classes()
    mixed = np.full((6, LARGEST_SUM + 1), NO_CLASS, np.uint16)
    suited = np.full((4, 1 << 13), NO_CLASS, np.uint16)
    codes, suits = np.zeros(len(names), np.int64), np.zeros(len(names), np.int64)
    for name, (ranks, suit) in enumerate(names):
        key, bits = sum([KEYS[rank] for rank in ranks]), sum([1 << rank for rank in ranks])
        codes[name] = key | bits << KEY_BITS
        if suit is None:
            mixed[len(ranks), codes[name] & KEY] = name
        else:
            suits[name] = 1 << suit
            suited[suit, bits] = name
    first = np.searchsorted([len(ranks) for ranks, _ in names], range(7))
    return Holdings(first, codes, suits, mixed, suited)


@cache
def list_classes() -> list[tuple[Ranks, int | None]]:
    """The ranks of every class, the smaller ones first, and the suit if its cards share one."""
    found: list[tuple[Ranks, int | None]] = []
    for size in range(1, 6):
        for ranks in combinations_with_replacement(range(13), size):
            if size > 1 and max(map(ranks.count, ranks)) <= 4:
                found.append((ranks, None))
        for suit in range(4):
            found += [(ranks, suit) for ranks in combinations(range(13), size)]
    return found


@compiled
def class_of(holdings: Holdings, size: int, code: int, suits: int) -> Whole:
    """The class of a holding, by its part."""
    if suits:
        suit = 0
        while suits >> suit & 1 == 0:
            suit += 1
        return holdings.suited[suit, code >> KEY_BITS]
    return holdings.mixed[size, code & KEY]


@compiled
def part_of(holdings: Holdings, name: int) -> Part:
    """The part of a class."""
    size = 5
    while name < holdings.first[size]:
        size -= 1
    return holdings.codes[name], holdings.suits[name], 5 - size


class Kept(NamedTuple):
    """The class of what a sensible player keeps of each five-card hand, by the hand's number.

    ``distinct`` lists the classes kept, ``whole`` the hands of which all five cards are.
    """

    classes: Array
    distinct: Array
    whole: Array


class Known(NamedTuple):
    """The orders of hands, the classes of holdings, and what is kept of each hand."""

    orders: Tables
    holdings: Holdings
    kept: Kept


@cache
def known() -> Known:
    """Some tenths of a second, once."""
    found = holdings()
    classes = _keep_all(found)
    whole = hands_of(np.flatnonzero(classes >= found.first[5]))
    return Known(tables(), found, Kept(classes, np.unique(classes).astype(np.int64), whole))


def hands_of(numbers: Array) -> Array:
    """The cards of hands, by their numbers, in rising order."""
    hands = np.empty((len(numbers), 5), np.int64)
    left = HANDS - 1 - numbers
    for place in range(5):
        counts = np.array([comb(rest, 5 - place) for rest in range(52)])
        rest = np.searchsorted(counts, left, side="right") - 1
        hands[:, place] = 51 - rest
        left = left - counts[rest]
    return hands


@compiled
def _keep_all(holdings: Holdings) -> Array:
    classes = np.empty(HANDS, np.uint16)
    number = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        classes[number] = _keep(holdings, (a, b, c, d, e))
                        number += 1
    return classes


@compiled
def _keep(holdings: Holdings, hand: tuple[int, int, int, int, int]) -> Whole:
    hold = _hold(hand)
    code, suits, size = 0, ALL_SUITS, 0
    for place in range(5):
        if hold >> place & 1:
            code += CODES[hand[place]]
            suits &= 1 << (hand[place] & 3)
            size += 1
    return class_of(holdings, size, code, suits)
