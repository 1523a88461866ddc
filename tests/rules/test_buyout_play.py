"""Dealing, buying, refusing and folding in Ultimate 4 Card Buyout."""

import pytest

from pitboss.cards import format_card
from pitboss.games.events import CardDealt
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script
from pitboss.rounds.view import SPECTATOR, view
from tests.scripts import (
    Wagers,
    actions,
    buyout,
    buyout_deck,
    deal,
    events,
    outcomes,
    refuses,
    rows,
    write_script,
)

BANK = "9c Jh 5h 6h"
"""A dealer with 21 points: jack, five and six of hearts."""


@pytest.mark.rule("BUYOUT-09")
def test_a_round_opens_with_first_wagers_and_bonuses():
    wagers: Wagers = {1: {"first": 10, "bonus": 1}, 2: {"first": "7.50"}}
    answer = buyout({1: "2s 3s 9d", 2: "4d 6c"}, "Kc Kh", wagers=wagers)
    placed = [(event["seat"], event["wager"], event["amount"]) for event in answer["events"][1:4]]
    assert placed == [(1, "first", "10.00"), (1, "bonus", "1.00"), (2, "first", "7.50")]


@pytest.mark.rule("BUYOUT-09")
@pytest.mark.parametrize(
    "wagers", [{}, {1: {}}, {1: {"bonus": 5}}, {1: {"second": 5}}, {1: {"first": 5, "third": 5}}]
)
def test_a_round_does_not_open_without_a_first_wager(wagers: dict[int, dict[str, object]]):
    with pytest.raises(Refused):
        deal("buyout", "2s 3s 4s 5s 6s", wagers)


@pytest.mark.rule("BUYOUT-10")
def test_two_cards_each_in_rotation_with_the_dealer():
    answer = buyout({2: "2s 5s 6d", 5: "3s 7s"}, "Kc Kh")
    dealt = [(event["to"], event["card"]) for event in events(answer, "card-dealt")]
    assert dealt == [
        ("2", "2s"), ("5", "3s"), ("dealer", "Kc"),
        ("2", "5s"), ("5", "7s"), ("dealer", "Kh"),
        ("2", "6d"),
    ]  # fmt: skip


@pytest.mark.rule("BUYOUT-10")
@pytest.mark.parametrize("viewer", [SPECTATOR, 2, 5, 7])
def test_only_the_dealers_first_card_lies_face_down(viewer: int):
    hands, dealer = {2: "2s 5s 6d", 5: "3s 7s"}, "Kc Kh"
    deck = buyout_deck(hands, dealer)
    running = run_script(write_script("buyout", deck, {2: {"first": 5}, 5: {"first": 5}}))
    dealt = [e for e in view(running.table.events, viewer) if isinstance(e, CardDealt)]
    seen = ["??" if event.card is None else format_card(event.card) for event in dealt]
    assert " ".join(seen) == deck.replace("Kc", "??")


@pytest.mark.rule("BUYOUT-11")
def test_seats_are_served_from_the_dealers_left():
    hands = {3: "2s 3s 9d", 1: "4d 5d 8c", 7: "6s 7s 9h"}
    answer = buyout(hands, BANK, "1 refuse, 3 refuse, 7 refuse")
    asked = [event["seat"] for event in events(answer, "decided")]
    third = [event["to"] for event in events(answer, "card-dealt")[8:11]]
    assert (asked, third) == ([1, 3, 7], ["1", "3", "7"])


@pytest.mark.rule("BUYOUT-11")
@pytest.mark.parametrize("decisions", ["2 buy", "2 refuse", "2 fold", "7 buy"])
def test_another_seats_decision_is_out_of_turn(decisions: str):
    with refuses("BUYOUT-11", "out of turn", "seat 1's turn"):
        buyout({1: "2s 3s 9d", 2: "4d 5d"}, "Kc Kh", decisions)


@pytest.mark.rule("BUYOUT-12")
def test_buying_the_third_card_takes_a_wager_equal_to_the_first():
    wagers = {1: {"first": "7.50", "bonus": 1}}
    answer = buyout({1: "2s 3s 9d 9h"}, "Kc Kh", "1 buy", wagers)
    assert events(answer, "wager-placed")[-1] | {"rule": ""} == {
        "event": "wager-placed", "seat": 1, "wager": "second", "amount": "7.50", "rule": "",
    }  # fmt: skip
    assert events(answer, "card-dealt")[-1]["card"] == "9h"
    assert actions(answer) == "1: buy 7.50, refuse, fold"


