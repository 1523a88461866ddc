"""What choices win over a row of showdowns, and which one a player takes who has no leak, but goes
by the cell that his hand shows."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Whole, tables
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.kernels import LOSSES, TIES
from pitboss.odds.super_omaha.kernels.classes import all_hands, class_numbers, live_cards
from pitboss.odds.super_omaha.kernels.deals import Nets
from pitboss.odds.super_omaha.kernels.features import _fill_cells, _look, flop_cell


@compiled
def values_of(row: Array, nets: Array) -> tuple[Whole, Whole, Whole]:
    """What 3x, 1x and fold win over a row, in parts of the unit."""
    unit, wins, paid = nets[0], 0, 0
    for column in range(TIES + 1, LOSSES):
        wins += row[column]
        paid += row[column] * nets[column]
    lead = unit * (wins - row[LOSSES])
    once = lead + paid - unit * row[LOSSES]
    return once + 2 * lead, once, -unit * (wins + row[TIES] + row[LOSSES])


@cache
def cell_actions(nets: Nets) -> dict[int, list[int]]:
    """The best action in each cell, by Ante table."""
    cells = strategy.read_game(strategy.whole_game(nets)).cells
    return {cell: [strategy.best_place(one, net) for net in nets] for cell, one in cells.items()}


def usual_actions(flop: Sequence[int], places: Array, nets: Nets) -> Array:
    """The best action by cell of hands at these places on a Flop, by Ante table."""
    cells, which = np.unique(cells_of_hands(flop, places), return_inverse=True)
    best = np.array([cell_actions(nets)[cell] for cell in cells.tolist()], np.int64)
    actions: Array = best[which]
    return actions


def cells_of_hands(flop: Sequence[int], places: Array) -> Array:
    """The cells of some hands on a Flop, by their places among all."""
    view = _look(tables(), np.array(flop, np.uint8), live_cards(flop))
    cells = np.empty(len(places), np.uint32)
    _fill_cells(tables(), view, all_hands()[places], class_numbers().plain[places], cells)
    return cells + np.uint32(flop_cell(flop))
