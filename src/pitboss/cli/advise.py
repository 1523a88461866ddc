"""``pitboss advise``: what each option of a waiting seat is worth."""

import argparse
import json

from pitboss.cli.holdout import advice_lines
from pitboss.cli.input import decode, lines_of_stdin, parse_json, read_text
from pitboss.odds.registry import advise
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script


def run_advise(options: argparse.Namespace) -> None:
    if options.json and options.script == "-":
        for line in lines_of_stdin():
            print(json.dumps(_answer_line(line)), flush=True)
        return
    answer = advise(run_script(parse_json(read_text(options.script), options.script)))
    if options.json:
        print(json.dumps(answer))
        return
    _print(answer)


def _answer_line(line: bytes) -> dict[str, object]:
    """The advice for one line; a refused script does not stop the rest."""
    try:
        return advise(run_script(parse_json(decode(line, "script"), "script")))
    except Refused as refusal:
        return {"error": " ".join(str(refusal).split())}


def _print(answer: dict[str, object]) -> None:
    if "model" in answer:
        print("\n".join(advice_lines(answer)))
        return
    print(f"Seat {answer['seat']}: {answer['best']}")
    options = answer["options"]
    assert isinstance(options, list)
    for option in options:
        amount = f" {option['amount']}" if "amount" in option else ""
        print(f"  {option['action'] + amount:<16} {option['ev']['value']:+.6f}")
