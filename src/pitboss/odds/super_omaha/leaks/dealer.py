"""Super Omaha with one of the dealer's cards known: every Flop with every hand and every such card.

It goes as in the game's own count, Flop by Flop, boards by types and hands by class, but for all
cards at once that may be known. Beside the best choice every choice is summed by sight
(``rules``): what the player would do without the card, and how it stands to the Flop.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cache, partial
from itertools import permutations
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
from pitboss.odds.super_omaha.leaks.choices import usual_actions
from pitboss.odds.super_omaha.leaks.lanes import (
    HALF,
    Lanes,
    new_lanes,
    plain_places,
    suited_places,
    sweep,
)
from pitboss.odds.super_omaha.leaks.rules import ACTIONS, MOST_STANDS, SIGHTS
from pitboss.odds.super_omaha.leaks.vectors import LANES

DEALERS = comb(42, 3)
WAYS = comb(44, 2) * DEALERS
"""How a state can go on: turn and river, and three more cards of the dealer's."""

FLOPS_A_PART = 5
TEN = 8
"""The rank from which on a card is high."""

VALUES = 3
"""What is summed by sight: states, by how many dealer's hands more are beaten than win, and what 1x
wins in parts of the unit; 3x and fold follow from these."""

Times = tuple[Whole, Whole, Whole]
"""How often a board comes; and if the known card is of the one type, or of the other."""

WINS, UPTO, PAID = 0, 1, 2
"""What a row has by class and lane, over all boards: dealer's hands beaten, and those beaten or
tied; then by Ante table what the Ante nets where it wins, beyond what the table before nets."""


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
def _add(
    values: tuple[Array, Array],
    nets: tuple[int, int],
    times: Times,
    ends: tuple[int, int],
    out: Array,
) -> None:
    """Add what each of these nets, less what it nets by ranks alone, times the boards; fewer of
    them at the lanes of these two."""
    new, old = values
    win, plain = np.int32(times[0] * nets[0]), np.int32(times[0] * nets[1])
    for r in range(HALF):
        out[r] += win * np.int32(new[r]) - plain * np.int32(old[r])
    more, suited = out[HALF:], new[HALF:]
    for r in range(HALF):
        more[r] += win * np.int32(suited[r]) - plain * np.int32(old[r])
    for k in range(2):
        at, less = ends[k], times[k + 1] - times[0]
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
def _add_board(task: Task, kinds: tuple[int, int, int], rows: Array) -> None:
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
            for r in range(HALF):
                beaten[c, r], upto[c, r] = lanes.below[c, r], lanes.upto[c, r]
            columns[c] = column
        else:
            old, even, plain = beaten[by_ranks], upto[by_ranks], columns[by_ranks]
        _add((lanes.below[c], old), (1, 1), times, ends, rows[c, WINS])
        _add((lanes.upto[c], even), (1, 1), times, ends, rows[c, UPTO])
        for table in range(len(nets)):
            pays = (nets[table, column], nets[table, plain])
            if pays[0] != 0 or pays[1] != 0:
                _add((lanes.below[c], old), pays, times, ends, rows[c, PAID + table])


@compiled
def _count_boards(task: Task, suit: int, rows: Array) -> None:
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
    """A Flop counted: its suits, rows by plain class, and by suit and class what puts them
    right."""

    suits: Array
    by_ranks: Array
    by_suit: Array


def count_rows(flop: Sequence[int], nets: Array) -> Flop:
    """All hands and known cards on a Flop, by class and type."""
    rules, plain, suited = boards.rules(), by_class.plain_classes(), by_class.suited_classes()
    kept = (PAIRS, len(plain.parts), HALF)
    deal = Deal(
        np.array(flop, np.uint8),
        by_class.live_cards(flop),
        np.array([*flop, 0, 0], np.uint8),
        np.zeros(kept, np.uint16),
        np.zeros(kept, np.uint16),
        np.zeros(kept[:2], np.uint8),
        boards.new_scratch(len(suited.parts)),
    )
    fits = WAYS * int(5 * nets[:, 0].max() + nets.max()) < 1 << 31
    whole, row = np.int32 if fits else np.int64, (PAID + len(nets), LANES)
    suits = sorted({card & 3 for card in flop})
    by_ranks = np.zeros((len(plain.parts), *row), whole)
    by_suit = np.zeros((4, len(suited.parts), *row), whole)
    more = np.diff(nets, axis=0, prepend=0)
    for suit in (-1, *suits):
        classes, places = (suited, suited_places()) if suit >= 0 else (plain, plain_places())
        rows = by_suit[suit] if suit >= 0 else by_ranks
        _count_boards(Task(rules, classes, deal, new_lanes(places), more), suit, rows)
    return Flop(np.array(suits, np.int64), by_ranks, by_suit)


@cache
def recoloured() -> dict[tuple[int, ...], Array]:
    """By change of suits, the place that each hand comes to."""
    hands = by_class.all_hands().astype(np.int64)
    steps = np.array([[comb(card, n + 1) for card in range(52)] for n in range(4)])
    return {
        suits: steps[range(4), np.sort(hands & ~3 | np.array(suits)[hands & 3])].sum(axis=1)
        for suits in permutations(range(4))
    }


def unlike_hands(flop: Sequence[int]) -> tuple[Array, Array]:
    """The places of hands that a Flop leaves, one of those that a change of suits which leaves the
    Flop as it is makes alike, and how many there are."""
    places = by_class.hands_left(by_class.live_cards(flop))
    kept = [
        moved[places]
        for suits, moved in recoloured().items()
        if {card & ~3 | suits[card & 3] for card in flop} == set(flop)
    ]
    first, ways = np.unique(np.min(kept, axis=0), return_counts=True)
    return first, ways


