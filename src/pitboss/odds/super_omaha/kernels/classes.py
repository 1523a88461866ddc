"""Classes of four-card hands: cards of one rank that can make no flush are interchangeable.

Where a board has three cards of a suit, a card is known by its type: its rank, and whether it is
of that suit. Types 0 to 12 are the other cards by rank, 13 to 25 the suited ones. On a board
without a flush all cards are "other" ones. A hand class is a set of suited ranks and a multiset
of other ranks.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Whole

RANKS, TYPES = 13, 26
SIZES = tuple(comb(RANKS + size - 1, size) for size in range(5))
FIRST_OF_SIZE = tuple(sum(SIZES[:k]) for k in range(6))
"""How many multisets of 0 to 4 ranks there are, and where those of a size start."""

FIRST_PART = tuple(sum(comb(TYPES + k - 1, k) for k in range(1, size)) for size in range(5))
PARTS_OF_TWO, PARTS_OF_THREE, PARTS = FIRST_PART[2:]
"""Where the multisets of one, two and three types start, each a part of a hand; their number."""

SETS = sum(comb(RANKS, size) for size in range(5))
NO_RUN = 5 * RANKS

STEPS = np.array([[comb(rank + n, n + 1) for rank in range(RANKS)] for n in range(4)])
"""What each rank adds to the number of a multiset, by its place in rising order."""


class Shapes(NamedTuple):
    """Multisets of up to four ranks and sets of up to four ranks, by number.

    ``counts`` says how often a multiset has each rank, ``runs`` the same as up to four numbers
    five times the rank plus the count, filled up with ``NO_RUN``; ``pairs`` are the pairs in a
    multiset of four; ``suited_pairs`` those in a set, filled up with the number after the last
    pair; ``suited_ranks`` is the set as bits and ``set_of`` its number by bits.
    """

    counts: Array
    runs: Array
    pairs: Array
    suited_pairs: Array
    suited_ranks: Array
    set_of: Array


class Classes(NamedTuple):
    """Hand classes: their 14 parts, suited set, other ranks, and all ranks as a multiset of four.

    The parts are one, two and three of the four cards; alike ones stand as often as they occur.
    ``starts`` and ``places`` number the class of a set and a multiset.
    """

    parts: Array
    suited: Array
    others: Array
    ranks: Array
    starts: Array
    places: Array


def multisets(size: int) -> list[tuple[int, ...]]:
    """In the order of their numbers: by the highest rank, then the next."""
    every = combinations_with_replacement(range(RANKS), size)
    return sorted(every, key=lambda ranks: ranks[::-1])


def sets() -> list[tuple[int, ...]]:
    return [ranks for size in range(5) for ranks in combinations(range(RANKS), size)]


@cache
def shapes() -> Shapes:
    every = [ranks for size in range(5) for ranks in multisets(size)]
    fours = multisets(4)
    suited = sets()
    none = RANKS * (RANKS - 1) // 2
    suited_pairs = np.full((len(suited), 6), none, np.uint8)
    set_of = np.zeros(1 << RANKS, np.uint16)
    bits = np.array([sum(1 << rank for rank in ranks) for ranks in suited], np.uint16)
    for number, ranks in enumerate(suited):
        set_of[bits[number]] = number
        for place, (low, high) in enumerate(combinations(ranks, 2)):
            suited_pairs[number, place] = high * (high - 1) // 2 + low
    return Shapes(
        np.array([[ranks.count(rank) for rank in range(RANKS)] for ranks in every], np.uint8),
        np.array([_runs(ranks) for ranks in every], np.uint8),
        np.array([[b * (b + 1) // 2 + a for a, b in combinations(r, 2)] for r in fours], np.uint8),
        suited_pairs,
        bits,
        set_of,
    )


def _runs(ranks: tuple[int, ...]) -> list[int]:
    runs = [5 * rank + ranks.count(rank) for rank in sorted(set(ranks))]
    return runs + [NO_RUN] * (4 - len(runs))


@cache
def suited_classes() -> Classes:
    """Classes against a flush suit: at most three other cards of a rank."""
    return _classes(sets(), 3)


@cache
def plain_classes() -> Classes:
    """Classes by rank alone."""
    return _classes([()], 4)


def _classes(suited: list[tuple[int, ...]], most: int) -> Classes:
    kept = {
        size: [
            (number, ranks)
            for number, ranks in enumerate(multisets(size), FIRST_OF_SIZE[size])
            if all(ranks.count(rank) <= most for rank in ranks)
        ]
        for size in range(5)
    }
    places = np.zeros(FIRST_OF_SIZE[5], np.uint16)
    for size in range(5):
        for place, (number, _) in enumerate(kept[size]):
            places[number] = place
    parts: list[list[int]] = []
    of_set, of_others, of_ranks, starts = [], [], [], []
    for set_number, ranks in enumerate(suited):
        starts.append(len(parts))
        for number, others in kept[4 - len(ranks)]:
            types = (*others, *(RANKS + rank for rank in ranks))
            some = [part for k in (1, 2, 3) for part in combinations(types, k)]
            parts.append([multiset_number(part, FIRST_PART) for part in some])
            of_set.append(set_number)
            of_others.append(number)
            of_ranks.append(multiset_number(sorted((*others, *ranks))) - FIRST_OF_SIZE[4])
    return Classes(
        np.array(parts, np.uint16),
        np.array(of_set, np.uint16),
        np.array(of_others, np.uint16),
        np.array(of_ranks, np.uint16),
        np.array(starts, np.uint16),
        places,
    )


def multiset_number(members: Sequence[int], firsts: Sequence[int] = FIRST_OF_SIZE) -> int:
    """The number of a rising multiset of ranks, or of types, where those of each size start."""
    steps = [comb(member + place, place + 1) for place, member in enumerate(members)]
    return firsts[len(members)] + sum(steps)


@cache
def all_hands() -> Array:
    """The 270,725 hands of four rising cards, by the highest card, then the next, and so on."""
    falling = np.array(list(combinations(range(51, -1, -1), 4)), np.uint8)
    return np.ascontiguousarray(falling[::-1, ::-1])


def live_cards(flop: Sequence[int], deck: Sequence[int] = range(52)) -> Array:
    """Which of the 52 cards a Flop leaves of a deck."""
    live = np.zeros(52, np.bool_)
    live[list(deck)] = True
    live[list(flop)] = False
    return live


def hands_left(live: Array) -> Array:
    """The places of the hands that can still be dealt."""
    left: Array = np.flatnonzero(live[all_hands()].all(axis=1))
    return left


class Numbers(NamedTuple):
    """For each hand its plain class, and its class against each suit."""

    plain: Array
    suited: Array


@cache
def class_numbers() -> Numbers:
    hands = len(all_hands())
    numbers = Numbers(np.empty(hands, np.uint16), np.empty((4, hands), np.uint16))
    _number_hands(all_hands(), shapes(), suited_classes(), numbers)
    return numbers


@compiled
def _number_hands(hands: Array, shapes: Shapes, classes: Classes, numbers: Numbers) -> None:
    for n in range(len(hands)):
        numbers.plain[n] = _number_others(hands[n], 4)[1] - FIRST_OF_SIZE[4]
        for suit in range(4):
            bits, others = _number_others(hands[n], suit)
            start = classes.starts[shapes.set_of[bits]]
            numbers.suited[suit, n] = start + classes.places[others]


@compiled
def _number_others(hand: Array, suit: int) -> tuple[Whole, Whole]:
    """The ranks of one suit in a rising hand as bits, and the number of the other ranks."""
    bits: Whole = 0
    number: Whole = 0
    size = 0
    for card in hand:
        rank: Whole = np.int64(card >> 2)
        if card & 3 == suit:
            bits |= 1 << rank
        else:
            number += STEPS[size, rank]
            size += 1
    return bits, number + FIRST_OF_SIZE[size]
