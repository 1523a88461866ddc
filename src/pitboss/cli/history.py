"""``pitboss history``: a round as a PHH file or in words, and a PHH file as a script."""

import argparse
import json
import sys

from pitboss.cli.input import read_json, read_text
from pitboss.refusal import Refused
from pitboss.rounds.script import (
    find_histories,
    history_forms,
    read_history,
    run_script,
    script_of,
    write_history,
)
from pitboss.rounds.view import read_viewer, viewer_words


def run_history(options: argparse.Namespace) -> None:
    if (options.script is None) == (options.phh is None):
        raise Refused("history: give a script, or a PHH file with --import, and not both")
    _write(_import(options) if options.script is None else _export(options), options.output)


def _import(options: argparse.Namespace) -> str:
    """The script of a PHH file, on one line."""
    if options.format or options.viewer or options.json:
        raise Refused("history --import: --format, --viewer and --json go with a script only")
    text = read_text(options.phh)
    try:
        imported = read_history(text, options.fill)
        script = script_of(imported.running, imported.stand_ins)
    except Refused as refusal:
        raise Refused(f"{options.phh}: {refusal}") from None
    return json.dumps(script) + "\n"


def _export(options: argparse.Namespace) -> str:
    """The history of a script's round, in the chosen form and for the chosen eyes."""
    if options.fill:
        raise Refused("history: --fill goes with --import only")
    form = options.format or "text"
    if form not in history_forms():
        raise Refused(f"--format {form[:20]!r} is unknown; allowed: {', '.join(history_forms())}")
    running = run_script(read_json(options.script))
    find_histories(running.game)
    viewer = read_viewer(options.viewer or "all", running.table.seats)
    history = write_history(running, form, viewer)
    if not options.json:
        return history
    document = {
        "game": running.game.source.key,
        "format": form,
        "viewer": viewer_words(viewer),
        "history": history,
    }
    return json.dumps(document) + "\n"


def _write(text: str, path: str | None) -> None:
    """To a file, or to standard output; in UTF-8, as PHH files are."""
    data = text.encode("utf-8", "replace")
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror or error}") from None
