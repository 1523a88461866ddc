"""Super Omaha with other seats' cards known: exact values on sampled deals.

A deal is a hand, a Flop and the cards that are known. What the best choice wins that knows them is
counted over every way to go on, and so is what another choice wins that does not: the best one by
the cell that hand and Flop show, whose mean over all deals is counted. The difference is averaged,
so that the luck of the deal cancels.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels.deals import Nets
from pitboss.odds.super_omaha.kernels.features import find_cell
from pitboss.odds.super_omaha.kernels.ranks import count_state
from pitboss.odds.super_omaha.leaks.choices import cell_actions, values_of
from pitboss.odds.super_omaha.leaks.rules import ACTIONS, HALVES, MOST_STANDS, NUMBERS
from pitboss.rounds.shuffle import seeded, shuffle

HAND, FLOP, OTHERS = slice(0, 4), slice(4, 7), 7
"""Which places of a shuffled deck are whose; other seats' cards from the last on."""

DEALS_A_PART = 25


def others_of(deck: Sequence[int], seats: int) -> Sequence[int]:
    return deck[OTHERS : OTHERS + 4 * seats]


def row_of(deck: Sequence[int], seats: int) -> Array:
    """The row of a shuffled deck's seat that knows so many others' cards."""
    gone = others_of(deck, seats)
    left = [card for card in DECK if card not in gone]
    return np.array(count_state(deck[HAND], deck[FLOP], left).row, np.int64)


def stand_of(deck: Sequence[int], seats: int) -> int:
    """How many of the others' cards pair the Flop, less those that pair a card of one's own: three
    or more fewer, one or two fewer, as many, one or two more, three or more more."""
    flop, own = ({card >> 2 for card in deck[place]} for place in (FLOP, HAND))
    ranks = [card >> 2 for card in others_of(deck, seats)]
    more = sum((rank in flop) - (rank in own) for rank in ranks)
    return 2 + (more > 0) + (more > 2) - (more < 0) - (more < -2)


def sample_deals(
    seats: int, nets: Nets, drawn: tuple[int, str], kept: Path, pool: Executor | None = None
) -> Totals:
    """Over so many deals from a seed, for each Ante table: the sum of what knowing more adds, in
    parts of the unit over all ways to go on, and the sum of squares; and by sight (``rules``) the
    same of what each action adds."""
    number, seed = drawn
    make = partial(sample_part, seats=seats, nets=nets, seed=seed)
    return sum_parts(range(0, number, DEALS_A_PART), make, kept, pool)


def sample_part(start: int, seats: int, nets: Nets, seed: str) -> Totals:
    """Some deals; by sight they stand in the first half or in the second in turn."""
    take, pays = seeded(f"{seed} {start}"), np.array(nets, np.int64)
    width, half = 2 + HALVES * NUMBERS, start // DEALS_A_PART % HALVES
    totals = [0] * (width * len(nets))
    for _ in range(DEALS_A_PART):
        deck = shuffle(take)
        row, stand = row_of(deck, seats), stand_of(deck, seats)
        actions = cell_actions(nets)[find_cell(deck[HAND], deck[FLOP])]
        for table, usual in enumerate(actions):
            values = [int(value) for value in values_of(row, pays[table])]
            sight = 2 + half * NUMBERS + 2 * len(ACTIONS) * (usual * MOST_STANDS + stand)
            added = [(0, max(values)), *((sight + 2 * n, value) for n, value in enumerate(values))]
            for place, value in added:
                more, at = value - values[usual], table * width + place
                totals[at] += more
                totals[at + 1] += more**2
    return totals
