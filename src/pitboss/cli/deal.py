"""``pitboss deal``: scripted rounds."""

import argparse
import json

from pitboss.cli.input import answer_lines, parse_json, read_json
from pitboss.rounds.script import answer_script, run_script


def run_deal(options: argparse.Namespace) -> None:
    if options.json and options.script == "-":
        answer_lines(lambda text: answer_script(parse_json(text, "script")), "script")
        return
    script = read_json(options.script)
    if options.json:
        print(json.dumps(answer_script(script)))
        return
    from pitboss.cli.transcript import print_round

    print_round(run_script(script))
