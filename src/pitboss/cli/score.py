"""``pitboss score``: one hand, or a stream of them."""

import argparse
import json
from collections.abc import Mapping

from pitboss.cli.input import answer_lines, decode, lines_of_stdin
from pitboss.cli.options import read_rulings
from pitboss.games import find_game
from pitboss.games.source import resolve_rulings


def run_score(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    rulings = resolve_rulings(game.source, read_rulings(options.ruling))
    if options.cards != ["-"]:
        print(_text(game.score(" ".join(options.cards), rulings), options.json))
        return
    if options.json:
        answer_lines(lambda text: game.score(text.strip(), rulings), "standard input")
        return
    hands = [decode(line, "standard input").strip() for line in lines_of_stdin()]
    for answer in [game.score(hand, rulings) for hand in hands]:
        print(_text(answer, as_json=False))


def _text(answer: Mapping[str, object], as_json: bool) -> str:
    if as_json:
        return json.dumps(answer)
    return "  ".join(f"{name} {value}" for name, value in answer.items())