@compiled
def add_lanes(found: Flop, suit: int, classes: tuple[int, Array], out: Array) -> None:
    """A hand's row for the known cards of one suit, by rank."""
    plain, suited = classes
    for k in range(len(out)):
        row, base = out[k], found.by_ranks[plain, k]
        for r in range(HALF):
            row[r] = base[r]
        for s in found.suits:
            more = found.by_suit[s, suited[s], k, HALF if s == suit else 0 :]
            for r in range(HALF):
                row[r] += more[r]


class Hands(NamedTuple):
    """All hands; the places of those that are counted, how many each stands for, and what each
    does without a leak, by Ante table."""

    every: Array
    places: Array
    ways: Array
    usual: Array


@compiled
def _tally(
    found: Flop, hands: Hands, numbers: Numbers, nets: Array, sums: tuple[Array, Array]
) -> None:
    """By known card, over all hands: dealer's hands beaten, those beaten or tied, and what the best
    choice wins by each Ante table; and by table and usual action what a sight has."""
    every, places, ways, usual = hands
    totals, by_usual = sums
    one = np.zeros((PAID + len(nets), HALF), found.by_ranks.dtype)
    values = np.zeros((len(nets), VALUES, HALF), found.by_ranks.dtype)
    suited = np.zeros(4, np.int64)
    for n, place in enumerate(places):
        for suit in range(4):
            suited[suit] = numbers.suited[suit, place]
        for suit in range(4):
            add_lanes(found, suit, (numbers.plain[place], suited), one)
            _choose(one, nets, values)
            for card in every[place]:
                if card & 3 == suit:
                    one[:, card >> 2] = 0
                    values[:, :, card >> 2] = 0
            for k in range(len(one)):
                _add_times(one[k], ways[n], totals[k, suit])
            for table in range(len(nets)):
                for k in range(VALUES):
                    into = by_usual[table, usual[n, table], k, suit]
                    _add_times(values[table, k], ways[n], into)


@compiled
def _add_times(row: Array, ways: int, out: Array) -> None:
    for r in range(HALF):
        out[r] += ways * row[r]


@compiled
def _choose(one: Array, nets: Array, values: Array) -> None:
    """In place of what the Ante nets, what the best of 3x, 1x and fold wins; and what a sight has
    of each choice."""
    wins, upto = one[WINS], one[UPTO]
    for table in range(len(nets) - 1):
        before, best = one[PAID + table], one[PAID + table + 1]
        for r in range(HALF):
            best[r] += before[r]
    for table in range(len(nets)):
        best, unit = one[PAID + table], nets[table, 0]
        states, leads, onces = values[table, 0], values[table, 1], values[table, 2]
        for r in range(HALF):
            lead = np.int64(wins[r]) + upto[r] - WAYS
            once = unit * (lead + upto[r] - WAYS) + best[r]
            states[r], leads[r], onces[r] = 1, lead, once
            best[r] = max(once + 2 * unit * max(lead, 0), -unit * WAYS)


def stand_of(card: int, flop: Sequence[int]) -> int:
    """How a dealer's card stands to a Flop: it pairs the highest card, or another; else it is of a
    suit that the Flop has twice, or high, or neither."""
    ranks, rank = [other >> 2 for other in flop], card >> 2
    if rank in ranks:
        return 0 if rank == max(ranks) else 1
    if sum(card & 3 == other & 3 for other in flop) > 1:
        return 2
    return 3 if rank >= TEN else 4


def count_flop(flop: Sequence[int], nets: Nets) -> Totals:
    """Over all hands and known cards on a Flop: the dealer's hands beaten, those beaten or tied,
    and what best play wins by each Ante table; then by table, sight and choice what it wins."""
    pays = np.array(nets, np.int64)
    found, (places, ways) = count_rows(flop, pays), unlike_hands(flop)
    hands = Hands(by_class.all_hands(), places, ways, usual_actions(flop, places, nets))
    sums = (
        np.zeros((PAID + len(nets), 4, HALF), np.int64),
        np.zeros((len(nets), len(ACTIONS), VALUES, 4, HALF), np.int64),
    )
    _tally(found, hands, by_class.class_numbers(), pays, sums)
    live = np.flatnonzero(by_class.live_cards(flop))
    totals = [sum(row) for row in sums[0][:, live & 3, live >> 2].tolist()]
    by_sight = np.zeros((len(nets), len(ACTIONS), MOST_STANDS, len(ACTIONS)), object)
    for card in live.tolist():
        states, lead, once = np.moveaxis(sums[1][..., card & 3, card >> 2].astype(object), 2, 0)
        into = by_sight[:, :, stand_of(card, flop)]
        for table, unit in enumerate(pays[:, 0].tolist()):
            into[table, :, 0] += once[table] + 2 * unit * lead[table]
            into[table, :, 1] += once[table]
            into[table, :, 2] -= unit * WAYS * states[table]
    return [*totals, *by_sight.ravel().tolist()]


def count_flops(some: Sequence[tuple[tuple[int, ...], int]], nets: Nets) -> Totals:
    totals = [0] * (PAID + len(nets) * (1 + SIGHTS * len(ACTIONS)))
    for flop, ways in some:
        found = count_flop(flop, nets)
        totals = [total + ways * one for total, one in zip(totals, found, strict=True)]
    return totals


def count_dealer(nets: Nets, kept: Path, pool: Executor | None = None) -> Totals:
    """The same over all Flops."""
    every = flop_classes()
    parts = [every[n : n + FLOPS_A_PART] for n in range(0, len(every), FLOPS_A_PART)]
    return sum_parts(parts, partial(count_flops, nets=nets), kept, pool)
