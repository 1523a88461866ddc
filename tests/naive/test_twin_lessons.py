"""Every exercise agrees with a twin that knows the document and the round's record alone."""

import json
from collections import Counter
from typing import Any

import pytest

from pitboss.cards import format_cards
from pitboss.money import dollars
from pitboss.rounds.script import write_decision, write_seating
from pitboss.training.drills import write_table
from pitboss.training.exercise import Exercise, start
from tests.naive.naive_lessons import Json, compare, given_back
from tests.naive.naive_lessons_holdout import tell_holdout
from tests.naive.naive_lessons_house import tell_buyout, tell_duki, tell_super_omaha
from tests.naive.naive_lessons_wrong import misfits, right_answers

TELL = {
    "buyout": tell_buyout,
    "duki": tell_duki,
    "super-omaha": tell_super_omaha,
    "holdout": tell_holdout,
}
RULINGS: dict[str, list[dict[str, str]]] = {
    "buyout": [{}, {"bonus-hand": "four-cards"}],
    "duki": [{}, {"shuffler": "no"}, {"ace": "high"}],
    "super-omaha": [{}, {"shuffler": "no", "five-card-community": "4"}],
    "holdout": [{}, {"betting": "no-limit"}, {"heads-up-blinds": "left-small"}],
}
SEEDS = 40


def write_exercise(exercise: Exercise) -> Json:
    """An exercise as the twin reads it: a record of its round, and its steps with their answers."""
    running = exercise.played.running
    opening = running.table.opening
    table: dict[str, Any] = {**write_table(opening), "limits": {}}
    for jackpot in table.get("jackpots", []):
        del jackpot["reserve"]
    script: dict[str, Any] = {"game": exercise.game, "table": table}
    if opening.seating:
        script |= write_seating(opening.seating)
    else:
        script["wagers"] = {
            str(seat): {name: dollars(cents) for name, cents in made.items()}
            for seat, made in opening.wagers.items()
        }
    script["deck"] = format_cards(opening.deck)
    script["decisions"] = [write_decision(one) for one in running.decisions]
    steps = [
        {**step.to_json(), "accepted": list(step.accepted), "costs": dict(step.costs)}
        for step in exercise.steps
    ]
    written: Json = {"mode": json.loads(exercise.options)["mode"], "script": script, "steps": steps}
    return json.loads(json.dumps(written))  # type: ignore[no-any-return]


def judge(game: str, written: Json) -> list[str]:
    """Where an exercise and the twin do not agree."""
    script, steps = written["script"], written["steps"]
    told, put = TELL[game](script)
    voided = any(one[0] == "void" for one in script["decisions"])
    found = compare(told, steps, voided, written["mode"])
    if voided:
        found += given_back(steps, put)
    for step in steps:
        if step["kind"] == "irregularity":
            found += misfits(step["prompt"], script)
            right = right_answers(step["prompt"], script["table"]["rulings"])
            if set(step["accepted"]) != right:
                found.append(f"{step['prompt']}: {step['accepted']}, twin {right}")
    return found


@pytest.mark.parametrize(
    ("game", "rulings"), [(game, rulings) for game in TELL for rulings in RULINGS[game]]
)
def test_every_step_agrees_with_the_twin(game: str, rulings: dict[str, str]):
    kinds: Counter[str] = Counter()
    for seed in range(SEEDS):
        options = {
            "mode": ("full", "deals", "settles")[seed % 3],
            "players": (1, 2, 3, 4, 5)[seed % 5] if game != "holdout" else 2 + seed % 5,
            "irregularities": 50 if seed % 2 else 0,
            "rulings": rulings,
        }
        exercise = start(game, f"twin {seed}", options)
        written = write_exercise(exercise)
        assert judge(game, written) == [], (game, seed, options)
        kinds.update(step.kind for step in exercise.steps)
    assert len(kinds) > 10
    assert kinds["irregularity"] > 3


@pytest.mark.parametrize("game", TELL)
def test_the_twin_finds_a_wrong_answer(game: str):
    """One answer of each step changed: the twin says so each time."""
    written = write_exercise(start(game, "twin 0", {"mode": "full", "irregularities": 0}))
    assert judge(game, written) == []
    for number, step in enumerate(written["steps"]):
        changed = json.loads(json.dumps(written))
        wrong = [one for one in step["choices"] if one not in step["accepted"]] or ["12345.67"]
        changed["steps"][number]["accepted"] = wrong[:1]
        assert judge(game, changed), step


@pytest.mark.parametrize(("game", "kind"), [("duki", "outcome"), ("holdout", "winner")])
def test_the_twin_finds_a_wrong_money_error(game: str, kind: str):
    options = {"mode": "settles", "irregularities": 0, "players": 4}
    written = write_exercise(start(game, "twin 4", options))
    step = next(one for one in written["steps"] if one["kind"] == kind)
    assert judge(game, written) == []
    step["costs"] = {choice: cents + 1 for choice, cents in step["costs"].items()}
    assert "costs" in judge(game, written)[0]
