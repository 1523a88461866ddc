"""The Bonus wager of Ultimate 4 Card Buyout: its table, its moment, and its rulings."""

from typing import Any

import pytest

from pitboss.refusal import Refused
from tests.scripts import Answer, Wagers, buyout, events, outcomes, refuses, rows

ALONE = {"bonus-alone": "yes"}


def bonus_alone(cards: str, amount: object = 1, **table: Any) -> Answer:
    rulings = {**ALONE, **table.pop("rulings", {})}
    return buyout({1: cards}, "2c 3c", "", {1: {"bonus": amount}}, rulings=rulings, **table)


@pytest.mark.rule("BUYOUT-27")
@pytest.mark.parametrize(
    ("points", "cards", "pays"),
    [
        (0, "Ks Qh 7d 6c", None),
        (20, "Kh Ks 7d Qc", None),
        (21, "As Ts 2h 3d", 2),
        (22, "As Ah 9d 9c", 2),
        (25, "As Ks 4s 2h", 2),
        (26, "As Ks 5s 2h", 2),
        (27, "As Ks 6s 2h", 3),
        (28, "As Ks 7s 2h", 3),
        (29, "As Ks 8s 2h", 3),
        (30, "Js Jh Jd 4c", 5),
        (31, "As Ks Qs 2h", 5),
        (32, "Ks Qs Ts 2s", 20),
        (33, "As Ah Ac 2d", 20),
        (34, "Ks Qs Ts 4s", 20),
        (35, "Ks Qs Ts 5s", 25),
        (36, "Ks Qs Ts 6s", 25),
        (37, "Ks Qs Ts 7s", 25),
        (38, "Ks Qs Ts 8s", 30),
        (39, "Ks Qs Ts 9s", 35),
        (40, "Ks Qs Js Ts", 40),
        (40, "7s 7h 7d 7c", 40),
        (41, "As Ks Qs Js", 50),
        (44, "As Ah Ad Ac", 250),
    ],
)
def test_the_sample_table_at_every_bound(points: int, cards: str, pays: int | None):
    """42 and 43 are printed as well, but no four cards make them (see tests/counts)."""
    answer = bonus_alone(cards, 3)
    assert answer["hands"]["1"]["points"] == points
    if pays is None:
        assert rows(answer) == ["1 bonus 3.00 lose net -3.00"]
    else:
        paid = f"{3 * pays}.00"
        assert rows(answer) == [f"1 bonus 3.00 win {pays} to 1 paid {paid} net {paid}"]


@pytest.mark.rule("BUYOUT-18")
@pytest.mark.parametrize(
    ("amount", "accepted"), [("0.99", False), (1, True), ("1.00", True), ("1.01", True)]
)
def test_a_bonus_starts_at_one_dollar(amount: object, accepted: bool):
    wagers = {1: {"first": 5, "bonus": amount}}
    if accepted:
        assert buyout({1: "2s 3s 9d"}, "Kc Kh", "", wagers)["status"] == "waiting"
    else:
        with refuses("BUYOUT-18", "below 1.00"):
            buyout({1: "2s 3s 9d"}, "Kc Kh", "", wagers)


@pytest.mark.rule("BUYOUT-18")
@pytest.mark.parametrize(
    ("amount", "accepted"),
    [("1.99", False), (2, True), ("2.01", True), ("24.99", True), (25, True), ("25.01", False)],
)
def test_a_bonus_keeps_within_its_own_limits(amount: object, accepted: bool):
    """The limits of the main wager do not bind it."""
    table = {"limits": {"min": 50, "max": 100, "bonus": [2, 25]}}
    wagers = {1: {"first": 50, "bonus": amount}}
    if accepted:
        assert buyout({1: "2s 3s 9d"}, "Kc Kh", "", wagers, **table)["status"] == "waiting"
    else:
        with refuses("BUYOUT-18", "table m"):
            buyout({1: "2s 3s 9d"}, "Kc Kh", "", wagers, **table)


