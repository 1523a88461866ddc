"""``pitboss deal``: scripted rounds."""

import argparse
import json

from pitboss.cli.input import decode, lines_of_stdin, parse_json, read_text
from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script, run_script


def run_deal(options: argparse.Namespace) -> None:
    if options.json and options.script == "-":
        for line in lines_of_stdin():
            print(json.dumps(_answer_line(line)), flush=True)
        return
    script = parse_json(read_text(options.script), options.script)
    if options.json:
        print(json.dumps(answer_script(script)))
        return
    from pitboss.cli.transcript import print_round

    print_round(run_script(script))


def _answer_line(line: bytes) -> dict[str, object]:
    """The answer to one line; a refused script does not stop the rest."""
    try:
        return answer_script(parse_json(decode(line, "script"), "script"))
    except Refused as refusal:
        return {"error": " ".join(str(refusal).split())}
