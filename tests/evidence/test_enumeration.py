"""No order of a small deck is likelier than another; 7 and 8 cards in ``make trust``."""

from collections import Counter
from itertools import permutations, product
from math import factorial, prod

import pytest

from pitboss.cards import DECK
from pitboss.rounds.derivation import derived
from pitboss.rounds.shuffle import shuffle
from tests.evidence.enumeration import (
    PLACE,
    SHORT,
    choices_of,
    count_orders,
    describe,
    given_bytes,
    order_of,
    orders_by_choices,
    value_for,
)


@pytest.mark.parametrize("size", SHORT)
def test_every_order_has_as_many_ways_as_any_other(size: int):
    counted = count_orders(size)
    assert counted.even
    assert set(counted.ways) == set(permutations(range(size)))
    assert set(counted.ways.values()) == {prod(256 // left for left in range(2, size + 1))}
    assert f"{factorial(size):,} orders" in describe(counted)


@pytest.mark.parametrize("size", [*SHORT, 6])
def test_choices_and_orders_are_one_to_one(size: int):
    orders = orders_by_choices(size)
    assert len(set(orders.values())) == len(orders) == factorial(size)
    assert all(choices_of(order) == picks for picks, order in orders.items())


def test_every_row_of_two_bytes_for_three_cards():
    """All 65,536, without any tree: 85 x 128 rows an order, and 256 that begin with 255, which is
    thrown away: the third byte, here 0, is then needed."""
    counts: Counter[tuple[int, ...]] = Counter()
    late = 0
    with given_bytes() as given:
        for row in product(range(256), repeat=2):
            order = order_of(given, bytes(row), (0, 1, 2))
            if row[0] == 255:
                late += 1
                assert row[1] == 255 or order == order_of(given, bytes((row[1], 0)), (0, 1, 2))
            else:
                counts[order] += 1
    assert late == 256
    assert counts == dict.fromkeys(permutations(range(3)), 85 * 128)


@pytest.mark.parametrize("size", [3, 5, 7, 52])
@pytest.mark.parametrize("thrown", [1, 31, 32, 33, 79, 80, 81, 95, 96, 97, 161, 400])
def test_what_is_thrown_away_leaves_the_deck_as_it_is(size: int, thrown: int):
    """255 is thrown away wherever the choices are no power of two; so many of it go before the
    first choice and across the ends of blocks and of what the shuffle takes at once."""
    cards = DECK[:size]
    picks = bytes((7 * left) % left for left in range(size, 1, -1))
    with given_bytes() as given:
        expected = order_of(given, picks, cards)
        assert order_of(given, b"\xff" * thrown + picks, cards) == expected


def test_the_bytes_that_stand_for_choices_make_them():
    for choices in range(2, 9):
        for pick in range(choices):
            assert value_for(pick, choices) % choices == pick
            assert value_for(pick, choices) < 256 - 256 % choices


def test_an_uneven_shuffle_is_seen(monkeypatch: pytest.MonkeyPatch):
    """Without throwing bytes away three cards are uneven."""
    monkeypatch.setattr("pitboss.rounds.shuffle._USABLE", [256] * 53)
    assert not count_orders(3).even


def test_outside_the_count_the_stream_is_its_own():
    before = shuffle(derived(*PLACE))
    with given_bytes() as given:
        assert order_of(given, b"", DECK) != before
    assert shuffle(derived(*PLACE)) == before
