"""Jurisdiction profiles in scripted rounds: each limit below, at and above."""

import json
import re
from itertools import combinations
from typing import Any

import pytest

from pitboss.cards import DECK as CARDS
from pitboss.games.buyout import LEAST_PAID, MADE
from pitboss.games.buyout.score import points
from pitboss.games.profile import check_wagers, read_profile
from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script

DECK = "As Kd Qc Jh 2c 3c 4c 5d 6d 7d 8d 9d Td"


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
    ("game", "wager", "date", "most"),
    [
        ("duki", "ante", "2009-01-01", 300),
        ("buyout", "first", "2020-09-03", 300),
        ("super-omaha", "ante", "2023-01-10", 300),
        *(
            (game, wager, date, most)
            for game, wager in (("duki", "ante"), ("buyout", "first"), ("super-omaha", "ante"))
            for date, most in (("2023-08-18", 300), ("2023-08-19", 400), ("2026-01-01", 400))
        ),
    ],
)
def test_the_largest_single_wager_of_the_day(game, wager, date, most) -> None:
    assert deal(washington(date), {wager: most}, game)["status"] == "waiting"
    with pytest.raises(Refused, match=f"above the table maximum of {most}"):
        deal(washington(date), {wager: f"{most}.01"}, game)


APPROVED = {
    "buyout": ("2020-09-02", "2020-09-03"),
    "holdout": ("2014-09-25", "2014-09-26"),
    "super-omaha": ("2023-01-09", "2023-01-10"),
}


@pytest.mark.parametrize("name", ["washington", "tribal"])
@pytest.mark.parametrize("game", APPROVED)
def test_no_play_before_the_games_own_approval(game, name) -> None:
    """Each game on the day before its letter, and on its day."""
    before, day = APPROVED[game]
    main = {"buyout": "first", "super-omaha": "ante"}.get(game, "")
    script: Any = {"game": game, "deck": DECK, "wagers": {"1": {main: 5}}}
    if game == "holdout":
        script = poker({})
    for date, allowed in ((before, False), (day, True)):
        script["profile"] = washington(date) | {"name": name, "approval": "TGA 12"}
        if allowed:
            assert answer_script(script)["status"] == "waiting"
        else:
            with pytest.raises(Refused, match=f"{before} is before {day}, when .* was approved"):
                answer_script(script)


def test_dukis_letter_is_older_than_the_limits_that_are_known() -> None:
    """Approved in 2007; a tribe has its own limits, Washington's are known from 2009."""
    tribal = {"name": "tribal", "approval": "TGA 12"}
    assert deal(tribal | {"date": "2007-11-28"}, {"ante": 5})["status"] == "waiting"
    with pytest.raises(Refused, match="2007-11-27 is before 2007-11-28"):
        deal(tribal | {"date": "2007-11-27"}, {"ante": 5})
    with pytest.raises(Refused, match="tribal: date '2007'"):
        deal(tribal | {"date": "2007"}, {"ante": 5})
    assert deal(washington("2009-01-01"), {"ante": 5})["status"] == "waiting"
    with pytest.raises(Refused, match="before 2009-01-01"):
        deal(washington("2008-12-31"), {"ante": 5})


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
    with pytest.raises(Refused, match=r"above the table maximum of 300\.00"):
        deal(washington("2023-01-10"), {"ante": 5, "bonus": "300.01"})
    with pytest.raises(Refused, match="WAC 230-15-140"):
        check_wagers(read_profile(washington("2023-01-10")), {1: {"bonus": 300_01}})


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


PAID = [("44", 50), ("40-43", 9), ("30-39", 4), ("21-29", 1)]
"""A house's own bonus table that pays all from 21 points up."""

TRIBAL = {"name": "tribal", "approval": "TGA 12"}


@pytest.mark.rule("BUYOUT-20")
@pytest.mark.rule("BUYOUT-27")
@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        (PAID, ""),
        (PAID[::-1], ""),
        ([("21-41", 2), ("44", 9)], ""),
        ([("21-44", "0.01")], ""),
        ([("1", 2), ("21-44", 1)], "pays 1 points"),
        ([*PAID, ("1-20", "Loss")], ""),
        ([("44", 9), ("41", 3), ("21-40", 2), ("12-20", "Loss")], ""),
        ([("20", 1), ("30-31", 5)], "pays 20 points, but 21 is the least"),
        ([("20-44", 1)], "pays 20 points"),
        ([*PAID, ("13-19", 1)], "pays 13 points"),
        ([("21-41", 2)], "does not pay 44 points"),
        ([("22-44", 2)], "does not pay 21 points"),
        ([("30-44", 3), ("21-28", 1)], "does not pay 29 points"),
        ([("30-44", 3), ("21-28", 1), ("29", "Loss")], "does not pay 29 points"),
        ([("40", "Loss"), ("41-44", 3), ("21-39", 1)], "does not pay 40 points"),
        ([("42-44", 3), ("21-40", 1)], "does not pay 41 points"),
        ([("22-44", 3), ("21", "1/200")], "does not pay 21 points"),
    ],
)
def test_a_house_bonus_table_agrees_with_the_text_under_a_profile(rows, wrong) -> None:
    table = {"paytables": {"bonus": {"code": "own", "rows": [list(row) for row in rows]}}}
    wagers = {"first": 5, "bonus": 1}
    for profile in (washington("2023-01-10"), TRIBAL):
        if wrong:
            with pytest.raises(Refused, match=rf"not as approved: .* own for bonus {wrong}"):
                deal(profile, wagers, "buyout", table)
        else:
            assert deal(profile, wagers, "buyout", table)["labels"] == []
    labels = deal({"name": "none"}, wagers, "buyout", table)["labels"]
    assert [wrong in label for label in labels] == ([True] if wrong else [])


