"""Ante tables box by box: the states of the book that some table of a box plays and another does
not."""

from collections.abc import Mapping
from functools import partial

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.fit.space import Apart, Total
from pitboss.odds.fit.states import OWED, StateBox, States, part
from pitboss.odds.fit.states import whole_box as box_of
from pitboss.odds.fit.wish import Bounds
from pitboss.odds.progress import on_all_cores
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.book import Book, unpack
from pitboss.odds.super_omaha.kernels import CATEGORIES, LOSSES, STATES, TIES
from pitboss.odds.super_omaha.strategy import ACTIONS, SHOWDOWNS

PAID = 5
"""Categories that an Ante is paid for, from a flush up; below that it pushes."""

TIED, PUSHED, FIRST_PAID, LOST, HANDS = 0, 1, 2, 7, 8
"""Columns of a state or a sum: ties, wins that push the Ante, those that it is paid for as its
tables list them, losses, hands."""

SUMS = HANDS + 1
FIRST_COLUMN = CATEGORIES.stop - PAID


def shortened(one: Array) -> Array:
    """A sum of the book in fewer columns."""
    pushed = one[TIES + 1 : FIRST_COLUMN].sum()
    rows = one[FIRST_COLUMN:LOSSES][::-1]
    return np.array([one[TIES], pushed, *rows, one[LOSSES], one[STATES]])


@compiled
def unfold(block: Array, unseen: int) -> Array:
    """The states of a block, one a row."""
    rows = np.zeros((block.shape[1], SUMS + 1), np.int32)
    for state in range(block.shape[1]):
        row = rows[state]
        wins = 0
        for column in range(1, 11):
            number = block[column, state]
            wins += number
            row[PUSHED if column < FIRST_COLUMN else FIRST_PAID + 10 - column] += number
        row[TIED] = block[0, state]
        row[LOST] = unseen - row[TIED] - wins
        row[HANDS] = block[11, state]
        row[OWED] = row[LOST] - row[TIED] - 2 * wins
    return rows


def ended(ahead: Array, hands: int, events: tuple[str, ...], once: Array) -> Apart:
    """What every deal comes to: those who are ahead, those of ``once``, and the rest, which folds.

    A wager is made so many times, and a row of the Ante's pays beside it.
    """
    sums = (ahead.tolist(), once.tolist())
    played = list(zip(ACTIONS.values(), sums, strict=False))
    folded = (hands - sum(one[HANDS] for one in sums)) * SHOWDOWNS
    fixed = Total(-folded, 0, folded)
    for times, one in played:
        fixed += _won([(times, one[PUSHED])], 0)
        lost, stake = one[LOST], 1 + times
        fixed += Total(-stake * lost, 0, stake * stake * lost)
    rows = {
        event: partial(_won, [(times, one[FIRST_PAID + place]) for times, one in played])
        for place, event in enumerate(events)
    }
    return Apart(hands * SHOWDOWNS, fixed, rows, True)


def _won(numbers: list[tuple[int, int]], pay: int) -> Total:
    """Deals that win a wager so many times and are paid for the Ante."""
    found = Total(0, 0, 0)
    for times, number in numbers:
        net = times + pay
        found += Total(net * number, number, net * net * number)
    return found


def whole_box(book: Book, bounds: Mapping[str, Bounds]) -> StateBox:
    """All states that are open within bounds of the rows, which are as the tables list them."""
    box = tuple(bounds.values())
    pays = np.array(box).T.copy()
    played = [np.zeros(SUMS, np.int64)]

    def take(block: bytes) -> Array:
        rows, sums = unfold(unpack(block), SHOWDOWNS), np.zeros((2, SUMS), np.int64)
        places = np.arange(len(rows), dtype=np.int32)
        kept = part(rows, places, FIRST_PAID, pays, sums)
        played.append(sums[0])
        found: Array = rows[kept]
        return found

    none = (0,) * (FIRST_COLUMN - 1)
    with on_all_cores() as workers:
        levels = book.levels_for((1, *none, *pays[1, ::-1].tolist()))
        found = list(workers.map(take, book.blocks(levels)))
    ahead, once, every = map(shortened, book.all_sums)
    apart = partial(ended, ahead, int(every[HANDS]), tuple(bounds))
    return box_of(States(np.concatenate(found), FIRST_PAID, apart), once + sum(played), box)
