"""The decision clock's safe default, derived from what a seat may do."""

from random import Random

import pytest

from pitboss.games import OURS, find_game
from pitboss.games.contract import Decision
from pitboss.games.events import Decided
from pitboss.rounds.runner import Runner, safe_decision
from pitboss.rounds.script import run_script
from tests.contract.openings import open_randomly
from tests.omaha_scripts import omaha_deck
from tests.rules.holdout import write_holdout
from tests.scripts import buyout_deck, duki_deck, write_script


def default(script):
    question = run_script(script).question
    assert question is not None
    return safe_decision(question)


def test_duki_folds() -> None:
    deck = duki_deck({1: "9h 9c 6s Jd"}, "9d 9s 5h 8c")
    assert default(write_script("duki", deck, {1: {"ante": 10}})) == Decision(1, "fold")


def test_super_omaha_folds() -> None:
    deck = omaha_deck({2: "2d 4d 8s Jc"}, "4c 6c 8c 9d", "As Ks Qs 2c 3d")
    assert default(write_script("super-omaha", deck, {2: {"ante": 10}})) == Decision(2, "fold")


@pytest.mark.parametrize(
    ("hand", "decisions", "action"),
    [
        ("As Ts 9d 2c", "", "refuse"),
        ("As Td 9d 2c", "", "fold"),
        ("As Td 9d 2c", "1 buy", "refuse"),
        ("As Td 9c 9h", "1 buy", "fold"),
        ("As Td 9c 2h", "1 buy", "fold"),
    ],
)
def test_buyout_refuses_where_it_may_and_else_folds(hand, decisions, action) -> None:
    deck = buyout_deck({1: hand}, "3c 5h 6s 3d Tc")
    script = write_script("buyout", deck, {1: {"first": 10}}, decisions)
    assert default(script) == Decision(1, action)


@pytest.mark.parametrize(
    ("decisions", "decision"),
    [("", Decision(1, "fold")), ("1 call", Decision(2, "check"))],
)
def test_holdout_checks_where_it_may_and_else_folds(decisions, decision) -> None:
    assert default(write_holdout({1: 200, 2: 200}, decisions, button=1)) == decision


def test_holdout_holds_all_five() -> None:
    hand = "Ac Kd 9h 7s 2c"
    script = write_holdout({1: 200, 2: 200}, "1 call, 2 check", button=1, hands={2: hand})
    running = run_script(script)
    question = running.question
    assert question is not None
    made = safe_decision(question)
    assert (made.seat, made.action) == (2, "hold")
    assert made.cards == tuple(running.table.hands[2])
    assert len(made.cards) == 5


@pytest.mark.parametrize("key", OURS)
def test_every_round_ends_by_safe_decisions_alone(key) -> None:
    """Nobody puts in more than before the deal."""
    rng, answers = Random(20261115), list[Decided]()
    for _ in range(40):
        running = Runner(find_game(key), open_randomly(key, rng))
        while running.question:
            made = safe_decision(running.question)
            assert made.action in ("check", "refuse", "fold", "hold")
            running.decide(made)
        assert running.status == "settled"
        answers += [event for event in running.table.events if isinstance(event, Decided)]
    assert len(answers) > 40
    assert not any(event.cents for event in answers)
