"""``pitboss replay``: a recorded round step by step, from everyone's or one seat's eyes."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.cli.input import parse_json, read_text
from pitboss.cli.rounds import read_round
from pitboss.games.contract import Decision, Question
from pitboss.games.events import Decided, Event
from pitboss.games.history import Viewer
from pitboss.money import dollars
from pitboss.rounds.record import events_json, option_json, settlement_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import read_viewer, view, viewer_words


class Step(NamedTuple):
    """A question, if there was one before, and all that happened until the next."""

    question: Question | None
    events: list[Event]


def run_replay(options: argparse.Namespace) -> None:
    value = parse_json(read_text(options.round), options.round)
    running, decisions = read_round(value, options.round)
    viewer = read_viewer(options.viewer or "all", running.table.seats)
    steps = list(walk(running, decisions, viewer))
    if options.json:
        print(json.dumps(replay_json(running, steps, viewer)))
        return
    from pitboss.cli.transcript import print_steps

    print_steps(running, steps, viewer)


def walk(running: Runner, decisions: Sequence[Decision], viewer: Viewer) -> Iterator[Step]:
    """The opening, then a step for each decision, as the viewer saw them."""
    question: Question | None = None
    done = 0
    for decision in (None, *decisions):
        if decision is not None:
            question = running.question
            running.decide(decision)
        events = running.table.events[done:]
        done = len(running.table.events)
        yield Step(question, events if viewer is None else view(events, viewer))


def sees_options(question: Question, viewer: Viewer) -> bool:
    """Options that name cards are for their seat's eyes."""
    return viewer in (None, question.seat) or not any(option.cards for option in question.options)


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
