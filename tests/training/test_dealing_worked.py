"""Whole settlements worked out by hand from the four documents, and what a mistake is marked."""

from typing import Any

import pytest

from pitboss.games.events import CardsShown
from pitboss.training.exercise import answer, summary
from tests.training import rounds
from tests.training.rounds import answer_all, exercise_of, expected


@pytest.mark.rule("DUKI-13")
def test_duki_dealer_with_four_cards():
    assert expected(exercise_of(rounds.DUKI_FOUR)) == [
        *("wager 10.00", "wager 20.00"),
        *("qualifies yes, with a 4-card Duki", "category 4-card pair"),
        *("next-seat seat 3", "category 3-card high-card"),
        *("outcome take", "outcome take", "outcome take"),
        "category 4-card pair",
        *("outcome pay", "amount 20.00", "outcome pay", "amount 10.00"),
    ]


@pytest.mark.rule("DUKI-12")
def test_duki_dealer_who_does_not_qualify():
    assert expected(exercise_of(rounds.DUKI_NONE)) == [
        *("wager 10.00", "wager 15.00"),
        *("qualifies no", "next-seat seat 4", "category no Duki"),
        *("outcome pay", "amount 15.00", "outcome push"),
        *("category 4-card straight", "outcome pay", "amount 100.00", "outcome push"),
        *("outcome pay", "amount 10.00"),
    ]


@pytest.mark.rule("BUYOUT-24")
def test_buyout_dealer_with_thirteen_stands():
    assert expected(exercise_of(rounds.BUYOUT_THIRTEEN)) == [
        *("wager 10.00", "points 28", "when before the next player is served"),
        *("outcome pay", "amount 15.00"),
        *("security 1", "security 2", "points 13", "draws no"),
        *("next-seat seat 2", "points 28", "kind suit"),
        *("outcome pay", "amount 10.00", "outcome pay", "amount 10.00"),
        *("points 15", "kind suit", "outcome pay", "amount 10.00"),
        "order after every wager is settled",
    ]


@pytest.mark.rule("BUYOUT-08")
def test_buyout_dealer_with_twelve_draws():
    assert expected(exercise_of(rounds.BUYOUT_TWELVE)) == [
        *("points 22", "when before the next player is served", "outcome pay", "amount 4.00"),
        *("outcome take", "outcome take"),
        "order the wagers to the tray, then the cards to the rack",
        *("security 1", "points 12", "draws yes", "points 20"),
        *("points 22", "kind of-a-kind", "outcome pay", "amount 20.00"),
        "order after every wager is settled",
    ]


@pytest.mark.rule("SO-15")
def test_super_omaha_ante_is_paid_from_a_flush_up():
    assert expected(exercise_of(rounds.OMAHA_FLUSH)) == [
        *("category three-of-a-kind", "next-seat seat 2", "category straight"),
        *("outcome push", "outcome pay", "amount 15.00"),
        *("category flush", "outcome pay", "amount 10.00", "outcome pay", "amount 30.00"),
        *("outcome pay", "amount 10.00", "outcome pay", "amount 8.00"),
    ]


@pytest.mark.rule("SO-26")
def test_super_omaha_jackpot_is_locked_and_envied():
    steps = expected(exercise_of(rounds.OMAHA_HIT))
    assert steps[0] == "meter 50000.60"
    folds = [*("outcome take", "outcome leave in action")] * 3
    assert steps[1:7] == folds
    assert steps[7:] == [
        *("category high-card", "hit lock it", "meter 45000.54", "next-seat seat 5"),
        *("category pair", "outcome take", "envy 300.00"),
        *("next-seat seat 2", "category high-card", "outcome take", "envy 300.00"),
        *("outcome pay", "amount 5000.06", "envy-count 2"),
    ]


@pytest.mark.rule("HOLD-22")
def test_holdout_odd_chip_goes_to_the_left_of_the_button():
    assert expected(exercise_of(rounds.HOLDOUT_SPLIT)) == [
        *("next-seat seat 1", "category straight", "next-seat seat 2", "category straight"),
        *("category pair", "pot 7.00", "winner seat 1 and seat 2"),
        *("amount 4.00", "amount 3.00"),
    ]


@pytest.mark.rule("HOLD-21")
def test_holdout_side_pot_is_settled_first():
    assert expected(exercise_of(rounds.HOLDOUT_SIDE)) == [
        *("next-seat seat 2", "category three-of-a-kind", "next-seat seat 3", "category pair"),
        *("category full-house", "pot 30.00", "rake 3.00", "pot 40.00", "rake 1.00"),
        *("winner seat 2", "amount 39.00"),
        *("winner seat 1", "amount 27.00"),
    ]