def test_a_house_bonus_table_for_1_pays_more_than_the_wager() -> None:
    rows = {"21-43": 1, "44": 9}
    table: Any = {"paytables": {"bonus": {"terms": "for 1", "rows": rows}}}
    with pytest.raises(Refused, match="does not pay 21 points"):
        deal(TRIBAL, {"first": 5}, "buyout", table)
    rows["21-43"] = 2
    assert deal(TRIBAL, {"first": 5}, "buyout", table)["labels"] == []


@pytest.mark.parametrize("pay", [1, "1/2", "1/5"])
def test_a_house_bonus_table_for_1_gives_nothing_back_below_21_points(pay: object) -> None:
    rows: dict[str, object] = {"20": pay, "21-44": 2}
    table: Any = {"paytables": {"bonus": {"terms": "for 1", "rows": rows}}}
    for profile in (washington("2023-01-10"), TRIBAL):
        with pytest.raises(Refused, match="pays 20 points, but 21 is the least"):
            deal(profile, {"first": 5}, "buyout", table)
    rows["20"] = "Loss"
    assert deal(TRIBAL, {"first": 5}, "buyout", table)["labels"] == []


def test_the_totals_that_no_hand_comes_to() -> None:
    """What a house table need not pay, counted over one suit pattern for each score there is."""
    suited = {
        sum(values)
        for count in (2, 3, 4)
        for values in combinations([*range(2, 11), 10, 10, 10, 11], count)
    }
    of_a_kind = {20, 30, 40, 22, 33, 44}
    assert suited | of_a_kind == MADE
    assert set(range(LEAST_PAID, 45)) - MADE == {42, 43}
    assert {points(hand) for hand in combinations(CARDS, 3)} <= {0, *MADE}


def test_a_tribal_table_has_its_own_limits() -> None:
    tribal = {"name": "tribal", "approval": "TGA 12"}
    assert deal(tribal, {"ante": 5000})["status"] == "waiting"


def test_without_a_profile_nothing_is_limited() -> None:
    assert deal({"name": "none"}, {"ante": 5000})["status"] == "waiting"


@pytest.mark.parametrize(
    ("date", "licence", "most"),
    [
        ("2014-09-26", "class-f", 40),
        ("2014-09-26", "other", 40),
        ("2016-09-25", "class-f", 40),
        ("2016-09-25", "house-banked", 40),
        ("2016-09-26", "class-f", 100),
        ("2016-09-26", "house-banked", 100),
        ("2016-09-26", "other", 40),
        ("2016-12-22", "class-f", 100),
        ("2016-12-23", "class-f", 300),
        ("2016-12-23", "house-banked", 300),
        ("2016-12-23", "other", 40),
        ("2026-01-01", "class-f", 300),
    ],
)
def test_poker_wagers_by_date_and_licence(date, licence, most) -> None:
    for size in (most, most + 1):
        script = poker({}) | {
            "bets": [2, size],
            "profile": washington(date, licence),
        }
        if size == most:
            assert answer_script(script)["status"] == "waiting"
        else:
            with pytest.raises(Refused, match=f"above the table maximum of {most}"):
                answer_script(script)
    posted = poker({}) | {"profile": washington(date, licence), "table": {"limits": {"max": most}}}
    assert answer_script(posted)["status"] == "waiting"
    posted["table"] = {"limits": {"max": f"{most}.01"}}
    with pytest.raises(
        Refused, match=rf"above the largest single wager of {most}\.00 .*230-15-135"
    ):
        answer_script(posted)


@pytest.mark.rule("HOLD-27")
@pytest.mark.parametrize(
    ("date", "licence", "rake", "words"),
    [
        ("2016-12-22", "class-f", "10% cap 5", ""),
        ("2016-12-22", "house-banked", "10% cap 5", ""),
        ("2016-12-22", "class-f", "10% cap 5.01", "before 2016-12-23 at most 5.00 a hand"),
        ("2016-12-22", "class-f", "1% cap 6", "before 2016-12-23 at most 5.00 a hand"),
        ("2016-12-23", "class-f", "10% cap 5.01", ""),
        ("2020-01-01", "house-banked", "10% cap 1000", ""),
        ("2020-01-01", "house-banked", "10.01% cap 4", "rake of 10.01%; at most 10%"),
        ("2020-01-01", "house-banked", {"percent": 50, "cap": 1000}, "rake of 50%; at most 10%"),
        ("2020-01-01", "other", "5% cap 4", "licence other takes none; allowed: house-banked"),
        ("2020-01-01", "other", "none", ""),
    ],
)
def test_the_rake_by_date_and_licence(date, licence, rake, words) -> None:
    script = poker({"rake": rake}) | {"profile": washington(date, licence)}
    if not words:
        assert answer_script(script)["status"] == "waiting"
        return
    with pytest.raises(Refused, match=rf"{re.escape(words)}.*\(WAC 230-15-080\)"):
        answer_script(script)
    for other in ({"name": "none"}, {"name": "tribal", "approval": "TGA 12"}):
        assert answer_script(script | {"profile": other})["status"] == "waiting"


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
