"""All deals counted: the whole game, the High Hand, and the jackpots' five and seven cards.

The game is counted one Flop of each suit class at a time; results of Flops add up. Finished Flops
are kept on disk, so that a count that was stopped goes on from there. Other deals come in patterns:
the ranks of the one suit that may matter, and the other ranks. One deal of a pattern stands for all
of it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.games.super_omaha.bonuses import five_card_events, seven_card_events
from pitboss.odds.cache import write_whole
from pitboss.odds.compiled import compiled
from pitboss.odds.progress import Progress, on_all_cores
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES, boards
from pitboss.odds.super_omaha.kernels import classes as by_class
from pitboss.odds.super_omaha.kernels.boards import Rules, Scratch, weigh_board
from pitboss.odds.super_omaha.kernels.classes import RANKS, Classes, live_cards
from pitboss.odds.super_omaha.kernels.features import cells_of
from pitboss.odds.super_omaha.kernels.flops import count_flop, fill_capacity

THREE_TIMES, ONCE, FOLD = 0, 1, 2
FLOPS_A_SAVE = 75

Nets = tuple[tuple[int, ...], ...]
"""For each Ante table the unit, and what the Ante nets in each category, in parts of the unit."""


class Totals(NamedTuple):
    """Sums over states: by Ante table and best action, and by cell, for the cells that occur."""

    actions: Array
    numbers: Array
    cells: Array


def flop_classes() -> list[tuple[tuple[int, ...], int]]:
    """A Flop of each class that a change of suits makes alike, and how many there are."""
    ways: Counter[tuple[int, ...]] = Counter()
    for flop in combinations(range(52), 3):
        recoloured = [
            sorted(card & ~3 | suits[card & 3] for card in flop) for suits in permutations(range(4))
        ]
        ways[tuple(min(recoloured))] += 1
    return sorted(ways.items())


def new_totals(tables: int, numbers: Sequence[int] | Array = ()) -> Totals:
    """No states yet, under so many Ante tables and in cells of these numbers."""
    return Totals(
        np.zeros((tables, 3, STATES + 1), np.int64),
        np.array(numbers, np.int64),
        np.zeros((len(numbers), STATES + 1), np.int64),
    )


def add_totals(totals: Totals, part: Totals, ways: int) -> Totals:
    """The totals with a Flop's sums as often as there are Flops like it."""
    numbers = np.union1d(totals.numbers, part.numbers)
    cells = np.zeros((len(numbers), STATES + 1), np.int64)
    cells[np.searchsorted(numbers, totals.numbers)] = totals.cells
    cells[np.searchsorted(numbers, part.numbers)] += ways * part.cells
    return Totals(totals.actions + ways * part.actions, numbers, cells)


def count_part(flop: Sequence[int], nets: Nets, deck: Sequence[int] = range(52)) -> Totals:
    """One Flop's sums. What all hands win, they also lose: the dealer's hand is one of them."""
    cells = cells_of(flop, live_cards(flop, deck))
    numbers, places = np.unique(cells, return_inverse=True)
    totals = new_totals(len(nets), numbers)
    _tally(count_flop(flop, deck), places, np.array(nets, np.int64), totals)
    every = totals.cells.sum(axis=0)
    assert every[TIES + 1 : LOSSES].sum() == every[LOSSES], f"wins and losses differ on {flop}"
    return totals


@compiled
def _tally(rows: Array, cells: Array, nets: Array, totals: Totals) -> None:
    """Choose each state's best action under each Ante table, and add its row to that action."""
    row = np.empty(STATES + 1, np.int64)
    row[STATES] = 1
    for state in range(len(rows)):
        for column in range(STATES):
            row[column] = rows[state, column]
        for table in range(len(nets)):
            action = choose(row, nets[table])
            for column in range(STATES + 1):
                totals.actions[table, action, column] += row[column]
        for column in range(STATES + 1):
            totals.cells[cells[state], column] += row[column]


@compiled
def choose(row: Array, nets: Array) -> int:
    """The action of the best expectation; among equals the smallest further wager."""
    unit, wins, paid = nets[0], 0, 0
    for column in range(1, LOSSES):
        wins += row[column]
        paid += row[column] * nets[column]
    lead = unit * (wins - row[LOSSES])
    once = lead + paid - unit * row[LOSSES]
    fold = -unit * (wins + row[TIES] + row[LOSSES])
    if lead > 0 and once + 2 * lead > fold:
        return THREE_TIMES
    return ONCE if once > fold else FOLD


def count_game(nets: Nets, kept: Path, pool: Executor | None = None) -> Totals:
    """The sums over all Flops; ``kept`` is the file that a stopped count goes on from."""
    done, totals = _load(kept, len(nets))
    left = flop_classes()[done:]
    with on_all_cores(pool) as workers, Progress("super-omaha", len(left)) as progress:
        counted = workers.map(partial(count_part, nets=nets), [flop for flop, _ in left])
        for (_, ways), part in zip(left, counted, strict=True):
            totals = add_totals(totals, part, ways)
            done += 1
            progress.step()
            if done % FLOPS_A_SAVE == 0:
                write_whole(kept, json.dumps([done, *(total.tolist() for total in totals)]))
    kept.unlink(missing_ok=True)
    return totals


