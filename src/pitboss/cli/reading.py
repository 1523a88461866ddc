"""Reading files and JSON from people: every way to go wrong is one clear line."""

import json
import sys
from collections.abc import Iterator
from decimal import Decimal

from pitboss.refusal import Refused

LARGEST_BYTES = 4 * 1024 * 1024
"""A script is small; what is larger is some other file."""


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST_BYTES:
        raise Refused(f"{path}: larger than {LARGEST_BYTES} bytes, the most for a script")
    return decode(data, path)


def decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{name}: not UTF-8 text; a JSON script is needed") from None


def lines_of_stdin() -> Iterator[bytes]:
    """Lines of standard input, without empty ones, each as soon as it arrives."""
    for line in sys.stdin.buffer:
        if line.strip():
            yield line


def parse_json(text: str, name: str) -> object:
    """JSON with exact numbers; a key that stands twice is refused."""
    try:
        return json.loads(
            text, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_unique
        )
    except json.JSONDecodeError as error:
        raise Refused(
            f"{name}: no valid JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except (RecursionError, ValueError) as error:
        reason = error if isinstance(error, Refused) else "nested too deeply or a number too long"
        raise Refused(f"{name}: {reason}") from None


def _no_constant(value: str) -> object:
    raise Refused(f"{value} is no JSON number")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Refused(f"key {twice!r} stands twice")
    return values
