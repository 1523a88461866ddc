"""Super Omaha with one of the dealer's cards known: every Flop with every hand and every such card.

It goes as in the game's own count, Flop by Flop, boards by types and hands by class, but for all
cards at once that may be known.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, Whole
from pitboss.odds.super_omaha.kernels import boards
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import DEAD, PAIRS, Rules, Scratch
from pitboss.odds.super_omaha.kernels.classes import RANKS, TYPES, Classes, Numbers
from pitboss.odds.super_omaha.kernels.deals import Nets, flop_classes
from pitboss.odds.super_omaha.kernels.flops import _card, fill_capacity
from pitboss.odds.super_omaha.leak_lanes import (
    HALF,
    LANES,
    Lanes,
    new_lanes,
    plain_places,
    suited_places,
    sweep,
)

DEALERS = comb(42, 3)
WAYS = comb(44, 2) * DEALERS
"""How a state can go on: turn and river, and three more cards of the dealer's."""

FLOPS_A_PART = 5

Times = tuple[Whole, Whole, Whole]
"""How often a board comes; and if the known card is of the one type, or of the other."""


class Rows(NamedTuple):
    """By class and lane, over all boards: dealer's hands beaten, and those beaten or tied; and by
    Ante table what the Ante nets where it wins."""

    wins: Array
    upto: Array
    paid: Array


class Deal(NamedTuple):
    """The Flop, what may still come, and each pair of ranks by plain class as if no flush could be
    made: hands beaten, those beaten or tied, and the category's column."""

    flop: Array
    live: Array
    board: Array
    beaten: Array
    upto: Array
    columns: Array
    work: Scratch


class Task(NamedTuple):
    """What is counted with what."""

    rules: Rules
    classes: Classes
    deal: Deal
    lanes: Lanes
    nets: Array


@compiled
def _add(values: tuple[Array, Array], times: Times, ends: tuple[int, int], out: Array) -> None:
    """Add, less what stands by ranks alone, times the boards; fewer at the lanes of these two."""
    new, old = values
    every = times[0]
    for half in range(2):
        for r in range(HALF):
            out[half * HALF + r] += every * (np.int64(new[half * HALF + r]) - np.int64(old[r]))
    for k in range(2):
        at = ends[k]
        less = times[k + 1] - every
        out[at] += less * (np.int64(new[at]) - np.int64(old[at % HALF]))


@compiled
def _pay(
    values: tuple[Array, Array],
    nets: tuple[int, int],
    times: Times,
    ends: tuple[int, int],
    out: Array,
) -> None:
    """The same with what the Ante nets in the class's category, and in that by ranks alone."""
    new, old = values
    every, win, plain = times[0], times[0] * nets[0], times[0] * nets[1]
    for half in range(2):
        for r in range(HALF):
            out[half * HALF + r] += win * np.int64(new[half * HALF + r]) - plain * np.int64(old[r])
    for k in range(2):
        at = ends[k]
        less = times[k + 1] - every
        paid = nets[0] * np.int64(new[at]) - nets[1] * np.int64(old[at % HALF])
        out[at] += less * paid


@compiled
def _boards_left(counts: Array, low: int, high: int, capacity: Array) -> Times:
    """How many turns and rivers of these types avoid a hand; and if the known card is of the one
    type, or of the other."""
    a = np.int64(capacity[low]) + 1 - (counts[low] if low < RANKS else 0)
    b = np.int64(capacity[high]) + 1 - (counts[high] if high < RANKS else 0)
    if low == high:
        return a * (a + 1) // 2, a * (a - 1) // 2, a * (a + 1) // 2
    return a * b, (a - 1) * b, a * (b - 1)


