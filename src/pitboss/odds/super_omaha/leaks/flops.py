"""A hand of Super Omaha against every dealer's hand that has some known cards, on all boards.

On a Flop each two cards have an order on every board, ranked once for all hands. A dealer's hand
ranks below a hand where all its pairs do, so that it is a few rows of bits, one for each board, and
all boards are counted side by side.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES
from pitboss.odds.super_omaha.kernels.classes import live_cards
from pitboss.odds.super_omaha.kernels.ranks import _ones, best_flush, read_board
from pitboss.odds.super_omaha.leaks.blocks import BLOCK, compare_block

LIVE = 49
BOARDS = comb(LIVE, 2)

NO_HAND = 0xFFFF
"""In place of an order, where the board has one of the two cards: no hand ranks above it."""

UPTO, REST = STATES, STATES + 1
"""After a row: wins and ties together, and wins whose category nothing is paid for."""

LOW = np.uint64((1 << BLOCK) - 1)
HIGH = np.uint64(BLOCK)
"""A word of a block's boards: where the hand ranks above in its low bits, where not below in its
high ones."""


class Ranked(NamedTuple):
    """A Flop: the cards it leaves, the number of each two of them, and the orders by that number
    and by board. Boards are turn and river, numbered alike, or the rivers of one turn."""

    live: Array
    pairs: Array
    orders: Array


class Categories(NamedTuple):
    """The category of an order, and by category whether a win with it is paid for by a table."""

    of: Array
    paid: Array


class Work(NamedTuple):
    """What a hand is counted with: its order by board, and words by block of boards: those where
    its category is paid for, by category; those of each two dealer's cards; and twice those of a
    card with known ones. ``present`` has the paid categories that the hand makes."""

    ours: Array
    paid: Array
    present: Array
    pairs: Array
    near: Array
    beside: Array


def new_work(ranked: Ranked) -> Work:
    places = ranked.orders.shape[1]
    rows = (STATES, STATES, BOARDS, 52, 52)
    paid, present, pairs, near, beside = (
        np.zeros((number, places // BLOCK), np.uint64) for number in rows
    )
    return Work(
        np.zeros(places, np.uint16), paid, present[:, 0].astype(np.int64), pairs, near, beside
    )


def _rows(boards: int) -> Array:
    """Orders of all pairs, filled up to whole blocks of boards."""
    return np.full((BOARDS, -(-boards // BLOCK) * BLOCK), NO_HAND, np.uint16)


def rank_flop(flop: Sequence[int]) -> Ranked:
    live = np.flatnonzero(live_cards(flop)).astype(np.int64)
    pairs, number = np.zeros((52, 52), np.int64), 0
    for j in range(LIVE):
        for i in range(j):
            pairs[live[i], live[j]] = pairs[live[j], live[i]] = number
            number += 1
    ranked = Ranked(live, pairs, _rows(BOARDS))
    _rank_boards(tables(), np.array([*flop, 0, 0], np.uint8), ranked)
    return ranked


def with_turn(ranked: Ranked, turn: int) -> Ranked:
    """The rivers that go with one turn."""
    live = ranked.live[ranked.live != turn]
    orders = _rows(len(live))
    orders[:, : len(live)] = ranked.orders[:, ranked.pairs[turn, live]]
    return Ranked(live, ranked.pairs, orders)


@compiled
def _rank_boards(tables: Tables, board: Array, ranked: Ranked) -> None:
    live = ranked.live
    triples, plain = np.empty(10, np.uint32), np.empty((13, 13), np.uint16)
    for n in range(1, LIVE):
        for m in range(n):
            board[3], board[4] = live[m], live[n]
            place = ranked.pairs[live[m], live[n]]
            met = read_board(tables.keys, board, triples)
            _rank_ranks(tables, triples, plain)
            rest = live[(live != live[m]) & (live != live[n])]
            for j in range(1, len(rest)):
                for i in range(j):
                    low, high = rest[i], rest[j]
                    order = plain[low >> 2, high >> 2]
                    if low & 3 == met.suit and high & 3 == met.suit:
                        two = tables.bits[low] | tables.bits[high]
                        order = max(order, best_flush(tables, met.suited, two))
                    ranked.orders[ranked.pairs[low, high], place] = order


@compiled
def _rank_ranks(tables: Tables, triples: Array, plain: Array) -> None:
    """The order of each two ranks with a board, as if no flush could be made."""
    for high in range(13):
        for low in range(high + 1):
            key = tables.keys[4 * low] + tables.keys[4 * high]
            best: Whole = np.uint16(0)
            for triple in triples:
                best = max(best, tables.plain[key + triple])
            plain[low, high] = best


@compiled
def _read_hand(ranked: Ranked, categories: Categories, hand: Array, work: Work) -> Array:
    """Fill in the hand's orders, 0 where a board has one of its cards, and the boards of each
    category that is paid for; those that it makes."""
    pairs, orders, ours, places = ranked.pairs, ranked.orders, work.ours, work.present
    ours[:] = 0
    for j in range(1, len(hand)):
        for i in range(j):
            row = orders[pairs[hand[i], hand[j]]]
            for n in range(len(ours)):
                ours[n] = max(ours[n], row[n])
    found = 0
    for n in range(len(ours)):
        if ours[n] == NO_HAND:
            ours[n] = 0
        category = categories.of[ours[n]]
        if categories.paid[category]:
            new = True
            for one in places[:found]:
                new &= one != category
            if new:
                places[found] = category
                work.paid[category] = 0
                found += 1
            work.paid[category, n // BLOCK] |= np.uint64(1) << np.uint64(n % BLOCK)
    return places[:found]


@compiled
def _read_pair(ranked: Ranked, low: int, high: int, work: Work) -> None:
    """Fill in where the hand ranks above two dealer's cards, and where not below."""
    number = ranked.pairs[low, high]
    row, out = ranked.orders[number], work.pairs[number]
    for block in range(len(out)):
        out[block] = compare_block(work.ours, row, block * BLOCK)


