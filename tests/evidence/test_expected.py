"""The exact chances, by enumeration on small decks and against each other."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import comb, factorial

import pytest

from tests.evidence import expected


def share(counts: Counter[int]) -> dict[int, Fraction]:
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


@pytest.mark.parametrize("size", [2, 5, 7])
def test_descents_and_matches(size: int):
    orders = list(permutations(range(size)))
    falls = Counter(sum(b < a for a, b in pairwise(order)) for order in orders)
    same = Counter(sum(card == place for place, card in enumerate(order)) for order in orders)
    assert expected.descents(size) == share(falls)
    assert expected.matches(size) == share(same)


@pytest.mark.parametrize("half", [1, 3, 5])
def test_runs_of_colour(half: int):
    runs = Counter(
        1 + sum((place in red) != (place - 1 in red) for place in range(1, 2 * half))
        for red in map(set, combinations(range(2 * half), half))
    )
    assert expected.colour_runs(half) == share(runs)


def test_ranks_in_a_deck():
    """Six cards of three ranks."""
    taken = Counter(
        max(min(order.index(2 * rank), order.index(2 * rank + 1)) for rank in range(3)) + 1
        for order in permutations(range(6))
    )
    assert expected.ranks_in_a_deck(3, 2) == share(taken)


def test_ranks_over_rounds():
    """Three ranks in five rounds; 6 where one of them has not come."""
    needed = Counter(
        max(row.index(rank) if rank in row else 5 for rank in range(3)) + 1
        for row in product(range(3), repeat=5)
    )
    assert expected.ranks_over_rounds(5, 3) == share(needed)


@pytest.mark.parametrize("values", [[1, 2, 3, 4, 5], [-5, -3, -1, 1, 3, 5], [0, 0, 7, 1, 30, 2]])
def test_serial_moments(values: list[int]):
    sums = [
        sum(a * b for a, b in zip(order, order[1:] + order[:1], strict=True))
        for order in permutations(values)
    ]
    mean = Fraction(sum(sums), len(sums))
    variance = Fraction(sum(each * each for each in sums), len(sums)) - mean**2
    assert expected.serial_moments(values) == (mean, variance)


@pytest.mark.parametrize(
    "chances",
    [
        expected.descents(),
        expected.matches(),
        expected.colour_runs(),
        expected.ranks_in_a_deck(),
        expected.ranks_over_rounds(100),
        expected.buyout_points(),
        expected.duki_categories(),
        expected.poker_categories(),
    ],
)
def test_chances_make_one(chances: expected.Chances):
    assert sum(chances.values()) == 1


def test_poker_closed_forms():
    """Straights 10 x 4^5, flushes C(13, 5) x 4, the rest by ranks and suits."""
    by = expected.POKER
    assert by["straight"] + by["straight-flush"] + by["royal-flush"] == 10 * 4**5
    assert by["flush"] + by["straight-flush"] + by["royal-flush"] == 4 * comb(13, 5)
    assert by["pair"] == 13 * 6 * comb(12, 3) * 4**3
    assert by["two-pair"] == comb(13, 2) * 36 * 44
    assert by["full-house"] == 13 * 4 * 12 * 6
    assert by["four-of-a-kind"] == 13 * 48
    assert expected.descents()[0] == Fraction(1, factorial(52))
