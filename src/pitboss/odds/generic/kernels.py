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
from pitboss.odds.generic.numbering import BINOMIALS, LARGEST, Array, number_of
from pitboss.odds.generic.scores import Scores


class Sweep(NamedTuple):
    """All hands by rising score, and the last order of each class of the dealer but the last.

    A set of cards that is smaller than a hand has its number among the sets of its size; ``starts``
    says where each size begins in one table of all of them.
    """

    hands: Array
    orders: Array
    rising: Array
    ends: Array
    starts: Array
    binomials: Array


class Search(NamedTuple):
    """Where to look: cells of the table, or whole hands by their number, negative and less one."""

    cells: Array
    signs: Array


def make_sweep(scores: Scores, dealers: Array) -> Sweep:
    rising = np.argsort(scores.orders, kind="stable").astype(np.int32)
    ends = np.flatnonzero(np.diff(dealers)).astype(np.int64)
    sizes = [int(BINOMIALS[len(scores.deck), count]) for count in range(scores.size)]
    starts = np.cumsum([0, *sizes])
    return Sweep(scores.hands, scores.orders, rising, ends, starts, BINOMIALS)


@compiled
def _enter(table: Array, hand: Array, sweep: Sweep) -> None:
    """One more hand, for all sets that it contains but itself."""
    size = len(hand)
    for mask in range((1 << size) - 1):
        number, count = 0, 0
        for place in range(size):
            if mask >> place & 1:
                count += 1
                number += sweep.binomials[hand[place], count]
        table[sweep.starts[count] + number] += 1


@compiled
def _find(search: Search, hand: Array, up: int, sweep: Sweep) -> int:
    """Where to look for the hands that avoid this one and contain the card that is up, if any: how
    many places there are."""
    size, found = len(hand), 0
    for mask in range(1 << size):
        number, count, members, placed = 0, 0, 0, up < 0
        for place in range(size):
            if mask >> place & 1:
                members += 1
                if not placed and up < hand[place]:
                    count += 1
                    number += sweep.binomials[up, count]
                    placed = True
                count += 1
                number += sweep.binomials[hand[place], count]
        if not placed:
            count += 1
            number += sweep.binomials[up, count]
        if count <= size:
            search.signs[found] = 1 - 2 * (members & 1)
            search.cells[found] = sweep.starts[count] + number if count < size else -1 - number
            found += 1
    return found


@compiled
def _below(table: Array, search: Search, found: int, orders: Array, least: int) -> int:
    """How many of the hands in the table are looked for; whole hands count below an order."""
    total = 0
    for place in range(found):
        cell = search.cells[place]
        if cell >= 0:
            total += search.signs[place] * table[cell]
        elif orders[-1 - cell] < least:
            total += search.signs[place]
    return total


@compiled
def _order(hand: Array, sweep: Sweep) -> int:
    return int(sweep.orders[number_of(hand, sweep.binomials)])


@compiled
def _count_met(mine: Array, ups: int, sweep: Sweep) -> Array:
    """For hands by rising score, and each card that may be up: the dealer's hands below, equal and
    above, by his class."""
    size, classes = mine.shape[1], len(sweep.ends) + 1
    # One table as it grows, and as it stood at the end of each class.
    tables = np.zeros((classes, sweep.starts[size]), np.int32)
    counted = np.zeros((len(mine), ups, 3 * classes), np.int64)
    search = Search(np.empty(1 << size, np.int64), np.empty(1 << size, np.int64))
    entered, begun, ended = 0, 0, 0
    for order in range(sweep.orders[sweep.rising[-1]] + 1):
        done = begun
        for after in range(2):
            done = begun
            while done < len(mine) and _order(mine[done], sweep) == order:
                for up in range(ups):
                    card = _other(mine[done], up) if ups > 1 else -1
                    found = _find(search, mine[done], card, sweep)
                    so_far = _below(tables[0], search, found, sweep.orders, order + after)
                    counted[done, up, after] = so_far
                done += 1
            while entered < len(sweep.rising) and sweep.orders[sweep.rising[entered]] == order:
                _enter(tables[0], sweep.hands[sweep.rising[entered]], sweep)
                entered += 1
        begun = done
        while ended < len(sweep.ends) and sweep.ends[ended] == order:
            tables[ended + 1] = tables[0]
            ended += 1
    for place in range(len(mine)):
        for up in range(ups):
            card = _other(mine[place], up) if ups > 1 else -1
            found = _find(search, mine[place], card, sweep)
            _part(counted[place, up], _order(mine[place], sweep), (search, found), tables, sweep)
    return counted


