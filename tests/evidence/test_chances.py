"""The tails beside known values, closed forms and each other."""

import doctest
from math import exp, factorial, fsum, isclose, lgamma, log

import pytest

from tests.evidence import battery, chances
from tests.evidence.chances import (
    chi_square_tail,
    gamma_below,
    gamma_tail,
    kolmogorov_smirnov,
    normal_tail,
    poisson_tail,
    two_sided,
)

TABLE = {
    (1, 0.05): 3.841458820694124,
    (1, 0.01): 6.634896601021213,
    (5, 0.05): 11.070497693516351,
    (10, 0.99): 2.558212160187221,
    (10, 0.01): 23.209251158954356,
    (30, 0.001): 59.70306430442987,
    (100, 0.05): 124.34211340400407,
    (100, 0.995): 67.32756330547916,
}
"""Printed quantiles of chi-square, by degrees and upper tail."""


@pytest.mark.parametrize(("degrees", "tail"), TABLE)
def test_printed_quantiles(degrees: int, tail: float):
    assert isclose(chi_square_tail(TABLE[degrees, tail], degrees), tail, rel_tol=1e-9)


@pytest.mark.parametrize("freedom", [2, 4, 10, 100, 1274, 2600])
@pytest.mark.parametrize("part", [0.5, 0.9, 1.0, 1.1, 1.5])
def test_even_degrees_have_a_closed_form(freedom: int, part: float):
    """exp(-x) times the first terms of its series."""
    half = freedom * part / 2
    terms = fsum(exp(k * log(half) - half - lgamma(k + 1)) for k in range(freedom // 2))
    assert isclose(chi_square_tail(2 * half, freedom), terms, rel_tol=1e-8, abs_tol=1e-12)


@pytest.mark.parametrize("value", [0.1, 1.0, 2.5758293035489004, 6.0, 12.0])
def test_one_degree_is_a_squared_normal(value: float):
    assert isclose(chi_square_tail(value * value, 1), 2 * normal_tail(value), rel_tol=1e-9)


def test_normal_quantiles():
    assert isclose(normal_tail(1.6448536269514722), 0.05, rel_tol=1e-12)
    assert isclose(normal_tail(-2.5758293035489004), 0.995, rel_tol=1e-12)


def test_both_halves_of_the_gamma_function_meet():
    for shape in (0.5, 3.0, 1300.5):
        for value in (shape / 2, shape, shape + 0.999, shape + 1.001, 2 * shape):
            assert isclose(gamma_tail(shape, value) + gamma_below(shape, value), 1, rel_tol=1e-12)
    assert chi_square_tail(0, 3) == 1
    assert 0 < chi_square_tail(2500, 1000) < 1e-100


@pytest.mark.parametrize("mean", [0.3, 4.3, 192.0])
def test_poisson_sums(mean: float):
    """Half of the value itself counts to either side."""
    chance, above = exp(-mean), 1.0
    for seen in range(12):
        assert isclose(poisson_tail(seen, mean), above - chance / 2, abs_tol=1e-12)
        above -= chance
        chance *= mean / (seen + 1)
    assert 0 < poisson_tail(90, mean) <= 1
    assert poisson_tail(900, mean) >= 0


def test_kolmogorov_smirnov_of_few_values():
    """One value: D below d has chance 2d - 1; of n values D is below 1 / (2n) + s with chance
    n! (2s)^n while s is at most 1 / (2n)."""
    assert isclose(kolmogorov_smirnov([0.8])[1], 1 - 0.6)
    for size in (2, 5, 20):
        spread = 0.3 / (2 * size)
        values = [(place + 0.5) / size + spread for place in range(size)]
        distance, chance = kolmogorov_smirnov(values)
        assert isclose(distance, 0.5 / size + spread)
        assert isclose(chance, 1 - factorial(size) * (2 * spread) ** size, rel_tol=1e-9)


def test_kolmogorov_smirnov_quantiles():
    """Printed critical values of D at 5 % and 1 % for 20 values."""
    for distance, chance in ((0.29408, 0.05), (0.35241, 0.01)):
        values = [min(1.0, place / 20 + distance) for place in range(20)]
        assert abs(kolmogorov_smirnov(values)[1] - chance) < 1e-4


def test_two_sides():
    assert two_sided(0.5) == 1
    assert isclose(two_sided(0.99), 0.02)
    assert isclose(two_sided(0.01), 0.02)


def test_examples_in_the_docstrings():
    assert [doctest.testmod(module).failed for module in (battery, chances)] == [0, 0]