@pytest.mark.rule("DUKI-03")
def test_duki_is_dealt_four_at_a_time_by_a_machine_and_one_by_hand():
    by_machine = expected(exercise_of(rounds.DUKI_FOUR, "deals"))
    assert by_machine[:7] == [
        *("next-card-to seat 1", "how-many 4", "face face down", "next-card-to seat 3"),
        *("next-card-to dealer", "face face down", "turn seat 1"),
    ]
    by_hand = {**rounds.DUKI_FOUR, "table": {"rulings": {"shuffler": "no"}}}
    assert expected(exercise_of(by_hand, "deals"))[:7] == [
        *("next-card-to seat 1", "how-many 1", "face face down", "next-card-to seat 3"),
        *("next-card-to dealer", "face face down", "next-card-to seat 1"),
    ]


@pytest.mark.rule("BUYOUT-10")
def test_buyout_is_dealt_in_turn_then_seat_by_seat():
    assert expected(exercise_of(rounds.BUYOUT_THIRTEEN, "deals")) == [
        *("next-card-to seat 1", "how-many 1", "face face up", "next-card-to seat 2"),
        *("next-card-to dealer", "face face down", "next-card-to seat 1"),
        *("face face up", "how-many 2"),
        *("next-card-to seat 1", "discard in the discard rack"),
        *("next-card-to seat 2", "next-card-to seat 2", "discard in the discard rack"),
        *("next-act turn up the dealer's cards", "next-card-to dealer", "draws no"),
        *("discard in the discard rack", "order after every wager is settled"),
    ]


@pytest.mark.rule("SO-03")
def test_super_omaha_locks_before_it_deals():
    steps = expected(exercise_of(rounds.OMAHA_HIT, "deals"))
    assert steps[0].startswith("lock lock the sensors")
    assert steps[1:4] == ["next-card-to seat 1", "how-many 4", "face face down"]
    assert steps[8:] == [
        *("next-card-to community", "how-many 3", "turn seat 1"),
        *("next-act turn up the dealer's cards", "how-many 2"),
    ]


@pytest.mark.rule("HOLD-09")
def test_holdout_burns_before_flop_and_river():
    assert expected(exercise_of(rounds.HOLDOUT_SPLIT, "deals")) == [
        *("blind seat 4", "blind seat 1"),
        *("next-card-to seat 4", "how-many 1", "face face down", "next-card-to seat 1"),
        *("next-card-to seat 2", "next-card-to seat 3", "next-card-to seat 4", "how-many 5"),
        *("turn seat 2", "turn seat 1", "discard face down in front of the player"),
        *("next-act burn a card", "how-many 2", "turn seat 1"),
        *("next-act burn a card", "how-many 2", "turn seat 1"),
    ]


def test_wrong_amount_is_counted_to_the_cent_with_its_rule():
    exercise = exercise_of(rounds.DUKI_FOUR)
    place = expected(exercise).index("amount 20.00")
    result: dict[str, Any] = summary(answer_all(exercise, {place: "18.50"}))
    assert result["errors"] == {"amount": 1}
    assert result["money_error"] == "1.50"
    assert result["seconds"] == 3 * result["steps"]
    (mistake,) = result["mistakes"]
    assert (mistake["given"], mistake["expected"], mistake["rule"]) == ("18.50", "20.00", "DUKI-13")
    assert "a higher 4-card Duki wins" in mistake["text"]


@pytest.mark.parametrize(("given", "money"), [("push", "20.00"), ("take", "30.00")])
def test_wrong_outcome_costs_what_the_seat_is_short(given: str, money: str):
    exercise = exercise_of(rounds.DUKI_FOUR)
    place = expected(exercise).index("amount 20.00") - 1
    result = summary(answer_all(exercise, {place: given}))
    assert (result["errors"], result["money_error"]) == ({"outcome": 1}, money)


def test_errors_are_counted_by_type():
    exercise = exercise_of(rounds.OMAHA_HIT)
    steps = expected(exercise)
    wrong = {
        steps.index("hit lock it"): "pay it",
        steps.index("envy 300.00"): "1000",
        steps.index("next-seat seat 5"): "seat 1",
        steps.index("category high-card"): "pair",
    }
    result = summary(answer_all(exercise, wrong))
    assert result["errors"] == {"order": 1, "total": 1, "jackpot": 2}
    assert result["money_error"] == "700.00"


def test_the_table_shows_no_more_than_has_happened():
    exercise = exercise_of(rounds.DUKI_FOUR, "full")
    for step in exercise.steps:
        if step.kind == "next-seat":
            shown = [event for event in exercise.table if isinstance(event, CardsShown)]
            assert [event.of for event in shown] == [0]
        exercise, _ = answer(exercise, step.expected, 1)