@pytest.mark.rule("BUYOUT-12")
@pytest.mark.parametrize(
    ("amount", "accepted"), [("9.99", False), ("10", True), ("10.00", True), ("10.01", False)]
)
def test_a_buy_of_any_other_size_is_refused(amount: str, accepted: bool):
    hands, dealer = {1: "2s 3s 9d 9h"}, "Kc Kh"
    if accepted:
        assert buyout(hands, dealer, f"1 buy {amount}")["status"] == "waiting"
    else:
        with refuses("BUYOUT-11", "buy 10.00"):
            buyout(hands, dealer, f"1 buy {amount}")


@pytest.mark.rule("BUYOUT-13")
@pytest.mark.parametrize(
    ("two", "options"),
    [
        pytest.param("As Kh", "1: buy 10.00, fold", id="no points"),
        pytest.param("2s 3s", "1: buy 10.00, refuse, fold", id="two suited cards"),
        pytest.param("2s 2h", "1: buy 10.00, refuse, fold", id="a pair"),
    ],
)
@pytest.mark.parametrize("third", ["9c", "9s", "Ad"])
def test_the_third_card_is_refused_only_with_a_playable_pair_of_cards(
    two: str, options: str, third: str
):
    """What counts is the two cards; the third may make points or not."""
    assert actions(buyout({1: f"{two} {third}"}, "Kc 4h")) == options
    if "refuse" not in options:
        with refuses("BUYOUT-13", "allowed: buy 10.00, fold"):
            buyout({1: f"{two} {third}"}, "Kc 4h", "1 refuse")


@pytest.mark.rule("BUYOUT-13")
def test_a_refused_third_card_goes_to_the_rack_and_ends_the_turn():
    answer = buyout({1: "As Ks Qs"}, "9c Jh 5h 4c", "1 refuse")
    assert events(answer, "cards-discarded")[0]["cards"] == "Qs"
    assert answer["hands"]["1"]["points"] == 21
    assert rows(answer) == ["1 first 10.00 win 1 to 1 paid 10.00 net 10.00"]


@pytest.mark.rule("BUYOUT-14")
@pytest.mark.parametrize(
    ("decisions", "lost"),
    [
        ("1 fold", ["first", "bonus"]),
        ("1 buy, 1 fold", ["first", "second", "bonus"]),
    ],
)
def test_a_fold_loses_every_wager_before_the_next_seat_is_served(decisions: str, lost: list[str]):
    hands = {1: "As Ah Ad Ac"[: 8 if decisions == "1 fold" else 11], 2: "2s 3s 4s"}
    wagers = {1: {"first": 10, "bonus": 2}, 2: {"first": 10}}
    answer = buyout(hands, "Kc Kh", decisions, wagers)
    assert [(row["wager"], row["outcome"]) for row in answer["settlement"]] == [
        (wager, "lose") for wager in lost
    ]
    kinds = [event["event"] for event in answer["events"]]
    served = next(
        place
        for place, event in enumerate(answer["events"])
        if event["event"] == "card-dealt" and event["card"] == "4s"
    )
    assert max(place for place, kind in enumerate(kinds) if kind == "wager-settled") < served


@pytest.mark.rule("BUYOUT-15")
@pytest.mark.parametrize(
    ("cards", "options"),
    [
        pytest.param("As Kh Qd Jc", "1: fold", id="never playable"),
        pytest.param("As Kh Qd Jd", "1: buy 10.00, fold", id="the fourth card makes a suit"),
        pytest.param("As Kh Qd Qc", "1: buy 10.00, fold", id="the fourth card makes a pair"),
        pytest.param("As Kh Qh Jc", "1: buy 10.00, refuse, fold", id="three cards are playable"),
        pytest.param("As Kh Qh Jh", "1: buy 10.00, refuse, fold", id="three and four are"),
    ],
)
def test_what_is_allowed_with_the_fourth_card(cards: str, options: str):
    assert actions(buyout({1: cards}, "9c 4h", "1 buy")) == options


@pytest.mark.rule("BUYOUT-15")
def test_the_fourth_card_is_not_sold_to_a_hand_that_stays_without_points():
    with refuses("BUYOUT-15", "'buy' is not allowed", "allowed: fold"):
        buyout({1: "As Kh Qd Jc"}, "9c 4h", "1 buy, 1 buy")


@pytest.mark.rule("BUYOUT-15")
def test_buying_the_fourth_card_takes_a_third_wager_equal_to_the_first():
    answer = buyout({1: "As Ah 9d 9h"}, BANK, "1 buy, 1 buy", {1: {"first": 3}})
    assert rows(answer) == [
        "1 first 3.00 win 1 to 1 paid 3.00 net 3.00",
        "1 second 3.00 win 1 to 1 paid 3.00 net 3.00",
        "1 third 3.00 win 1 to 1 paid 3.00 net 3.00",
    ]


