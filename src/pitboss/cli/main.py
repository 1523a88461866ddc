"""``pitboss``: the commands, their options, and the one line that bad input gets."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from pitboss import __version__
from pitboss.cli.commands import COMMANDS, PRACTICE
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
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, help=command.help)
        for names, how in command.options:
            one.add_argument(*names, **how)
        one.set_defaults(run=command.run)
    return parser


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
