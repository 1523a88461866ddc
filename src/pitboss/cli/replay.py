"""``pitboss replay``: a recorded round step by step, from everyone's or one seat's eyes."""

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cli.input import read_json
from pitboss.games.contract import Decision
from pitboss.games.events import Decided
from pitboss.games.history import Viewer
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import events_json, option_json, settlement_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from pitboss.rounds.view import Step, read_viewer, sees_options, viewer_words, walk

ROUND_FORMAT = "pitboss-round"

_BROKEN = (AttributeError, LookupError, TypeError, ArithmeticError)


def run_replay(options: argparse.Namespace) -> None:
    running, decisions = read_round(read_json(options.round), options.round)
    viewer = read_viewer(options.viewer or "all", running.table.seats)
    steps = list(walk(running, decisions, viewer))
    if options.json:
        print(json.dumps(replay_json(running, steps, viewer)))
        return
    from pitboss.cli.transcript import print_steps

    print_steps(running, steps, viewer)


def read_round(value: object, name: str) -> tuple[Runner, list[Decision]]:
    """The round at its first question, and its decisions."""
    if not isinstance(value, Mapping):
        raise Refused(f"{name}: a JSON object is needed, an exported round or a script")
    if value.get("format") != ROUND_FORMAT:
        running = run_script(value)
        return Runner(running.game, running.table.opening), running.decisions
    try:
        return _read_entries(value)
    except Refused as refusal:
        raise Refused(f"{name}: {refusal}") from None
    except _BROKEN:
        raise Refused(f"{name}: a part of the round is missing or of the wrong kind") from None


def _read_entries(value: Mapping[str, Any]) -> tuple[Runner, list[Decision]]:
    # Here, because a script needs nothing of the house, and deal tells its round with this module.
    from pitboss.house.audit.replay import KINDS, read_recorded

    entries = [entry for entry in value["entries"] if entry["kind"] in KINDS]
    game, opening, decisions = read_recorded(entries)
    return Runner(game, opening), decisions


def replay_json(running: Runner, steps: Sequence[Step], viewer: Viewer) -> dict[str, object]:
    return {
        "game": running.game.source.key,
        "viewer": viewer_words(viewer),
        "steps": [_step_json(step, viewer) for step in steps],
        "status": running.status,
        "settlement": settlement_json(running),
        "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
    }


def _step_json(step: Step, viewer: Viewer) -> dict[str, object]:
    values: dict[str, object] = {}
    if step.question and isinstance(step.events[0], Decided):
        values["seat"] = step.question.seat
        if sees_options(step.question, viewer):
            values["options"] = [option_json(option) for option in step.question.options]
    return {**values, "events": events_json(step.events)}
