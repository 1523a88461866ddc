"""Holdout by Pitboss and by the verifier, which share no code: the same answers to random scripts.

PITBOSS_VERIFIED=1000000 pytest tests/verifier/test_verifier_holdout.py makes it a campaign, and
PITBOSS_VERIFIED_SEED=2 another one.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.verifier.checking import needs_node
from tests.verifier.holdout_scripts import law_scripts, numbered_script
from tests.verifier.playing import Answer, Script
from tests.verifier.sides import by_pitboss, by_verifier, rounds

SEED = int(os.environ.get("PITBOSS_VERIFIED_SEED") or 1)
BATCH = 5_000
MONEY = ("net", "stacks", "pots", "rake")

UNMATCHED_ANTE: Script = {
    "game": "holdout",
    "table": {"rulings": {"ante": 5, "rake": "10% cap 5"}},
    "deck": "2c 3c 4c 2d 3d 4d 2h 3h 4h 5c 6c 7c 8d 9d Td Js",
    "stacks": {"1": 100, "2": 1},
    "button": 1,
    "blinds": [2, 4],
    "decisions": [[2, "hold", "2c"], [1, "hold", "3c"]],
}
"""Seat 1 antes 5.00, seat 2 has only 1.00."""

FOLDED_TOP: Script = {
    "game": "holdout",
    "deck": "2c 3c 4c 2d 3d 4d 2h 3h 4h 5c 6c 7c 8d 9d Td Js As Ks Ah Qh Kd",
    "stacks": {"1": 100, "2": 1, "3": 100},
    "button": 3,
    "blinds": [2, 4],
    "posts": [[1, "small-blind", 2, 0], [2, "big-blind", 4, 0], [3, "missed-blind", 4, 0]],
    "decisions": [[3, "fold"], [1, "hold", "2c"], [2, "hold", "3c"]],
}
"""Seat 3 folds with more in the pot than anyone who stays."""


def from_events(answer: Answer) -> dict[str, list[Answer]]:
    """The cards in dealing order, and the hands in the order in which they were shown."""
    dealt, shown = [], []
    for event in answer["events"]:
        if event["event"] in ("card-dealt", "card-burned"):
            dealt.append({"to": event.get("to", "burn"), "card": event["card"]})
        elif event["event"] == "cards-shown":
            category = answer["hands"][event["of"]]["category"]
            seat = int(event["of"])
            shown.append({"seat": seat, "cards": event["cards"], "category": category})
    return {"dealt": dealt, "shown": shown}


def essence(answer: Answer) -> dict[str, Any]:
    """What both sides must say alike."""
    if "error" in answer:
        return {"refused": True}
    lists = from_events(answer) if "events" in answer else answer
    said: dict[str, Any] = {name: answer[name] for name in ("status", "settlement")}
    said |= {name: lists[name] for name in ("dealt", "shown")}
    said["questions"] = answer.get("questions")
    said["waiting"] = [
        {name: asked[name] for name in ("seat", "options")} for asked in answer["waiting"]
    ]
    said |= {name: answer[name] for name in MONEY}
    # A pot whose chips all went back to where they came from is none.
    full = (pot for pot in answer["pots"] if (pot["amount"], pot["rake"]) != ("0.00", "0.00"))
    said["pots"] = list(full)
    return said


def pairs(count: int) -> Iterator[tuple[Script, Answer, Answer]]:
    """Random scripts with both answers, the verifier's by one process for each batch."""
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        made = [numbered_script(SEED, number) for number in numbers]
        answers = by_verifier([one.script for one in made])
        for one, theirs in zip(made, answers, strict=True):
            if "questions" in theirs:  # one more where a decision that was meant as wrong is legal
                theirs["questions"] = theirs["questions"][: len(one.asked)]
            ours = {**by_pitboss(one.script), "questions": one.asked}
            assert essence(ours) == essence({**one.answer(), "questions": one.asked})
            yield one.script, ours, theirs


def difference(script: Script, ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """The script, and what the two sides do not say alike."""
    lines = [json.dumps(script)]
    for name in sorted({*ours, *theirs}):
        if ours.get(name) != theirs.get(name):
            lines.append(f"{name} by pitboss:  {json.dumps(ours.get(name))}")
            lines.append(f"{name} by verifier: {json.dumps(theirs.get(name))}")
    return "\n  ".join(lines)


@needs_node
def test_random_rounds_are_the_same() -> None:
    count = rounds(300)
    seen: Counter[str] = Counter()
    found = []
    for script, ours, theirs in pairs(count):
        seen[ours.get("status", "refused")] += 1
        seen["several pots"] += len(ours.get("pots", ())) > 1
        seen["split"] += any(len(pot["winners"]) > 1 for pot in ours.get("pots", ()))
        said = [essence(ours), essence(theirs)]
        if said[0] != said[1]:
            found.append(difference(script, *said))
    assert not found, f"{len(found)} of {count} rounds differ:\n" + "\n".join(found[:10])
    for kind in ("settled", "waiting", "void", "refused", "several pots", "split"):
        assert seen[kind] > 0, (kind, seen)


@needs_node
def test_the_law_of_each_day_is_the_same() -> None:
    scripts = list(law_scripts())
    refused = 0
    for script, theirs in zip(scripts, by_verifier(scripts), strict=True):
        ours = essence({**by_pitboss(script), "questions": []})
        refused += "refused" in ours
        assert ours == essence(theirs), difference(script, ours, essence(theirs))
    assert 0 < refused < len(scripts)


@needs_node
@pytest.mark.parametrize("script", [UNMATCHED_ANTE, FOLDED_TOP])
def test_what_nobody_met_goes_back(script: Script) -> None:
    """An ante beyond every other's, and what a seat has in the pot that folds with the most."""
    [theirs] = by_verifier([script])
    ours = {**by_pitboss(script), "questions": theirs["questions"]}
    assert essence(ours) == essence(theirs)
