"""Super Omaha with dealer's cards known: exact values on sampled states of every Flop.

Every Flop gets states as often as it comes. On each state the best choice that knows the cards is
set against one that does not, the best by the cell that hand and Flop show, over all boards and all
dealer's hands that are left; its mean over all deals is counted, so that the luck of the deal
cancels.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from math import comb
from operator import add
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, Tables, Whole, tables
from pitboss.odds.super_omaha.kernels import STATES, TIES
from pitboss.odds.super_omaha.kernels.deals import Nets, flop_classes
from pitboss.odds.super_omaha.leaks.choices import usual_actions, values_of
from pitboss.odds.super_omaha.leaks.flops import (
    LIVE,
    Categories,
    Ranked,
    Work,
    count_known,
    new_work,
    rank_flop,
    with_turn,
)
from pitboss.odds.super_omaha.leaks.rules import HALVES, MOST_STANDS, NUMBERS, SIGHTS
from pitboss.rounds.shuffle import seeded

HAND, DRAWN = 4, 8
"""Cards of a hand, and those that are drawn for a state at most."""

FLOP = 3
FLOPS_A_PART = 5
LEAST = 4
"""The fewest Flops that a change of suits makes alike; it divides all such numbers."""


class Leak(NamedTuple):
    """How many of the dealer's cards are known, and whether the turn is."""

    cards: int
    turn: bool = False


LEAKS = {
    **{f"dealer-{cards}": Leak(cards) for cards in (2, 3, 4)},
    "dealer-1-turn": Leak(1, turn=True),
}

STEPS = np.array([[comb(card, n + 1) for card in range(52)] for n in range(HAND)])
"""What each card adds to the place of a hand, by its place in rising order."""


@compiled
def draw(words: Array, live: Array) -> Array:
    """So many random cards of a Flop's for each state, by a word of 32 bits each; the hand stands
    first, in rising order."""
    cards, out = live.copy(), np.empty(words.shape, np.int64)
    for state in range(len(words)):
        for n in range(words.shape[1]):
            left = np.uint64(len(cards) - n)
            pick = n + np.int64(np.uint64(words[state, n]) * left >> np.uint64(32))
            cards[n], cards[pick] = cards[pick], cards[n]
            out[state, n] = cards[n]
        out[state, :HAND] = np.sort(cards[:HAND])
    return out


@compiled
def _sample(
    on: tuple[Ranked, Work], categories: Categories, ways: int, cards: Array, rows: Array
) -> None:
    """The row of each state over so many ways to go on."""
    ranked, work = on
    for state in range(len(cards)):
        given = (cards[state, :HAND], cards[state, HAND:])
        rows[state] = count_known(ranked, categories, given, work, ways)


@compiled
def _best_order(tables: Tables, board: Array, cards: Array) -> Whole:
    """The order of the best hand of two cards with three of a board of three or four."""
    best: Whole = np.uint16(0)
    for out in range(1 if len(board) == FLOP else len(board)):
        three = board if len(board) == FLOP else np.delete(board, out)
        for j in range(1, len(cards)):
            for i in range(j):
                key, bits, suits = tables.keys[cards[i]] + tables.keys[cards[j]], 0, 0
                for card in (cards[i], cards[j], three[0], three[1], three[2]):
                    bits |= 1 << (card >> 2)
                    suits |= 1 << (card & 3)
                for card in three:
                    key += tables.keys[card]
                best = max(best, tables.plain[key])
                if suits & (suits - 1) == 0:
                    best = max(best, tables.flush[bits])
    return best


@compiled
def _stand(tables: Tables, flop: Array, cards: Array, turn: int) -> Whole:
    """How a hand stands to the known cards: see ``rules``."""
    hand, known, of = cards[:HAND], cards[HAND:], tables.categories
    mine = _best_order(tables, flop, hand)
    if turn < 0:
        his = _best_order(tables, flop, known)
        if of[mine] != of[his]:
            return 0 if of[mine] < of[his] else 4
        return 2 + (mine > his) - (mine < his)
    board, pairs = np.append(flop, turn), False
    for card in board:
        pairs |= card >> 2 == known[0] >> 2
    helped = of[_best_order(tables, board, hand)] > of[mine]
    return 2 * (not pairs) + helped


