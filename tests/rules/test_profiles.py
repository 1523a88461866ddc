"""Jurisdiction profiles in scripted rounds: each limit below, at and above."""

import json
from typing import Any

import pytest

from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script

DECK = "As Kd Qc Jh 2c 3c 4c 5d 6d 7d 8d 9d Td"
HOUSE_TABLE = {"code": "house", "rows": [["21-44", 2]]}


def deal(profile, wagers, game="duki", table=None):
    return answer_script(
        {
            "game": game,
            "deck": DECK,
            "wagers": {"1": wagers},
            "profile": profile,
            "table": table or {},
        }
    )


def washington(date, licence="house-banked"):
    return {"name": "washington", "date": date, "licence": licence}


@pytest.mark.rule("DUKI-26")
@pytest.mark.rule("BUYOUT-28")
@pytest.mark.rule("SO-33")
@pytest.mark.parametrize(
    ("date", "most"),
    [("2009-01-01", 300), ("2023-08-18", 300), ("2023-08-19", 400), ("2026-01-01", 400)],
)
@pytest.mark.parametrize(
    ("game", "wager"), [("duki", "ante"), ("buyout", "first"), ("super-omaha", "ante")]
)
def test_the_largest_single_wager_of_the_day(date, most, game, wager) -> None:
    assert deal(washington(date), {wager: most}, game)["status"] == "waiting"
    with pytest.raises(Refused, match=f"above the table maximum of {most}"):
        deal(washington(date), {wager: f"{most}.01"}, game)


@pytest.mark.parametrize(
    "limits", [{"max": "{}"}, {"max": 100, "bonus": [1, "{}"]}], ids=["table", "bonus"]
)
def test_no_posted_limit_is_above_it(limits) -> None:
    def posted(amount: str) -> Any:
        return json.loads(json.dumps(limits).replace("{}", amount))

    wagers = {"ante": 5}
    table = {"limits": posted("300.00")}
    assert deal(washington("2023-01-10"), wagers, table=table)["status"] == "waiting"
    with pytest.raises(Refused, match=r"300\.01 is above the largest single wager of 300\.00"):
        deal(washington("2023-01-10"), wagers, table={"limits": posted("300.01")})


def test_a_bonus_wager_has_the_same_limit() -> None:
    assert deal(washington("2023-01-10"), {"ante": 5, "bonus": 300})["status"] == "waiting"
    with pytest.raises(Refused, match="WAC 230-15-140"):
        deal(washington("2023-01-10"), {"ante": 5, "bonus": "300.01"})


def test_a_flop_wager_stays_within_the_limit() -> None:
    answer = deal(washington("2023-01-10"), {"ante": 200}, "super-omaha")
    assert answer["waiting"][0]["options"][0] == {
        "action": "flop",
        "min": "200.00",
        "max": "300.00",
    }


def test_a_table_cannot_post_more_than_the_law_allows() -> None:
    with pytest.raises(Refused, match="WAC 230-15-140"):
        deal(washington("2023-01-10"), {"ante": 5}, table={"limits": {"min": 5, "max": 400}})
    with pytest.raises(Refused, match="WAC 230-15-140"):
        deal(washington("2023-01-10"), {"ante": 5}, table={"limits": {"bonus": [1, 301]}})


@pytest.mark.parametrize(
    ("others", "allowed"), [((6, 6, 5), True), ((6, 6, 6), False), ((5, 5, 5), True)]
)
def test_three_separate_games_above_five_dollars(others, allowed) -> None:
    table = {
        "paytables": {"high-hand": "HHW-01", "flop-bonus": "SOA-01"},
        "jackpots": [{"paytable": "5CL-01", "type": "house", "wager": others[2], "meter": 1000}],
    }
    wagers = {"ante": 6, "high-hand": others[0], "flop-bonus": others[1], "jackpot-1": others[2]}
    if allowed:
        assert deal(washington("2023-01-10"), wagers, "super-omaha", table)["status"] == "waiting"
    else:
        with pytest.raises(Refused, match="WAC 230-15-040"):
            deal(washington("2023-01-10"), wagers, "super-omaha", table)


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ({"name": "nevada"}, "unknown"),
        (washington("2008-12-31"), "before 2009-01-01"),
        (washington("2023-02-29"), "date"),
        (washington("2023-1-1"), "date"),
        (washington("2023-01-10", "pub"), "licence"),
        (washington("2023-01-10", "class-f"), "house-banked licence"),
        ({"name": "tribal"}, "approval reference"),
        ({"name": "none", "colour": "red"}, "colour"),
        ("washington", "JSON object"),
    ],
)
def test_bad_profiles_are_refused(profile, words) -> None:
    with pytest.raises(Refused, match=words):
        deal(profile, {"ante": 5})


def test_only_readings_of_the_text_open_under_a_profile() -> None:
    what_if = {"rulings": {"bonus-four-card": "three-suits-only"}}
    assert deal({"name": "none"}, {"ante": 5}, table=what_if)["labels"]
    for profile in (washington("2023-01-10"), {"name": "tribal", "approval": "TGA 12"}):
        with pytest.raises(Refused, match="not as approved"):
            deal(profile, {"ante": 5}, table=what_if)


def test_a_house_bonus_table_of_buyout_opens_under_a_profile() -> None:
    table = {"paytables": {"bonus": HOUSE_TABLE}}
    assert deal(washington("2023-01-10"), {"first": 5}, "buyout", table)["labels"] == []


def test_a_tribal_table_has_its_own_limits() -> None:
    tribal = {"name": "tribal", "approval": "TGA 12"}
    assert deal(tribal, {"ante": 5000})["status"] == "waiting"


def test_without_a_profile_nothing_is_limited() -> None:
    assert deal({"name": "none"}, {"ante": 5000})["status"] == "waiting"


@pytest.mark.parametrize(
    ("date", "licence", "big_blind", "allowed"),
    [
        ("2016-12-22", "class-f", 40, True),
        ("2016-12-22", "class-f", 41, False),
        ("2016-12-23", "class-f", 300, False),
        ("2016-12-23", "class-f", 150, True),
        ("2016-12-23", "other", 41, False),
    ],
)
def test_poker_wagers_by_date_and_licence(date, licence, big_blind, allowed) -> None:
    script = {
        "game": "holdout",
        "deck": "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc",
        "stacks": {"1": 2000, "2": 2000},
        "button": 1,
        "blinds": [1, big_blind],
        "bets": [big_blind, 2 * big_blind if big_blind != 40 else 40],
        "profile": washington(date, licence),
    }
    if allowed:
        assert answer_script(script)["status"] == "waiting"
    else:
        with pytest.raises(Refused, match="above the table maximum"):
            answer_script(script)


def test_no_limit_poker_keeps_to_the_largest_single_wager() -> None:
    answer: Any = answer_script(poker({"betting": "no-limit"}))
    raises = [option for option in answer["waiting"][0]["options"] if option["action"] == "raise"]
    assert raises[0]["max"] == "302.00"


def test_poker_has_at_most_four_wagers_a_round() -> None:
    with pytest.raises(Refused, match="WAC 230-15-135"):
        answer_script(poker({"wagers-per-round": "unlimited"}))


def poker(rulings):
    return {
        "game": "holdout",
        "table": {"rulings": rulings},
        "deck": "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc",
        "stacks": {"1": 2000, "2": 2000},
        "button": 1,
        "blinds": [1, 2],
        "profile": washington("2020-01-01"),
    }
