"""The engine against the twins: whole rounds under every ruling, and what both refuse.

Every option of every ruling is in force in at least 1,000 rounds of each chunk of a game, so in
20,000 in a campaign. A round agrees if every question asked, the end, each settled wager and each
seat's net are the same.
"""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import option_json, row_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_decision, read_opening, run_script

from . import naive_faults, naive_rounds
from .naive_cards import Refused as TwinRefused

CHUNKS = int(os.environ.get("PITBOSS_TWIN_CHUNKS", "1"))
PER_OPTION = 1_000
ROUNDS = {"buyout": 7_000, "duki": 4_000}
"""Seven options of seats in Buyout and four of bonus-four-card in Duki take turns."""

OWN = ("row", "rule")
"""What the engine adds to a settled wager; the twins know neither rows nor rule ids."""


def question_of(running: Runner) -> dict[str, Any] | None:
    question = running.question
    if question is None:
        return None
    options = [option_json(option) for option in question.options]
    return {"seat": question.seat, "options": options}


def brief(running: Runner) -> dict[str, Any]:
    """Where a round stands, in the twins' words."""
    asked = question_of(running)
    rows = [row_json(row) for row in running.settlement]
    return {
        "status": running.status,
        "waiting": [asked] if asked else [],
        "settlement": [
            {name: value for name, value in row.items() if name not in OWN} for row in rows
        ],
        "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
    }


def settle(script: dict[str, Any], asked: list[dict[str, Any]]) -> dict[str, Any]:
    """The engine's answer, after comparing every question on the way."""
    game = find_game(script["game"])
    running = Runner(game, read_opening(game, script))
    for number, entry in enumerate(script["decisions"]):
        # after the last question only a void may stand
        assert question_of(running) == dict(enumerate(asked)).get(number), number
        running.decide(read_decision(entry))
    return brief(running)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", ROUNDS)
def test_whole_rounds(game: str, chunk: int):
    rounds = ROUNDS[game]
    seen: Counter[Any] = Counter()
    for number in range(chunk * rounds, (chunk + 1) * rounds):
        played = naive_rounds.play_round(game, number)
        assert settle(played.script, played.asked) == played.answer, (number, played.script)
        seen += naive_rounds.rulings_of(played.script)
        seen[played.answer["status"]] += 1
    for name, ruling in find_game(game).source.rulings.items():
        for option in ruling.options:
            assert seen[name, option] >= PER_OPTION, (name, option)
    assert min(seen[status] for status in ("settled", "waiting", "void")) > rounds // 50


def answers(game: str, script: dict[str, Any]) -> tuple[Any, Any]:
    """What engine and twin make of a script; None where it is refused."""
    try:
        ours: Any = brief(run_script(script))
    except Refused:
        ours = None
    try:
        theirs: Any = naive_rounds.TWINS[game].answer(script)
    except TwinRefused:
        theirs = None
    return ours, theirs


@pytest.mark.parametrize("fault", naive_faults.FAULTS, ids=lambda fault: str(fault.__name__))
@pytest.mark.parametrize("game", ROUNDS)
def test_faults_are_refused_by_both_or_by_neither(game: str, fault: naive_faults.Fault):
    """A fault may turn out harmless, such as a card that is missing where none is needed."""
    refused = 0
    for number in range(50):
        script = naive_rounds.play_round(game, 10**6 + number).script
        fault(Random(number), script)
        ours, theirs = answers(game, script)
        assert ours == theirs, (number, script)
        refused += ours is None
    assert refused >= 5
