"""Advice at a Holdout table: what it adds up to, what it may know, and what it says of itself."""

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.games.contract import Decision
from pitboss.games.events import PotMade
from pitboss.odds.holdout import equity
from pitboss.odds.holdout.advise import plan_all
from pitboss.odds.holdout.play import look
from pitboss.odds.registry import advise
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import run_script
from tests.commands.program import Inside
from tests.odds.holdout_rounds import (
    GAME,
    STRUCTURES,
    open_table,
    questions,
    with_hidden_cards_moved,
)
from tests.rules.holdout import write_holdout

HANDS = {1: "As Ad 9c 5h 2d", 2: "Kd Kc Qc Jh 3s", 3: "8h 8s 4d 4c Ts"}
BOARD = "7h 2c 9d Jc"
TO_FLOP = "2 call, 1 check, 1 hold AsAd9c, 2 hold KdKcQc"


def ask(decisions: str, seats: int = 2, **extra: Any) -> dict[str, Any]:
    stacks = extra.pop("stacks", dict.fromkeys(range(1, seats + 1), 200))
    hands = {seat: HANDS[seat] for seat in stacks}
    script = write_holdout(stacks, decisions, hands=hands, board=BOARD, **extra)
    return advise(run_script(script))


def option(answer: dict[str, Any], action: str) -> dict[str, Any]:
    return next(one for one in answer["options"] if one["action"] == action)


def fraction(figure: dict[str, Any]) -> Fraction:
    return Fraction(figure["exact"])


def test_after_the_flop_between_two_everything_is_exact():
    answer = ask(f"{TO_FLOP}, 1 bet 4")
    assert answer["method"] == "exact"
    assert answer["model"] == "sensible"
    assert answer["discards"] == {"1": 2}
    assert answer["pot_odds"] == {"exact": "1/4", "value": 0.25}
    share = fraction(answer["equity"])
    assert fraction(option(answer, "call")["ev"]) == 4 * share - 2
    assert fraction(option(answer, "raise")["ev"]) == 6 * share - 3
    assert fraction(option(answer, "fold")["ev"]) == -1
    cards = [parse_cards(text) for text in ("Kd Kc Qc", "Jh 3s", "7h 2c")]
    assert share == equity.count(equity.Spot(cards[0], cards[1], cards[2], (2,))).value


def test_a_hold_is_advised_with_all_31_values():
    answer = ask("2 call, 1 check")
    assert answer["method"] == "estimated"
    assert (answer["best"], answer["cards"]) == ("hold", "As Ad 9c")
    assert len(answer["options"]) == 31
    values = [one["ev"]["value"] for one in answer["options"]]
    assert values == sorted(values, reverse=True)
    for one in answer["options"]:
        low, high = one["equity"]["interval"]
        assert low <= one["equity"]["value"] <= high
        assert one["ev"]["value"] == pytest.approx(2 * one["equity"]["value"] - 1)


def test_before_the_discard_the_best_hold_stands_for_the_hand():
    answer = ask("")
    assert answer["seat"] == 2
    assert answer["held"].startswith("Kd Kc ")
    assert answer["method"] == "estimated"
    assert (answer["samples"], answer["seed"], answer["confidence"]) == (12_000, 1, 0.99)
    assert option(answer, "fold")["ev"] == {"exact": "-1/2", "value": -0.5}
    assert answer["best"] == "raise"


def test_a_count_seen_changes_the_advice():
    strong = ask("2 call, 1 check, 1 hold AsAd9c5h2d")
    weak = ask("2 call, 1 check, 1 hold As")
    assert strong["discards"] == {"1": 0}
    assert weak["options"][0]["equity"]["value"] > strong["options"][0]["equity"]["value"] + 0.3


def test_counts_laid_down_together_are_not_known_before():
    answer = ask("2 call, 1 check, 1 hold AsAd9c", discard_order="together")
    assert answer["discards"] == {"1": None}


def test_rake_comes_off_the_pot():
    plain = ask(f"{TO_FLOP}, 1 bet 4")
    raked = ask(f"{TO_FLOP}, 1 bet 4", rake={"percent": 10, "cap": 1})
    share = fraction(plain["equity"])
    assert fraction(option(raked, "call")["ev"]) == Fraction(15, 4) * share - 2


