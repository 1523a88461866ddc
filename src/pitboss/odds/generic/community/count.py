"""A game with cards for everybody and a dealer who shares them, counted board by board.

What comes first on the board, up to a change of suits, is a part; within a part every further
group is gone through up to the changes of suits that leave what lies there as it is. A part gives
its sums by class of own cards, so the first decision is made when all are added up; they serve
both preferences among options that are worth the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import cache, cached_property, partial
from itertools import combinations, product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.odds.generic.community.classes import Classes
from pitboss.odds.generic.community.kernels import Boards, Groups, Rules, count_boards, make_groups
from pitboss.odds.generic.community.scores import Score, Sets, all_sets, mask_of, on_boards, turned
from pitboss.odds.generic.community.tree import (
    ALL,
    Held,
    Levels,
    decide,
    ends_of,
    exits_of,
    find_levels,
    key_of,
    ways_of,
)
from pitboss.odds.generic.deal import Deal, Node
from pitboss.odds.generic.ends import Table, nets_of
from pitboss.odds.generic.numbering import BINOMIALS, Array
from pitboss.odds.parts import sum_parts
from pitboss.odds.request import TIES

MOST_PARTS = 2_000


class Turn(NamedTuple):
    """A group of cards that is turned up, for how many others it stands, and the changes of suits
    that leave it and all before it as they are."""

    cards: tuple[int, ...]
    ways: int
    turns: Array


class Shared(NamedTuple):
    """All that a count needs, the same in every part."""

    key: str
    deal: Deal
    classes: Classes
    table: Table
    score: Score

    @property
    def levels(self) -> Levels:
        return find_levels(self.key, self.deal)

    @property
    def cards(self) -> int:
        return len(self.classes.deck)

    @property
    def net(self) -> Array:
        """By way and class."""
        nets = nets_of(self.table)
        return nets.reshape(len(nets), -1)

    @property
    def turns(self) -> Array:
        return turned(self.cards, self.classes.relabel)


class Side(NamedTuple):
    """The sets of one side, and where they stand in tables."""

    sets: Sets
    groups: Groups


@cache
def every_set(cards: int, size: int) -> Side:
    sets = all_sets(cards, size)
    return Side(sets, make_groups(cards, sets.cards))


def one_set(cards: int, places: Sequence[int]) -> Side:
    found = np.array([sorted(places)], np.int64)
    return Side(Sets(found, mask_of(found)), make_groups(cards, found))


class Count:
    """Counts for some sets of the seat: all of them, or one."""

    def __init__(self, problem: Shared, mine: Side | None = None) -> None:
        self.problem, self.levels, self.net = problem, problem.levels, problem.net
        self.his = every_set(problem.cards, len(problem.deal.dealer))
        self.mine = mine or self.his
        self.deck = np.array(problem.classes.deck, np.int64)

    @cached_property
    def rules(self) -> Rules:
        """The questions on a whole board are decided while it is counted."""
        classes, last = self.problem.classes, self.levels.asked[-1]
        less, more = ([ways_of_exits(node, ties) for node in last] for ties in TIES)
        most = max(map(len, less), default=0)
        exits, ranks = np.full((2, len(last), most), -1, np.int64)
        for at, ways in enumerate(less):
            exits[at, : len(ways)] = ways
            ranks[at, : len(ways)] = [more[at].index(way) for way in ways]
        kinds, dealers = (classes.values[begins] for begins in (classes.kinds, classes.dealers))
        return Rules(kinds, dealers, nets_of(self.problem.table), exits, ranks)

    def settle(self, level: int, shown: tuple[int, ...], turns: Array) -> Held:
        """All that may follow a board as far as it is shown, the questions there decided."""
        if level == len(self.levels.groups):
            return self.on_boards([shown], [1])
        held = self.follow(level, shown, turns)
        return decide(held, self.levels.asked[level], self.net)

    def follow(self, level: int, shown: tuple[int, ...], turns: Array) -> Held:
        """The same before the questions there are decided."""
        mine = self.mine.sets.cards
        taken = shown if len(mine) > 1 else (*shown, *mine[0].tolist())
        groups = turn_up(self.problem.cards, taken, self.levels.groups[level], turns)
        if level + 1 == len(self.levels.groups):
            held = self.on_boards([(*shown, *g.cards) for g in groups], [g.ways for g in groups])
        else:
            held = add_up(
                (self.settle(level + 1, (*shown, *g.cards), g.turns), g.ways) for g in groups
            )
        if len(turns) > 1:
            held = {key: self._alike(value, turns) for key, value in held.items()}
        return held

    def _alike(self, value: Array, turns: Array) -> Array:
        """The sum over all changes of suits of what was counted for one of each class."""
        total = np.zeros_like(value)
        for turn in turns:
            total += value[numbers_of(turn[self.mine.sets.cards])]
        whole, rest = np.divmod(total, len(turns))
        assert not rest.any(), "suits do not relabel"
        return whole

    def on_boards(self, boards: Sequence[tuple[int, ...]], weights: Sequence[int]) -> Held:
        """Whole boards, and the questions that are asked on them."""
        problem, size = self.problem, self.problem.deal.size
        score, cards = on_boards(problem.score, size), np.array(boards, np.int64)
        his = score(cards, self.his.sets, self.deck)
        mine = his if self.mine is self.his else score(cards, self.mine.sets, self.deck)
        against = comb(problem.cards - size, len(problem.deal.dealer))
        every = Boards(mine, his, np.array(weights, np.int64), against, self.mine is self.his)
        counted = count_boards(every, (self.mine.groups, self.his.groups), self.rules)
        held: Held = {ALL: counted[:, 0]}
        less, more = TIES
        for node, exits in zip(self.levels.asked[-1], self._slots(), strict=True):
            slots = [exits[way] for way in ways_of(node)]
            held[key_of(node, less)] = counted[:, slots]
            moved = counted[:, [slot + self.rules.exits.size for slot in slots]]
            held[key_of(node, more)] = held[key_of(node, less)] + moved
        return held

    def _slots(self) -> list[dict[int, int]]:
        """Where the kernel counts the ways of each question on a whole board."""
        most = self.rules.exits.shape[1]
        return [
            {way: 1 + place * most + at for at, way in enumerate(exits)}
            for place, exits in enumerate(self.rules.exits.tolist())
        ]


def ways_of_exits(node: Node, ties: str) -> list[int]:
    """The ends of a question after which nothing is turned up."""
    ways = [to for to in exits_of(node, ties) if not isinstance(to, Node)]
    assert sorted(ways) == list(ways_of(node)), "a question follows the last"
    return ways


def add_up(given: Iterable[tuple[Held, int]]) -> Held:
    """The sum of what several groups come to, each so many times."""
    total: Held = {}
    for held, ways in given:
        for key, value in held.items():
            total[key] = total[key] + ways * value if key in total else ways * value
    return total


def numbers_of(sets: Array) -> Array:
    """The numbers of sets of cards, in whatever order."""
    rising = np.sort(sets, axis=-1)
    found: Array = BINOMIALS[rising, np.arange(1, rising.shape[-1] + 1)].sum(axis=-1)
    return found


def turn_up(cards: int, shown: Sequence[int], size: int, turns: Array) -> list[Turn]:
    """Every group that may be turned up next, one of each class under the changes of suits."""
    left = [card for card in range(cards) if card not in shown]
    groups = np.array(list(combinations(left, size)), np.int64)
    numbers = np.stack([numbers_of(turn[groups]) for turn in turns])
    own, least = numbers_of(groups), numbers.min(axis=0)
    met, ways = np.unique(least, return_counts=True)
    many = dict(zip(met.tolist(), ways.tolist(), strict=True))
    return [
        Turn(tuple(groups[at].tolist()), many[int(own[at])], turns[numbers[:, at] == own[at]])
        for at in np.flatnonzero(least == own)
    ]


def firsts_of(problem: Shared) -> list[Turn]:
    """What may come first on the board."""
    return turn_up(problem.cards, (), problem.levels.groups[0], problem.turns)


def count_part(problem: Shared, part: tuple[int, int]) -> list[int]:
    """Of every so manieth first group: the sums by class of own cards."""
    counter, classes = Count(problem), own_classes(problem)

    def each() -> Iterator[tuple[Held, int]]:
        for first in firsts_of(problem)[part[0] :: part[1]]:
            held = counter.settle(1, first.cards, first.turns)
            yield {key: _by_class(value, classes) for key, value in held.items()}, first.ways

    total = add_up(each())
    return [number for key in sorted(total) for number in total[key].ravel().tolist()]


def _by_class(value: Array, classes: Array) -> Array:
    found = np.zeros((int(classes.max()) + 1, *value.shape[1:]), np.int64)
    np.add.at(found, classes, value)
    return found


def own_classes(problem: Shared) -> Array:
    """The class of each set of own cards: those that differ by a change of suits alone."""
    sets = every_set(problem.cards, len(problem.deal.own)).sets.cards
    least = np.min([numbers_of(turn[sets]) for turn in problem.turns], axis=0)
    found: Array = np.unique(least, return_inverse=True)[1]
    return found


def sum_up(problem: Shared, kept: Path, pool: Executor | None = None) -> list[int]:
    """The sums of all parts, by class of own cards."""
    number = min(len(firsts_of(problem)), MOST_PARTS)
    parts = [(place, number) for place in range(number)]
    return sum_parts(parts, partial(count_part, _lean(problem)), kept, pool)


def _lean(problem: Shared) -> Shared:
    """Without what no part needs, since a cluster is sent it with each."""
    none = np.zeros(0, np.int64)
    classes = problem.classes._replace(hands=none, counts=none, examples=())
    return problem._replace(classes=classes)


def read_sums(problem: Shared, sums: Sequence[int]) -> Held:
    """Sums as arrays again, before the questions that come before the board."""
    levels, cells = problem.levels, problem.net.shape[1]
    form: Held = {ALL: np.zeros((1, cells), np.int64)}
    for node, ties in product(levels.asked[-1], TIES):
        form[key_of(node, ties)] = np.zeros((1, len(ways_of(node)), cells), np.int64)
    for asked in reversed(levels.asked[1:-1]):
        form = decide(form, asked, problem.net)
    classes, held, at = int(own_classes(problem).max()) + 1, {}, 0
    for key in sorted(form):
        shape = (classes, *form[key].shape[1:])
        held[key] = np.array(sums[at : at + prod(shape)], np.int64).reshape(shape)
        at += prod(shape)
    assert at == len(sums), "sums of another game"
    return held


def end_all(problem: Shared, held: Held, ties: str) -> Array:
    """All deals by way, kind and column, under best play."""
    held = decide(held, problem.levels.asked[0], problem.net)
    found = ends_of(held, problem.deal.root, ties)
    total: Array = found.sum(axis=0).reshape(nets_of(problem.table).shape)
    return total
