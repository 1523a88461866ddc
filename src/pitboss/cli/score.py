"""``pitboss score``: one hand, or a stream of them."""

import argparse
import json
from collections.abc import Mapping

from pitboss.cli.input import decode, lines_of_stdin
from pitboss.cli.options import read_rulings
from pitboss.games import find_game
from pitboss.games.contract import Game
from pitboss.games.source import resolve_rulings
from pitboss.refusal import Refused


def run_score(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    rulings = resolve_rulings(game.source, read_rulings(options.ruling))
    if options.cards != ["-"]:
        print(_text(game.score(" ".join(options.cards), rulings), options.json))
        return
    if options.json:
        for line in lines_of_stdin():
            print(json.dumps(_answer_line(game, rulings, line)), flush=True)
        return
    hands = [decode(line, "standard input").strip() for line in lines_of_stdin()]
    for answer in [game.score(hand, rulings) for hand in hands]:
        print(_text(answer, as_json=False))


def _answer_line(game: Game, rulings: Mapping[str, str], line: bytes) -> dict[str, object]:
    """A refused hand is an answer of its own, and the rest go on."""
    try:
        return game.score(decode(line, "standard input").strip(), rulings)
    except Refused as refusal:
        return {"error": " ".join(str(refusal).split())}


def _text(answer: Mapping[str, object], as_json: bool) -> str:
    if as_json:
        return json.dumps(answer)
    return "  ".join(f"{name} {value}" for name, value in answer.items())
