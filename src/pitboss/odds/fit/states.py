"""Boxes of tables by the states that they are played differently in.

A state, such as a hand and what is seen with it, is played where the rows that it may end in pay
more than it owes, and left otherwise. Within a box of tables some states are surely played and
some surely left; the rest is open, and less of it in every smaller box. Where nothing is open, all
tables of the box are played alike: their rows stand apart, and all of them are counted at once.
"""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.fit.boxes import Box
from pitboss.odds.fit.space import Apart, Total
from pitboss.odds.ranks import Array

NUMBER, OWED = -2, -1
"""The last columns of a state: how many there are like it, and what it must be paid more than. The
ones before are what playing it adds to the sums."""


class States(NamedTuple):
    """The states that tables of some box differ on, where the columns begin that its rows pay for,
    and what all deals come to with the sums of the played ones."""

    rows: Array
    first: int
    apart: Callable[[Array], Apart]


@compiled
def paid(row: Array, first: int, least: Array, most: Array) -> int:
    """The least that a state is paid between two tables; the other way round, the most."""
    total = 0
    for place in range(len(least)):
        number = np.int64(row[first + place])
        total += number * (least[place] if number > 0 else most[place])
    return total


@compiled
def add(row: Array, total: Array) -> None:
    """Add the states that a row stands for."""
    number = np.int64(row[NUMBER])
    for column in range(len(total) - 1):
        total[column] += row[column] * number
    total[len(total) - 1] += number


@compiled
def part(states: Array, places: Array, first: int, box: Array, sums: Array) -> Array:
    """Of some states, by their places, those that a smaller box leaves open. The first sums are of
    those that are surely played, the second of the open ones that the highest table plays."""
    found = np.empty(len(places), np.int32)
    kept = 0
    least, most = box[0], box[1]
    for place in places:
        row = states[place]
        if paid(row, first, least, most) > row[OWED]:
            add(row, sums[0])
        elif paid(row, first, most, least) > row[OWED]:
            if paid(row, first, most, most) > row[OWED]:
                add(row, sums[1])
            found[kept] = place
            kept += 1
    return found[:kept].copy()


class StateBox:
    """A box of tables, with its open states."""

    __slots__ = ("__dict__", "_box", "_places", "_states", "_sums")

    def __init__(self, states: States, places: Array, sums: Array, box: Box) -> None:
        self._states = states
        self._places = places
        self._sums = sums
        self._box = box

    def narrow(self, box: Box) -> "StateBox":
        rows, first, _ = self._states
        sums = np.stack([self._sums[0], np.zeros_like(self._sums[1])])
        places = part(rows, self._places, first, np.array(box).T.copy(), sums)
        return StateBox(self._states, places, sums, box)

    def weigh(self) -> list[int]:
        """By the states that are still open."""
        first = self._states.first
        found: list[int] = self._sums[1, first : first + len(self._box)].tolist()
        return found

    @property
    def apart(self) -> Apart | None:
        return None if len(self._places) else self._played

    @cached_property
    def _played(self) -> Apart:
        return self._states.apart(self._sums[0])

    @cached_property
    def low(self) -> Total:
        return self._played.at([one.least for one in self._box])

    @cached_property
    def high(self) -> Total:
        whole = self._states.apart(self._sums.sum(axis=0)) if len(self._places) else self._played
        return whole.at([one.most for one in self._box])


def whole_box(states: States, sums: Array, box: Box) -> StateBox:
    """A box that all of the states are open in, and the sums of those that all its tables play."""
    places = np.arange(len(states.rows), dtype=np.int32)
    return StateBox(states, places, np.stack([sums, np.zeros_like(sums)]), box)