def test_a_hand_that_cannot_win_folds():
    hands = {1: "As Ks Qs Js Ts", 2: "3c 4d 7s 8h Jc"}
    decisions = "2 call, 1 check, 1 hold AsKsQsJsTs, 2 hold 3c, 1 check, 2 check, 1 bet 8"
    script = write_holdout({1: 200, 2: 200}, decisions, hands=hands, board="2c 5d 9h Td")
    answer: dict[str, Any] = advise(run_script(script))
    assert fraction(answer["equity"]) < Fraction(1, 50)
    assert answer["best"] == "fold"


def test_what_is_free_is_taken_even_if_nothing_can_be_won():
    hands = {1: "3c 4d 7s 8h Jc", 2: "As Ks Qs Js Ts"}
    decisions = "2 call, 1 check, 1 hold 3c, 2 hold AsKsQsJsTs, 1 check, 2 check"
    script = write_holdout({1: 200, 2: 200}, decisions, hands=hands, board="2c 5d 9h Td")
    answer: dict[str, Any] = advise(run_script(script))
    assert fraction(answer["equity"]) == 0
    assert fraction(option(answer, "check")["ev"]) == fraction(option(answer, "fold")["ev"]) == -1
    assert answer["best"] == "check"


def everyone_calls(running: Runner, first: Decision) -> list[PotMade]:
    """The pots at the end of the same round, if nobody folds or wagers again after this."""
    again = replay(GAME, running.table.opening, [*running.decisions, first])
    while question := again.question:
        actions = [one.action for one in question.options]
        if "hold" in actions:
            again.decide(Decision(question.seat, "hold", cards=question.options[0].cards))
        else:
            action = "check" if "check" in actions else "call"
            again.decide(Decision(question.seat, action))
    return [event for event in again.table.events if isinstance(event, PotMade)]


@pytest.mark.parametrize("betting", STRUCTURES)
def test_planned_pots_are_those_of_the_table(betting: str):
    """Side pots, short all-ins and rake: a plan has the pots that the rules then make."""
    random = Random(f"plans {betting}")
    checked = with_sides = 0
    for _ in range(40):
        rake = random.choice(("none", {"percent": 5, "cap": 3}))
        table = open_table(random, random.randint(2, 6), betting=betting, rake=rake)
        for running in questions(random, table):
            sight = look(running)
            for plan in plan_all(sight) if "hold" not in sight.options else []:
                if plan.action == "fold":
                    continue
                first = Decision(sight.seat, plan.action, plan.to_cents or None)
                made = everyone_calls(running, first)
                pots = [(pot.cents, set(pot.seats)) for pot in made if sight.seat in pot.seats]
                assert [(pot.cents, set(pot.seats)) for pot in plan.pots] == pots
                checked, with_sides = checked + 1, with_sides + (len(pots) > 1)
    assert checked > 300
    assert with_sides > 10


def test_advice_is_printed_for_people_and_programs(pitboss: Inside):
    script = write_holdout({1: 200, 2: 200}, TO_FLOP, hands={1: HANDS[1], 2: HANDS[2]}, board=BOARD)
    given = json.dumps(script).encode()
    shown = pitboss("advise", "-", given=given)
    assert shown.status == 0
    assert shown.out.startswith("Seat 1: bet\n")
    assert "share of the pot 73.93 % with As Ad 9c" in shown.out
    assert "exact, model sensible:" in shown.out
    answer = json.loads(pitboss("advise", "-", "--json", given=given).out)
    assert answer["equity"]["value"] == pytest.approx(0.7393, abs=0.0001)
    held = dict(script, decisions=script["decisions"][:2])
    shown = pitboss("advise", "-", given=json.dumps(held).encode())
    assert shown.out.startswith("Seat 1: hold As Ad 9c\n")
    assert "and 21 more (--json)" in shown.out


def test_advice_knows_only_what_the_seat_sees():
    random = Random(11)
    compared = 0
    for seats in (2, 2, 2, 2, 3, 4):
        table = open_table(random, seats, betting="no-limit")
        for running in questions(random, table):
            moved = with_hidden_cards_moved(random, running)
            assert moved.table.opening.deck != running.table.opening.deck
            assert advise(moved) == advise(running)
            compared += 1
    assert compared > 20