@pytest.mark.rule("BUYOUT-18")
def test_a_bonus_is_independent_of_the_other_wagers():
    """It wins beside a lost hand and loses beside a won one."""
    wagers = {1: {"first": 10, "bonus": 1}}
    beaten = buyout({1: "As Ks 9d"}, "Kc Kh Kd 3h", "1 refuse", wagers)
    assert outcomes(beaten) == {"1 bonus": "win", "1 first": "lose"}
    won = buyout({1: "Ts 9s 8d"}, "Kc 5h 2d 9h", "1 refuse", wagers)
    assert outcomes(won) == {"1 bonus": "lose", "1 first": "win"}


@pytest.mark.rule("BUYOUT-19")
def test_a_bonus_is_settled_before_the_next_seat_is_served():
    """Seat 1 wins, seat 2 falls short; seat 3 is asked with both rows written."""
    hands = {1: "As Ks 9d", 2: "4d 6d 2h", 3: "7c 8c 2c"}
    wagers = {seat: {"first": 10, "bonus": 1} for seat in hands}
    answer = buyout(hands, "Kc Kh", "1 refuse, 2 refuse", wagers)
    assert rows(answer) == [
        "1 bonus 1.00 win 2 to 1 paid 2.00 net 2.00",
        "2 bonus 1.00 lose net -1.00",
    ]
    order = [
        event.get("card") or f"settled {event['seat']}"
        for event in answer["events"]
        if event["event"] in ("card-dealt", "wager-settled")
    ]
    assert order[-5:] == ["9d", "settled 1", "2h", "settled 2", "2c"]


@pytest.mark.rule("BUYOUT-21")
def test_bought_cards_without_points_stay_on_the_table():
    """The printed example: the seven and the queen add nothing to 20 points, and a bonus is taken.

    The picture is lost; a pair of kings fits its words.
    """
    wagers = {1: {"first": 10, "bonus": 5}}
    answer = buyout({1: "Kh Ks 7d Qc"}, "9h 8h 2c 3s", "1 buy, 1 buy", wagers)
    assert answer["hands"]["1"]["cards"] == "Kh Ks 7d Qc"
    assert answer["hands"]["1"]["points"] == 20
    assert outcomes(answer)["1 bonus"] == "lose"
    assert outcomes(answer)["1 third"] == "win"
    assert events(answer, "cards-discarded")[0]["cards"] == "Kh Ks 7d Qc"


@pytest.mark.rule("BUYOUT-20")
def test_a_bonus_alone_is_the_houses_option():
    with refuses("BUYOUT-20", "bonus-alone=no"):
        bonus_alone("As Ts 2h 3d", rulings={"bonus-alone": "no"})
    with refuses("BUYOUT-20", "bonus-alone=no"):
        buyout({1: "As Ts 2h 3d"}, "2c 3c", "", {1: {"bonus": 1}})
    assert bonus_alone("As Ts 2h 3d")["status"] == "settled"


@pytest.mark.rule("BUYOUT-20")
@pytest.mark.parametrize(
    ("cards", "outcome"), [("Kh Ks 7d Qc", "lose"), ("As Ts 2h 3d", "win"), ("As Ah 9d 9c", "win")]
)
@pytest.mark.parametrize("bonus_hand", ["bought", "four-cards"])
def test_a_bonus_alone_needs_21_points_in_four_cards(cards: str, outcome: str, bonus_hand: str):
    """20, 21 and 22 points; the seat decides nothing, and the dealer draws no card for it."""
    answer = bonus_alone(cards, rulings={"bonus-hand": bonus_hand})
    assert outcomes(answer) == {"1 bonus": outcome}
    assert not events(answer, "decided")
    assert events(answer, "cards-discarded")[0]["cards"] == cards
    assert answer["hands"]["dealer"]["cards"] == "2c 3c"


