"""The whole game counted, one Flop of each suit class at a time; results of Flops add up.

Finished Flops are kept on disk, so that a count that was stopped goes on from there.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.progress import Progress
from pitboss.odds.ranks import Array, tables
from pitboss.odds.super_omaha.kernels.classes import class_numbers
from pitboss.odds.super_omaha.kernels.features import fill_cells, flop_cell
from pitboss.odds.super_omaha.kernels.flops import COLUMNS, LOSSES, TIES, count_flop

THREE_TIMES, ONCE, FOLD = 0, 1, 2
STATES = COLUMNS
"""After the counts of showdowns a sum has the number of states."""

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
        ways[min(_recoloured(flop))] += 1
    return sorted(ways.items())


def _recoloured(flop: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for suits in permutations(range(4)):
        yield tuple(sorted(card & ~3 | suits[card & 3] for card in flop))


def new_totals(tables_count: int) -> Totals:
    return Totals(
        np.zeros((tables_count, 3, COLUMNS + 1), np.int64),
        np.zeros(0, np.int64),
        np.zeros((0, COLUMNS + 1), np.int64),
    )


def add_totals(totals: Totals, part: Totals, ways: int) -> Totals:
    """The totals with a Flop's sums as often as there are Flops like it."""
    numbers = np.union1d(totals.numbers, part.numbers)
    cells = np.zeros((len(numbers), COLUMNS + 1), np.int64)
    cells[np.searchsorted(numbers, totals.numbers)] = totals.cells
    cells[np.searchsorted(numbers, part.numbers)] += ways * part.cells
    return Totals(totals.actions + ways * part.actions, numbers, cells)


def count_part(flop: Sequence[int], nets: Nets, deck: Sequence[int] = range(52)) -> Totals:
    """One Flop's sums. What all hands win, they also lose: the dealer's hand is one of them."""
    rows = count_flop(flop, deck)
    live = np.zeros(52, np.bool_)
    live[list(deck)] = True
    live[list(flop)] = False
    cells = np.empty(len(rows), np.uint32)
    fill_cells(tables(), np.array(flop, np.uint8), live, class_numbers().plain, cells)
    numbers, places = np.unique(cells, return_inverse=True)
    totals = Totals(
        np.zeros((len(nets), 3, COLUMNS + 1), np.int64),
        flop_cell(flop) + numbers.astype(np.int64),
        np.zeros((len(numbers), COLUMNS + 1), np.int64),
    )
    _tally(rows, places, np.array(nets, np.int64), totals)
    every = totals.cells.sum(axis=0)
    assert every[TIES + 1 : LOSSES].sum() == every[LOSSES], f"wins and losses differ on {flop}"
    return totals


@compiled
def _tally(rows: Array, cells: Array, nets: Array, totals: Totals) -> None:
    """Choose each state's best action under each Ante table, and add its row to that action."""
    row = np.empty(COLUMNS + 1, np.int64)
    row[STATES] = 1
    for state in range(len(rows)):
        for column in range(COLUMNS):
            row[column] = rows[state, column]
        for table in range(len(nets)):
            action = choose(row, nets[table])
            for column in range(COLUMNS + 1):
                totals.actions[table, action, column] += row[column]
        for column in range(COLUMNS + 1):
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
    """The sums over all Flops; ``kept`` is the file that a stopped count goes on from.

    Threads serve, since compiled code runs without Python's lock; other pools do as well.
    """
    if pool is None:
        threads = ThreadPoolExecutor(os.cpu_count())
        try:
            return count_game(nets, kept, threads)
        finally:
            threads.shutdown(cancel_futures=True)
    done, totals = _load(kept, len(nets))
    left = flop_classes()[done:]
    with Progress("super-omaha", len(left)) as progress:
        counted = pool.map(partial(count_part, nets=nets), [flop for flop, _ in left])
        for (_, ways), part in zip(left, counted, strict=True):
            totals = add_totals(totals, part, ways)
            done += 1
            progress.step()
            if done % FLOPS_A_SAVE == 0:
                _save(kept, done, totals)
    kept.unlink(missing_ok=True)
    return totals


def plain_totals(totals: Totals) -> dict[str, object]:
    """The totals as JSON values."""
    cells = zip(totals.numbers.tolist(), totals.cells.tolist(), strict=True)
    return {
        "actions": totals.actions.tolist(),
        "cells": {str(number): cell for number, cell in cells},
    }


def _save(kept: Path, done: int, totals: Totals) -> None:
    """Write whole or not at all."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    text = json.dumps([done, *(total.tolist() for total in totals)])
    draft.write_text(text, encoding="utf-8")
    draft.replace(kept)


def _load(kept: Path, tables_count: int) -> tuple[int, Totals]:
    """The Flops done before, and their sums; nothing where the file is not whole."""
    totals = new_totals(tables_count)
    try:
        done, *arrays = json.loads(kept.read_text(encoding="utf-8"))
        loaded = Totals(*(np.array(array, np.int64) for array in arrays))
    except (OSError, ValueError, TypeError):
        return 0, totals
    shapes = [totals.actions.shape, (len(loaded.cells),), (len(loaded.cells), COLUMNS + 1)]
    if [array.shape for array in loaded] != shapes:
        return 0, totals
    return int(done), loaded
