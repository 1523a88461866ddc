"""What the law of a day lets a table post and a seat wager, with the line of each refusal."""

from datetime import date
from itertools import product
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.contract import DearGames, Settings
from pitboss.games.opening import set_table
from pitboss.games.profile import (
    Profile,
    add_law,
    apply_profile,
    check_wagers,
    is_date,
    read_profile,
    top_odds,
    wager_limit,
)
from pitboss.jackpots.terms import read_jackpots
from pitboss.paytable import parse_table
from tests.omaha_scripts import house
from tests.scripts import refuses_line

BANKED, POKER, RAKE = "WAC 230-15-140", "WAC 230-15-135", "WAC 230-15-080"
SEPARATE, AGGREGATE = "WAC 230-15-040", "WAC 230-15-490"
NONE = Profile()
TRIBAL = Profile("tribal", approval="TGA 12")
WASHINGTON = Profile("washington", "2023-01-10", "house-banked")


def table(key: str, *jackpots: Any, **given: Any) -> Settings:
    game = find_game(key)
    read = read_jackpots(jackpots, game.paytables.get("jackpot", {}))
    return set_table(game, jackpots=[terms for terms, _ in read], **given)


def opened(profile: Profile, settings: Settings) -> Settings:
    return apply_profile(profile, find_game(settings.game), settings)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("none", 'profile: a JSON object is needed, such as {"name": "none"}'),
        ({"day": "x"}, "profile: 'day': text is needed under one of name, date, licence, approval"),
        ({"date": 5}, "profile: 'date': text is needed under one of name, date, licence, approval"),
        (
            {"name": "nevada"},
            "profile 'nevada' is unknown; allowed: none, washington, tribal",
        ),
        (
            {"name": "tribal", "approval": " "},
            "profile tribal: the agency's approval reference is missing (approval)",
        ),
        (
            {"name": "washington", "date": "2023-01-10"},
            "profile washington: licence '' is unknown; allowed: house-banked, class-f, other",
        ),
        (
            {"name": "washington", "licence": "class-f"},
            "profile washington: date ''; write it as 2023-01-10",
        ),
        (
            {"name": "washington", "licence": "class-f", "date": "2008-12-31"},
            "profile washington: the limits before 2009-01-01 are not known",
        ),
    ],
)
def test_a_profile_that_there_is_not(given: object, line: str) -> None:
    with refuses_line(line):
        read_profile(given)


@pytest.mark.parametrize(
    "profile",
    [NONE, TRIBAL, WASHINGTON, Profile("washington", "2009-01-01", "other", "#1")],
)
def test_a_profile_is_read_as_it_is_given(profile: Profile) -> None:
    assert read_profile(profile._asdict()) == profile


def test_a_date_is_a_day_of_the_calendar() -> None:
    """As Python's own calendar has it, with its leap years."""
    for year, month, day in product((1, 4, 1900, 1999, 2000, 2023, 2024), range(14), range(34)):
        try:
            real = bool(date(year, month, day))
        except ValueError:
            real = False
        assert is_date(f"{year:04}-{month:02}-{day:02}") == real, (year, month, day)


@pytest.mark.parametrize(
    "text",
    [
        *("", "2023", "2023-1-1", "20230110", "2023-01-10-", "0000-01-01", "2023-aa-10"),
        *("2023-01-1 ", "+023-01-10", "2023-01-\u0661\u0660", "\uff12\uff10\uff12\uff13-01-10"),
    ],
)
def test_a_date_is_written_in_plain_digits(text: str) -> None:
    """Days are compared as texts: in other digits each would come after every law."""
    assert not is_date(text)


@pytest.mark.parametrize(
    ("day", "licence", "poker", "cents"),
    [
        ("2009-01-01", "house-banked", False, 300_00),
        ("2023-08-18", "house-banked", False, 300_00),
        ("2023-08-19", "house-banked", False, 400_00),
        ("2016-09-25", "class-f", True, 40_00),
        ("2016-09-26", "class-f", True, 100_00),
        ("2016-12-23", "class-f", True, 300_00),
        ("2016-12-23", "other", True, 40_00),
    ],
)
def test_the_largest_single_wager(day: str, licence: str, poker: bool, cents: int) -> None:
    profile = Profile("washington", day, licence)
    assert wager_limit(profile, poker) == (cents, POKER if poker else BANKED)
    key = "holdout" if poker else "duki"
    limits = add_law(profile, find_game(key), table(key)).limits
    assert limits.most_cents == cents
    assert limits.dear_games == (None if poker else DearGames(3, 500, SEPARATE))


@pytest.mark.parametrize("key", ["duki", "holdout"])
def test_only_washington_adds_limits_to_a_table(key: str) -> None:
    settings = table(key, limits={"max": 20})
    for profile in (NONE, TRIBAL):
        assert add_law(profile, find_game(key), settings) is settings
        assert opened(profile, settings) is settings
    assert opened(WASHINGTON, settings).limits.most_cents == 20_00


