"""Omaha hands ranked in compiled code: pairs of hole cards on a board, and batches of hands."""

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables


def rank_omaha_batch(holes: Array, boards: Array) -> Array:
    """The rank of each of many hands, four hole cards and five board cards a row.

    >>> rank_omaha_batch(np.array([[51, 47, 0, 5]]), np.array([[43, 39, 35, 10, 15]])) >> 20
    array([10], dtype=int32)
    """
    holes, boards = _cards(holes, 4), _cards(boards, 5)
    if len(holes) != len(boards):
        raise ValueError(f"{len(holes)} hands on {len(boards)} boards; one board a hand is needed")
    out = np.empty(len(holes), dtype=np.int32)
    _rank_rows(tables(), holes, boards, out)
    return out


def rank_board(board: Array) -> Array:
    """The ranks of all 178,365 hands of the 47 cards that a board leaves.

    The hands stand by their highest card, then by the next, and so on down.
    """
    out = np.empty(47 * 46 * 45 * 44 // 24, dtype=np.int32)
    _rank_all(tables(), _cards(board, 5), out)
    return out


def _cards(given: Array, width: int) -> Array:
    """Cards as bytes in rows of this width; numbers that are no card are refused."""
    cards = np.ascontiguousarray(given)
    if cards.shape[-1] != width or (cards.size and not 0 <= cards.min() <= cards.max() < 52):
        raise ValueError(f"rows of {width} cards from 0 to 51 are needed")
    return cards.astype(np.uint8)


@compiled
def _rank_rows(tables: Tables, holes: Array, boards: Array, out: Array) -> None:
    triples = np.empty(10, np.uint32)
    for row in range(len(holes)):
        board_triples(tables.keys, boards[row], triples)
        best: Whole = np.uint16(0)
        for j in range(1, 4):
            for i in range(j):
                pair = tables.keys[holes[row, i]] + tables.keys[holes[row, j]]
                for triple in triples:
                    best = max(best, tables.plain[pair + triple])
        suit = flush_suit(boards[row])
        if suit >= 0:
            best = max(best, _best_flush(tables, holes[row], boards[row], suit))
        out[row] = tables.ranks[best]


@compiled
def board_triples(keys: Array, board: Array, triples: Array) -> None:
    """The sums of keys of the ten ways to take three of five cards."""
    n = 0
    for c in range(2, 5):
        for b in range(1, c):
            for a in range(b):
                triples[n] = keys[board[a]] + keys[board[b]] + keys[board[c]]
                n += 1


@compiled
def flush_suit(board: Array) -> int:
    """The suit of which a board has three or more cards, or -1."""
    counts = 0
    for card in board:
        counts += 1 << (4 * (card & 3))
    for suit in range(4):
        if counts >> (4 * suit) & 15 >= 3:
            return suit
    return -1


@compiled
def _best_flush(tables: Tables, hole: Array, board: Array, suit: int) -> Whole:
    best: Whole = np.uint16(0)
    for j in range(1, 4):
        for i in range(j):
            if hole[i] & 3 == suit and hole[j] & 3 == suit:
                pair = tables.bits[hole[i]] | tables.bits[hole[j]]
                best = max(best, flush_of_pair(tables, pair, board, suit))
    return best


@compiled
def flush_of_pair(tables: Tables, pair: Whole, board: Array, suit: int) -> Whole:
    """The best flush of two hole cards, given by their rank bits, with three of the board."""
    best: Whole = np.uint16(0)
    for c in range(2, 5):
        for b in range(1, c):
            for a in range(b):
                if board[a] & 3 == suit and board[b] & 3 == suit and board[c] & 3 == suit:
                    bits = tables.bits[board[a]] | tables.bits[board[b]] | tables.bits[board[c]]
                    best = max(best, tables.flush[pair | bits])
    return best


@compiled
def rank_pairs(tables: Tables, board: Array, cards: Array, out: Array) -> None:
    """The order of the best hand that each two of some cards make with a board; a full square."""
    triples = np.empty(10, np.uint32)
    board_triples(tables.keys, board, triples)
    suit = flush_suit(board)
    for j in range(1, len(cards)):
        for i in range(j):
            pair = tables.keys[cards[i]] + tables.keys[cards[j]]
            best: Whole = np.uint16(0)
            for triple in triples:
                best = max(best, tables.plain[pair + triple])
            if suit >= 0 and cards[i] & 3 == suit and cards[j] & 3 == suit:
                bits = tables.bits[cards[i]] | tables.bits[cards[j]]
                best = max(best, flush_of_pair(tables, bits, board, suit))
            out[i, j] = out[j, i] = best


@compiled
def _rank_all(tables: Tables, board: Array, out: Array) -> None:
    """A hand is a maximum of six pairs: of its lower three cards, and of the highest with each."""
    cards = np.empty(47, np.uint8)
    n = 0
    for card in range(52):
        if not (board == card).any():
            cards[n] = card
            n += 1
    orders = np.zeros((47, 47), np.uint16)
    rank_pairs(tables, board, cards, orders)
    pairs = np.empty((47, 47), np.int32)
    for i in range(47):
        for j in range(47):
            pairs[i, j] = tables.ranks[orders[i, j]]
    threes = np.empty(47 * 46 * 45 // 6, np.int32)
    twos = np.empty(47 * 46 // 2, np.int32)
    _fill_threes(pairs, threes)
    start = 0
    for top in range(3, 47):
        _spread(pairs, top, twos)
        below = 0
        for third in range(2, top):
            width = third * (third - 1) // 2
            _best_of(out[start : start + width], twos, threes[below:], pairs[top, third])
            start += width
            below += width


@compiled
def _best_of(out: Array, twos: Array, threes: Array, least: int) -> None:
    for n in range(len(out)):
        best = twos[n] if twos[n] > threes[n] else threes[n]
        out[n] = best if best > least else least


@compiled
def _spread(pairs: Array, top: int, twos: Array) -> None:
    """For each two cards below ``top``, the better of their pairs with it."""
    n = 0
    for j in range(1, top):
        for i in range(j):
            twos[n] = max(pairs[top, i], pairs[top, j])
            n += 1


@compiled
def _fill_threes(pairs: Array, threes: Array) -> None:
    """For each three cards, the best of their three pairs."""
    n = 0
    for k in range(2, 47):
        for j in range(1, k):
            for i in range(j):
                threes[n] = max(pairs[i, j], max(pairs[i, k], pairs[j, k]))
                n += 1