def plain_totals(totals: Totals) -> dict[str, object]:
    """The totals as JSON values."""
    cells = zip(totals.numbers.tolist(), totals.cells.tolist(), strict=True)
    return {
        "actions": totals.actions.tolist(),
        "cells": {str(number): cell for number, cell in cells},
    }


def _load(kept: Path, tables_count: int) -> tuple[int, Totals]:
    """The Flops done before, and their sums; nothing where the file is not whole."""
    totals = new_totals(tables_count)
    try:
        done, *arrays = json.loads(kept.read_text(encoding="utf-8"))
        loaded = Totals(*(np.array(array, np.int64) for array in arrays))
    except (OSError, ValueError, TypeError):
        return 0, totals
    shapes = [totals.actions.shape, (len(loaded.cells),), (len(loaded.cells), STATES + 1)]
    if [array.shape for array in loaded] != shapes:
        return 0, totals
    return int(done), loaded


class Pattern(NamedTuple):
    """Suited ranks, at least as many as matter or none, the other ranks, and how many deals."""

    suited: tuple[int, ...]
    others: tuple[int, ...]
    ways: int


def patterns(size: int, least: int) -> Iterator[Pattern]:
    """All deals of so many cards, where ``least`` of a suit matter; two suits cannot have them."""
    assert size < 2 * least
    plain: Counter[tuple[int, ...]] = Counter()
    for count in range(least, size + 1):
        for suited in combinations(range(RANKS), count):
            for others in combinations_with_replacement(range(RANKS), size - count):
                ways = 4 * _choices(others, 3)
                if ways:
                    plain[tuple(sorted(suited + others))] -= ways
                    yield Pattern(suited, others, ways)
    for others in combinations_with_replacement(range(RANKS), size):
        ways = plain[others] + _choices(others, 4)
        if ways:
            yield Pattern((), others, ways)


def _choices(ranks: tuple[int, ...], suits: int) -> int:
    """In how many ways cards of these ranks can be taken from so many suits."""
    return prod(comb(suits, ranks.count(rank)) for rank in set(ranks))


def count_high_hand() -> list[int]:
    """All boards with all hands of four, by the category of the best Omaha hand."""
    plain, against_suit = by_class.plain_classes(), by_class.suited_classes()
    totals = [0] * LOSSES
    work = boards.new_scratch(len(against_suit.parts))
    for pattern in patterns(5, 3):
        suited = pattern.suited
        board = deal(pattern, 0)
        fill_capacity(live_cards(board), 0 if suited else -1, work.capacity)
        bits = sum(1 << rank for rank in suited)
        found = np.zeros(LOSSES, np.int64)
        classes = against_suit if suited else plain
        _count_categories(classes, (np.array(board, np.uint8), bits), boards.rules(), work, found)
        assert found.sum() == comb(47, 4)
        totals = [total + pattern.ways * int(n) for total, n in zip(totals, found, strict=True)]
    return totals


@compiled
def _count_categories(
    classes: Classes, board: tuple[Array, int], rules: Rules, work: Scratch, found: Array
) -> None:
    """The hands that a board leaves, by category."""
    weigh_board(rules, board[0], board[1], work)
    for c in range(len(classes.others)):
        if work.alive[classes.suited[c]]:
            level = max(work.rank_levels[classes.ranks[c]], work.set_levels[classes.suited[c]])
            category = rules.tables.categories[work.level_orders[level]]
            found[category] += work.weights[classes.others[c]]


def count_five_cards() -> dict[str, int]:
    """All five-card hands, by the events they meet, joined by blanks."""
    return _count_events(5, 4, lambda pattern, suit: five_card_events(deal(pattern, suit)))


def count_seven_cards() -> dict[str, int]:
    """All seven-card hands, by the events they meet; suit 0 is that of the suit-specific royal."""

    @cache
    def suited_events(suited: tuple[int, ...], suit: int) -> set[str]:
        """Five of a suit leave two cards: no full house, so it is a flush, whatever they are."""
        others = [rank for rank in range(RANKS) if rank not in suited][: 7 - len(suited)]
        return seven_card_events(deal(Pattern(suited, tuple(others), 1), suit), 0)

    def events(pattern: Pattern, suit: int) -> set[str]:
        if pattern.suited:
            return suited_events(pattern.suited, suit)
        return seven_card_events(deal(pattern, suit), 0)

    return _count_events(7, 5, events)


def _count_events(
    size: int, least: int, events_of: Callable[[Pattern, int], set[str]]
) -> dict[str, int]:
    found: Counter[str] = Counter()
    for pattern in patterns(size, least):
        suits = 4 if pattern.suited else 1
        for suit in range(suits):
            found[" ".join(sorted(events_of(pattern, suit)))] += pattern.ways // suits
    assert sum(found.values()) == comb(52, size)
    return dict(sorted(found.items()))


def deal(pattern: Pattern, suit: int) -> tuple[int, ...]:
    """Cards of a pattern, the suited ones first; the others in turn from the other suits."""
    suits: Sequence[int] = [s for s in range(4) if s != suit] if pattern.suited else range(4)
    others = [4 * rank + suits[n % len(suits)] for n, rank in enumerate(pattern.others)]
    return (*(4 * rank + suit for rank in pattern.suited), *others)
