"""Reading files and JSON from people: every way to go wrong is one clear line."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import BinaryIO

from pitboss.refusal import Refused

LARGEST_BYTES = 4 * 1024 * 1024
"""A script is small; what is larger is some other file."""

DEEPEST = 32
"""Levels of lists and objects in a script; none needs a third of them."""


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


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise Refused(f"nested more than {DEEPEST} levels deep")


def _no_constant(value: str) -> object:
    raise Refused(f"{value} is no JSON number")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise Refused(f"key {key[:40]!r} stands twice")
        values[key] = value
    return values
