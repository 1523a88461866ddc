"""The Super Omaha hand: the best five cards of exactly two hole cards and three on the board."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from pitboss.cards.lookup import CARD_BITS, CARD_KEYS, KEYS, LARGEST_SUM, lookup
from pitboss.cards.poker import rank_five

PAIRS = [sum(keys) for keys in combinations_with_replacement(KEYS, 2)]
PAIR_PLACES = {pair: place for place, pair in enumerate(PAIRS)}
"""Two cards by the sum of their keys, and each one's place in a row of ranks."""


@cache
def ranks_of_triple(triple: int) -> list[int]:
    """The rank of every pair with three cards, suits aside; nobody asks for five of one rank."""
    plain = lookup().plain
    return [plain[min(pair + triple, LARGEST_SUM)] for pair in PAIRS]


@cache
def ranks_of_board(a: int, b: int, c: int, d: int, e: int) -> list[int]:
    """The best rank of every pair with three of five cards, suits aside. There are 6,175 such
    boards, kept as they come: a hand is then six look-ups instead of sixty."""
    triples = {sum(three) for three in combinations((a, b, c, d, e), 3)}
    return list(map(max, *map(ranks_of_triple, triples)))


class Board(NamedTuple):
    """Five community cards prepared for many hands: the ranks of all pairs, and a flush suit."""

    ranks: list[int]
    flush_suit: int
    flush_bits: tuple[int, ...]


def read_board(cards: Sequence[int]) -> Board:
    """Prepare five community cards; ``flush_suit`` is -1 unless three of them share a suit."""
    ranks = ranks_of_board(*sorted([CARD_KEYS[card] for card in cards]))
    suits = [card & 3 for card in cards]
    for suit in range(4):
        if suits.count(suit) >= 3:
            bits = [CARD_BITS[card] for card in cards if card & 3 == suit]
            return Board(ranks, suit, tuple(map(sum, combinations(bits, 3))))
    return Board(ranks, -1, ())


def score(hole: Sequence[int], board: Board) -> int:
    """The rank of the best hand of two hole cards and three board cards."""
    ranks, places = board.ranks, PAIR_PLACES
    a, b, c, d = [CARD_KEYS[card] for card in hole]
    pairs = (a + b, a + c, a + d, b + c, b + d, c + d)
    best = max([ranks[places[pair]] for pair in pairs])
    if board.flush_suit >= 0:
        flush = lookup().flush
        bits = [CARD_BITS[card] for card in hole if card & 3 == board.flush_suit]
        for pair_bits in map(sum, combinations(bits, 2)):
            for triple_bits in board.flush_bits:
                best = max(best, flush[pair_bits + triple_bits])
    return best


def best_five(hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
    """The five cards that make the hand: two from the hole, three from the board."""
    hands = [
        (*pair, *triple) for pair in combinations(hole, 2) for triple in combinations(board, 3)
    ]
    return max(hands, key=lambda cards: rank_five(*cards))
