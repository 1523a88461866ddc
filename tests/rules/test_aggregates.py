"""Aggregate payout limits: where one may be set, how low, and how a round's winners are cut."""

from typing import Any

import pytest

from pitboss.games.profile import top_odds
from pitboss.paytable import parse_table
from pitboss.rounds.script import answer_script
from tests.omaha_scripts import house, omaha, omaha_deck, rows_of
from tests.scripts import buyout, duki, events, refuses, rows

WAC = "WAC 230-15-490"
MINI_ROYAL = "As Ks Qs 2c 3d"
"""A Flop that pays every Flop Bonus 100 to 1 by SOA-05."""

DULL = {1: "2d 4d 8s Jc", 2: "2s 4s 8d Jd", 3: "3c 5c 9c Qh"}


def flop_bonus(limit, *amounts, least=1, most=25, code="SOA-05", decisions=None):
    """Each seat makes a Flop Bonus wager and folds; all of them win."""
    wagers = {seat: {"ante": 10, "flop-bonus": cents} for seat, cents in enumerate(amounts, 1)}
    return omaha(
        {seat: DULL[seat] for seat in wagers},
        MINI_ROYAL,
        decisions,
        wagers,
        paytables={"flop-bonus": code},
        limits={"max": 25, "flop-bonus": [least, most], "aggregate": {"flop-bonus": limit}},
    )


@pytest.mark.parametrize(
    ("amount", "paid"), [("12.49", "1249.00"), ("12.50", "1250.00"), ("12.51", "1250.00")]
)
def test_a_win_below_at_and_above_the_limit(amount, paid) -> None:
    answer = flop_bonus(1250, amount)
    assert rows_of(answer, "flop-bonus") == [
        f"1 flop-bonus {amount} win 100 to 1 paid {paid} net {paid}"
    ]
    assert ("cut_from" in answer["settlement"][1]) == (amount == "12.51")


def test_winners_are_cut_in_proportion_and_left_over_cents_stay_with_the_house() -> None:
    """2500, 1000 and 100 of 3600 against 1250: one cent is left over."""
    answer = flop_bonus(1250, 25, 10, 1)
    assert rows_of(answer, "flop-bonus") == [
        "3 flop-bonus 1.00 win 100 to 1 paid 34.72 net 34.72",
        "2 flop-bonus 10.00 win 100 to 1 paid 347.22 net 347.22",
        "1 flop-bonus 25.00 win 100 to 1 paid 868.05 net 868.05",
    ]
    assert answer["net"] == {"1": "858.05", "2": "337.22", "3": "24.72"}
    cut = [row for row in answer["settlement"] if row["wager"] == "flop-bonus"]
    assert [row["cut_from"] for row in cut] == ["100.00", "1000.00", "2500.00"]
    assert {row["cut_rule"] for row in cut} == {WAC}
    assert events(answer, "pay-cut")[0] == {
        "event": "pay-cut",
        "seat": 3,
        "wager": "flop-bonus",
        "paid": "100.00",
        "cut_to": "34.72",
        "rule": WAC,
    }


def test_another_wager_is_not_cut_and_a_round_without_a_limit_is_as_before() -> None:
    wagers = {1: {"ante": 10, "high-hand": 5, "flop-bonus": 25}}
    hands, board = {1: "Js Ts 2d 3h"}, MINI_ROYAL
    tables = {"high-hand": "HHW-01", "flop-bonus": "SOA-05"}
    limits = {"flop-bonus": [1, 25], "aggregate": {"flop-bonus": 1250}}
    answer = omaha(hands, board, None, wagers, paytables=tables, limits=limits)
    assert rows_of(answer, "high-hand") == [
        "1 high-hand 5.00 win 200 to 1 paid 1000.00 net 1000.00"
    ]
    free = omaha(hands, board, None, wagers, paytables=tables)
    assert rows_of(free, "flop-bonus") == [
        "1 flop-bonus 25.00 win 100 to 1 paid 2500.00 net 2500.00"
    ]
    assert not events(free, "pay-cut")


BUYOUT: dict[str, Any] = {
    "hands": {1: "As Ks Qs Js", 2: "Ah Kh Qh Jh"},
    "dealer": "2c 3d 5c 7d 9c",
    "wagers": {seat: {"first": 10, "bonus": 25} for seat in (1, 2)},
    "limits": {"bonus": [1, 25], "aggregate": {"bonus": 1250}},
}


def test_a_bonus_paid_before_the_next_player_is_cut_when_the_round_ends() -> None:
    waiting = buyout(decisions="1 buy, 1 buy", **BUYOUT)
    assert rows(waiting) == ["1 bonus 25.00 win 50 to 1 paid 1250.00 net 1250.00"]
    ended = buyout(decisions="1 buy, 1 buy, 2 buy, 2 buy", **BUYOUT)
    assert rows(ended)[:2] == [
        "1 bonus 25.00 win 50 to 1 paid 625.00 net 625.00",
        "2 bonus 25.00 win 50 to 1 paid 625.00 net 625.00",
    ]
    assert ended["net"] == {"1": "655.00", "2": "655.00"}