@compiled
def _add_states(
    given: tuple[Array, Array, Array], tables: Tables, actions: Array, nets: Array, out: Array
) -> None:
    """What is read from each state by Ante table, in parts of the unit: see ``sample_flop``."""
    cards, turns, rows = given
    flop = cards[0, :FLOP]
    for state in range(len(rows)):
        stand = _stand(tables, flop, cards[state, FLOP:], turns[state])
        for table in range(len(nets)):
            usual = actions[state, table]
            row, net = rows[state], nets[table]
            values = values_of(row, net)
            known = values[usual]
            out[table, 0, state] = max(values) - known
            out[table, 1, state] = usual * MOST_STANDS + stand
            for action in range(len(values)):
                out[table, 2 + action, state] = values[action] - known


def paid_categories(nets: Nets) -> Categories:
    paid = (np.array(nets)[:, TIES + 1 :] != 0).any(axis=0)
    return Categories(tables().categories, np.array([False, *paid, False]))


def sample_flop(flop: Sequence[int], leak: Leak, nets: Nets, words: Array, ways: int) -> Array:
    """By Ante table and state: what the best choice that knows the cards wins more than the best by
    cell; the sight that it has (``rules``); and what each action wins more. Where the turn is
    known, each card is in its turn."""
    categories, ranked = paid_categories(nets), rank_flop(flop)
    number, width = len(words), HAND + leak.cards
    shapes = ((number, STATES), (len(nets), 5, number), (number, FLOP + width))
    rows, out, cards = (np.zeros(shape, np.int64) for shape in shapes)
    cards[:, :FLOP], turns = flop, np.full(number, -1)
    for n, turn in enumerate(ranked.live.tolist() if leak.turn else [-1]):
        some = slice(n, None, LIVE if leak.turn else 1)
        on = with_turn(ranked, turn) if leak.turn else ranked
        turns[some], cards[some, FLOP:] = turn, draw(words[some, :width], on.live)
        _sample((on, new_work(on)), categories, ways, cards[some, FLOP:], rows[some])
    places = STEPS[range(HAND), cards[:, FLOP : FLOP + HAND]].sum(axis=1)
    actions = usual_actions(flop, places, nets)
    _add_states((cards, turns, rows), tables(), actions, np.array(nets, np.int64), out)
    return out


def sample_flops(
    some: Sequence[tuple[tuple[int, ...], int]],
    leak: Leak,
    nets: Nets,
    drawn: tuple[int, str, int],
) -> Totals:
    """For each Ante table sums and sums of squares: what the leak adds to the choice by cell; and
    by sight, what each action adds, in every other state and in the rest."""
    number, seed, ways = drawn
    totals = [0] * (len(nets) * (2 + HALVES * NUMBERS))
    for flop, alike in some:
        states = number * alike // LEAST
        taken = seeded(f"{seed} {flop}")(4 * DRAWN * states)
        words = np.frombuffer(taken, "<u4").reshape(states, DRAWN)
        found = [
            number
            for best, sights, *actions in sample_flop(flop, leak, nets, words, ways)
            for number in (*_sums(best), *_sums_by_sight(sights, actions))
        ]
        totals = list(map(add, totals, found))
    return totals


def _sums_by_sight(sights: Array, actions: Sequence[Array]) -> Totals:
    return [
        number
        for half in range(HALVES)
        for sight in range(SIGHTS)
        for more in actions
        for number in _sums(more[half::HALVES][sights[half::HALVES] == sight])
    ]


def _sums(more: Array) -> Totals:
    """The sum, and the sum of squares."""
    most = int(np.abs(more).max(initial=0))
    if most**2 * len(more) < 1 << 63:
        return [int(more.sum()), int(np.dot(more, more))]
    return [sum(more.tolist()), sum(one**2 for one in more.tolist())]


def sample_states(
    name: str, nets: Nets, drawn: tuple[int, str, int], kept: Path, pool: Executor | None = None
) -> Totals:
    """The same over all Flops: so many states for the rarest from a seed, each with so many ways to
    go on."""
    every = flop_classes()
    parts = [every[n : n + FLOPS_A_PART] for n in range(0, len(every), FLOPS_A_PART)]
    make = partial(sample_flops, leak=LEAKS[name], nets=nets, drawn=drawn)
    return sum_parts(parts, make, kept, pool)