@compiled
def _all_of(one: Array, two: Array, three: Array, out: Array) -> None:
    for block in range(len(out)):
        out[block] = one[block] & two[block] & three[block]


@compiled
def _add(one: Array, two: Array, three: Array, told: tuple[Array, Array], row: Array) -> None:
    """Add all boards with a dealer's hand, whose pairs are in these three."""
    paid, present = told
    wins, upto = 0, 0
    for block in range(len(one)):
        bits = one[block] & two[block] & three[block]
        wins += _ones(bits & LOW)
        upto += _ones(bits >> HIGH)
    row[TIES] += upto - wins
    row[UPTO] += upto
    for category in present:
        won = 0
        for block in range(len(one)):
            won += _ones(one[block] & two[block] & three[block] & paid[category, block])
        row[category] += won
        wins -= won
    row[REST] += wins


@compiled
def count_known(
    ranked: Ranked, categories: Categories, cards: tuple[Array, Array], work: Work, ways: int
) -> Array:
    """Ties, wins by category and losses of a hand over so many ways: all boards, and all dealer's
    hands that have one to four known cards. Wins that nothing is paid for stand in one column."""
    hand, known = cards
    row = np.zeros(STATES + 2, np.int64)
    told = (work.paid, _read_hand(ranked, categories, hand, work))
    others = _others(ranked.live, hand, known)[: LIVE if len(known) < 4 else 0]
    for n in range(len(known)):
        for other in known[:n]:
            _read_pair(ranked, known[n], other, work)
        for other in others:
            _read_pair(ranked, known[n], other, work)
    if len(known) == 1:
        _with_one(ranked, (known, others), told, work, row)
    elif len(known) == 2:
        _with_two(ranked, (known, others), told, work, row)
    else:
        _with_three(ranked, (known[:3], known[3:] if len(known) == 4 else others), told, work, row)
    row[LOSSES] = ways - row[UPTO]
    rest = TIES + 1
    while rest < LOSSES - 1 and categories.paid[rest]:
        rest += 1
    row[rest] += row[REST]
    return row[:STATES]


@compiled
def _with_three(
    ranked: Ranked,
    cards: tuple[Array, Array],
    told: tuple[Array, Array],
    work: Work,
    row: Array,
) -> None:
    """Each of the others, beside the three known."""
    pairs, bits, first, near = ranked.pairs, work.pairs, work.beside[0], work.near[0]
    a, b, c = cards[0][0], cards[0][1], cards[0][2]
    _all_of(bits[pairs[a, b]], bits[pairs[a, c]], bits[pairs[b, c]], first)
    for x in cards[1]:
        _all_of(first, bits[pairs[a, x]], bits[pairs[b, x]], near)
        _add(near, bits[pairs[c, x]], first, told, row)


@compiled
def _with_two(
    ranked: Ranked,
    cards: tuple[Array, Array],
    told: tuple[Array, Array],
    work: Work,
    row: Array,
) -> None:
    """Each two others, beside the two known."""
    pairs, bits, near = ranked.pairs, work.pairs, work.near
    (a, b), others = (cards[0][0], cards[0][1]), cards[1]
    for n in range(len(others)):
        x = others[n]
        _all_of(bits[pairs[a, b]], bits[pairs[a, x]], bits[pairs[b, x]], near[x])
        for y in others[:n]:
            _read_pair(ranked, x, y, work)
            _add(near[x], near[y], bits[pairs[x, y]], told, row)


@compiled
def _with_one(
    ranked: Ranked,
    cards: tuple[Array, Array],
    told: tuple[Array, Array],
    work: Work,
    row: Array,
) -> None:
    """Each three others, beside the one known."""
    pairs, bits, beside = ranked.pairs, work.pairs, work.beside
    known, others = cards[0][0], cards[1]
    for n in range(len(others)):
        x = others[n]
        for m in range(n):
            y = others[m]
            _read_pair(ranked, x, y, work)
            _all_of(bits[pairs[x, y]], bits[pairs[known, y]], bits[pairs[known, x]], beside[y])
            for z in others[:m]:
                _add(beside[y], beside[z], bits[pairs[y, z]], told, row)


@compiled
def _others(live: Array, hand: Array, known: Array) -> Array:
    """The cards that neither have."""
    out, n = np.empty(len(live) - len(hand) - len(known), np.int64), 0
    for card in live:
        taken = False
        for one in hand:
            taken |= one == card
        for one in known:
            taken |= one == card
        if not taken:
            out[n] = card
            n += 1
    return out