@pytest.mark.rule("BUYOUT-20")
def test_a_bonus_alone_is_served_in_its_turn():
    hands = {1: "4d 6d 2h", 2: "As Ah 9d 9c", 3: "7c 8c 2s"}
    wagers: Wagers = {1: {"first": 10}, 2: {"bonus": 1}, 3: {"first": 10}}
    answer = buyout(hands, "Kc Kh Kd 3h", "1 refuse, 3 refuse", wagers, rulings=ALONE)
    served = [event["to"] for event in events(answer, "card-dealt")[8:]]
    assert served == ["1", "2", "2", "3", "dealer", "dealer"]
    assert [row["seat"] for row in answer["settlement"]] == [2, 3, 1]


@pytest.mark.rule("BUYOUT-19")
@pytest.mark.parametrize(
    ("fourth", "outcome"), [("4s", "lose"), ("5s", "win"), ("7s", "win")], ids=["20", "21", "23"]
)
def test_bonus_hand_after_refusing_the_third_card(fourth: str, outcome: str):
    """bought: 8 points in two cards. four-cards: the fourth comes at once, for the bonus only."""
    wagers = {1: {"first": 10, "bonus": 1}}
    rulings = {"bonus-hand": "four-cards"}
    bought = buyout({1: "2s 6s 8s"}, "Kc Kh 4c 3d", "1 refuse", wagers)
    assert outcomes(bought) == {"1 bonus": "lose", "1 first": "lose"}
    four = buyout({1: f"2s 6s 8s {fourth}"}, "Kc Kh 4c 3d", "1 refuse", wagers, rulings=rulings)
    assert outcomes(four) == {"1 bonus": outcome, "1 first": "lose"}
    assert four["hands"]["1"]["cards"] == "2s 6s"
    assert [event["cards"] for event in events(four, "cards-discarded")[:2]] == ["8s", fourth]


@pytest.mark.rule("BUYOUT-19")
@pytest.mark.parametrize(
    ("bonus_hand", "row"),
    [
        ("bought", "1 bonus 1.00 lose net -1.00"),
        ("four-cards", "1 bonus 1.00 win 3 to 1 paid 3.00 net 3.00"),
    ],
)
def test_bonus_hand_after_refusing_the_fourth_card(bonus_hand: str, row: str):
    """20 points in three bought cards, 27 with the refused fourth."""
    answer = buyout(
        {1: "9s 5s 6s 7s"},
        "Kc 2h 4h 3d Jd",
        "1 buy, 1 refuse",
        {1: {"first": 10, "bonus": 1}},
        rulings={"bonus-hand": bonus_hand},
    )
    assert rows(answer)[0] == row
    assert answer["hands"]["1"]["points"] == 20


@pytest.mark.rule("BUYOUT-19")
@pytest.mark.parametrize("bonus_hand", ["bought", "four-cards"])
def test_bonus_hand_makes_no_difference_to_four_bought_cards(bonus_hand: str):
    wagers = {1: {"first": 10, "bonus": 1}}
    rulings = {"bonus-hand": bonus_hand}
    answer = buyout({1: "Ks Qs Ts 2s"}, "Kc Kh 4c 3d", "1 buy, 1 buy", wagers, rulings=rulings)
    assert rows(answer)[0] == "1 bonus 1.00 win 20 to 1 paid 20.00 net 20.00"


@pytest.mark.rule("BUYOUT-19")
def test_four_cards_are_dealt_for_a_bonus_only():
    """Without a bonus a refused third card ends the deal to the seat under either ruling."""
    rulings = {"bonus-hand": "four-cards"}
    answer = buyout({1: "2s 6s 8s"}, "Kc Kh 4c 3d", "1 refuse", rulings=rulings)
    assert [event["to"] for event in events(answer, "card-dealt")] == ["1", "dealer"] * 2 + [
        "1",
        "dealer",
        "dealer",
    ]


