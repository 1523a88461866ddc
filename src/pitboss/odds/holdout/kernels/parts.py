"""Hands put together from two parts, the held cards and some of the community cards.

A part is two numbers that are quick to join: the sum of its cards' codes, and the suits that all
its cards share as bits (all four suits where there is no card). A code holds a card's key and,
above it, its rank bit, so one addition serves both tables of ``cards/lookup``.
"""

from itertools import combinations

import numpy as np

from pitboss.cards.lookup import CARD_BITS, CARD_KEYS
from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole

Cards = Array | tuple[int, ...]
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
