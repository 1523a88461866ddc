"""The options of the commands that price, and what they ask for."""

import argparse
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.odds.request import Request

PRACTICE = "Play money only: Pitboss takes no real wagers."

FILE_KEYS = ("paytables", "rulings")
TERMS = {"odds": ("meter", "seed", "rate", "amount"), "simulate": ("meter", "amount")}
"""What a command takes of a jackpot's terms; the seed of ``simulate`` is that of its decks."""


def add_pricing(commands: "argparse._SubParsersAction[Any]") -> None:
    """Register the commands."""
    odds = commands.add_parser("odds", help="exact odds of a wager, optimal play")
    odds.add_argument("game")
    _add_request(odds)
    _add_jackpot(odds)
    odds.add_argument("--seed", help="what a jackpot starts from again, in dollars")
    odds.add_argument("--rate", help="the part of a jackpot wager that feeds the meter")
    odds.add_argument("--recompute", action="store_true", help="count anew")
    odds.set_defaults(run="odds:run_odds")

    advise = commands.add_parser("advise", help="what each option of a waiting seat is worth")
    advise.add_argument("script", help="a JSON file, or - for standard input (one a line, --json)")
    advise.set_defaults(run="solve:run_advise")

    simulate = commands.add_parser("simulate", help="play rounds and compare with the exact odds")
    simulate.add_argument("game")
    _add_request(simulate)
    _add_jackpot(simulate)
    simulate.add_argument("--rounds", default="10000", help="rounds to play (default 10000)")
    simulate.add_argument("--seed", default="1", help="a repeatable sequence of decks (default 1)")
    simulate.set_defaults(run="odds:run_simulate")

    solve = commands.add_parser("solve", help="the full optimal strategy")
    solve.add_argument("game")
    _add_request(solve)
    solve.add_argument("-o", "--output", metavar="FILE", help="write the strategy to a JSON file")
    solve.add_argument("--recompute", action="store_true", help="count anew")
    solve.add_argument(
        "--executor",
        metavar="dask://HOST:PORT",
        help="count anew on a Dask cluster, where a count is long",
    )
    solve.add_argument(
        "--states", metavar="FILE", help="write every state with its best action, where it is long"
    )
    solve.set_defaults(run="solve:run_solve")

    for command in (odds, advise, simulate, solve):
        command.add_argument("--json", action="store_true", help="print JSON")


def _add_request(command: argparse.ArgumentParser) -> None:
    command.add_argument("--wager", help="the wager to price (default the main game)")
    command.add_argument(
        "--paytable",
        action="append",
        default=[],
        metavar="[WAGER=]CODE|FILE",
        help="a printed table's code, or a JSON file with one of your own",
    )
    command.add_argument(
        "--ruling", action="append", default=[], metavar="NAME=OPTION", help="choose a ruling"
    )
    command.add_argument("--bonus-ratio", help="bonus for each unit of the first wager")
    command.add_argument("--strategy", metavar="NAME|FILE", help="a strategy instead of the best")


def _add_jackpot(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", default="1", help="players at the table, for envy pays")
    command.add_argument("--meter", help="what a jackpot's meter shows, in dollars")
    command.add_argument("--amount", help="a jackpot's fixed wager, in dollars (default 1)")


def read_options(options: argparse.Namespace) -> "Request":
    """The request that the options make."""
    from pitboss.games import find_game
    from pitboss.odds.request import main_wager, read_request

    game = find_game(options.game)
    priced = options.wager or main_wager(game)
    tables, rulings = _read_tables(options.paytable, priced, game.paytables)
    given: dict[str, object] = {
        "wager": options.wager,
        "paytables": tables,
        "rulings": {**rulings, **read_rulings(options.ruling)},
        "bonus_ratio": options.bonus_ratio,
        "strategy": _name_or_file(options.strategy),
    }
    if options.command in TERMS:
        given["jackpot"] = {name: getattr(options, name) for name in TERMS[options.command]}
        given["players"] = options.players
    if options.command != "simulate":
        given["recompute"] = options.recompute
    return read_request(options.game, given)


def _read_tables(
    given: list[str], priced: str, known: Mapping[str, Mapping[str, object]]
) -> tuple[dict[str, object], dict[str, object]]:
    """Tables by wager, and rulings that a file gives beside them."""
    tables: dict[str, object] = {}
    rulings: dict[str, object] = {}
    for entry in given:
        name, equals, rest = entry.partition("=")
        wager, value = (name, rest) if equals and name in known else (priced, entry)
        if value in known.get(wager, {}) or not os.path.exists(value):
            tables[wager] = value
            continue
        table = _read_mapping(value)
        if set(table) <= set(FILE_KEYS):
            tables.update(_inner(table, "paytables", value))
            rulings.update(_inner(table, "rulings", value))
        else:
            tables[wager] = {"code": _stem(value), **table}
    return tables, rulings


def _stem(path: str) -> str:
    """A file's name, for a table without a code."""
    return os.path.splitext(os.path.basename(path))[0]


def _inner(table: Mapping[str, object], key: str, path: str) -> Mapping[str, object]:
    inner = table.get(key, {})
    if not isinstance(inner, Mapping):
        raise Refused(f"{path}: {key} must be a JSON object of names and values")
    return inner


def _name_or_file(value: str | None) -> object:
    """A strategy's name stays; a file is read."""
    if value is None or not os.path.isfile(value):
        return value
    return _read_mapping(value)


def _read_mapping(path: str) -> Mapping[str, object]:
    from pitboss.cli.input import parse_json, read_text

    value = parse_json(read_text(path), path)
    if not isinstance(value, Mapping):
        raise Refused(f"{path}: a JSON object is needed")
    return value


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


def read_rulings(given: Sequence[str]) -> dict[str, object]:
    """``["ace=high"]`` as ``{"ace": "high"}``."""
    rulings: dict[str, object] = {}
    for entry in given:
        name, equals, option = entry.partition("=")
        if not equals:
            raise Refused(f"--ruling {entry!r}: write NAME=OPTION")
        rulings[name] = option
    return rulings
