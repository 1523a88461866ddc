"""Numbers as they are given: bounded before anything is reckoned with them, whatever reads them."""

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.holdout.history import HISTORIES
from pitboss.games.profile import is_date
from pitboss.jackpots.terms import check_new, read_jackpots
from pitboss.money import (
    LARGEST_CENTS,
    exact_dollars,
    parse_dollars,
    read_exact,
    read_number,
    read_ratio,
    read_whole,
    whole_or_text,
)
from pitboss.notebook import deal
from pitboss.odds.request import read_request
from pitboss.paytable import parse_table
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import answer_script
from tests.commands.program import Inside

ENDLESS = ("1e99999999", "1e20", "-1e99999999", "9" * 5_000, 10**5_000, Decimal("1e99999999"))
NO_NUMBERS: tuple[object, ...] = (
    *("", " ", "NaN", "sNaN", "Infinity", "-inf", "1_0", "0x10", "1e", "e5", "+-1", "1e1000000000"),
    *("\u0661\u0662", "\uff11", "\u00b2", "\u2460", "1\u0660", "1\x00", "--1", "1 0", "1,0"),
    *(
        True,
        False,
        None,
        [],
        {},
        [1],
        float("nan"),
        float("inf"),
        -float("inf"),
        Decimal("NaN"),
        1j,
    ),
)
READERS: dict[str, Callable[[object], object]] = {
    "dollars": lambda value: parse_dollars(value, "it"),
    "number": lambda value: read_number(value, "it"),
    "ratio": lambda value: read_ratio(value, "it"),
    "exact": lambda value: read_exact(value, "it"),
    "whole": lambda value: read_whole(value, "it", -(10**12), 10**12),
}
PROGRESSIVE = {"paytable": "5CL-E01", "type": "progressive", "wager": 1}


def refused_by(read: Callable[[Any], object], value: object) -> str:
    with pytest.raises(Refused) as refused:
        read(value)
    line = str(refused.value)
    assert len(line) < 200
    assert line.isprintable()
    return line


@pytest.mark.parametrize("name", READERS)
def test_what_is_no_number_or_has_no_end_is_refused_at_once(name: str):
    for value in (*ENDLESS, *NO_NUMBERS):
        assert "it" in refused_by(READERS[name], value)


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("dollars", "-0", 0),
        ("dollars", -0.0, 0),
        ("dollars", "+5", 500),
        ("number", "-0.0", 0),
        ("number", "1e-3", Fraction(1, 1000)),
        ("number", "0." + "0" * 29 + "1", Fraction(1, 10**30)),
        ("number", 10**12, 10**12),
        ("ratio", "1/3", Fraction(1, 3)),
        ("ratio", ".5", Fraction(1, 2)),
        ("exact", "-1/3", Fraction(-100, 3)),
        ("whole", 26.0, 26),
        ("whole", Decimal("26.0"), 26),
        ("whole", "0", 0),
        ("whole", -7, -7),
    ],
)
def test_what_is_a_number(name: str, value: object, found: object):
    assert READERS[name](value) == found


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (READERS["number"], "0." + "0" * 30 + "1"),
        (READERS["number"], "1e-31"),
        (READERS["number"], 10**12 + 1),
        (READERS["ratio"], "1/0"),
        (READERS["ratio"], "1000000000001"),
        (READERS["whole"], "07"),
        (READERS["whole"], "+7"),
        (READERS["whole"], " 7"),
        (READERS["whole"], 7.5),
        (READERS["whole"], "7.0"),
        (lambda value: read_whole(value, "it", 1, 6), 7),
        (lambda value: read_whole(value, "it", 1, 6), "0"),
    ],
)
def test_beyond_the_bounds(read, value: object):
    assert "it" in refused_by(read, value)


def test_a_number_of_one_form_only():
    assert [whole_or_text(text) for text in ("7", "07", "\u0667", "7.0", "9" * 19)] == [
        *(7, "07", "\u0667", "7.0", "9" * 19)
    ]


