"""Exercises of several rounds, and their pass mark."""

import json

import pytest

from pitboss.refusal import Refused
from pitboss.training.exercise import PASS_PERCENT, answer, read_exercise, start, summary
from tests.training import rounds
from tests.training.rounds import GAMES, answer_all, exercise_of

OPTIONS = {"mode": "settles", "players": 3, "irregularities": 0}


@pytest.mark.parametrize("game", GAMES)
def test_rounds_follow_one_another_and_the_first_is_the_seeds_own(game: str):
    one = start(game, "7", OPTIONS)
    exercise = start(game, "7", {**OPTIONS, "rounds": 3})
    first, second, third = exercise.rounds
    assert first == one.steps
    assert exercise.steps == (*first, *second, *third)
    assert len({first, second, third}) == 3
    decks = set()
    for number, step in enumerate(exercise.steps):
        assert exercise.current == step
        assert exercise.round == (number >= len(first)) + (number >= len(first) + len(second))
        assert len(exercise.table) == step.at
        decks.add(exercise.opening.deck)
        exercise, marked = answer(exercise, step.expected, 1)
        assert marked.right
    assert len(decks) == 3
    assert (exercise.current, exercise.round) == (None, 2)
    assert summary(exercise)["rounds"] == 3
    assert read_exercise(json.loads(json.dumps(exercise.to_json()))) == exercise


def test_an_exercise_kept_before_there_were_rounds_is_read():
    kept = start("duki", "1", OPTIONS).to_json()
    del kept["options"]["rounds"]
    assert len(read_exercise(kept).rounds) == 1


@pytest.mark.parametrize("number", [0, 11, "3"])
def test_rounds_are_one_to_ten(number: object):
    with pytest.raises(Refused, match="a whole number from 1 to 10"):
        start("duki", "1", {**OPTIONS, "rounds": number})
    with pytest.raises(Refused, match="from 1 to 1"):
        start("duki", "1", {**OPTIONS, "script": rounds.DUKI_FOUR, "rounds": 2})


def test_the_pass_mark_is_nine_in_ten_without_money_error():
    """Twelve steps and more: one wrong hand passes, two do not, nor does one wrong cent."""
    exercise = exercise_of(rounds.DUKI_FOUR)
    steps = exercise.steps
    hands = [n for n, step in enumerate(steps) if step.kind == "category"]
    assert len(steps) == 14
    wrong = {n: next(c for c in steps[n].choices if c != steps[n].expected) for n in hands}
    assert PASS_PERCENT == 90
    assert summary(answer_all(exercise))["passed"]
    one, two = (dict(list(wrong.items())[:n]) for n in (1, 2))
    assert summary(answer_all(exercise, one))["passed"]
    assert not summary(answer_all(exercise, two))["passed"]
    amount = next(n for n, step in enumerate(steps) if step.kind == "amount")
    told = summary(answer_all(exercise, {amount: "20.01"}))
    assert (told["right"], told["money_error"], told["passed"]) == (13, "0.01", False)


def test_an_exercise_that_is_not_answered_to_its_end_is_not_passed():
    exercise = exercise_of(rounds.DUKI_FOUR)
    for step in exercise.steps[:-1]:
        exercise, _ = answer(exercise, step.expected, 1)
    assert not summary(exercise)["passed"]
