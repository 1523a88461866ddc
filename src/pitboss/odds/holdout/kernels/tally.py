"""How the final hands of holdings are spread over the categories, counted over all boards."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, rank_of, suit_of
from pitboss.odds.compiled import compiled
from pitboss.odds.holdout.kernels.parts import BOARD, CODES, best, join, lay, part
from pitboss.odds.progress import run_parts
from pitboss.odds.ranks import Array, Tables, tables

CATEGORIES = 11


class Kind(NamedTuple):
    """Holdings whose boards are counted alike: one of them, and how many there are."""

    cards: tuple[int, ...]
    holdings: int


def kinds_of(size: int) -> Iterator[Kind]:
    """All holdings of so many cards, by their ranks and by whether they share a suit."""
    examples: dict[object, tuple[int, ...]] = {}
    counts: Counter[object] = Counter()
    for cards in combinations(DECK, size):
        key = (tuple(map(rank_of, cards)), len(set(map(suit_of, cards))) == 1)
        counts[key] += 1
        examples.setdefault(key, cards)
    for name, holdings in counts.items():
        yield Kind(examples[name], holdings)


def tally(orders: Tables, cards: tuple[int, ...]) -> list[int]:
    """The boards on which a holding ends in each category, of all that the other cards make."""
    held = np.array(cards)
    rest = np.array([card for card in DECK if card not in cards])
    if len(cards) == 4:
        return _tally_four(_tally_single(orders, held, rest).tolist())
    found: list[int] = _tally_boards(orders, held, rest).tolist()
    return found


def _tally_four(single: list[int]) -> list[int]:
    """From the cards that complete four to each category: the best of four of them counts."""
    below, found = 0, []
    for count in single:
        found.append(comb(below + count, BOARD) - comb(below, BOARD))
        below += count
    return found


@compiled
def _tally_single(orders: Tables, held: Array, rest: Array) -> Array:
    found = np.zeros(CATEGORIES, np.int64)
    code, suits = part(held)
    for card in rest:
        order = join(orders, code + CODES[card], suits & 1 << (card & 3))
        found[orders.ranks[order] >> 20] += 1
    return found


@compiled
def _tally_boards(orders: Tables, held: Array, rest: Array) -> Array:
    found = np.zeros(CATEGORIES, np.int64)
    code, shared = part(held)
    own = (code, shared, 5 - len(held))
    board = np.empty(BOARD, np.int64)
    codes, suits = np.empty(16, np.int64), np.empty(16, np.int64)
    for a in range(len(rest)):
        board[0] = rest[a]
        for b in range(a + 1, len(rest)):
            board[1] = rest[b]
            for c in range(b + 1, len(rest)):
                board[2] = rest[c]
                for d in range(c + 1, len(rest)):
                    board[3] = rest[d]
                    lay(board, codes, suits)
                    order = best(orders, own, codes, suits)
                    found[orders.ranks[order] >> 20] += 1
    return found


@compiled
def tally_five(orders: Tables) -> Array:
    """All hands of five cards, which no board changes."""
    found = np.zeros(CATEGORIES, np.int64)
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        code, suits = part((a, b, c, d, e))
                        found[orders.ranks[join(orders, code, suits)] >> 20] += 1
    return found


def count_categories() -> dict[str, list[int]]:
    """For each number of held cards, the deals of them and the board that end in each category."""
    orders = tables()
    counts = {"5": tally_five(orders).tolist()}
    for size in (4, 3, 2, 1):
        kinds = list(kinds_of(size))
        found = run_parts(f"holdout, {size} held", kinds, lambda kind: tally(orders, kind.cards))
        pairs = list(zip(kinds, found, strict=True))
        counts[str(size)] = [
            sum(kind.holdings * row[category] for kind, row in pairs)
            for category in range(CATEGORIES)
        ]
    return counts
