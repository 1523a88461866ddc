"""The coach: its figures are those of ``advise``, its costs their differences."""

import json
from fractions import Fraction
from typing import Any

import pytest

from pitboss.games.contract import Decision
from pitboss.odds.registry import advise
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from pitboss.rounds.shuffle import seeded
from pitboss.training.coach import Scorecard, judge, read_judgement, read_scorecard, weigh
from pitboss.training.rounds import decide
from tests.training.rounds import GAMES, OMAHA_FLUSH, first_option, waiting

EXACT = ("buyout", "duki", "super-omaha")


def values(running: Runner) -> dict[str, Fraction]:
    """What ``advise`` says of each action."""
    answer: dict[str, Any] = advise(running)
    return {option["action"]: Fraction(option["ev"]["exact"]) for option in answer["options"]}


@pytest.mark.parametrize("game", EXACT)
def test_cost_is_the_difference_of_the_advised_values(game: str):
    for seed in range(6):
        running = waiting(game, str(seed))
        told = values(running)
        judgement = judge(running, Decision(1, "fold"))
        assert judgement.cost == max(told.values()) - told["fold"]
        assert judgement.cost_cents == judgement.cost * 1000
        assert judgement.is_right == (judgement.cost == 0)
        assert weigh(running).best.action == advise(running)["best"]


def test_a_duki_fold_worked_out():
    """Folding loses the Ante, so it costs one unit more than playing is worth."""
    deck = "9h 9c 6s Jd 9d 9s 5h 8c"
    running = run_script({"game": "duki", "deck": deck, "wagers": {"1": {"ante": 10}}})
    worth = values(running)["play"]
    judgement = judge(running, Decision(1, "fold"))
    assert judgement.cost == worth + 1
    assert judgement.best == "play 10.00"
    assert judgement.kind == "folds a 4-card Duki, pair of nines"


def test_the_size_of_a_flop_wager_is_judged_at_its_own_worth():
    """A wager of free size is linear in its size: between 1x and 3x lies their mean."""
    running = run_script({**OMAHA_FLUSH, "decisions": []})
    costs = {
        cents: judge(running, Decision(1, "flop", cents)).cost for cents in (1000, 1250, 2000, 3000)
    }
    assert costs[3000] == 0
    assert costs[2000] == costs[1000] / 2 > 0
    assert costs[1250] == costs[1000] * Fraction(7, 8)


def test_equal_expectation_is_right(monkeypatch: pytest.MonkeyPatch):
    """Exact ties are rare, so the figures here are given."""
    even = {"exact": "-1/1", "value": -1.0}
    options = [{"action": "play", "amount": "10.00", "ev": even}, {"action": "fold", "ev": even}]
    figures = {"seat": 1, "options": options, "best": "fold"}
    monkeypatch.setattr("pitboss.training.coach.advise", lambda running: figures)
    for decision in (Decision(1, "play"), Decision(1, "fold")):
        judgement = judge(waiting("duki", "1"), decision)
        assert judgement.is_right
        assert judgement.best == "fold"


def test_the_only_option_is_right():
    deck = "2c 9d 5d Ks 7h 4s"
    running = run_script({"game": "buyout", "deck": deck, "wagers": {"1": {"first": 10}}})
    running.decide(Decision(1, "buy"))
    assert judge(running, Decision(1, "fold")).is_right


def test_advice_names_the_best_in_dollars():
    running = run_script({**OMAHA_FLUSH, "decisions": []})
    advice = weigh(running)
    assert advice.best.label == "flop 30.00"
    assert [option.label for option in advice.options] == [
        *("flop 10.00", "flop 20.00", "flop 30.00", "fold")
    ]
    shown = advice.best.to_json(advice.unit_cents)
    assert shown["dollars"] == f"{round(advice.best.value * 1000) / 100:.2f}"


