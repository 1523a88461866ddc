"""Exact counts against one opponent: every river, and every hand that fits its discards.

All rivers are laid for one class of holdings at a time, which gives a win, a tie or a loss for
each pair of cards. A hand of the opponent takes its own cards out of the river: the rivers left
are all, less those with one of its cards, plus those with two of them.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.holdout.kernels.holdings import Holdings, class_of
from pitboss.odds.holdout.kernels.kept import PLACES
from pitboss.odds.holdout.kernels.parts import ALL_SUITS, CODES, KEY, KEY_BITS, Part, join
from pitboss.odds.ranks import Array, Tables, Whole

WIN, TIE = 1, 1 << 16
"""Outcomes are added up in one number; ties stand above the wins."""
PAIR_TIE = 16
"""The same in one byte, for one river."""
THREADS = 2


class Outcomes(NamedTuple):
    """For some classes: the outcomes of all rivers, of those with a card, and of each river.

    ``rows`` tells where a class stands here, -1 where it does not; ``at`` where the rivers with
    each card begin. Without rivers to come only ``totals`` counts.
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
    """The held cards' order for each pair of unseen cards as the river."""
    count = len(unseen)
    none = best_with(orders, held, laid, (0, ALL_SUITS, 0))
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
    count = len(unseen)
    codes = CODES[unseen]
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
def starts(count: int) -> Array:
    """Rivers stand in order; that of cards i and j, i being lower, at ``starts(count)[i] + j``."""
    at = np.empty(count, np.uint64)
    for i in range(count):
        at[i] = np.uint64(i * (2 * count - i - 3) // 2 - 1)
    return at


@compiled
def compare(own: int, other: int) -> int:
    return WIN if own > other else TIE if own == other else 0


@compiled
def outcomes_on_rivers(
    orders: Tables, holdings: Holdings, classes: Array, held: Part, seen: tuple[Array, Array]
) -> Outcomes:
    """Two community cards lie; ``seen`` is the board and the unseen cards."""
    board, unseen = seen
    laid, count = lay_known(board), len(unseen)
    found = Outcomes(
        np.full(len(holdings.codes), -1, np.int32),
        np.zeros(len(classes), np.int64),
        np.zeros((len(classes), count), np.int32),
        np.zeros((len(classes), count * (count - 1) // 2), np.uint8),
        starts(count),
    )
    own = np.zeros((count, count), np.int32)
    order_rivers(orders, held, laid, unseen, own)
    other = np.zeros((count, count), np.int32)
    for row in range(len(classes)):
        name = classes[row]
        found.rows[name] = row
        part = (holdings.codes[name], holdings.suits[name], missing(holdings, name))
        order_rivers(orders, part, laid, unseen, other)
        _compare_rivers(own, other, row, found)
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


@compiled
def missing(holdings: Holdings, name: int) -> int:
    """How many community cards go with a class."""
    size = 5
    while name < holdings.first[size]:
        size -= 1
    return 5 - size


@compiled
def outcomes_on_board(
    orders: Tables, holdings: Holdings, classes: Array, held: Part, board: Array
) -> Outcomes:
    """All four community cards lie."""
    laid = lay_known(board)
    found = Outcomes(
        np.full(len(holdings.codes), -1, np.int32),
        np.zeros(len(classes), np.int64),
        np.zeros((0, 0), np.int32),
        np.zeros((0, 0), np.uint8),
        starts(0),
    )
    nothing = (0, ALL_SUITS, 0)
    own = best_with(orders, held, laid, nothing)
    for row in range(len(classes)):
        name = classes[row]
        found.rows[name] = row
        part = (holdings.codes[name], holdings.suits[name], missing(holdings, name))
        found.totals[row] = compare(own, best_with(orders, part, laid, nothing))
    return found


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
                            if len(found.cards):
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
    open_rivers = len(found.cards) > 0
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
