"""What the options of the commands that price ask for."""

import argparse
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.odds.request import Request

FILE_KEYS = ("paytables", "rulings")
TERMS = {"odds": ("meter", "seed", "rate", "amount"), "simulate": ("meter", "amount")}
"""What a command takes of a jackpot's terms; the seed of ``simulate`` is that of its decks."""


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
    from pitboss.cli.input import read_json

    value = read_json(path)
    if not isinstance(value, Mapping):
        raise Refused(f"{path}: a JSON object is needed")
    return value


def read_rulings(given: Sequence[str]) -> dict[str, object]:
    """``["ace=high"]`` as ``{"ace": "high"}``."""
    rulings: dict[str, object] = {}
    for entry in given:
        name, equals, option = entry.partition("=")
        if not equals:
            raise Refused(f"--ruling {entry!r}: write NAME=OPTION")
        rulings[name] = option
    return rulings
