"""Hands put together from two parts, the held cards and some of the community cards.

A part is two numbers that are quick to join: the sum of its cards' codes, and the suits that all
its cards share as bits (all four suits where there is no card). A code holds a card's key and,
above it, its rank bit, so one addition serves both tables of ``cards/lookup``.
"""

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.lookup import CARD_BITS, CARD_KEYS, KEYS, lookup
from pitboss.odds.compiled import compiled

Array = npt.NDArray[Any]
Cards = Array | tuple[int, ...]
Whole = Any
"""A whole number of compiled code, as wide as its arrays need."""
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


class Orders(NamedTuple):
    """The order of a rank, 1 for the worst of 7,462, by sum of keys and by the bits of a flush."""

    plain: Array
    flush: Array
    ranks: Array


@cache
def orders() -> Orders:
    """Both tables, with room for parts that have a card in common, which make no hand."""
    plain, flush = (np.array(table, np.int32) for table in lookup())
    ranks = np.union1d(plain, flush).astype(np.int32)
    found = Orders(np.zeros(5 * KEYS[12] + 1, np.uint16), np.zeros(1 << 14, np.uint16), ranks)
    found.plain[: len(plain)] = np.searchsorted(ranks, plain)
    found.flush[: len(flush)] = np.searchsorted(ranks, flush)
    return found


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
def join(orders: Orders, code: int, flush: int) -> Whole:
    """The order of five cards by the sum of two parts, a flush if they share a suit."""
    return np.int64(orders.flush[code >> KEY_BITS] if flush else orders.plain[code & KEY])


@compiled
def best(orders: Orders, held: Part, codes: Array, suits: Array) -> Whole:
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
