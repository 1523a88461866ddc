"""Jackpots as an operator gives them: what is read, at the bounds too, and how a hit goes on."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.jackpots.meter import ZERO, Meter
from pitboss.jackpots.terms import (
    Hit,
    Jackpot,
    advance,
    check_link,
    check_new,
    envy_of,
    is_envy,
    is_sensor,
    number_of,
    read_jackpots,
    wager_of,
)
from pitboss.paytable import parse_table
from tests.scripts import refuses

TABLES = find_game("super-omaha").paytables["jackpot"]
LARGEST = 10**12


def read(**given: object) -> Jackpot:
    entry = {"paytable": "5CL-01", "type": "progressive", **given}
    (jackpot,) = read_jackpots([entry], TABLES)
    return jackpot


def test_what_is_not_given_is_nothing_and_a_dollar_is_wagered():
    terms, meter = read()
    assert meter == Meter(ZERO, ZERO, ZERO)
    assert (terms.paytable.code, terms.type, terms.wager_cents) == ("5CL-01", "progressive", 100)
    assert (terms.seed, terms.rate, terms.reserve_rate) == (ZERO, ZERO, ZERO)
    assert terms.maximum is None


def test_every_part_is_read_exactly():
    terms, meter = read(
        wager=5, meter="20.001", seed="10.5", rate="0.2", reserve="0.8", maximum=100,
        reserved="3.5", overflow="0.001",
    )  # fmt: skip
    assert meter == Meter(Fraction("2000.1"), Fraction(350), Fraction("0.1"))
    assert (terms.wager_cents, terms.seed, terms.maximum) == (500, Fraction(1050), Fraction(10_000))
    assert (terms.rate, terms.reserve_rate) == (Fraction(1, 5), Fraction(4, 5))


def test_a_meter_that_is_not_given_starts_at_the_seed():
    assert read(seed=10)[1] == Meter(Fraction(1000))


@pytest.mark.parametrize(
    "bound",
    [
        {"rate": 1},
        {"rate": "0.4", "reserve": "0.6"},
        {"meter": 50, "maximum": 50},
        {"seed": 50, "maximum": 50},
        {"meter": LARGEST},
        {"meter": "0." + "0" * 29 + "1"},
        {"wager": "0.01"},
    ],
)
def test_the_bounds_are_allowed(bound: dict[str, object]):
    read(**bound)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"meter": True}, "jackpot-1 meter: 'True' is no number"),
        ({"meter": "1_0"}, "jackpot-1 meter: '1_0' is no number"),
        ({"meter": "Infinity"}, "jackpot-1 meter: 'Infinity' is no number"),
        ({"meter": LARGEST + 1}, "jackpot-1 meter is too large"),
        ({"meter": "0." + "0" * 30 + "1"}, "jackpot-1 meter has more than 30 decimals"),
        ({"reserved": -1}, "jackpot-1 reserved of -1 is below 0"),
        ({"overflow": -1}, "jackpot-1 overflow of -1 is below 0"),
        ({"seed": -1}, "jackpot-1 seed of -1 is below 0"),
        ({"rate": 2}, "jackpot-1 rate of 2 is no part of the wager"),
        ({"reserve": 2}, "jackpot-1 reserve of 2 is no part of the wager"),
        ({"maximum": -1}, "jackpot-1 maximum of -1 is below 0"),
        ({"wager": "x"}, "jackpot-1 wager: 'x' is no amount"),
        ({"pot": 1}, "jackpot-1: key 'pot' is unknown"),
        ({"paytable": "x"}, "jackpot-1: pay table 'x' is unknown"),
        ({"linked": [7]}, "jackpot-1 link: a JSON object is needed"),
        ({"linked": [{"paytable": "x"}]}, "jackpot-1 link: pay table 'x' is unknown"),
        (
            {"linked": [{"paytable": "5CL-01", "type": "progressive", "meter": "x"}]},
            "jackpot-1 link meter: 'x' is no number",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(given: dict[str, Any], words: str):
    with refuses("", words):
        read(**given)


def test_sensors_are_counted_from_1():
    right = {"paytable": "5CL-01", "type": "house", "meter": 5}
    with refuses("", "jackpot-2: a JSON object is needed"):
        read_jackpots([right, 7], TABLES)
    with refuses("SO-21", "types house and progressive on one table"):
        read_jackpots([right, {"paytable": "5CL-01", "type": "progressive"}], TABLES)


@pytest.mark.parametrize("wager", ["ante", "bonus", "7", "-envy", "flop-envy", "jackpot"])
def test_other_wagers_are_no_sensors_nor_their_envy(wager: str):
    assert not is_sensor(wager)
    assert not is_envy(wager)


def test_a_sensor_its_wager_and_its_envy():
    assert [wager_of(number) for number in (1, 2)] == ["jackpot-1", "jackpot-2"]
    envy = envy_of("jackpot-2")
    assert envy == "jackpot-2-envy"
    assert (is_sensor("jackpot-2"), is_envy("jackpot-2")) == (True, False)
    assert (is_sensor(envy), is_envy(envy)) == (False, True)
    assert (number_of("jackpot-2"), number_of(envy)) == (2, 2)


def test_tables_link_where_the_same_hands_win_whatever_the_prizes_are():
    one, _ = read()
    cells = [[row.event, row.hand, row.text] for row in one.paytable.rows]
    other = [[event, hand, "$7" if pay.startswith("$") else pay] for event, hand, pay in cells]
    given = {"code": "5CL-99", "terms": one.paytable.terms}
    check_link(one, one._replace(paytable=parse_table("jackpot", {**given, "rows": other})))
    fewer = parse_table("jackpot", {**given, "rows": other[1:]})
    with refuses("SO-21", "other hands win"):
        check_link(one, one._replace(paytable=fewer))


HIT = Hit(1, 3, "Royal Flush", 5_000_00, 1)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("hit", "'paid' cannot follow hit; allowed: locked"),
        ("locked", "'paid' cannot follow locked; allowed: verified, voided"),
        ("paid", "'paid' cannot follow paid; allowed: nothing, it has ended"),
    ],
)
def test_a_hit_goes_on_step_by_step(state: str, words: str):
    with refuses("", f"jackpot hit: {words}"):
        advance(HIT._replace(state=state), "paid", "supervisor")


@pytest.mark.parametrize("key", ["meter", "seed", "rate", "reserve", "maximum", "reserved"])
def test_a_new_jackpot_has_amounts_of_at_most_twelve_decimals(key: str):
    check_new({key: "0." + "0" * 11 + "1"})
    with refuses("", f"jackpot {key} of 0.", "has more than 12 decimals"):
        check_new({key: "0." + "0" * 12 + "1"})


def test_a_new_jackpot_overflows_only_beyond_a_maximum():
    check_new({})
    check_new({"overflow": 0})
    check_new({"overflow": 5, "maximum": 100})
    with refuses("", "jackpot overflow of 5: only what has a maximum overflows"):
        check_new({"overflow": 5})