@pytest.mark.rule("BUYOUT-16")
def test_the_fourth_card_is_refused_only_with_three_playable_cards():
    for cards in ("As Kh Qd Jc", "As Kh Qd Jd"):
        with refuses("BUYOUT-16", "'refuse' is not allowed"):
            buyout({1: cards}, "9c 4h", "1 buy, 1 refuse")


@pytest.mark.rule("BUYOUT-16")
def test_a_refused_fourth_card_does_not_count():
    """The hand stays at 20 points and loses to 21; with the refused king it would have won."""
    answer = buyout({1: "As 4s 5s Ks"}, BANK, "1 buy, 1 refuse")
    assert answer["hands"]["1"] == {
        "cards": "As 4s 5s", "points": 20, "kind": "suit", "rank": 20, "making": "As 4s 5s",
    }  # fmt: skip
    assert events(answer, "cards-discarded")[0]["cards"] == "Ks"
    assert outcomes(answer) == {"1 first": "lose", "1 second": "lose"}


@pytest.mark.rule("BUYOUT-17")
@pytest.mark.parametrize("answered", ["buy", "refuse"])
def test_zero_points_in_four_cards_must_fold(answered: str):
    hands = {1: "As Kh Qd Jc"}
    assert actions(buyout(hands, "9c 4h", "1 buy")) == "1: fold"
    with pytest.raises(Refused, match="allowed: fold"):
        buyout(hands, "9c 4h", f"1 buy, 1 {answered}")
    answer = buyout(hands, "9c 4h", "1 buy, 1 fold", {1: {"first": 5, "bonus": 1}})
    assert answer["status"] == "settled"
    assert answer["net"] == {"1": "-11.00"}


@pytest.mark.rule("BUYOUT-28")
@pytest.mark.parametrize(
    ("first", "word"),
    [
        ("4.99", "minimum"), (5, ""), ("5.01", ""),
        ("99.99", ""), (100, ""), ("100.01", "maximum"),
    ],
)  # fmt: skip
def test_the_first_wager_keeps_within_the_limits(first: object, word: str):
    limits = {"min": 5, "max": 100}
    hands = {1: "2s 3s 9d 9h"}
    if word:
        with refuses("BUYOUT-09", f"table {word} of"):
            buyout(hands, BANK, "", {1: {"first": first}}, limits=limits)
    else:
        answer = buyout(hands, BANK, "1 buy, 1 buy", {1: {"first": first}}, limits=limits)
        assert answer["status"] == "settled"


@pytest.mark.rule("BUYOUT-28")
def test_no_side_wagers_between_players():
    """A wager is one of the layout's, and each settled cent is between a seat and the house."""
    for name in ("side", "player-2", "tip", "ante"):
        with refuses("", f"no wager '{name}'"):
            buyout({1: "2s 3s 9d", 2: "4d 5d"}, "Kc Kh", "", {1: {"first": 5, name: 5}})
    answer = buyout({1: "As Ks 4c", 2: "2d 3d 7c"}, BANK, "1 refuse, 2 refuse")
    assert answer["net"] == {"1": "0.00", "2": "-10.00"}


@pytest.mark.parametrize("seats", range(1, 8))
def test_one_to_seven_seats(seats: int):
    """Ruling seats: as many as the table has, and no more."""
    cards = ["2s 3s", "4s 5s", "6s 7s", "8s 9s", "2h 3h", "4h 5h", "6h 7h"]
    thirds = ["2c", "3c", "4c", "5c", "6c", "7c", "8c"]
    hands = {
        seat: f"{two} {third}"
        for seat, two, third in zip(range(1, seats + 1), cards, thirds, strict=False)
    }
    decisions = ", ".join(f"{seat} refuse" for seat in hands)
    rulings = {"seats": str(seats)}
    answer = buyout(hands, "Kd 9d Jc Th", decisions, rulings=rulings)
    assert (answer["status"], len(answer["net"])) == ("settled", seats)
    with refuses("", f"this table has seats 1 to {seats}"):
        deal("buyout", "2s 3s 4s 5s 6s", {seats + 1: {"first": 5}}, rulings=rulings)


@pytest.mark.parametrize("seats", ["0", "8", "two", "07"])
def test_a_table_has_one_to_seven_seats(seats: str):
    with refuses("", "ruling seats", "allowed: 7, 1"):
        deal("buyout", "2s 3s 4s 5s 6s", {1: {"first": 5}}, rulings={"seats": seats})
