"""Exact counts: final hands over all boards, and shares of the pot against one opponent.

Against one opponent every river counts, and every hand that fits its discards. All rivers are laid
for one class of holdings at a time, which gives a win, a tie or a loss for each pair of cards. A
hand of the opponent takes its own cards out of the river: the rivers left are all, less those with
one of its cards, plus those with two of them.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, rank_of, suit_of
from pitboss.odds.compiled import compiled
from pitboss.odds.holdout.kernels.hands import (
    ALL_SUITS,
    BOARD,
    CODES,
    KEY,
    KEY_BITS,
    PLACES,
    Holdings,
    Known,
    Part,
    best,
    class_of,
    join,
    lay,
    part,
    part_of,
)
from pitboss.odds.progress import run_parts
from pitboss.odds.ranks import Array, Tables, Whole, tables

CATEGORIES = 11

WIN, TIE = 1, 1 << 16
"""Outcomes are added up in one number; ties stand above the wins."""
PAIR_TIE = 16
"""The same in one byte, for one river."""
THREADS = 2
NO_RIVER = (0, ALL_SUITS, 0)


def count_categories() -> dict[str, list[int]]:
    """For each number of held cards, the deals of them and the board that end in each category."""
    orders = tables()
    counts = {"5": _tally_five(orders).tolist()}
    for size in (4, 3, 2, 1):
        kinds = kinds_of(size)
        found = run_parts(f"holdout, {size} held", list(kinds), lambda held: tally(orders, held))
        totals = np.zeros(CATEGORIES, object)
        for holdings, row in zip(kinds.values(), found, strict=True):
            totals += holdings * np.array(row, object)
        counts[str(size)] = totals.tolist()
    return counts


def kinds_of(size: int) -> Counter[tuple[int, ...]]:
    """One holding of each kind whose boards are counted alike, with the number of them.

    A kind of so many cards is told by their ranks and by whether they share a suit.
    """
    examples: dict[object, tuple[int, ...]] = {}
    kinds: Counter[tuple[int, ...]] = Counter()
    for cards in combinations(DECK, size):
        key = (tuple(map(rank_of, cards)), len(set(map(suit_of, cards))) == 1)
        kinds[examples.setdefault(key, cards)] += 1
    return kinds


def tally(orders: Tables, cards: tuple[int, ...]) -> list[int]:
    """The boards on which a holding ends in each category, of all that the other cards make."""
    held = np.array(cards)
    rest = np.array([card for card in DECK if card not in cards])
    if len(cards) < 4:
        boards: list[int] = _tally_boards(orders, held, rest).tolist()
        return boards
    # Of the cards that complete four to each category, the best of four on the board counts.
    below, found = 0, []
    for count in _tally_single(orders, held, rest).tolist():
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
        for b in range(a + 1, len(rest)):
            for c in range(b + 1, len(rest)):
                for d in range(c + 1, len(rest)):
                    board[:] = rest[a], rest[b], rest[c], rest[d]
                    lay(board, codes, suits)
                    order = best(orders, own, codes, suits)
                    found[orders.ranks[order] >> 20] += 1
    return found


@compiled
def _tally_five(orders: Tables) -> Array:
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


class Outcomes(NamedTuple):
    """For some classes: the outcomes of all rivers, of those with a card, and of each river.

    ``rows`` tells where a class stands here, -1 where it does not. Rivers stand in order, that of
    cards i and j, i being lower, at ``at[i] + j``. Without rivers to come only ``totals`` counts.
    """

    rows: Array
    totals: Array
    cards: Array
    rivers: Array
    at: Array


class Laid(NamedTuple):
    """The parts of all choices among the community cards that lie, by their number of cards."""

    codes: Array
    suits: Array
    sizes: Array


@compiled
def lay_known(board: Array) -> Laid:
    choices = 1 << len(board)
    laid = Laid(
        np.zeros(choices, np.int64),
        np.full(choices, ALL_SUITS, np.int64),
        np.zeros(choices, np.int64),
    )
    for choice in range(choices):
        for place in range(len(board)):
            if choice >> place & 1:
                laid.codes[choice] += CODES[board[place]]
                laid.suits[choice] &= 1 << (board[place] & 3)
                laid.sizes[choice] += 1
    return laid


@compiled
def best_with(orders: Tables, held: Part, laid: Laid, river: tuple[int, int, int]) -> int:
    """The best order with all of a river part, which is code, suits and number of cards."""
    found = 0
    for choice in range(len(laid.codes)):
        if laid.sizes[choice] + river[2] == held[2]:
            code = held[0] + laid.codes[choice] + river[0]
            order = join(orders, code, held[1] & laid.suits[choice] & river[1])
            found = max(found, order)
    return found


@compiled
def order_rivers(orders: Tables, held: Part, laid: Laid, unseen: Array, out: Array) -> None:
    """The held cards' order for each pair of unseen cards as the river, where ``out`` has room."""
    count = len(out)
    none = best_with(orders, held, laid, NO_RIVER)
    for i in range(count):
        river = (CODES[unseen[i]], 1 << (unseen[i] & 3), 1)
        out[i, i] = max(none, best_with(orders, held, laid, river))
    for i in range(count):
        for j in range(i + 1, count):
            out[i, j] = max(out[i, i], out[j, j])
    for choice in range(len(laid.codes)):
        if laid.sizes[choice] + 2 == held[2]:
            part = (held[0] + laid.codes[choice], held[1] & laid.suits[choice])
            _order_pairs(orders, part, unseen, out)