@pytest.mark.parametrize("cents", [Fraction(1, 3), Fraction(203, 10), Fraction(LARGEST_CENTS), 0])
def test_exact_dollars_are_read_back(cents: Fraction):
    assert read_exact(exact_dollars(Fraction(cents))) == cents


@pytest.mark.parametrize("key", ["meter", "seed", "rate", "reserve", "maximum", "reserved"])
def test_terms_of_a_jackpot(key: str):
    tables = find_game("super-omaha").paytables["jackpot"]
    for value in (*ENDLESS, *NO_NUMBERS):
        if value is None and key == "maximum":
            continue  # stands for none
        given = {**PROGRESSIVE, key: value}
        refused_by(lambda given: read_jackpots([given], tables), given)
        refused_by(check_new, given)


@pytest.mark.parametrize("pay", ["1_000", "\u0661", "9" * 5_000, "1000001", "2/0", "1e9", "5%%"])
def test_pays_of_a_table(pay: str):
    refused_by(lambda pay: parse_table("ante", {"rows": [["pair", pay]]}), pay)


def test_buyout_bonus_row_of_endless_points():
    rows = {"rows": [["9" * 5_000, 3]]}
    line = refused_by(lambda rows: read_request("buyout", {"paytables": {"bonus": rows}}), rows)
    assert "no range of points" in line


@pytest.mark.parametrize("players", ["\u0663", "9" * 5_000, 2.5, True, "03"])
def test_players_of_a_jackpot(players: object):
    assert "table's seats" in refused_by(
        lambda players: read_request("duki", {"players": players}), players
    )


def test_a_day_in_other_digits_is_none():
    assert is_date("2026-01-31")
    assert not is_date("\uff12\uff10\uff12\uff16-01-31")


def test_a_notebook_gives_whole_numbers_of_any_length():
    """Python writes out no whole number of more than 4,300 digits."""
    given: list[dict[int, Any]] = [
        {1: {"ante": 10**5_000}},
        {1: {"ante": [10**5_000]}},
        {10**5_000: {}},
    ]
    for wagers in given:
        refused_by(lambda wagers: deal("duki", wagers), wagers)
    seats = {"stacks": {1: 200, 2: 200}, "blinds": [2, 4], "button": 10**5_000}
    refused_by(lambda seats: deal("holdout", **seats), seats)


@pytest.mark.parametrize("field", ["seat_count", "seats", "_button", "min_bet"])
def test_phh_whole_numbers_of_any_length(field: str):
    """TOML writes whole numbers to the base of 16 too, which Python reads at any length."""
    number = "0x" + "f" * 5_000
    text = f'variant = "FT"\n{field} = {f"[{number}]" if field == "seats" else number}\n'
    game = find_game("holdout")
    with pytest.raises(Refused):
        HISTORIES.read(game, text, False, lambda opening: Runner(game, opening))


@pytest.mark.parametrize("amount", ["1e99999999", "1E+99999999", "1e-99999999", "-0.001"])
def test_scripts(amount: str, pitboss: Inside):
    script = {"game": "duki", "deck": "As", "wagers": {"1": {"ante": "X"}}}
    for text in (json.dumps(amount), amount):
        ran = pitboss("deal", "-", given=json.dumps(script).replace('"X"', text) + "\n")
        assert ran.status == 2
        assert ran.err.count("\n") == 1
    with pytest.raises(Refused, match="ante wager"):
        answer_script({**script, "wagers": {"1": {"ante": Decimal(amount)}}})


@pytest.mark.parametrize(
    "command",
    [
        "play duki --bots 1_0",
        "play duki --bots \u0661",
        "play duki --pace 1e99999999",
        "play duki --pace inf",
        "play duki --bankroll 1e99999999",
        "simulate duki --rounds 1_000",
        f"simulate duki --rounds {'9' * 5_000}",
        "odds super-omaha --wager jackpot --paytable 5CL-E01 --meter 1e99999999",
        "odds super-omaha --wager jackpot --paytable 5CL-E01 --meter 1 --rate 1e-99999999",
        "odds duki --wager bonus --bonus-ratio 1e99999999",
    ],
)
def test_options(command: str, pitboss: Inside):
    ran = pitboss(*command.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 700