def test_a_void_returns_everything_and_cuts_nothing() -> None:
    answer = buyout(decisions="1 buy, 1 buy, void a card fell", **BUYOUT)
    assert {row["outcome"] for row in answer["settlement"]} == {"void"}
    assert answer["net"] == {"1": "0.00", "2": "0.00"}
    assert not events(answer, "pay-cut")
    late = buyout(decisions="1 buy, 1 buy, 2 buy, 2 buy, void a card fell", **BUYOUT)
    assert late["net"] == {"1": "0.00", "2": "0.00"}
    assert not any("cut_from" in row for row in late["settlement"])


def test_a_prize_for_1_is_cut_in_its_winnings_and_a_share_of_a_meter_not_at_all() -> None:
    """A straight flush wins 1,499.00 beside its dollar; the royal takes the posted 50,000.00."""
    hands = {1: "Ah Kh Qh Jh", 2: "9h 8h 7h 6h"}
    wagers = {seat: {"ante": 10, "jackpot-1": 1} for seat in hands}
    answer = omaha(
        hands,
        "Th 2c 3d 4s 5s",
        None,
        wagers,
        jackpots=[house("5CL-01")],
        limits={"aggregate": {"jackpot-1": 50}},
    )
    assert rows_of(answer, "jackpot-1") == [
        "2 jackpot-1 1.00 win $1,500 paid 51.00 net 50.00",
        "1 jackpot-1 1.00 win 100% paid 50000.00 net 49999.00",
    ]
    assert answer["jackpots"][0]["awards"][0]["paid"] == "51.00"


def test_envy_pays_are_not_counted() -> None:
    hands = {1: "2d 4d 8s Jc", 2: "9h 8h 7h 6h"}
    wagers = {seat: {"ante": 10, "jackpot-1": 1} for seat in hands}
    table: dict[str, Any] = {
        "jackpots": [house("5CL-E01")],
        "limits": {"aggregate": {"jackpot-1": 50}},
    }
    cut = omaha(hands, "Th 2c 3c 4s 5s", None, wagers, **table)
    free = omaha(hands, "Th 2c 3c 4s 5s", None, wagers, jackpots=table["jackpots"])
    assert rows_of(free, "jackpot-1-envy")
    assert rows_of(cut, "jackpot-1-envy") == rows_of(free, "jackpot-1-envy")


def test_a_wager_for_the_dealer_and_even_money_without_a_row_are_not_cut() -> None:
    """Seat 1 has four nines, 100 to 1; seat 2 no Duki, and the dealer none either."""
    answer = duki(
        {1: "9h 9c 9s 9d", 2: "2h 3h 7h 8c"},
        "4c 5c 6c Th",
        "1 play, 2 play",
        {1: {"ante": 10, "tip": 10}, 2: {"ante": 10}},
        rulings={"dealer-wagers": "yes"},
        limits={"max": 10, "aggregate": {"ante": 500}},
    )
    assert rows(answer) == [
        "2 ante 10.00 win 1 to 1 paid 10.00 net 10.00",
        "2 play 10.00 push net 0.00",
        "1 ante 10.00 win 100 to 1 paid 500.00 net 500.00",
        "1 play 10.00 push net 0.00",
        "1 tip 10.00 win 100 to 1 paid 1000.00 net -10.00",
    ]


@pytest.mark.parametrize(
    ("limit", "allowed"), [("1249.99", False), (1250, True), ("1250.01", True), (9999, True)]
)
def test_not_below_the_largest_wager_at_fifty_to_one(limit, allowed) -> None:
    if allowed:
        assert flop_bonus(limit, 1)["status"] == "settled"
    else:
        with refuses(WAC, "flop-bonus of 1249.99", "at least 1250.00", "25.00 at 50 to 1"):
            flop_bonus(limit, 1)


@pytest.mark.parametrize(("code", "odds"), [("SOA-01", 40), ("SOA-03", 50), ("SOA-05", 100)])
def test_only_where_the_highest_odds_are_fifty_to_one(code, odds) -> None:
    if odds >= 50:
        assert flop_bonus(1250, 1, code=code)["status"] == "settled"
    else:
        with refuses(WAC, "highest odds are 40 to 1", "from 50 to 1"):
            flop_bonus(1250, 1, code=code)


@pytest.mark.parametrize(
    ("table", "odds"),
    [
        ({"terms": "to 1", "rows": [["44", 50], ["41", 60]]}, 60),
        ({"terms": "for 1", "rows": [["44", 50]]}, 49),
        ({"rows": [["44", "$51"], ["41", "100%"], ["40", "Loss"]]}, 50),
    ],
)
def test_highest_odds_are_odds_to_1(table, odds) -> None:
    assert top_odds(parse_table("bonus", table)) == odds


