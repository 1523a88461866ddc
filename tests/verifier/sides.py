"""Two implementations of the rules, side by side: Pitboss and the verifier in JavaScript.

The verifier is started once for a whole batch of scripts. ``PITBOSS_VERIFIED`` sets how many random
rounds of each game are compared.
"""

import json
import os
import subprocess
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script
from tests.verifier.checking import VERIFIER
from tests.verifier.playing import Answer, Playing, Script

DEAL = VERIFIER / "deal.mjs"
ROW = ("seat", "wager", "amount", "outcome", "pays", "paid", "net")
BATCH = 5_000


def rounds(usual: int) -> int:
    """How many random rounds to compare."""
    return int(os.environ.get("PITBOSS_VERIFIED") or usual)


def by_pitboss(script: Script) -> Answer:
    """The answer of ``pitboss deal``, a refusal as ``{"error": …}``."""
    try:
        return answer_script(script)
    except Refused as refused:
        return {"error": str(refused)}


def by_verifier(scripts: Sequence[Script]) -> list[Answer]:
    """The verifier's answers to a batch, by one process."""
    lines = "".join(json.dumps(script) + "\n" for script in scripts)
    run = subprocess.run(
        ["node", str(DEAL), "-"], input=lines, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(scripts)
    return answers


def essence(answer: Answer) -> Answer:
    """What both sides must say alike."""
    if "error" in answer:
        return {"refused": True}
    dealt = answer.get("dealt")
    if dealt is None:
        dealt = [
            {"to": event["to"], "card": event["card"]}
            for event in answer["events"]
            if event["event"] == "card-dealt"
        ]
    return {
        "status": answer["status"],
        "waiting": [
            {"seat": question["seat"], "options": question["options"]}
            for question in answer["waiting"]
        ],
        "settlement": [{key: row[key] for key in ROW} for row in answer["settlement"]],
        "net": answer["net"],
        "jackpots": [jackpot_essence(jackpot) for jackpot in answer.get("jackpots", [])],
        "dealt": dealt,
    }


def jackpot_essence(jackpot: dict[str, Any]) -> Answer:
    """A jackpot after the round; exact amounts are a decimal on one side, n/d on the other."""
    exact = {key: str(Fraction(jackpot[key])) for key in ("exact", "reserve", "overflow")}
    said = {key: jackpot[key] for key in ("paytable", "type", "meter", "awards")}
    return {**said, **exact}


def disagreements(given: Iterable[Script | Playing], batch: int = BATCH) -> list[str]:
    """Each script on which the two sides differ, with both answers."""
    found: list[str] = []
    waiting = iter(given)
    while some := list(islice(waiting, batch)):
        scripts = [one.script if isinstance(one, Playing) else one for one in some]
        for one, script, theirs in zip(some, scripts, by_verifier(scripts), strict=True):
            ours = by_pitboss(script)
            assert not isinstance(one, Playing) or essence(one.answer()) == essence(ours), script
            if essence(ours) != essence(theirs):
                said = [one.get("error") or json.dumps(essence(one)) for one in (ours, theirs)]
                found.append(f"{json.dumps(script)}\n  pitboss:  {said[0]}\n  verifier: {said[1]}")
    return found
