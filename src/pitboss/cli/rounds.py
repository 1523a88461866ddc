"""``pitboss deal``: scripted rounds; ``replay``: a recorded round step by step, from everyone's or
one seat's eyes; ``history``: a round as a PHH file or in words, and a PHH file as a script."""

import argparse
import json
import sys
from collections.abc import Mapping

from pitboss.cli.input import answer_scripts, read_json, read_text
from pitboss.games.contract import Decision
from pitboss.games.events import Decided
from pitboss.games.history import Viewer
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds import script
from pitboss.rounds.record import events_json, option_json, settlement_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import Step, read_viewer, sees_options, viewer_words, walk

ROUND_FORMAT = "pitboss-round"


def run_deal(options: argparse.Namespace) -> None:
    if options.json:
        answer_scripts(options.script, script.answer_script)
        return
    running = script.run_script(read_json(options.script))
    from pitboss.cli.screen.pages import Transcript, print_page

    print_page(lambda width: Transcript(running, width).round())


def run_replay(options: argparse.Namespace) -> None:
    running, decisions = read_round(read_json(options.round), options.round)
    viewer = read_viewer(options.viewer or "all", running.table.seats)
    steps = list(walk(running, decisions, viewer))
    if options.json:
        document = {
            "game": running.game.source.key,
            "viewer": viewer_words(viewer),
            "steps": [_step_json(step, viewer) for step in steps],
            "status": running.status,
            "settlement": settlement_json(running),
            "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
        }
        print(json.dumps(document))
        return
    from pitboss.cli.screen.pages import Transcript, print_page

    print_page(lambda width: Transcript(running, width).steps(steps, viewer))


def read_round(value: object, name: str) -> tuple[Runner, list[Decision]]:
    """The round at its first question, and its decisions."""
    if not isinstance(value, Mapping):
        raise Refused(f"{name}: a JSON object is needed, an exported round or a script")
    if value.get("format") != ROUND_FORMAT:
        running = script.run_script(value)
        return Runner(running.game, running.table.opening), running.decisions
    # Here, because a script needs nothing of the house.
    from pitboss.house.audit.replay import read_recorded, steps_of

    try:
        game, opening, decisions = read_recorded(steps_of(value["entries"]))
        return Runner(game, opening), decisions
    except Refused as refusal:
        raise Refused(f"{name}: {refusal}") from None
    except (AttributeError, LookupError, TypeError, ArithmeticError):
        raise Refused(f"{name}: a part of the round is missing or of the wrong kind") from None


def _step_json(step: Step, viewer: Viewer) -> dict[str, object]:
    values: dict[str, object] = {}
    if step.question and isinstance(step.events[0], Decided):
        values["seat"] = step.question.seat
        if sees_options(step.question, viewer):
            values["options"] = [option_json(option) for option in step.question.options]
    return {**values, "events": events_json(step.events)}


def run_history(options: argparse.Namespace) -> None:
    """To a file, or to standard output; in UTF-8, as PHH files are."""
    if (options.script is None) == (options.phh is None):
        raise Refused("history: give a script, or a PHH file with --import, and not both")
    text = _import(options) if options.script is None else _export(options)
    data = text.encode("utf-8", "replace")
    if options.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        with open(options.output, "wb") as file:
            file.write(data)
    except OSError as error:
        words = error.strerror or error
        raise Refused(f"{options.output}: cannot be written: {words}") from None


def _import(options: argparse.Namespace) -> str:
    """The script of a PHH file, on one line."""
    if options.format or options.viewer or options.json:
        raise Refused("history --import: --format, --viewer and --json go with a script only")
    text = read_text(options.phh)
    try:
        imported = script.read_history(text, options.fill)
        return json.dumps(script.script_of(imported.running, imported.stand_ins)) + "\n"
    except Refused as refusal:
        raise Refused(f"{options.phh}: {refusal}") from None


def _export(options: argparse.Namespace) -> str:
    """The history of a script's round, in the chosen form and for the chosen eyes."""
    if options.fill:
        raise Refused("history: --fill goes with --import only")
    form = options.format or "text"
    if form not in (forms := script.history_forms()):
        raise Refused(f"--format {form[:20]!r} is unknown; allowed: {', '.join(forms)}")
    running = script.run_script(read_json(options.script))
    script.find_histories(running.game)
    viewer = read_viewer(options.viewer or "all", running.table.seats)
    history = script.write_history(running, form, viewer)
    if not options.json:
        return history
    document = {
        "game": running.game.source.key,
        "format": form,
        "viewer": viewer_words(viewer),
        "history": history,
    }
    return json.dumps(document) + "\n"
