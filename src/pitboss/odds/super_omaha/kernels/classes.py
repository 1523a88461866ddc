"""Classes of four-card hands: cards of one rank that can make no flush are interchangeable.

Where a board has three cards of a suit, a card is known by its type: its rank, and whether it is
of that suit. Types 0 to 12 are the other cards by rank, 13 to 25 the suited ones. On a board
without a flush all cards are "other" ones. A hand class is a set of suited ranks and a multiset
of other ranks.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, Whole

RANKS, TYPES = 13, 26
PARTS_OF_ONE, PARTS_OF_TWO = 0, TYPES
PARTS_OF_THREE = PARTS_OF_TWO + TYPES * (TYPES + 1) // 2
PARTS = PARTS_OF_THREE + TYPES * (TYPES + 1) * (TYPES + 2) // 6
"""Numbers of the multisets of one, two and three types: a part of a hand."""

NO_RUN = 5 * RANKS
HANDS = 52 * 51 * 50 * 49 // 24


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


SIZES = tuple(comb(RANKS + size - 1, size) for size in range(5))
FIRST_OF_SIZE = tuple(sum(SIZES[:k]) for k in range(6))
"""How many multisets of 0 to 4 ranks there are, and where those of a size start."""

SETS = sum(comb(RANKS, size) for size in range(5))


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
            parts.append([part_number(part) for k in (1, 2, 3) for part in combinations(types, k)])
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


def part_number(types: tuple[int, ...]) -> int:
    """The number of a multiset of one to three rising types."""
    a, b, c = (*types, 0, 0)[:3]
    if len(types) == 1:
        return PARTS_OF_ONE + a
    if len(types) == 2:
        return PARTS_OF_TWO + b * (b + 1) // 2 + a
    return PARTS_OF_THREE + c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a


def multiset_number(ranks: list[int]) -> int:
    """The number of a multiset of up to four rising ranks."""
    number = FIRST_OF_SIZE[len(ranks)]
    for place, rank in enumerate(ranks):
        number += (rank, rank * (rank + 1) // 2, _pyramid(rank), _pyramid4(rank))[place]
    return number


def _pyramid(rank: int) -> int:
    return rank * (rank + 1) * (rank + 2) // 6


def _pyramid4(rank: int) -> int:
    return rank * (rank + 1) * (rank + 2) * (rank + 3) // 24


class Numbers(NamedTuple):
    """For each of the 270,725 hands its plain class, and its class against each suit.

    The hands stand by their highest card, then by the next, and so on down.
    """

    plain: Array
    suited: Array


@cache
def class_numbers() -> Numbers:
    numbers = Numbers(np.empty(HANDS, np.uint16), np.empty((4, HANDS), np.uint16))
    _number_hands(shapes(), suited_classes(), numbers)
    return numbers


@compiled
def _number_hands(shapes: Shapes, classes: Classes, numbers: Numbers) -> None:
    n = 0
    hand = np.empty(4, np.uint8)
    for d in range(3, 52):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    hand[0], hand[1], hand[2], hand[3] = a, b, c, d
                    numbers.plain[n] = _number_others(hand, 4)[1] - FIRST_OF_SIZE[4]
                    for suit in range(4):
                        bits, others = _number_others(hand, suit)
                        start = classes.starts[shapes.set_of[bits]]
                        numbers.suited[suit, n] = start + classes.places[others]
                    n += 1


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
            continue
        if size == 0:
            number += rank
        elif size == 1:
            number += rank * (rank + 1) // 2
        elif size == 2:
            number += rank * (rank + 1) * (rank + 2) // 6
        else:
            number += rank * (rank + 1) * (rank + 2) * (rank + 3) // 24
        size += 1
    return bits, number + FIRST_OF_SIZE[size]
