"""The Super Omaha hand: the best five cards of exactly two hole cards and three on the board."""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.cards.lookup import CARD_BITS, CARD_KEYS, KEYS, LARGEST_SUM, lookup
from pitboss.cards.poker import rank_five

MARKS = (0, 2, 5, 25, 37, 43, 59, 70, 85, 89, 98, 99, 106)
"""One for each rank, on a Golomb ruler: no two pairs of them have the same sum, which is the place
of a pair of ranks in a row."""

CARD_MARKS = tuple(MARKS[card >> 2] for card in DECK)
CARD_SUITS = tuple(8 ** (card & 3) for card in DECK)
"""A sum of these counts the cards of each suit, in octal digits."""

PAIRS = {
    MARKS[low] + MARKS[high]: KEYS[low] + KEYS[high]
    for low, high in combinations_with_replacement(range(13), 2)
}
"""The sum of keys of two ranks, by their place in a row."""

ROW_BYTES = 2 * (max(PAIRS) + 1)
TOP_BITS = int.from_bytes(b"\x80\x00" * (ROW_BYTES // 2))
"""The top bit of every place of a row that is packed in one integer, sixteen bits a place."""


@cache
def plain_ranks() -> list[int]:
    """All ranks without a flush, rising. A row has a rank's place in here, which leaves the top bit
    of its sixteen free."""
    return sorted(set(lookup().plain))


@cache
def boards() -> dict[int, tuple[int, ...]]:
    """The keys of five ranks that are not all one, by their sum: 6,175."""
    fives = combinations_with_replacement(KEYS, 5)
    return {sum(five): five for five in fives if five[0] != five[4]}


@cache
def row_of_triple(triple: int) -> int:
    """The rank of every pair with three cards, suits aside, packed; nobody asks for five of one
    rank."""
    plain, row = lookup().plain, array("H", bytes(ROW_BYTES))
    for place, pair in PAIRS.items():
        row[place] = bisect_left(plain_ranks(), plain[min(pair + triple, LARGEST_SUM)])
    return int.from_bytes(row.tobytes(), sys.byteorder)


def larger(a: int, b: int) -> int:
    """Of two packed rows the larger number at each place."""
    not_less = ((a | TOP_BITS) - b) & TOP_BITS
    return b ^ (a ^ b) & (not_less - (not_less >> 15))


@cache
def row_of_board(board: int) -> "array[int]":
    """The best rank of every pair with three of five cards, suits aside; kept as they come, so
    that a hand is six look-ups instead of sixty."""
    triples = {sum(three) for three in combinations(boards()[board], 3)}
    best = reduce(larger, map(row_of_triple, triples))
    return array("H", best.to_bytes(ROW_BYTES, sys.byteorder))


@cache
def flush_suit(counts: int) -> int:
    """The suit of which three cards or more are there, or -1."""
    return next((suit for suit in range(4) if counts >> 3 * suit & 7 >= 3), -1)


class Board(NamedTuple):
    """Five community cards prepared for many hands: the row of all pairs, and a flush suit."""

    row: "array[int]"
    flush_suit: int
    flush_bits: tuple[int, ...]


def read_board(cards: Sequence[int]) -> Board:
    """Prepare five community cards; ``flush_suit`` is -1 unless three of them share a suit."""
    a, b, c, d, e = cards
    keys, suits = CARD_KEYS, CARD_SUITS
    row = row_of_board(keys[a] + keys[b] + keys[c] + keys[d] + keys[e])
    suit = flush_suit(suits[a] + suits[b] + suits[c] + suits[d] + suits[e])
    if suit < 0:
        return Board(row, suit, ())
    bits = [CARD_BITS[card] for card in cards if card & 3 == suit]
    return Board(row, suit, tuple(map(sum, combinations(bits, 3))))


def score(hole: Sequence[int], board: Board) -> int:
    """The rank of the best hand of two hole cards and three board cards."""
    a, b, c, d = hole
    a, b, c, d = CARD_MARKS[a], CARD_MARKS[b], CARD_MARKS[c], CARD_MARKS[d]
    row = board.row
    place = max(row[a + b], row[a + c], row[a + d], row[b + c], row[b + d], row[c + d])
    best = plain_ranks()[place]
    return best if board.flush_suit < 0 else max(best, best_flush(hole, board))


def best_flush(hole: Sequence[int], board: Board) -> int:
    """The rank of the best flush of two hole cards and three board cards; 0 where there is none."""
    suit, best = board.flush_suit, 0
    bits = [CARD_BITS[card] for card in hole if card & 3 == suit]
    for pair in map(sum, combinations(bits, 2)):
        flush = lookup().flush
        best = max(best, *[flush[pair + triple] for triple in board.flush_bits])
    return best


def best_five(hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
    """The five cards that make the hand: two from the hole, three from the board."""
    hands = [
        (*pair, *triple) for pair in combinations(hole, 2) for triple in combinations(board, 3)
    ]
    return max(hands, key=lambda cards: rank_five(*cards))
