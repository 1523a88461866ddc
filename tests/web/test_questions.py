"""The question to a person: who did what, what is lacking and why, and the usual amounts."""

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Question
from pitboss.games.words import Seen, past_words
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from pitboss.rounds.telling import look, name_places
from pitboss.rounds.view import Picture, view
from pitboss.web.pages.table.questions import Asked, read_question, slider_step
from tests.scripts import buyout_deck, write_script

NOT_PLAYABLE = "cards of no suit and no pair are not playable."
NAMES = {1: "You", 2: "Blaise", 3: "Carl"}


def asked(running: Runner) -> Asked:
    """The open question as its own seat sees it."""
    question = running.question
    assert question
    picture = Picture(view(running.table.events, question.seat))
    seating = running.table.opening.seating
    left = (
        seating.stacks[question.seat] - picture.place(question.seat).chips_cents if seating else 0
    )
    seen = look(question, picture, name_places(NAMES), left)
    return read_question(running.game, question, "ask", seen)


def holdout(decisions: str, betting: str = "pot-limit", **more: object) -> Runner:
    """Three seats with $500 each, the button at seat 1; blinds $2 and $4."""
    deck = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh"
    script = write_script("holdout", deck, {}, decisions, rulings={"betting": betting})
    stacks = {"1": 500, "2": 500, "3": 500}
    del script["wagers"]
    return run_script(script | {"stacks": stacks, "button": 1, "blinds": [2, 4]} | more)


def presets(running: Runner) -> dict[str, str]:
    return dict(asked(running).ranges[0].presets)


def test_a_bet_is_told_with_its_maker_and_amount():
    running = holdout("1 fold, 2 call, 3 check, 2 hold 2c, 3 hold 3d, 2 bet 8.00")
    assert asked(running).words == "Blaise bets $8. Call, raise or fold?"


def test_a_raise_by_the_pot_counts_the_call_first():
    """A pot of $8 and a bet of $8: the call makes it $24, and the raise is by as much."""
    running = holdout("1 fold, 2 call, 3 check, 2 hold 2c, 3 hold 3d, 2 bet 8.00")
    assert presets(running) == {"½ pot": "20.00", "⅔ pot": "24.00", "pot": "32.00"}


def test_the_pot_of_the_review_is_raised_to_49_28():
    """With a pot of $28.16 and $10.56 to call, a pot-size raise is to $49.28."""
    game = find_game("holdout")
    running = holdout("1 fold, 2 call, 3 check, 2 hold 2c, 3 hold 3d, 2 bet 8.00")
    assert running.question
    call, more, fold = running.question.options
    question = Question(
        3, (call._replace(least_cents=10_56, most_cents=10_56), more, fold), "HOLD-10"
    )
    wide = more._replace(least_cents=21_12, most_cents=1_000_00)
    seen = Seen([], [("Blaise", "bet", 10_56)], 28_16, 500_00)
    assert ("pot", 49_28) in game.words.presets(question, wide, seen)


def test_before_a_raise_the_blind_is_what_stands():
    """The pot is $6 and seat 1 calls $4: the pot after it is $10, the raise to $14."""
    assert presets(holdout("")) == {"½ pot": "9.00", "⅔ pot": "10.66", "pot": "14.00"}


def test_after_a_check_no_two_presets_are_the_same():
    found = presets(holdout("1 fold, 2 call, 3 check, 2 hold 2c, 3 hold 3d"))
    assert found == {"½ pot": "4.00", "⅔ pot": "5.33", "pot": "8.00"}


def test_without_a_limit_the_whole_stack_is_offered():
    found = presets(holdout("1 fold, 2 call, 3 check, 2 hold 2c, 3 hold 3d", "no-limit"))
    assert found["all-in"] == "496.00"
    assert len(set(found.values())) == len(found)


def test_presets_are_whole_chips():
    found = presets(holdout("", chip="1.00"))
    assert found == {"½ pot": "9.00", "⅔ pot": "10.00", "pot": "14.00"}


@pytest.mark.parametrize(
    ("cards", "decisions", "lacking"),
    [
        ("2c 7d Ks Ah", "", f"No Refuse: two {NOT_PLAYABLE}"),
        ("2c 7d Ks Ah", "1 buy", f"No Buy, no Refuse: {NOT_PLAYABLE}"),
        ("2c 7d Ks 7h", "1 buy", f"No Refuse: three {NOT_PLAYABLE}"),
        ("2c 2d Ks Ah", "", ""),
    ],
)
def test_what_is_lacking_is_said_with_the_reason(cards: str, decisions: str, lacking: str):
    deck = buyout_deck({1: cards}, "3c 4d 5c 7s 9c")
    running = run_script(write_script("buyout", deck, {1: {"first": 10}}, decisions))
    assert asked(running).lacking == ([lacking] if lacking else [])


def test_a_stack_that_only_answers_the_wager_is_told_why_it_may_not_raise():
    running = holdout("1 raise 14.00", stacks={"1": 500, "2": 14, "3": 500})
    assert asked(running).lacking == ["No raise: your chips only just answer the wager."]


def test_the_main_button_is_the_last_that_gives_nothing_up():
    assert [b.action for b in asked(holdout("")).buttons if b.main] == ["call"]


@pytest.mark.parametrize(
    ("span", "chip", "step"),
    [(100_00, 1, 50), (180_00, 1_00, 1_00), (2_000_00, 1_00, 10_00), (0, 1, 1)],
)
def test_a_slider_has_fine_steps_that_a_hand_can_tell_apart(span: int, chip: int, step: int):
    assert slider_step(span, chip) == step


def test_what_was_done_from_how_it_is_told():
    told = ("folds", "holds", "checks", "refuses the card", "calls")
    done = ["folded", "held", "checked", "refused the card", "called"]
    assert [past_words(each) for each in told] == done
