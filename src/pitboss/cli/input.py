"""What people give: files, JSON, and the options of the commands that price. Every way to go wrong
is one clear line."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, BinaryIO

from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.odds.request import Request

LARGEST_BYTES = 4 * 1024 * 1024
"""A script is small; what is larger is some other file."""

DEEPEST = 32
"""Levels of lists and objects in a script; none needs a third of them."""

FILE_KEYS = ("paytables", "rulings")
PROGRESSIVE = ("meter", "seed", "rate", "amount")
TERMS = {"odds": PROGRESSIVE, "session": PROGRESSIVE, "simulate": ("meter", "amount")}
"""What a command takes of a jackpot's terms; the seed of ``simulate`` is that of its decks."""


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """A file, or standard input for ``-``."""
    try:
        if path == "-":
            yield _stdin()
        else:
            with open(path, "rb") as file:
                yield file
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror or error}") from None


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    with open_input(path) as file:
        return decode(file.read(LARGEST_BYTES + 1), path)


def read_json(path: str) -> object:
    """The JSON of a file, or of standard input for ``-``."""
    return parse_json(read_text(path), path)


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise Refused("standard input is closed; give a file, or input for -")
    return sys.stdin.buffer


def decode(data: bytes, name: str) -> str:
    """Text of a size that a script may have."""
    if len(data) > LARGEST_BYTES:
        raise Refused(f"{name}: larger than {LARGEST_BYTES} bytes, the most for a script")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{name}: not UTF-8 text") from None


def lines_of_stdin() -> Iterator[bytes]:
    """Lines of standard input, without empty ones, each as soon as it arrives.

    Of a line that is too long only so much is kept that ``decode`` refuses it.
    """
    source = _stdin()
    while line := source.readline(LARGEST_BYTES + 1):
        rest = line
        while len(rest) > LARGEST_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(LARGEST_BYTES + 1)
        if line.strip() or len(line) > LARGEST_BYTES:
            yield line


def answer_scripts(path: str, answer: Callable[[object], Mapping[str, object]]) -> None:
    """Answer a script in JSON, or each line of standard input for ``-``."""
    if path == "-":
        answer_lines(lambda text: answer(parse_json(text, "script")), "script")
    else:
        print(json.dumps(answer(read_json(path))))


def answer_lines(answer: Callable[[str], Mapping[str, object]], name: str) -> None:
    """Answer each line of standard input with one of JSON; what is refused does not stop the
    rest."""
    for line in lines_of_stdin():
        try:
            answered = answer(decode(line, name))
        except Refused as refusal:
            answered = {"error": " ".join(str(refusal).split())}
        print(json.dumps(answered), flush=True)


def parse_json(text: str, name: str) -> object:
    """JSON with exact numbers; a key that stands twice is refused."""
    try:
        value = json.loads(
            text, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_unique
        )
        _check_depth(value)
        return value
    except json.JSONDecodeError as error:
        raise Refused(
            f"{name}: no valid JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except (RecursionError, ValueError) as error:
        reason = error if isinstance(error, Refused) else "nested too deeply or a number too long"
        raise Refused(f"{name}: {reason}") from None


def _check_depth(value: object, left: int = DEEPEST) -> None:
    if not left:
        raise Refused(f"nested more than {DEEPEST} levels deep")
    if isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            _check_depth(inner, left - 1)


def _no_constant(value: str) -> object:
    raise Refused(f"{value} is no JSON number")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise Refused(f"key {key[:40]!r} stands twice")
        values[key] = value
    return values


def read_options(options: argparse.Namespace) -> "Request":
    """The request that the options make."""
    from pitboss.odds.request import read_request

    return read_request(options.game, read_given(options))


def read_given(options: argparse.Namespace) -> dict[str, object]:
    """What the options ask for, unchecked; a table without a wager's name is that of the wager that
    is priced, or of the main one."""
    from pitboss.games import find_game
    from pitboss.odds.request import main_wager

    game = find_game(options.game)
    priced = options.wager if options.wager in game.paytables else main_wager(game)
    tables, rulings = read_tables(options.paytable, priced, game.paytables)
    strategy = options.strategy  # a name, or a file
    if strategy is not None and os.path.isfile(strategy):
        strategy = _read_mapping(strategy)
    given: dict[str, object] = {
        "wager": options.wager,
        "paytables": tables,
        "rulings": {**rulings, **read_pairs(options.ruling)},
        "bonus_ratio": options.bonus_ratio,
        "strategy": strategy,
        "ties": getattr(options, "ties", None),
    }
    if options.command in TERMS:
        given["jackpot"] = {name: getattr(options, name) for name in TERMS[options.command]}
        given["players"] = options.players
    if options.command != "simulate":
        given["recompute"] = options.recompute
    return given


def read_tables(
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
            for key, into in (("paytables", tables), ("rulings", rulings)):
                inner = table.get(key, {})
                if not isinstance(inner, Mapping):
                    raise Refused(f"{value}: {key} must be a JSON object of names and values")
                into.update(inner)
        else:
            # The file's name stands for a table without a code.
            name = os.path.splitext(os.path.basename(value))[0]
            tables[wager] = {"code": name, **table}
    return tables, rulings


def _read_mapping(path: str) -> Mapping[str, object]:
    value = read_json(path)
    if not isinstance(value, Mapping):
        raise Refused(f"{path}: a JSON object is needed")
    return value


def read_pairs(
    given: Sequence[str], option: str = "--ruling", form: str = "NAME=OPTION"
) -> dict[str, object]:
    """``["ace=high"]`` as ``{"ace": "high"}``."""
    for entry in given:
        if "=" not in entry:
            raise Refused(f"{option} {entry!r}: write {form}")
    return {name: value for name, _, value in (entry.partition("=") for entry in given)}