def test_a_row_that_no_hand_reaches_gives_no_odds() -> None:
    table = parse_table("bonus", {"rows": [["43", 100], ["41", 49]]})
    table.dead = {"43": "no four cards make it"}
    assert top_odds(table) == 49


@pytest.mark.parametrize("row", [["42-43", 100], ["1-4", 100], ["4", 100]])
def test_an_own_table_has_no_aggregate_by_a_row_that_no_hand_reaches(row) -> None:
    rows: list[list[Any]] = [row, ["44", 49], ["21-41", 1]]
    script = {
        "game": "buyout",
        "deck": "As 4s Kd Kh 2c",
        "wagers": {"1": {"first": 10, "bonus": 5}},
        "table": {
            "limits": {"max": 25, "aggregate": {"bonus": 1250}},
            "paytables": {"bonus": {"rows": rows}},
        },
    }
    with refuses(WAC, "the wager's highest odds are 49 to 1; allowed from 50"):
        answer_script(script)
    rows[1][1] = 50
    assert answer_script(script)["status"] == "waiting"


def washington(date):
    return {"name": "washington", "date": date, "licence": "house-banked"}


def under(profile, limits):
    return answer_script(
        {
            "game": "super-omaha",
            "deck": omaha_deck({1: DULL[1]}, "4c 6c 8c 9d", MINI_ROYAL),
            "table": {"paytables": {"flop-bonus": "SOA-05"}, "limits": limits},
            "wagers": {"1": {"ante": 10, "flop-bonus": 5}},
            "profile": profile,
        }
    )


def in_washington(date, limits):
    """Buyout, whose approval is older than the rule."""
    return answer_script(
        {
            "game": "buyout",
            "deck": "As 2c Ah 3d Ad",
            "table": {"limits": limits},
            "wagers": {"1": {"first": 10, "bonus": 5}},
            "profile": washington(date),
        }
    )


@pytest.mark.parametrize("date", ["2021-06-13", "2021-06-14", "2021-06-15"])
def test_in_washington_from_the_day_of_the_rule(date) -> None:
    """Without a maximum of its own the wager's is the law's: 300.00 at 50 to 1."""
    limits = {"aggregate": {"bonus": 15000}}
    if date < "2021-06-14":
        with refuses(WAC, "on 2021-06-13", "from 2021-06-14"):
            in_washington(date, limits)
    else:
        assert in_washington(date, limits)["status"] == "waiting"
        with refuses(WAC, "at least 15000.00"):
            in_washington(date, {"aggregate": {"bonus": "14999.99"}})


def test_in_washington_a_maximum_of_the_tables_own_counts() -> None:
    limits = {"bonus": [5, 100], "aggregate": {"bonus": 5000}}
    assert in_washington("2021-06-14", limits)["status"] == "waiting"


def test_without_a_pair_the_tables_maximum_counts() -> None:
    for limits, least in (({"max": 40}, 2000), ({"max": 40, "bonus": [1, 30]}, 1500)):
        given = limits | {"aggregate": {"bonus": least}}
        assert in_washington("2021-06-14", given)["status"] == "waiting"
        with refuses(WAC, f"at least {least}.00"):
            in_washington("2021-06-14", limits | {"aggregate": {"bonus": least - 1}})


@pytest.mark.parametrize("profile", [{"name": "none"}, {"name": "tribal", "approval": "TGA 12"}])
def test_elsewhere_the_same_arithmetic_needs_a_maximum(profile) -> None:
    with refuses(WAC, "has no maximum"):
        under(profile, {"aggregate": {"flop-bonus": 15000}})
    with refuses(WAC, "at least 5000.00"):
        under(profile, {"flop-bonus": [5, 100], "aggregate": {"flop-bonus": "4999.99"}})
    limits = {"flop-bonus": [5, 100], "aggregate": {"flop-bonus": 5000}}
    assert under(profile, limits)["status"] == "waiting"


@pytest.mark.parametrize(
    ("aggregate", "words"),
    [
        ({"flop": 15000}, "'flop' is not paid by a pay table here"),
        ({"high-hand": 15000}, "allowed: ante, flop-bonus"),
        ({"jackpot-1": 15000}, "'jackpot-1' is not paid"),
        ({"flop-bonus": 0}, "must be above 0"),
    ],
)
def test_bad_aggregates_are_refused(aggregate, words) -> None:
    with refuses(WAC, words):
        under({"name": "none"}, {"aggregate": aggregate})


@pytest.mark.parametrize(
    "aggregate", [15000, [], "x", {"flop-bonus": "much"}, {"flop-bonus": None}]
)
def test_aggregates_of_a_wrong_shape_are_refused(aggregate) -> None:
    with refuses("", "limit aggregate"):
        under({"name": "none"}, {"aggregate": aggregate})
