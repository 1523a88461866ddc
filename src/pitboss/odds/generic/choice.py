"""The best play by backward induction over what the seat sees, and what becomes of every deal.

States stand in one array: its first axis is what is seen at the first question, each further axis
what is turned up before the next one, and the last the classes in which the deals that are still
possible end. Whole numbers throughout.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.odds.generic.deal import Move, Node
from pitboss.odds.generic.numbering import Array
from pitboss.odds.request import TIES
from pitboss.refusal import Refused

LESS, MORE = TIES
MOST = 1 << 62


class States(NamedTuple):
    """Counted states: ``rows`` is the row of the settlement's table by first axis, ``weights`` how
    many hands each of them stands for."""

    counts: Array
    rows: Array
    weights: Array

    @property
    def deals(self) -> int:
        """How many deals stand in all of the array."""
        each = self.counts.reshape(len(self.counts), -1).sum(axis=1)
        return int((each * self.weights).sum())


def in_order(moves: tuple[Move, ...], ties: str) -> list[Move]:
    """The options as they are preferred where they are worth the same; a fold comes last of those
    that wager as much."""
    sign = 1 if ties == LESS else -1
    return sorted(moves, key=lambda move: (sign * move.cents, move.action == "fold"))


class Tree:
    """The decisions of a game over some states."""

    def __init__(self, states: States, net: Array, ties: str) -> None:
        self.states, self.net, self.ties = states, net, ties
        axes = states.counts.ndim - 2
        self._sums = [
            states.counts.sum(axis=tuple(range(1 + s, 1 + axes))) for s in range(axes + 1)
        ]
        largest = int(abs(net).max()) * int(self._sums[0].sum(axis=-1).max(initial=0))
        if largest >= MOST:
            raise Refused("the sums of this game are larger than the solver's whole numbers")
        self.ends = np.zeros(net.shape, np.int64)
        self.taken: dict[tuple[int, str], int] = {}
        self._known: dict[int, tuple[Array, Array]] = {}

    def value(self, to: Node | int, stage: int) -> Array:
        """What a move is worth at its stage, as a sum over the deals that are still possible."""
        if not isinstance(to, Node):
            net = self.net[to][self.states.rows]
            worth: Array = np.einsum("b...k,bk->b...", self._sums[stage], net)
            return worth
        return self._down(self.best(to)[1], stage)

    def _down(self, values: Array, stage: int) -> Array:
        summed: Array = values.sum(axis=tuple(range(1 + stage, values.ndim)))
        return summed

    def best(self, node: Node) -> tuple[Array, Array]:
        """The place of the best move in the order of preference, and its value, state by state."""
        if id(node) not in self._known:
            moves = in_order(node.moves, self.ties)
            values = np.stack([self.value(move.to, node.stage) for move in moves])
            self._known[id(node)] = values.argmax(axis=0), values.max(axis=0)
        return self._known[id(node)]

    def follow(self, to: Node | int, chosen: Array, stage: int = 0) -> None:
        """Add up how the chosen states end by best play."""
        if isinstance(to, Node):
            for move, taken in self._parted(to, chosen, stage):
                sums = self._sums[to.stage].sum(axis=-1)
                deals = int((self._weights(sums.ndim) * sums * taken).sum())
                key = to.stage, move.name
                self.taken[key] = self.taken.get(key, 0) + deals
                self.follow(move.to, taken, to.stage)
            return
        counts = self._sums[stage] * chosen[..., None]
        counts = counts.sum(axis=tuple(range(1, counts.ndim - 1))) * self.states.weights[:, None]
        np.add.at(self.ends[to], self.states.rows, counts)

    def _weights(self, dimensions: int) -> Array:
        return self.states.weights.reshape(-1, *([1] * (dimensions - 1)))

    def _parted(self, node: Node, chosen: Array, stage: int) -> Iterator[tuple[Move, Array]]:
        """The states in which each move is taken."""
        places = self.best(node)[0]
        wide = chosen.reshape(*chosen.shape, *([1] * (node.stage - stage)))
        for place, move in enumerate(in_order(node.moves, self.ties)):
            yield move, wide & (places == place)
