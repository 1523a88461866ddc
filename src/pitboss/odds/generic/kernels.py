"""What is counted: how hands that a seat may have stand to all that is still to come.

Against a dealer nothing is enumerated twice. Hands come in by rising score, and for every set of
cards that is smaller than a hand it is kept how many of those so far contain it. The dealer's hands
without the seat's cards follow by inclusion and exclusion over the subsets of the seat's hand.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.generic.scores import BINOMIALS, LARGEST, Array, Scores, number_of


class Sweep(NamedTuple):
    """All hands by rising score, and where each class of the dealer ends."""

    hands: Array
    orders: Array
    rising: Array
    ends: Array
    """The last order of each class but the last."""


def make_sweep(scores: Scores, dealers: Array) -> Sweep:
    rising = np.argsort(scores.orders, kind="stable").astype(np.int32)
    ends = np.flatnonzero(np.diff(dealers)).astype(np.int64)
    return Sweep(scores.hands, scores.orders, rising, ends)


@compiled
def _subsets(size: int, cards: int, binomials: Array) -> Array:
    """Where the sets of each size begin in a table of all sets that are smaller than a hand."""
    starts = np.zeros(size + 1, np.int64)
    for count in range(size):
        starts[count + 1] = starts[count] + binomials[cards, count]
    return starts


@compiled
def _enter(table: Array, starts: Array, hand: Array, binomials: Array) -> None:
    """One more hand, for all sets that it contains but itself."""
    size = len(hand)
    for mask in range((1 << size) - 1):
        number, count = 0, 0
        for place in range(size):
            if mask >> place & 1:
                count += 1
                number += binomials[hand[place], count]
        table[starts[count] + number] += 1


@compiled
def _find(
    cells: Array, signs: Array, hand: Array, up: int, cards: int, starts: Array, binomials: Array
) -> int:
    """Where to look for the hands that avoid this one and contain the card that is up, if any:
    cells of the table with their signs; of whole hands the number, negative and less one."""
    size, found = len(hand), 0
    for mask in range(1 << size):
        number, count, members, placed = 0, 0, 0, up < 0
        for place in range(size):
            if mask >> place & 1:
                members += 1
                if not placed and up < hand[place]:
                    count += 1
                    number += binomials[up, count]
                    placed = True
                count += 1
                number += binomials[hand[place], count]
        if not placed:
            count += 1
            number += binomials[up, count]
        if count > size:
            continue
        signs[found] = 1 - 2 * (members & 1)
        cells[found] = starts[count] + number if count < size else -1 - number
        found += 1
    return found


@compiled
def _below(table: Array, cells: Array, signs: Array, found: int, orders: Array, least: int) -> int:
    """How many of the hands in the table are looked for; whole hands count below an order."""
    total = 0
    for place in range(found):
        cell = cells[place]
        if cell >= 0:
            total += signs[place] * table[cell]
        elif orders[-1 - cell] < least:
            total += signs[place]
    return total


@compiled
def _count_met(mine: Array, ups: int, cards: int, sweep: Sweep, binomials: Array) -> Array:
    """For hands by rising score, and each card that may be up: the dealer's hands below, equal and
    above, by his class."""
    size, classes = mine.shape[1], len(sweep.ends) + 1
    starts = _subsets(size, cards, binomials)
    tables = np.zeros((classes, starts[size]), np.int32)  # one as it grows, and at each class's end
    counted = np.zeros((len(mine), ups, 3 * classes), np.int64)
    cells, signs = np.empty(1 << size, np.int64), np.empty(1 << size, np.int64)
    entered, done, ended = 0, 0, 0
    top = sweep.orders[sweep.rising[-1]]
    for order in range(top + 1):
        begun = done
        for after in range(2):
            place = begun
            while place < len(mine) and sweep.orders[number_of(mine[place], binomials)] == order:
                for up in range(ups):
                    card = _other(mine[place], up) if ups > 1 else -1
                    found = _find(cells, signs, mine[place], card, cards, starts, binomials)
                    so_far = _below(tables[0], cells, signs, found, sweep.orders, order + after)
                    counted[place, up, after] = so_far
                place += 1
            done = place
            if not after:
                while entered < len(sweep.rising) and sweep.orders[sweep.rising[entered]] == order:
                    _enter(tables[0], starts, sweep.hands[sweep.rising[entered]], binomials)
                    entered += 1
        while ended < len(sweep.ends) and sweep.ends[ended] == order:
            tables[ended + 1] = tables[0]
            ended += 1
    for place in range(len(mine)):
        order = sweep.orders[number_of(mine[place], binomials)]
        for up in range(ups):
            card = _other(mine[place], up) if ups > 1 else -1
            found = _find(cells, signs, mine[place], card, cards, starts, binomials)
            less, upto, before = counted[place, up, 0], counted[place, up, 1], 0
            counted[place, up, :2] = 0
            for kind in range(classes):
                if kind < classes - 1:
                    end = sweep.ends[kind]
                    upper = _below(tables[kind + 1], cells, signs, found, sweep.orders, end + 1)
                else:
                    end, upper = top, _below(tables[0], cells, signs, found, sweep.orders, top + 1)
                counted[place, up, 3 * kind] = max(0, min(less, upper) - before)
                if (kind == 0 or sweep.ends[kind - 1] < order) and order <= end:
                    counted[place, up, 3 * kind + 1] = upto - less
                counted[place, up, 3 * kind + 2] = max(0, upper - max(upto, before))
                before = upper
    return counted


@compiled
def _other(hand: Array, place: int) -> int:
    """The card at a place among those that are not in a hand whose cards rise."""
    card = place
    for held in hand:
        if held <= card:
            card += 1
    return card


def count_met(mine: Array, ups: int, cards: int, sweep: Sweep) -> Array:
    """For some hands, and each card that may be up where one is: the dealer's hands by class,
    below, equal and above."""
    numbers = BINOMIALS[mine, np.arange(1, mine.shape[1] + 1)].sum(axis=1)
    rising = np.argsort(sweep.orders[numbers], kind="stable")
    counted = _count_met(np.ascontiguousarray(mine[rising]), ups, cards, sweep, BINOMIALS)
    back = np.empty_like(counted)
    back[rising] = counted
    return back


@compiled
def _count_drawn(
    seen: Array, groups: Array, drawn: Array, cards: int, orders: Array, kinds: Array, size: int,
    binomials: Array,
) -> Array:  # fmt: skip
    """For hands as far as they are seen, and each way to see more: the kinds they end as."""
    counted = np.zeros((len(seen), len(groups), kinds.max() + 1), np.int64)
    hand, sorted_hand = np.empty(size, np.int64), np.empty(size, np.int64)
    more, rest = np.empty(cards, np.int64), np.empty(cards, np.int64)
    first, then = seen.shape[1], groups.shape[1]
    for number in range(len(seen)):
        left = 0
        for card in range(cards):
            if not np.any(seen[number] == card):
                more[left] = card
                left += 1
        hand[:first] = seen[number]
        for group in range(len(groups)):
            hand[first : first + then] = more[groups[group]]
            known = 0
            for place in range(left):
                if not np.any(groups[group] == place):
                    rest[known] = more[place]
                    known += 1
            for draw in range(len(drawn)):
                hand[first + then :] = rest[drawn[draw]]
                sorted_hand[:] = hand
                for place in range(1, size):
                    card, at = sorted_hand[place], place
                    while at > 0 and sorted_hand[at - 1] > card:
                        sorted_hand[at] = sorted_hand[at - 1]
                        at -= 1
                    sorted_hand[at] = card
                counted[number, group, kinds[orders[number_of(sorted_hand, binomials)]]] += 1
    return counted


def draws(cards: int, sizes: Sequence[int]) -> Array:
    """Every way to turn up so many of some cards, then so many more, in order; places among the
    cards that were there at first."""
    found: list[tuple[int, ...]] = [()]
    for size in sizes:
        found = [
            (*before, *more)
            for before in found
            for more in combinations([at for at in range(cards) if at not in before], size)
        ]
    return np.array(found, np.int64).reshape(len(found), sum(sizes))


def count_drawn(seen: Array, more: Sequence[int], scores: Scores, kinds: Array) -> Array:
    """For hands as far as they are seen, by each of the further stages: the kinds they end as."""
    cards, first = len(scores.deck), seen.shape[1]
    left = scores.size - first - sum(more)
    groups = draws(cards - first, more)
    drawn = draws(cards - first - sum(more), [left])
    counted = _count_drawn(
        seen.astype(np.int64), groups, drawn, cards, scores.orders, kinds, scores.size, BINOMIALS
    )
    shape, rest = [], cards - first
    for size in more:
        shape.append(int(BINOMIALS[rest, size]) if size <= LARGEST else 0)
        rest -= size
    return counted.reshape(len(seen), *shape, counted.shape[-1])


def count_one(hand: Array, up: Array, cards: int, sweep: Sweep) -> Array:
    """One hand's count against every hand of the dealer, looked at one by one."""
    met = ~np.isin(sweep.hands, hand).any(axis=1)
    for card in up:
        met &= (sweep.hands == card).any(axis=1)
    order = int(sweep.orders[number_of(np.sort(hand).astype(np.int64), BINOMIALS)])
    dealers = sweep.orders[met].astype(np.int64)
    kinds = np.searchsorted(sweep.ends, dealers)
    ahead = 1 + np.sign(dealers - order)
    return np.bincount(3 * kinds + ahead, minlength=3 * (len(sweep.ends) + 1))
