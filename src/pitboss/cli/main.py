"""``pitboss``: the commands, their options, and the one line that bad input gets."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from pitboss import __version__
from pitboss.cli.options import PRACTICE, add_pricing, add_records
from pitboss.cli.serve import add_serve
from pitboss.extras import needed_by
from pitboss.refusal import Refused


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message} (see '{self.prog} --help')")


def build_parser() -> Parser:
    parser = Parser(prog="pitboss", description=f"Casino card games by their rules. {PRACTICE}")
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    games = commands.add_parser("games", help="list the games")
    games.set_defaults(run="lists:run_games")

    rules = commands.add_parser("rules", help="a game's approval, rules and rulings")
    rules.add_argument("game")
    rules.set_defaults(run="lists:run_rules")

    paytables = commands.add_parser("paytables", help="a game's printed pay tables")
    paytables.add_argument("game")
    paytables.add_argument("--wager", help="only the tables of this wager")
    paytables.add_argument("--code", help="only the table of this code")
    paytables.set_defaults(run="lists:run_paytables")

    score = commands.add_parser("score", help="score a hand, or with - one a line")
    score.add_argument("game")
    score.add_argument("cards", nargs="+", help="cards such as 'As 4s', or - for standard input")
    score.set_defaults(run="score:run_score")

    deal = commands.add_parser("deal", help="deal and settle a scripted round")
    deal.add_argument(
        "script", help="a JSON file, or - for standard input (one a line with --json)"
    )
    deal.set_defaults(run="deal:run_deal")

    _add_history(commands.add_parser("history", help="a Holdout round's history; PHH files"))

    add_pricing(commands)
    add_records(commands)

    play = commands.add_parser("play", help="play a game in the terminal")
    _add_play(play)

    add_serve(commands)

    for command in (rules, score, play):
        command.add_argument(
            "--ruling", action="append", default=[], metavar="NAME=OPTION", help="choose a ruling"
        )
    for command in (games, rules, paytables, score, deal):
        command.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("game", nargs="?", help="the game; without it, choose in the lobby")
    play.add_argument("--seed", help="a repeatable game")
    play.add_argument("--bots", type=int, default=2, help="practice players in other seats, 0-6")
    play.add_argument("--bankroll", default="500", help="practice dollars to start with")
    play.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=AMOUNT",
        help="a table limit: min=5, max=100, bonus=1-25",
    )
    play.add_argument("--blinds", help="small and big blind where players play each other")
    play.add_argument(
        "--opponents", metavar="LEVEL", help="players against you: easy, medium (default) or hard"
    )
    play.add_argument("--pace", type=float, default=0.4, help="seconds to watch each action")
    play.set_defaults(run="play:run_play")


def _add_history(history: argparse.ArgumentParser) -> None:
    history.add_argument("script", nargs="?", help="a JSON file, or - for standard input")
    history.add_argument("--format", metavar="FORMAT", help="text (the default) or phh")
    history.add_argument(
        "--viewer", metavar="SEAT", help="whose eyes: a seat, spectator, or all (the default)"
    )
    history.add_argument(
        "--import", dest="phh", metavar="FILE", help="a PHH file, to print as a script"
    )
    history.add_argument(
        "--fill", action="store_true", help="with --import: stand in for unknown cards"
    )
    history.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    history.add_argument("--json", action="store_true", help="print JSON")
    history.set_defaults(run="history:run_history")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command: 0 when done, 2 with one line on standard error when refused."""
    try:
        options = build_parser().parse_args(arguments)
        module, _, function = options.run.partition(":")
        with needed_by(f"pitboss {options.command}"):
            code = getattr(import_module(f"pitboss.cli.{module}"), function)(options)
        sys.stdout.flush()
        return int(code or 0)
    except Refused as refusal:
        print(f"pitboss: {_one_line(str(refusal))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    sys.exit(main())
