"""Tails of sums and of rare events, against exact convolutions and closed forms."""

import random
from math import comb, exp

import pytest

from pitboss.odds import tails
from pitboss.odds.simulation import tail
from pitboss.odds.tails import Rare, Spread, join, moments, sum_tails

COIN = Spread(((-1.0, 0.5), (1.0, 0.5)))
LOPSIDED = Spread(((1_00.0, 0.52), (0.0, 0.08), (-1_00.0, 0.34), (-3_00.0, 0.05), (-12_00.0, 0.01)))
"""Like a wager: mostly won by the bank, with a pay of 12 to 1 now and then."""


def test_a_few_wagers_are_convolved_exactly():
    """Ten coins: 7 heads or more, with half of the chance of 7."""
    beyond = sum(comb(10, heads) for heads in (8, 9, 10)) / 2**10
    low, high = sum_tails([(COIN, 10)], 4.0)
    assert high == pytest.approx(beyond + comb(10, 7) / 2**11)
    assert low + high == pytest.approx(1)


@pytest.mark.parametrize("count", [30, 60, 150])
@pytest.mark.parametrize("away", [-3, -2, -1, -0.1, 0.1, 1, 2, 3])
def test_the_saddlepoint_agrees_with_exact_convolution(monkeypatch, count: int, away: float):
    lots = [(LOPSIDED, count)]
    mean, variance, _ = moments(lots)
    seen = 100.0 * round((mean + away * variance**0.5) / 100)
    near = sum_tails(lots, seen)
    monkeypatch.setattr(tails, "FEW", count)
    exactly = sum_tails(lots, seen)
    for one, other in zip(near, exactly, strict=True):
        assert one == pytest.approx(other, rel=0.12, abs=0.012 / count**0.5)


def test_a_stretched_sum_is_as_far_out_as_its_own_deviation_says():
    lots = [(LOPSIDED, 100)]
    mean, variance, _ = moments(lots)
    seen = mean - 2 * variance**0.5
    wide = sum_tails(lots, mean - 3 * variance**0.5, stretch=1.5)
    assert wide == pytest.approx(sum_tails(lots, seen))


def test_what_cannot_be_has_no_chance():
    assert sum_tails([(COIN, 50)], 51.0) == (1.0, 0.0)
    assert sum_tails([(COIN, 50)], -51.0) == (0.0, 1.0)
    assert sum_tails([(Spread(((0.0, 1.0),)), 50)], 0.0) == (0.5, 0.5)


def test_a_rare_event_is_poissons():
    rare = Rare(0.001)
    assert rare.tail(0) == 1.0
    assert rare.tail(1) == pytest.approx(2 * (1 - exp(-0.001)))
    assert rare.within(0.05) == pytest.approx(1 - exp(-0.001))
    assert Rare(8.0).tail(0) == pytest.approx(2 * exp(-8.0))
    assert Rare(0.0).tail(1) == 0.0


def test_a_sum_and_rare_events_together_ring_as_often_as_they_say():
    """Honest tables with a sum and five rare events each; an alarm of 5 % rings for 5 %."""
    rng = random.Random("together")
    events = [Rare(expected) for expected in (0.01, 0.2, 1.5, 4.0, 9.0)]
    counts = [poisson(rng, each.expected, 1_000) for each in events]
    found = [
        join(rng.random(), [(each, row[n]) for each, row in zip(events, counts, strict=True)]).tail
        for n in range(1_000)
    ]
    for level in (0.01, 0.05, 0.2):
        rang = sum(each <= level for each in found)
        assert tail(rang, len(found), level) > 1e-4, (level, rang)


def poisson(rng: random.Random, expected: float, number: int) -> list[int]:
    """Numbers of an event that comes at random times."""
    found = []
    for _ in range(number):
        time, count = rng.expovariate(expected), 0
        while time < 1:
            time, count = time + rng.expovariate(expected), count + 1
        found.append(count)
    return found
