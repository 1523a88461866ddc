"""The options of the commands that check and show records."""

import argparse
from typing import Any


def add_records(commands: "argparse._SubParsersAction[Any]") -> None:
    """Register the commands."""
    verify = commands.add_parser("verify", help="check an exported log or round, independently")
    verify.add_argument("file", help="an exported log or round, or - for standard input")
    verify.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="PUBLICKEY",
        help="the house's public key, as it was given to you",
    )
    verify.add_argument(
        "--head",
        action="append",
        default=[],
        metavar="FILE",
        help="a signed head of this log that was kept elsewhere",
    )
    verify.set_defaults(run="verify:run_verify")

    replay = commands.add_parser("replay", help="show an exported round step by step")
    replay.add_argument("round", help="an exported round or a script, or - for standard input")
    replay.add_argument(
        "--viewer", metavar="SEAT", help="whose eyes: a seat, spectator, or all (the default)"
    )
    replay.set_defaults(run="replay:run_replay")

    for command in (verify, replay):
        command.add_argument("--json", action="store_true", help="print JSON")
