"""A hand of Super Omaha against every dealer's hand that has some known cards, on all boards.

On a Flop each two cards have an order on every board, ranked once for all hands. A hand's order is
the highest of its pairs', so that a dealer's hand is a few rows of orders, and all boards are
compared side by side.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES
from pitboss.odds.super_omaha.kernels.classes import live_cards
from pitboss.odds.super_omaha.kernels.ranks import best_flush, read_board
from pitboss.odds.super_omaha.leak_blocks import BLOCK, compare_block

LIVE = 49
BOARDS = comb(LIVE, 2)

NO_HAND = 0xFFFF
"""In place of an order, where the board has one of the two cards: no hand ranks above it."""

UPTO, REST = STATES, STATES + 1
"""After a row: wins and ties together, and wins whose category nothing is paid for."""


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
    """What a hand is counted with: its order by board, those boards where its category is paid
    for, a row of orders, and two rows by card."""

    ours: Array
    told: Array
    some: Array
    near: Array
    beside: Array


def new_work(ranked: Ranked) -> Work:
    places = ranked.orders.shape[1]
    one, many = (places,), (52, places)
    return Work(
        np.zeros(one, np.uint16),
        np.zeros(places, np.int64),
        np.zeros(one, np.uint16),
        np.zeros(many, np.uint16),
        np.zeros(many, np.uint16),
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
def _highest(one: Array, two: Array, three: Array, out: Array) -> None:
    for n in range(len(out)):
        out[n] = max(max(one[n], two[n]), three[n])


@compiled
def _read_hand(ranked: Ranked, categories: Categories, hand: Array, work: Work) -> Array:
    """Fill in the hand's orders, 0 where a board has one of its cards; the boards where its
    category is paid for."""
    pairs, orders, ours = ranked.pairs, ranked.orders, work.ours
    a, b, c, d = hand[0], hand[1], hand[2], hand[3]
    _highest(orders[pairs[a, b]], orders[pairs[a, c]], orders[pairs[a, d]], work.some)
    _highest(orders[pairs[b, c]], orders[pairs[b, d]], orders[pairs[c, d]], ours)
    told = 0
    for n in range(len(ours)):
        order = max(ours[n], work.some[n])
        ours[n] = order if order != NO_HAND else 0
        if categories.paid[categories.of[ours[n]]]:
            work.told[told] = n
            told += 1
    return work.told[:told]


@compiled
def _compare(
    ours: Array, dealer: tuple[Array, Array, Array], told: Array, of: Array, row: Array
) -> None:
    """Add all boards with a dealer's hand: the highest of three rows of orders."""
    one, two, three = dealer
    total = np.uint64(0)
    for at in range(0, len(ours), BLOCK):
        total += compare_block(ours, one, two, three, at)
    wins, upto = np.int64(total & np.uint64(0xFFFFFFFF)), np.int64(total >> np.uint64(BLOCK))
    row[TIES] += upto - wins
    row[UPTO] += upto
    for n in told:
        if ours[n] > one[n] and ours[n] > two[n] and ours[n] > three[n]:
            row[of[ours[n]]] += 1
            wins -= 1
    row[REST] += wins


@compiled
def count_known(
    ranked: Ranked, categories: Categories, cards: tuple[Array, Array], work: Work, ways: int
) -> Array:
    """Ties, wins by category and losses of a hand over so many ways: all boards, and all dealer's
    hands that have one to four known cards. Wins that nothing is paid for stand in one column."""
    hand, known = cards
    row = np.zeros(STATES + 2, np.int64)
    told = _read_hand(ranked, categories, hand, work)
    others = _others(ranked.live, hand, known)
    on = (told, categories.of)
    if len(known) == 1:
        _with_one(ranked, (known, others), on, work, row)
    elif len(known) == 2:
        _with_two(ranked, (known, others), on, work, row)
    else:
        _with_three(ranked, (known[:3], known[3:] if len(known) == 4 else others), on, work, row)
    row[LOSSES] = ways - row[UPTO]
    rest = TIES + 1
    while rest < LOSSES - 1 and categories.paid[rest]:
        rest += 1
    row[rest] += row[REST]
    return row[:STATES]


@compiled
def _with_three(
    ranked: Ranked, cards: tuple[Array, Array], told: tuple[Array, Array], work: Work, row: Array
) -> None:
    """Each of the others, beside the three known."""
    pairs, orders, first = ranked.pairs, ranked.orders, work.near[0]
    a, b, c = cards[0][0], cards[0][1], cards[0][2]
    _highest(orders[pairs[a, b]], orders[pairs[a, c]], orders[pairs[b, c]], first)
    for x in cards[1]:
        _highest(orders[pairs[a, x]], orders[pairs[b, x]], first, work.some)
        dealer = (work.some, orders[pairs[c, x]], first)
        _compare(work.ours, dealer, told[0], told[1], row)


@compiled
def _with_two(
    ranked: Ranked, cards: tuple[Array, Array], told: tuple[Array, Array], work: Work, row: Array
) -> None:
    """Each two others, beside the two known."""
    pairs, orders, near = ranked.pairs, ranked.orders, work.near
    (a, b), others = (cards[0][0], cards[0][1]), cards[1]
    for n in range(len(others)):
        x = others[n]
        _highest(orders[pairs[a, b]], orders[pairs[a, x]], orders[pairs[b, x]], near[x])
        for y in others[:n]:
            dealer = (near[x], near[y], orders[pairs[x, y]])
            _compare(work.ours, dealer, told[0], told[1], row)


@compiled
def _with_one(
    ranked: Ranked, cards: tuple[Array, Array], told: tuple[Array, Array], work: Work, row: Array
) -> None:
    """Each three others, beside the one known."""
    pairs, orders, beside = ranked.pairs, ranked.orders, work.beside
    known, others = cards[0][0], cards[1]
    for n in range(len(others)):
        x = others[n]
        alone = orders[pairs[known, x]]
        for m in range(n):
            y = others[m]
            _highest(orders[pairs[x, y]], orders[pairs[known, y]], alone, beside[y])
            for z in others[:m]:
                dealer = (beside[y], beside[z], orders[pairs[y, z]])
                _compare(work.ours, dealer, told[0], told[1], row)


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
