"""Ante tables box by box: the states that some table of a box plays and another does not."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.fit.boxes import Box
from pitboss.odds.fit.space import Total
from pitboss.odds.progress import on_all_cores
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.book import Book, unpack
from pitboss.odds.super_omaha.kernels import CATEGORIES, LOSSES, STATES, TIES
from pitboss.odds.super_omaha.strategy import ACTIONS, SHOWDOWNS, Nets

PAID = 5
"""Categories that an Ante is paid for, from a flush up; below that it pushes."""

TIED, PUSHED, FIRST_PAID, LOST, NUMBER, OWED = 0, 1, 2, 7, 8, 9
"""Columns of a state or a sum: ties, wins that push the Ante, those that it is paid for, losses,
hands; of a state also what the Ante must be paid more than to be played."""

SUMS = NUMBER + 1
FIRST_COLUMN = CATEGORIES.stop - PAID


def shortened(one: Array) -> Array:
    """A sum of the book in fewer columns."""
    pushed = one[TIES + 1 : FIRST_COLUMN].sum()
    return np.array([one[TIES], pushed, *one[FIRST_COLUMN:LOSSES], one[LOSSES], one[STATES]])


@compiled
def sift(block: Array, least: Array, most: Array, unseen: int, played: Array) -> Array:
    """The states of a block that the most pays play and the least do not; those that the least
    play are added up."""
    found = np.empty((block.shape[1], OWED + 1), np.int32)
    row = np.empty(OWED + 1, np.int64)
    kept = 0
    for state in range(block.shape[1]):
        row[:] = 0
        row[TIED], row[LOST] = block[0, state], unseen - block[0, state]
        wins = 0
        for column in range(1, 11):
            number = block[column, state]
            wins += number
            row[PUSHED if column < FIRST_COLUMN else column - FIRST_COLUMN + FIRST_PAID] += number
        row[LOST] -= wins
        row[NUMBER] = block[11, state]
        row[OWED] = row[LOST] - row[TIED] - 2 * wins
        if _paid(row, least) > row[OWED]:
            _add(row, played)
        elif _paid(row, most) > row[OWED]:
            found[kept] = row
            kept += 1
    return found[:kept]


@compiled
def _paid(row: Array, pays: Array) -> int:
    paid = 0
    for place in range(PAID):
        paid += np.int64(row[FIRST_PAID + place]) * pays[place]
    return paid


@compiled
def _add(row: Array, total: Array) -> None:
    for column in range(NUMBER):
        total[column] += np.int64(row[column]) * row[NUMBER]
    total[NUMBER] += row[NUMBER]


@compiled
def part(states: Array, places: Array, box: Array, played: Array, open_: Array) -> Array:
    """Of some states, by their places, those that a smaller box leaves open."""
    found = np.empty(len(places), np.int32)
    kept = 0
    for place in places:
        row = states[place]
        if _paid(row, box[0]) > row[OWED]:
            _add(row, played)
        elif _paid(row, box[1]) > row[OWED]:
            _add(row, open_)
            found[kept] = place
            kept += 1
    return found[:kept].copy()


class Root(NamedTuple):
    """The states that the largest box leaves open, and the sums of those that are ahead and of all
    there are."""

    states: Array
    ahead: Array
    hands: int


class AnteBox:
    """A box of Ante tables; pays stand from the flush up."""

    def __init__(
        self, root: Root, places: Array, played: Array, open_: Array, box: tuple[Nets, Nets]
    ) -> None:
        self._root = root
        self._places = places
        self._played = played
        self._open = open_
        self._box = box

    def narrow(self, box: Box) -> "AnteBox":
        pays = _pays(box)
        played, open_ = self._played.copy(), np.zeros(SUMS, np.int64)
        places = part(self._root.states, self._places, np.array(pays), played, open_)
        return AnteBox(self._root, places, played, open_, pays)

    def weigh(self) -> list[int]:
        """By the states that are still open."""
        paid: list[int] = self._open[FIRST_PAID:LOST].tolist()
        return paid[::-1]

    @cached_property
    def low(self) -> Total:
        return self._total(self._box[0], self._played)

    @cached_property
    def high(self) -> Total:
        return self._total(self._box[1], self._played + self._open)

    @property
    def only(self) -> Total:
        return self.low

    def _total(self, pays: Nets, once: Array) -> Total:
        """What every deal comes to under a table, and the states that it plays once."""
        net, wins, squares, hands = 0, 0, 0, self._root.hands
        for times, one in zip(ACTIONS.values(), (self._root.ahead, once), strict=False):
            sums = one.tolist()
            won = zip((0, *pays), sums[PUSHED:LOST], strict=True)
            ends = [(pay + times, number) for pay, number in won]
            wins += sum(number for _, number in ends)
            for end, number in (*ends, (-1 - times, sums[LOST])):
                net, squares = net + end * number, squares + end * end * number
            hands -= sums[NUMBER]
        return Total(net - hands * SHOWDOWNS, wins, squares + hands * SHOWDOWNS)


def _pays(box: Box) -> tuple[Nets, Nets]:
    """The corners of a box: the table's rows from the last one up."""
    rows = box[::-1]
    return tuple(one.least for one in rows), tuple(one.most for one in rows)


def whole_box(book: Book, box: Box) -> AnteBox:
    """All states that are open in a box."""
    least, most = _pays(box)
    played = [np.zeros(SUMS, np.int64)]

    def take(block: bytes) -> Array:
        own = np.zeros(SUMS, np.int64)
        found = sift(unpack(block), np.array(least), np.array(most), SHOWDOWNS, own)
        played.append(own)
        return found

    none = (0,) * (FIRST_COLUMN - 1)
    with on_all_cores() as workers:
        states = list(workers.map(take, book.blocks(book.levels_for((1, *none, *most)))))
    ahead, once, every = map(shortened, book.all_sums)
    root = Root(np.concatenate(states), ahead, int(every[NUMBER]))
    places = np.arange(len(root.states), dtype=np.int32)
    return AnteBox(root, places, once + sum(played), np.zeros(SUMS, np.int64), (least, most))