LARGEST = "is above the largest single wager of 300.00"


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (table("duki", limits={"max": "300.01"}), f"max of 300.01 {LARGEST}"),
        (table("duki", limits={"bonus": [1, 301]}), f"bonus of 301.00 {LARGEST}"),
        (
            table("super-omaha", house("5CL-01") | {"wager": 301}),
            f"jackpot-1 of 301.00 {LARGEST}",
        ),
        (
            table("super-omaha", house("5CL-01"), house("7CL-01") | {"wager": 301}),
            f"jackpot-2 of 301.00 {LARGEST}",
        ),
    ],
)
def test_a_sign_above_the_largest_single_wager(settings: Settings, line: str) -> None:
    with refuses_line(f"profile washington: {line}", BANKED):
        opened(WASHINGTON, settings)


@pytest.mark.parametrize(
    ("profile", "settings", "line", "rule"),
    [
        (
            WASHINGTON._replace(licence="class-f"),
            table("duki"),
            "a house-banked game needs a house-banked licence, not class-f",
            "",
        ),
        (
            WASHINGTON,
            table("holdout", rulings={"wagers-per-round": "unlimited"}),
            "poker has at most four wagers a round (wagers-per-round=4)",
            POKER,
        ),
        (
            WASHINGTON._replace(licence="other"),
            table("holdout", rulings={"rake": "5% cap 4"}),
            "ruling rake: licence other takes none; allowed: house-banked, class-f",
            RAKE,
        ),
        (
            WASHINGTON,
            table("holdout", rulings={"rake": "10.01% cap 4"}),
            "ruling rake of 10.01%; at most 10% of a hand's wagers",
            RAKE,
        ),
        (
            WASHINGTON._replace(date="2016-12-22"),
            table("holdout", rulings={"rake": "10% cap 5.01"}),
            "ruling rake: a cap of 5.01; before 2016-12-23 at most 5.00 a hand",
            RAKE,
        ),
        (
            WASHINGTON._replace(date="2023-01-09"),
            table("super-omaha"),
            "date 2023-01-09 is before 2023-01-10, when Super Omaha was approved",
            "",
        ),
        (
            WASHINGTON,
            table("duki", rulings={"bonus-four-card": "three-suits-only"}),
            (
                "not as approved: ruling bonus-four-card=three-suits-only is no reading of the"
                " text; open it under profile none"
            ),
            "",
        ),
    ],
)
def test_a_table_that_the_law_does_not_let_open(
    profile: Profile, settings: Settings, line: str, rule: str
) -> None:
    with refuses_line(f"profile washington: {line}", rule):
        opened(profile, settings)


BONUSES = {"high-hand": "HHW-01", "flop-bonus": "SOA-05"}


@pytest.mark.parametrize(
    ("aggregate", "line"),
    [
        (
            {"flop-bonus": 1250, "high-hand": 1249},
            (
                "high-hand of 1249.00 is too low; at least 1250.00, the largest wager of 25.00 at"
                " 50 to 1"
            ),
        ),
        (
            {"jackpot-1": 49},
            "jackpot-1 of 49.00 is too low; at least 50.00, the largest wager of 1.00 at 50 to 1",
        ),
        (
            {"jackpot-1": 50, "jackpot-2": 50},
            "jackpot-2 of 50.00: the wager's highest odds are 0 to 1; allowed from 50 to 1",
        ),
    ],
)
def test_each_aggregate_limit_is_looked_at(aggregate: dict[str, int], line: str) -> None:
    """The second jackpot pays a percentage alone."""
    limits = {"max": 25, "aggregate": aggregate}
    settings = table(
        "super-omaha", house("5CL-01"), house("5CL-01"), paytables=BONUSES, limits=limits
    )
    percents = parse_table("jackpot", {"rows": [["royal-flush", "100%"]]})
    first, second = settings.jackpots
    settings = settings._replace(jackpots=(first, second._replace(paytable=percents)))
    for profile in (NONE, WASHINGTON):
        with refuses_line(f"limit aggregate {line}", AGGREGATE):
            opened(profile, settings)


@pytest.mark.parametrize(
    ("pay", "terms", "odds"),
    [("1/2", "to 1", "1/2"), ("3/2", "to 1", "3/2"), ("3/2", "for 1", "1/2")],
)
def test_the_highest_odds_may_be_below_even_money(pay: str, terms: str, odds: str) -> None:
    given = {"terms": terms, "rows": [["pair", "1/4" if terms == "to 1" else 1], ["flush", pay]]}
    assert str(top_odds(parse_table("bonus", given))) == odds


MANY = {"ante": 500, "a": 501, "b": 501, "c": 501, "d": 500, "e": 1}


def test_separate_games_at_the_most_and_beyond() -> None:
    """Six on a hand, three of them above 5.00; a wager for the dealer is none."""
    line = "separate games on one hand, {} of them above 5.00; at most 6, and 3 above that"
    check_wagers(WASHINGTON, {1: MANY | {"tip": 501}})
    with refuses_line(f"seat 2: 7 {line.format(3)}", SEPARATE):
        check_wagers(WASHINGTON, {1: MANY, 2: MANY | {"f": 1}})
    with refuses_line(f"seat 2: 6 {line.format(4)}", SEPARATE):
        check_wagers(WASHINGTON, {1: MANY, 2: MANY | {"d": 501}})
    with refuses_line(f"seat 1: ante wager of 300.01 {LARGEST}", BANKED):
        check_wagers(WASHINGTON, {1: {"ante": 300_01}})
    check_wagers(WASHINGTON, {1: {"ante": 300_00}})
    for profile in (NONE, TRIBAL):
        check_wagers(profile, {1: MANY | {"f": 500_000}})