@compiled
def _order_pairs(orders: Tables, part: tuple[int, int], unseen: Array, out: Array) -> None:
    """Where a part is better together with both cards of a river, say so."""
    count, codes = len(out), CODES[unseen]
    for i in range(count):
        code, row = part[0] + codes[i], out[i]
        for j in range(i + 1, count):
            row[j] = max(row[j], orders.plain[(code + codes[j]) & KEY])
    if part[1]:
        for i in range(count):
            if part[1] & 1 << (unseen[i] & 3):
                for j in range(i + 1, count):
                    if unseen[i] & 3 == unseen[j] & 3:
                        flush = orders.flush[(part[0] + codes[i] + codes[j]) >> KEY_BITS]
                        out[i, j] = max(out[i, j], flush)


@compiled
def meet_classes(known: Known, classes: Array, held: Part, board: Array, unseen: Array) -> Outcomes:
    """The outcomes against these classes: of each river where two community cards lie, else of
    the four that do."""
    orders, count = known.orders, len(unseen) if len(board) < BOARD else 0
    found = Outcomes(
        np.full(len(known.holdings.codes), -1, np.int32),
        np.zeros(len(classes), np.int64),
        np.zeros((len(classes), count), np.int32),
        np.zeros((len(classes), count * (count - 1) // 2), np.uint8),
        np.empty(count, np.uint64),
    )
    for i in range(count):
        found.at[i] = np.uint64(i * (2 * count - i - 3) // 2 - 1)
    laid = lay_known(board)
    own, other = np.zeros((count, count), np.int32), np.zeros((count, count), np.int32)
    order_rivers(orders, held, laid, unseen, own)
    order = best_with(orders, held, laid, NO_RIVER)
    for row in range(len(classes)):
        found.rows[classes[row]] = row
        part = part_of(known.holdings, classes[row])
        if count:
            order_rivers(orders, part, laid, unseen, other)
            _compare_rivers(own, other, row, found)
        else:
            rival = best_with(orders, part, laid, NO_RIVER)
            found.totals[row] = WIN if order > rival else TIE if order == rival else 0
    return found


@compiled
def _compare_rivers(own: Array, other: Array, row: int, found: Outcomes) -> None:
    cards, rivers = found.cards[row], found.rivers[row]
    river = 0
    for i in range(len(own)):
        total = np.int32(0)
        for j in range(i + 1, len(own)):
            win, tie = np.int32(own[i, j] > other[i, j]), np.int32(own[i, j] == other[i, j])
            outcome = win + tie * np.int32(TIE)
            rivers[river] = win + tie * np.int32(PAIR_TIE)
            river += 1
            cards[j] += outcome
            total += outcome
        cards[i] += total
        found.totals[row] += total


def count_sensible(kept: Array, unseen: Array, found: Outcomes) -> tuple[int, int, int]:
    """Hands of five unseen cards of which a class is kept: wins, ties and the number of hands."""
    with ThreadPoolExecutor(THREADS) as pool:
        parts = pool.map(lambda part: _count_sensible(kept, unseen, found, part), range(THREADS))
        wins, ties, hands = (sum(counts) for counts in zip(*parts, strict=True))
    return wins, ties, hands


@compiled
def _count_sensible(kept: Array, unseen: Array, found: Outcomes, part: int) -> tuple[int, int, int]:
    """The part of the count whose lowest cards are this one and every second one from there."""
    count, last = len(unseen), PLACES[4][unseen]
    wins = ties = hands = 0
    for a in range(part, count, THREADS):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                for d in range(c + 1, count):
                    at = PLACES[0, unseen[a]] + PLACES[1, unseen[b]]
                    at += PLACES[2, unseen[c]] + PLACES[3, unseen[d]]
                    for e in range(d + 1, count):
                        row = found.rows[kept[np.uint64(at + last[e])]]
                        if row >= 0:
                            outcome = found.totals[row]
                            if len(found.at):
                                outcome += _without_five(found, row, (a, b, c, d, e))
                            hands += 1
                            wins += outcome & (TIE - 1)
                            ties += outcome >> 16
    return wins, ties, hands


@compiled
def _without_five(found: Outcomes, row: int, hand: tuple[int, int, int, int, int]) -> Whole:
    """What the hand's own cards take out of the rivers; unsigned places are quicker to look up."""
    a, b, c = np.uint64(hand[0]), np.uint64(hand[1]), np.uint64(hand[2])
    d, e = np.uint64(hand[3]), np.uint64(hand[4])
    cards, rivers = found.cards[np.uint64(row)], found.rivers[np.uint64(row)]
    at_a, at_b, at_c, at_d = found.at[a], found.at[b], found.at[c], found.at[d]
    pairs = np.int64(rivers[at_a + b]) + rivers[at_a + c] + rivers[at_a + d] + rivers[at_a + e]
    pairs += np.int64(rivers[at_b + c]) + rivers[at_b + d] + rivers[at_b + e]
    pairs += np.int64(rivers[at_c + d]) + rivers[at_c + e] + rivers[at_d + e]
    single = np.int64(cards[a]) + cards[b] + cards[c] + cards[d] + cards[e]
    return (pairs & 15) + (pairs >> 4) * TIE - single


@compiled
def count_uniform(
    holdings: Holdings, size: int, unseen: Array, found: Outcomes
) -> tuple[int, int, int]:
    """Holdings of so many unseen cards: wins, ties and the number of holdings."""
    open_rivers = len(found.at) > 0
    places = np.arange(size)
    wins: Whole = 0
    ties: Whole = 0
    hands = 0
    while True:
        code, suits = 0, ALL_SUITS
        for place in places:
            code += CODES[unseen[place]]
            suits &= 1 << (unseen[place] & 3)
        row: Whole = found.rows[class_of(holdings, size, code, suits)]
        outcome = found.totals[row]
        if open_rivers:
            outcome += _without(found, row, places)
        hands += 1
        wins += outcome & (TIE - 1)
        ties += outcome >> 16
        if not _advance(places, len(unseen)):
            return wins, ties, hands


@compiled
def _without(found: Outcomes, row: int, places: Array) -> Whole:
    single: Whole = 0
    pairs: Whole = 0
    for i in range(len(places)):
        single += found.cards[row, places[i]]
        for j in range(i + 1, len(places)):
            river = found.at[places[i]] + np.uint64(places[j])
            pairs += np.int64(found.rivers[row, river])
    return (pairs & 15) + (pairs >> 4) * TIE - single


@compiled
def _advance(places: Array, count: int) -> bool:
    """The next choice of places in order; False after the last."""
    size = len(places)
    at = size - 1
    while at >= 0 and places[at] == count - size + at:
        at -= 1
    if at < 0:
        return False
    places[at] += 1
    for place in range(at + 1, size):
        places[place] = places[place - 1] + 1
    return True