@compiled
def _part(row: Array, order: int, where: tuple[Search, int], tables: Array, sweep: Sweep) -> None:
    """From the dealer's hands below an order and up to it, as they stand in a row: those of each
    class, below, equal and above."""
    less, upto, before, top = row[0], row[1], 0, sweep.orders[sweep.rising[-1]]
    row[:2] = 0
    for kind in range(len(tables)):
        last = kind == len(tables) - 1
        end = top if last else sweep.ends[kind]
        table = tables[0] if last else tables[kind + 1]
        upper = _below(table, where[0], where[1], sweep.orders, end + 1)
        row[3 * kind] = max(0, min(less, upper) - before)
        if (kind == 0 or sweep.ends[kind - 1] < order) and order <= end:
            row[3 * kind + 1] = upto - less
        row[3 * kind + 2] = max(0, upper - max(upto, before))
        before = upper


@compiled
def _other(hand: Array, place: int) -> int:
    """The card at a place among those that are not in a hand whose cards rise."""
    card = place
    for held in hand:
        if held <= card:
            card += 1
    return card


def count_met(mine: Array, ups: int, sweep: Sweep) -> Array:
    """For some hands, and each card that may be up where one is: the dealer's hands by class,
    below, equal and above."""
    numbers = BINOMIALS[mine, np.arange(1, mine.shape[1] + 1)].sum(axis=1)
    rising = np.argsort(sweep.orders[numbers], kind="stable")
    counted = _count_met(np.ascontiguousarray(mine[rising]), ups, sweep)
    back = np.empty_like(counted)
    back[rising] = counted
    return back


class Draws(NamedTuple):
    """Ways to see more of a hand before the last question, and to fill it after; what each hand of
    a deck of so many cards is."""

    groups: Array
    drawn: Array
    orders: Array
    kinds: Array
    cards: int
    size: int


@compiled
def _count_drawn(seen: Array, draws: Draws, binomials: Array) -> Array:
    """For hands as far as they are seen, and each way to see more: the kinds they end as."""
    counted = np.zeros((len(seen), len(draws.groups), draws.kinds.max() + 1), np.int64)
    hand, more = np.empty(draws.size, np.int64), np.empty(draws.cards, np.int64)
    rest = np.empty(draws.cards, np.int64)
    first, then = seen.shape[1], draws.groups.shape[1]
    for number in range(len(seen)):
        left = 0
        for card in range(draws.cards):
            if not np.any(seen[number] == card):
                more[left] = card
                left += 1
        hand[:first] = seen[number]
        for group in range(len(draws.groups)):
            hand[first : first + then] = more[draws.groups[group]]
            known = 0
            for place in range(left):
                if not np.any(draws.groups[group] == place):
                    rest[known] = more[place]
                    known += 1
            for draw in range(len(draws.drawn)):
                hand[first + then :] = rest[draws.drawn[draw]]
                order = draws.orders[number_of(_rising(hand), binomials)]
                counted[number, group, draws.kinds[order]] += 1
    return counted


@compiled
def _rising(hand: Array) -> Array:
    """The cards of a hand in order."""
    found = hand.copy()
    for place in range(1, len(found)):
        card, at = found[place], place
        while at > 0 and found[at - 1] > card:
            found[at] = found[at - 1]
            at -= 1
        found[at] = card
    return found


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
    groups, drawn = draws(cards - first, more), draws(cards - first - sum(more), [left])
    every = Draws(groups, drawn, scores.orders, kinds, cards, scores.size)
    counted = _count_drawn(seen.astype(np.int64), every, BINOMIALS)
    shape, rest = [], cards - first
    for size in more:
        shape.append(int(BINOMIALS[rest, size]) if size <= LARGEST else 0)
        rest -= size
    return counted.reshape(len(seen), *shape, counted.shape[-1])


def count_one(hand: Array, up: Array, sweep: Sweep) -> Array:
    """One hand's count against every hand of the dealer, looked at one by one."""
    met = ~np.isin(sweep.hands, hand).any(axis=1)
    for card in up:
        met &= (sweep.hands == card).any(axis=1)
    order = int(sweep.orders[number_of(np.sort(hand).astype(np.int64), BINOMIALS)])
    dealers = sweep.orders[met].astype(np.int64)
    kinds = np.searchsorted(sweep.ends, dealers)
    ahead = 1 + np.sign(dealers - order)
    return np.bincount(3 * kinds + ahead, minlength=3 * (len(sweep.ends) + 1))