def test_exam_refuses_advice_and_still_scores():
    running = waiting("duki", "1")
    with pytest.raises(Refused, match="no advice before a decision in exam mode"):
        weigh(running, exam=True)
    assert judge(running, first_option(running)).options == weigh(running).options


def test_judging_changes_nothing_and_refuses_what_is_illegal():
    running = waiting("super-omaha", "1")
    before = list(running.table.events)
    judge(running, Decision(1, "flop", 1500))
    assert running.table.events == before
    assert running.question
    assert len(running.question.options) == 2
    with pytest.raises(Refused, match=r"flop with 31\.00 is not allowed"):
        judge(running, Decision(1, "flop", 3100))
    with pytest.raises(Refused, match="out of turn"):
        judge(running, Decision(2, "fold"))


def test_jackpots_are_left_out_and_named():
    judgement = judge(waiting("super-omaha", "1"), Decision(1, "fold"))
    assert judgement.basis.left_out == ("jackpot-1",)


def test_holdout_is_judged_under_its_model():
    running = waiting("holdout", "2")
    judgement = judge(running, Decision(1, "fold"))
    assert judgement.basis.unit == "big blind"
    assert judgement.basis.model.startswith("every player still in calls and nobody wagers again;")
    assert judgement.basis.method == "estimated"


def test_an_estimate_is_no_mistake_unless_the_intervals_are_apart():
    for seed in range(8):
        running = waiting("holdout", str(seed))
        judgement = judge(running, Decision(1, "call"))
        told = {option.label: option for option in judgement.options}
        apart = told[judgement.chosen].high < told[judgement.best].low
        assert judgement.is_right != apart


@pytest.mark.parametrize("game", GAMES)
def test_judgements_and_scorecards_go_through_json(game: str):
    card = Scorecard()
    for seed in range(3):
        running, take = waiting(game, str(seed)), seeded(str(seed))
        while running.question:
            decision = decide(running, take)
            judgement = judge(running, decision)
            assert read_judgement(json.loads(json.dumps(judgement.to_json()))) == judgement
            card = card.add(judgement)
            running.decide(decision)
    again = read_scorecard(json.loads(json.dumps(card.to_json())))
    assert again.to_json() == card.to_json()
    assert card.judged == card.right + card.wrong > 5


def test_scorecard_groups_mistakes_by_kind():
    good = run_script({**OMAHA_FLUSH, "decisions": []})
    fold = judge(good, Decision(1, "fold"))
    small = judge(good, Decision(1, "flop", 1000))
    right = judge(good, Decision(1, "flop", 3000))
    card = Scorecard().add(small).add(fold).add(right).add(small)
    assert (card.right, card.wrong) == (1, 3)
    assert card.cost_cents == fold.cost_cents + 2 * small.cost_cents
    first, second = card.most_frequent()
    assert (first.kind, first.times) == ("wagers 1x with a flush", 2)
    assert (second.kind, second.times) == ("folds a flush", 1)


@pytest.mark.parametrize(
    ("game", "deck", "action", "kind"),
    [
        ("duki", "4h 4c Ks 9h", "fold", "folds a 3-card Duki, pair of fours"),
        ("duki", "4h 6h Ks 9h", "play", "plays no Duki"),
        (
            "buyout",
            "Kh 2d 7h 9c 3s Ac",
            "refuse",
            "refuses the third card with 17 points against an up card of nine",
        ),
        ("super-omaha", "5h 5d 9c 2s", "fold", "folds a pair of fives"),
    ],
)
def test_kinds_are_readable(game: str, deck: str, action: str, kind: str):
    wager = "first" if game == "buyout" else "ante"
    cards = deck + {"super-omaha": " 6c 6d 6h 6s Kd Tc Jh 3d 3h", "duki": " 2c 2d 2h 2s"}.get(
        game, ""
    )
    running = run_script({"game": game, "deck": cards, "wagers": {"1": {wager: 10}}})
    assert judge(running, Decision(1, action)).kind == kind
