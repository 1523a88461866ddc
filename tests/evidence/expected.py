"""Exact chances of what the trials count, for decks in which every order is equally likely."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb, factorial

from pitboss.cards.poker import CATEGORY_NAMES
from tests.counts.test_buyout_counts import HISTOGRAM

Chances = Mapping[int, Fraction]

DUKI = {
    "none": 83_980,
    "3 high-card": 94_584,
    "3 pair": 51_624,
    "3 straight": 10_104,
    "3 three-of-a-kind": 1_872,
    "4 high-card": 16_896,
    "4 pair": 10_296,
    "4 two-pair": 468,
    "4 three-of-a-kind": 624,
    "4 straight": 264,
    "4 four-of-a-kind": 13,
}
"""Four cards by their Duki, the ace high and low; tests/counts has their closed forms."""

POKER = {
    "high-card": 1_302_540,
    "pair": 1_098_240,
    "two-pair": 123_552,
    "three-of-a-kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full-house": 3_744,
    "four-of-a-kind": 624,
    "straight-flush": 36,
    "royal-flush": 4,
}


def buyout_points() -> Chances:
    return {points: Fraction(hands, comb(52, 4)) for points, hands in HISTOGRAM.items()}


def duki_places() -> dict[str, int]:
    return {name: place for place, name in enumerate(DUKI)}


def duki_categories() -> Chances:
    return {place: Fraction(DUKI[name], comb(52, 4)) for name, place in duki_places().items()}


def poker_categories() -> Chances:
    return {
        place: Fraction(POKER[name], comb(52, 5))
        for place, name in enumerate(CATEGORY_NAMES)
        if name
    }


@cache
def descents(size: int = 52) -> Chances:
    """How often a card is followed by a lower one: Euler's numbers."""
    row = [1]
    for length in range(2, size + 1):
        before = [0, *row, 0]
        row = [
            (falls + 1) * before[falls + 1] + (length - falls) * before[falls]
            for falls in range(length)
        ]
    return {falls: Fraction(count, factorial(size)) for falls, count in enumerate(row) if count}


@cache
def colour_runs(half: int = 26) -> Chances:
    """Runs of red and black cards, as many of one as of the other (Wald and Wolfowitz)."""
    ways: Counter[int] = Counter()
    for parts in range(1, half + 1):
        same = comb(half - 1, parts - 1)
        ways[2 * parts] += 2 * same * same
        if parts < half:
            ways[2 * parts + 1] += 2 * comb(half - 1, parts) * same
    return {runs: Fraction(count, comb(2 * half, half)) for runs, count in ways.items()}


@cache
def ranks_in_a_deck(ranks: int = 13, suits: int = 4) -> Chances:
    """So many cards from the top have every rank among them, and one fewer have not."""
    size = ranks * suits
    within = [
        sum(
            (-1) ** missing
            * comb(ranks, missing)
            * Fraction(comb(size - suits * missing, taken), comb(size, taken))
            for missing in range(ranks + 1)
        )
        for taken in range(size + 1)
    ]
    return {
        taken: within[taken] - within[taken - 1]
        for taken in range(ranks, size + 1)
        if within[taken] != within[taken - 1]
    }


@cache
def ranks_over_rounds(rounds: int, ranks: int = 13) -> Chances:
    """After so many rounds every rank has lain on top, and not before; ``rounds + 1``: never."""
    chances: dict[int, Fraction] = {}
    states = [Fraction(1)] + [Fraction(0)] * ranks
    for number in range(1, rounds + 1):
        after = [Fraction(0)] * (ranks + 1)
        for seen in range(ranks):
            after[seen] += states[seen] * Fraction(seen, ranks)
            after[seen + 1] += states[seen] * Fraction(ranks - seen, ranks)
        if after[ranks]:
            chances[number] = after[ranks]
        states = after
    return chances | {rounds + 1: sum(states[:ranks], Fraction(0))}


@cache
def matches(size: int = 52) -> Chances:
    """Cards that lie where they lay before: the fixed points of a permutation."""
    displaced = [1, 0]
    for count in range(2, size + 1):
        displaced.append((count - 1) * (displaced[-1] + displaced[-2]))
    return {
        same: Fraction(comb(size, same) * displaced[size - same], factorial(size))
        for same in range(size + 1)
        if displaced[size - same]
    }


def serial_moments(values: list[int]) -> tuple[Fraction, Fraction]:
    """Mean and variance, over all orders in a ring, of the sum of neighbours' products."""
    size = len(values)
    first, second, third, fourth = (sum(value**power for value in values) for power in range(1, 5))
    mean = Fraction(first**2 - second, size - 1)
    shared = first**4 - 4 * first**2 * second + 4 * first * third + second**2 - 2 * fourth
    variance = (
        Fraction(second**2 - fourth, size - 1) + Fraction(shared, (size - 1) * (size - 2)) - mean**2
    )
    return mean, variance
