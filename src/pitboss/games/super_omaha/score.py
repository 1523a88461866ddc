"""The Super Omaha hand: the best five cards of exactly two hole cards and three on the board."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pitboss.cards.lookup import CARD_BITS, CARD_KEYS, lookup
from pitboss.cards.poker import rank_five


class Board(NamedTuple):
    """Five community cards prepared for many hands: the ten triples by key, and a flush suit."""

    triples: tuple[int, ...]
    flush_suit: int
    flush_bits: tuple[int, ...]


def read_board(cards: Sequence[int]) -> Board:
    """Prepare five community cards; ``flush_suit`` is -1 unless three of them share a suit."""
    a, b, c, d, e = [CARD_KEYS[card] for card in cards]
    triples = (
        a + b + c, a + b + d, a + b + e, a + c + d, a + c + e,
        a + d + e, b + c + d, b + c + e, b + d + e, c + d + e,
    )  # fmt: skip
    suits = [card & 3 for card in cards]
    for suit in range(4):
        if suits.count(suit) >= 3:
            bits = [CARD_BITS[card] for card in cards if card & 3 == suit]
            return Board(triples, suit, tuple(map(sum, combinations(bits, 3))))
    return Board(triples, -1, ())


def score(hole: Sequence[int], board: Board) -> int:
    """The rank of the best hand of two hole cards and three board cards."""
    plain, flush = lookup()
    a, b, c, d = [CARD_KEYS[card] for card in hole]
    best = 0
    for pair in {a + b, a + c, a + d, b + c, b + d, c + d}:
        for triple in board.triples:
            rank = plain[pair + triple]
            if rank > best:
                best = rank
    if board.flush_suit >= 0:
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