@compiled
def _add_board(task: Task, kinds: tuple[int, int, int], rows: Rows) -> None:
    """Add a board's counts, and keep those by ranks alone, or take them off again."""
    rules, classes, deal, lanes, nets = task
    suit, low, high = kinds
    work = deal.work
    ends = (low if low < RANKS else low + 3, high if high < RANKS else high + 3)
    one, two = min(low % RANKS, high % RANKS), max(low % RANKS, high % RANKS)
    pair = two * (two + 1) // 2 + one
    beaten, upto, columns = deal.beaten[pair], deal.upto[pair], deal.columns[pair]
    nothing = np.zeros(HALF, np.uint16)
    for c in range(len(classes.others)):
        if work.level_of[c] == DEAD:
            continue
        column = rules.tables.categories[work.level_orders[work.level_of[c]]]
        times = _boards_left(rules.shapes.counts[classes.others[c]], low, high, work.capacity)
        by_ranks, plain = classes.ranks[c], column
        old, even = nothing, nothing
        if suit < 0:
            beaten[c], upto[c] = lanes.below[c, :HALF], lanes.upto[c, :HALF]
            columns[c] = column
        else:
            old, even, plain = beaten[by_ranks], upto[by_ranks], columns[by_ranks]
        _add((lanes.below[c], old), times, ends, rows.wins[c])
        _add((lanes.upto[c], even), times, ends, rows.upto[c])
        for table in range(len(nets)):
            pays = (nets[table, column], nets[table, plain])
            if pays[0] != 0 or pays[1] != 0:
                _pay((lanes.below[c], old), pays, times, ends, rows.paid[c, table])


@compiled
def _count_boards(task: Task, suit: int, rows: Rows) -> None:
    """Each turn and river by types: all of them by ranks alone, where the suit is -1; else those
    that make a flush of the suit possible, less their count by ranks alone."""
    rules, classes, deal, lanes, _ = task
    capacity = deal.work.capacity
    fill_capacity(deal.live, suit, capacity)
    on_flop = 0
    for card in deal.flop:
        on_flop += card & 3 == suit
    for high in range(TYPES):
        for low in range(high + 1):
            if suit >= 0 and on_flop + (low >= RANKS) + (high >= RANKS) < 3:
                continue
            capacity[low] -= 1
            capacity[high] -= 1
            if capacity[low] >= 0 and capacity[high] >= 0:
                deal.board[3], deal.board[4] = _card(low, suit), _card(high, suit)
                sweep(rules, classes, (deal.board, suit), lanes, deal.work)
                _add_board(task, (suit, low, high), rows)
            capacity[low] += 1
            capacity[high] += 1


class Flop(NamedTuple):
    """A Flop counted: its suits, the hands that it leaves, rows by plain class, and by suit and
    class what puts them right."""

    suits: list[int]
    places: Array
    by_ranks: Rows
    by_suit: Rows


def count_rows(flop: Sequence[int], nets: Array) -> Flop:
    """All hands and known cards on a Flop, by class and type."""
    rules, plain, suited = boards.rules(), by_class.plain_classes(), by_class.suited_classes()
    live = by_class.live_cards(flop)
    kept = (PAIRS, len(plain.parts), HALF)
    deal = Deal(
        np.array(flop, np.uint8),
        live,
        np.array([*flop, 0, 0], np.uint8),
        np.zeros(kept, np.uint16),
        np.zeros(kept, np.uint16),
        np.zeros(kept[:2], np.uint8),
        boards.new_scratch(len(suited.parts)),
    )
    fits = WAYS * int(5 * nets[:, 0].max() + nets.max()) < 1 << 31
    whole = np.int32 if fits else np.int64
    suits = sorted({card & 3 for card in flop})
    by_ranks = _new_rows((1, len(plain.parts)), len(nets), whole)
    by_suit = _new_rows((4, len(suited.parts)), len(nets), whole)
    for suit in (-1, *suits):
        classes, places = (suited, suited_places()) if suit >= 0 else (plain, plain_places())
        every = by_suit if suit >= 0 else by_ranks
        rows = Rows(*(array[max(suit, 0)] for array in every))
        _count_boards(Task(rules, classes, deal, new_lanes(places), nets), suit, rows)
    return Flop(suits, by_class.hands_left(live), Rows(*(a[0] for a in by_ranks)), by_suit)