HOUSE = {"code": "house", "rows": [["40-44", 10], ["22-39", "3/2"], ["21", "Loss"]]}


@pytest.mark.rule("BUYOUT-27")
@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("As Ts 2h 3d", "1 bonus 1.25 lose net -1.25"),
        ("As Ah 9d 9c", "1 bonus 1.25 win 1.5 to 1 paid 1.87 net 1.87"),
        ("Ks Qs Ts 9s", "1 bonus 1.25 win 1.5 to 1 paid 1.87 net 1.87"),
        ("Ks Qs Js Ts", "1 bonus 1.25 win 10 to 1 paid 12.50 net 12.50"),
    ],
)
def test_a_house_table_is_allowed(cards: str, row: str):
    """The printed one is a sample. Half a cent of a pay is rounded down. This one does not pay 21
    points, as the text does, and says so."""
    answer = bonus_alone(cards, "1.25", paytables={"bonus": HOUSE})
    assert rows(answer) == [row]
    assert ["does not pay 21 points" in label for label in answer["labels"]] == [True]


@pytest.mark.rule("BUYOUT-27")
@pytest.mark.parametrize(("cards", "outcome"), [("As Ks 7s 2h", "win"), ("As Ks 8s 2h", "lose")])
def test_points_in_a_gap_of_a_house_table_are_not_paid(cards: str, outcome: str):
    """28 points are in a row, 29 lie between two."""
    table = {"code": "gap", "rows": [["30-44", 5], ["21-28", 2]]}
    answer = bonus_alone(cards, paytables={"bonus": table})
    assert [row["outcome"] for row in answer["settlement"]] == [outcome]


@pytest.mark.rule("BUYOUT-27")
@pytest.mark.parametrize(
    "table",
    [
        {"rows": []},
        {"rows": [["0-20", 1]]},
        {"rows": [["45", 1]]},
        {"rows": [["30-21", 1]]},
        {"rows": [["pair", 1]]},
        {"rows": [["21-30", 1], ["30", 2]]},
        {"rows": [["21", 0]]},
        {"rows": [["21", -1]]},
        {"rows": [["21", "1e999999999"]]},
        {"rows": [["21", "Push"]]},
        {"rows": [["21", "10%"]]},
        {"rows": [["21", "$50"]]},
        {"rows": [["21", "21", 2, "$50"]]},
        {"rows": [["21", 1]], "terms": "at 1"},
        "gold",
    ],
)
def test_a_house_table_that_makes_no_sense_is_refused(table: object):
    with pytest.raises(Refused):
        bonus_alone("As Ts 2h 3d", paytables={"bonus": table})


@pytest.mark.rule("BUYOUT-27")
@pytest.mark.parametrize(
    ("points", "words"),
    [
        (["0-20"], "points run from 1 to 44"),
        (["44-45"], "points run from 1 to 44"),
        (["30-21"], "lower number first"),
        (["pair"], "'pair' is no range of points; write 44 or 35-37"),
        (["21-30", "30"], "row '30' overlaps another"),
        (["21-30", "31-40", "25"], "row '25' overlaps another"),
    ],
)
def test_what_is_wrong_with_a_house_table_is_said_with_its_rule(points: list[str], words: str):
    with refuses("BUYOUT-27", words):
        bonus_alone("As Ts 2h 3d", paytables={"bonus": {"rows": [[each, 1] for each in points]}})


@pytest.mark.rule("BUYOUT-20")
def test_a_bonus_alone_is_refused_where_the_house_does_not_allow_it():
    wagers: Wagers = {1: {"first": 5}, 2: {"bonus": 1}}
    with refuses("BUYOUT-20", "seat 2", "bonus-alone=no"):
        buyout({1: "As Ts", 2: "2h 3d"}, "2c 3c", wagers=wagers, rulings={"bonus-alone": "no"})
