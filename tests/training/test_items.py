"""What a dealer has missed comes back on its day, in exercises of its own."""

from datetime import date, timedelta

import pytest

from pitboss.refusal import Refused
from pitboss.training.exercise import Exercise, item_of, start
from pitboss.training.items import MOST_ITEMS, Item, Items, choose, practise, read_items
from pitboss.training.repetition import DAYS, Memory, review
from tests.training import rounds
from tests.training.rounds import answer_all, exercise_of


def day(number: int) -> str:
    return (date(2026, 1, 1) + timedelta(number)).isoformat()


def missing(exercise: Exercise, kind: str) -> Exercise:
    """Answered right but for the first step of this kind."""
    number = next(n for n, step in enumerate(exercise.steps) if step.kind == kind)
    step = exercise.steps[number]
    wrong = next((c for c in step.choices if c not in step.accepted), "7.25")
    return answer_all(exercise, {number: wrong})


def test_a_thing_goes_through_every_box_in_fifty_five_days():
    memory, asked, today = Memory(), [], 0
    while not memory.is_learnt:
        assert memory.is_due(day(today))
        assert not today or not memory.is_due(day(today - 1))
        asked.append(today)
        memory = review(memory, True, day(today))
        today = (date.fromisoformat(memory.due) - date(2026, 1, 1)).days
    assert asked == [0, 1, 4, 11, 25, 55]
    assert len(asked) == len(DAYS)


@pytest.mark.parametrize("box", range(len(DAYS)))
def test_a_wrong_answer_begins_again_and_an_early_one_counts_for_nothing(box: int):
    memory = Memory(box, day(10))
    assert review(memory, False, day(3)) == Memory(0, day(3))
    assert review(memory, True, day(9)) == memory
    assert review(memory, True, day(10)).box == box + 1


def test_what_is_missed_becomes_an_item_and_what_is_right_moves_it():
    exercise = exercise_of(rounds.DUKI_FOUR)
    items = Items().learn(missing(exercise, "qualifies"), day(0))
    assert items.waiting == (Item("duki", "qualifies", "DUKI-08", "{}", 1, 0, day(0)),)
    assert items.learn(answer_all(exercise), day(0)).waiting[0].due == day(1)
    for today in (0, 1, 4, 11, 25):
        items = items.learn(answer_all(exercise), day(today))
        assert not items.due(day(today))
    assert items.waiting[0].box == 5
    assert items.learn(answer_all(exercise), day(55)) == Items((), 1)
    again = items.learn(missing(exercise, "qualifies"), day(30)).waiting[0]
    assert (again.missed, again.box, again.due) == (2, 0, day(30))


def test_all_steps_of_a_kind_and_rule_are_one_answer():
    """Four wagers taken and paid by one rule: one wrong among them is a wrong answer."""
    exercise = exercise_of(rounds.DUKI_FOUR)
    assert [item_of(step) for step in exercise.steps].count("outcome DUKI-13") == 4
    (item,) = Items().learn(missing(exercise, "outcome"), day(0)).waiting
    assert (item.name, item.missed) == ("outcome DUKI-13", 1)


def test_due_items_are_practised_alone_at_their_own_table():
    options = {"players": 3, "irregularities": 100, "rulings": {"shuffler": "no"}}
    asked = None
    for seed in range(40):
        exercise = start("duki", str(seed), options)
        if any(item_of(step) == "irregularity DUKI-25" for step in exercise.steps):
            asked = missing(exercise, "irregularity")
            break
    assert asked
    due = Items().learn(asked, day(0)).due(day(0))
    made = practise(choose(due), "seed")
    assert {item_of(step) for step in made.steps} == {"irregularity DUKI-25"}
    assert made.opening.settings.rulings["shuffler"] == "no"


def test_of_what_is_due_the_table_with_most_is_chosen():
    due = [Item("duki", "wager", "DUKI-06"), *(Item("buyout", "points", f"R{n}") for n in (1, 2))]
    assert {one.game for one in choose(due)} == {"buyout"}
    assert {one.game for one in choose(due, "duki")} == {"duki"}
    with pytest.raises(Refused, match="nothing is due"):
        choose(due, "holdout")


def test_what_no_round_asks_for_is_refused_in_words():
    with pytest.raises(Refused, match="rounds had none of what is due"):
        practise([Item("duki", "points", "DUKI-01")], "seed")


def test_items_go_through_json_and_keep_within_their_number():
    exercise = missing(exercise_of(rounds.DUKI_FOUR), "qualifies")
    full = Items(tuple(Item("duki", "kind", f"R{n}", box=n == 7) for n in range(MOST_ITEMS)))
    items = full.learn(exercise, day(0))
    assert len(items.waiting) == MOST_ITEMS
    assert not [one for one in items.waiting if one.rule == "R7"]
    assert read_items([list(one) for one in items.waiting], items.learnt) == items