def _new_rows(classes: tuple[int, int], tables: int, whole: type) -> Rows:
    return Rows(
        np.zeros((*classes, LANES), whole),
        np.zeros((*classes, LANES), whole),
        np.zeros((*classes, tables, LANES), whole),
    )


@compiled
def add_lanes(
    plain: Array, by_suit: Array, suits: Array, of: tuple[int, Array], out: Array
) -> None:
    """A hand's numbers for the known cards of one suit, by rank, in its place of four."""
    suit, classes = of
    for r in range(HALF):
        out[r] = plain[r]
    for n in range(len(suits)):
        s = suits[n]
        row = by_suit[s, classes[s]]
        start = HALF if s == suit else 0
        for r in range(HALF):
            out[r] += row[start + r]


@compiled
def _tally(
    flop: tuple[Array, Array, Array],
    numbers: Numbers,
    rows: tuple[Rows, Rows],
    nets: Array,
    sums: Array,
) -> None:
    """By known card, over all hands: what the best choice wins by each Ante table, then the
    dealer's hands beaten, and those beaten or tied."""
    suits, places, hands = flop
    by_ranks, by_suit = rows
    tables = len(nets)
    one = np.zeros((tables + 2, HALF), by_ranks.wins.dtype)
    classes = np.zeros(4, np.int64)
    for n in places:
        plain = numbers.plain[n]
        for suit in range(4):
            classes[suit] = numbers.suited[suit, n]
        for suit in range(4):
            of = (suit, classes)
            wins, upto = one[tables], one[tables + 1]
            add_lanes(by_ranks.wins[plain], by_suit.wins, suits, of, wins)
            add_lanes(by_ranks.upto[plain], by_suit.upto, suits, of, upto)
            for table in range(tables):
                best, unit = one[table], nets[table, 0]
                add_lanes(by_ranks.paid[plain, table], by_suit.paid[:, :, table], suits, of, best)
                _choose(wins, upto, unit, best)
            for card in hands[n]:
                if card & 3 == suit:
                    for k in range(tables + 2):
                        one[k, card >> 2] = 0
            for k in range(tables + 2):
                total, add = sums[k, suit], one[k]
                for r in range(HALF):
                    total[r] += add[r]


@compiled
def _choose(wins: Array, upto: Array, unit: int, best: Array) -> None:
    """What the best of 3x, 1x and fold wins, where ``best`` has what the Ante nets."""
    for r in range(HALF):
        lead = np.int64(wins[r]) + upto[r] - WAYS
        once = unit * (lead + upto[r] - WAYS) + best[r]
        best[r] = max(once + 2 * unit * max(lead, 0), -unit * WAYS)


def count_flop(flop: Sequence[int], nets: Array) -> Totals:
    """Over all hands and known cards on a Flop: what best play wins by each Ante table, then the
    dealer's hands beaten, and those beaten or tied."""
    found = count_rows(flop, nets)
    sums = np.zeros((len(nets) + 2, 4, HALF), np.int64)
    where = (np.array(found.suits, np.int64), found.places, by_class.all_hands())
    _tally(where, by_class.class_numbers(), (found.by_ranks, found.by_suit), nets, sums)
    live = np.flatnonzero(by_class.live_cards(flop))
    return [sum(row) for row in sums[:, live & 3, live >> 2].tolist()]


def count_flops(some: Sequence[tuple[tuple[int, ...], int]], nets: Nets) -> Totals:
    totals = [0] * (len(nets) + 2)
    for flop, ways in some:
        found = count_flop(flop, np.array(nets, np.int64))
        totals = [total + ways * one for total, one in zip(totals, found, strict=True)]
    return totals


def count_dealer(nets: Nets, kept: Path, pool: Executor | None = None) -> Totals:
    """The same over all Flops."""
    every = flop_classes()
    parts = [every[n : n + FLOPS_A_PART] for n in range(0, len(every), FLOPS_A_PART)]
    return sum_parts(parts, partial(count_flops, nets=nets), kept, pool)
