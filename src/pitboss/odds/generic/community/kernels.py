"""What is counted on a whole board: how each set of cards stands to all sets of the dealer.

The dealer's sets come in by rising score, and for every smaller group of cards it is kept how many
of those so far contain it; the ones that leave the seat its cards follow by inclusion and exclusion
over the seat's own few cards. At the last question the seat chooses at once; where options are
worth the same it is noted what the other preference would change.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.generic.numbering import BINOMIALS, Array

SHIFT = 18
"""Bits for the number of a set beside its score."""

DIGIT = 8
"""Bits of a score by which sets are laid in order at a time."""


class Groups(NamedTuple):
    """For each set the cells of all groups of its cards in one table, and their signs; the first is
    that of no card."""

    cells: Array
    signs: Array
    size: int


class Rules(NamedTuple):
    """How pairs of scores end: ``kinds`` and ``dealers`` are the lowest scores of all classes but
    the first, ``nets`` what each way wins by kind and column; ``exits`` has for each question on a
    whole board the ways that it may end in, the smaller wager first, -1 beyond them; ``ranks``
    their places where of equal ones the larger wager is preferred."""

    kinds: Array
    dealers: Array
    nets: Array
    exits: Array
    ranks: Array


class Boards(NamedTuple):
    """The scores of the seat's sets and of the dealer's on each of some whole boards, how many each
    board stands for, and how many sets of the dealer are possible against one of the seat. Where
    both have the ``same`` sets, they are laid in order once."""

    mine: Array
    his: Array
    weights: Array
    against: int
    same: bool


def make_groups(cards: int, sets: Array) -> Groups:
    """A table has a cell for every group of cards up to the size of a set."""
    size = sets.shape[1]
    starts = np.cumsum([0, *(BINOMIALS[cards, count] for count in range(size + 1))])
    cells, signs = [], []
    for count in range(size + 1):
        for places in combinations(range(size), count):
            numbers = BINOMIALS[sets[:, list(places)], np.arange(1, count + 1)].sum(axis=1)
            cells.append(starts[count] + numbers)
            signs.append((-1) ** count)
    return Groups(np.stack(cells, axis=1), np.array(signs, np.int64), int(starts[-1]))


@compiled
def _look(table: Array, cells: Array, signs: Array) -> int:
    """How many sets in the table have none of these cards."""
    total = 0
    for place in range(len(signs)):
        total += signs[place] * table[cells[place]]
    return int(total)


@compiled
def _rising(scores: Array) -> Array:
    """The sets that are possible on a board by rising score: score and number in one. They are laid
    in order by the last bits of their scores, then by those before them, and so on."""
    found, kept, bits = np.empty(len(scores), np.int64), 0, 0
    for number in range(len(scores)):
        if scores[number] >= 0:
            found[kept] = scores[number] << SHIFT | number
            bits |= scores[number]
            kept += 1
    found, other = found[:kept], np.empty(kept, np.int64)
    starts, shift = np.empty(1 << DIGIT, np.int64), SHIFT
    while bits:
        starts[:] = 0
        for place in range(kept):
            starts[found[place] >> shift & (1 << DIGIT) - 1] += 1
        before = 0
        for digit in range(1 << DIGIT):
            starts[digit], before = before, before + starts[digit]
        for place in range(kept):
            digit = found[place] >> shift & (1 << DIGIT) - 1
            other[starts[digit]] = found[place]
            starts[digit] += 1
        found, other = other, found
        bits, shift = bits >> DIGIT, shift + DIGIT
    return found


@compiled
def _sweep(mine: Array, his: Array, groups: tuple[Groups, Groups], dealers: Array) -> Array:
    """For each of the seat's sets: the dealer's below, up to it, and below each of his classes but
    the first."""
    own, other = groups
    counted = np.zeros((len(mine), 2 + len(dealers)), np.int64)
    table = np.zeros(own.size, np.int64)
    snaps = np.zeros((len(dealers), own.size), np.int64)
    entered, begun, cut = 0, 0, 0
    while begun < len(mine):
        score, end = mine[begun] >> SHIFT, begun
        while end < len(mine) and mine[end] >> SHIFT == score:
            end += 1
        for after in range(2):
            while entered < len(his) and his[entered] >> SHIFT < score + after:
                while cut < len(dealers) and his[entered] >> SHIFT >= dealers[cut]:
                    snaps[cut] = table
                    cut += 1
                number = his[entered] & (1 << SHIFT) - 1
                for place in range(len(other.signs)):
                    table[other.cells[number, place]] += 1
                entered += 1
            for place in range(begun, end):
                number = mine[place] & (1 << SHIFT) - 1
                counted[place, after] = _look(table, own.cells[number], own.signs)
        begun = end
    while cut < len(dealers):
        while entered < len(his) and his[entered] >> SHIFT < dealers[cut]:
            number = his[entered] & (1 << SHIFT) - 1
            for place in range(len(other.signs)):
                table[other.cells[number, place]] += 1
            entered += 1
        snaps[cut] = table
        cut += 1
    for place in range(len(mine)):
        number = mine[place] & (1 << SHIFT) - 1
        for cut in range(len(dealers)):
            counted[place, 2 + cut] = _look(snaps[cut], own.cells[number], own.signs)
    return counted


@compiled
def _part(row: Array, counted: Array, own_class: int, against: int) -> None:
    """From the dealer's sets below a score, up to it and below each class: those of each class,
    below, equal and above."""
    less, upto, before, classes = counted[0], counted[1], 0, len(row) // 3
    for kind in range(classes):
        upper = counted[2 + kind] if kind < classes - 1 else against
        row[3 * kind] = max(0, min(less, upper) - before)
        row[3 * kind + 1] = upto - less if kind == own_class else 0
        row[3 * kind + 2] = max(0, upper - max(upto, before))
        before = upper


@compiled
def _choose(row: Array, kind: int, nets: Array, exits: Array, ranks: Array) -> tuple[int, int]:
    """Of the ways that are worth most the first, and the first by rank."""
    best, other, most = 0, 0, 0
    for place in range(len(exits)):
        if exits[place] >= 0:
            worth = 0
            for column in range(len(row)):
                worth += row[column] * nets[exits[place], kind, column]
            if place == 0 or worth > most:
                best, other, most = place, place, worth
            elif worth == most and ranks[place] < ranks[other]:
                other = place
    return best, other


@compiled
def count_boards(boards: Boards, groups: tuple[Groups, Groups], rules: Rules) -> Array:
    """For each set of the seat, summed over boards: all deals by kind and column, then those of
    each exit of each question on a whole board, where it is chosen, and then what is more or less
    there where the larger of equal wagers is chosen. ``groups`` are those of the seat's sets and of
    the dealer's."""
    kinds, columns = rules.nets.shape[1], rules.nets.shape[2]
    questions, most = rules.exits.shape
    slots = questions * most
    out = np.zeros((boards.mine.shape[1], 1 + 2 * slots, kinds * columns), np.int64)
    row = np.empty(columns, np.int64)
    for board in range(len(boards.weights)):
        weight = boards.weights[board]
        mine = _rising(boards.mine[board])
        his = mine if boards.same else _rising(boards.his[board])
        counted = _sweep(mine, his, groups, rules.dealers)
        kind, own_class = 0, 0
        for place in range(len(mine)):
            score, number = mine[place] >> SHIFT, mine[place] & (1 << SHIFT) - 1
            while kind < kinds - 1 and score >= rules.kinds[kind]:
                kind += 1
            while own_class < len(rules.dealers) and score >= rules.dealers[own_class]:
                own_class += 1
            _part(row, counted[place], own_class, boards.against)
            if not questions:
                for column in range(columns):
                    out[number, 0, kind * columns + column] += weight * row[column]
            for question in range(questions):
                exits, ranks = rules.exits[question], rules.ranks[question]
                best, other = _choose(row, kind, rules.nets, exits, ranks)
                slot = 1 + question * most
                for column in range(columns):
                    out[number, slot + best, kind * columns + column] += weight * row[column]
                if other != best:
                    for column in range(columns):
                        deals, cell = weight * row[column], kind * columns + column
                        out[number, slots + slot + best, cell] -= deals
                        out[number, slots + slot + other, cell] += deals
    if questions:  # whatever is chosen, all deals are among the exits
        for slot in range(1, 1 + most):
            out[:, 0] += out[:, slot]
    return out
