"""One target a parser. What is given is refused in one line, or it is accepted and says the same
when it is written and read again; anything else is a finding."""

import json
from collections.abc import Callable
from decimal import Decimal
from importlib import import_module
from typing import Any

from pitboss.cli.input import decode, parse_json
from pitboss.refusal import LONGEST, Refused

GROUPS = {
    "small": ("amounts", "cards", "names"),
    "rounds": ("scripts", "phh", "jackpots"),
    "records": ("replays", "rounds", "logs"),
    "tables": ("setups", "requests", "settings"),
    "site": ("bodies", "forms"),
}
"""By the module here that knows them: a fuzzer loads no more than it looks at."""
TARGETS = tuple(name for names in GROUPS.values() for name in names)

Target = Callable[[bytes], None]


def find_target(name: str) -> Target:
    group = next(group for group, names in GROUPS.items() if name in names)
    target: Target = getattr(import_module(f"tests.fuzz.targets.{group}"), f"fuzz_{name}")
    return target


def run(target: Target, data: bytes) -> None:
    """One input: a refusal is checked, everything else goes on."""
    try:
        target(data)
    except Refused as refusal:
        check_line(refusal)


def check_line(refusal: Refused) -> None:
    """One line, that a terminal can show."""
    words = str(refusal)
    assert words, "a refusal without a word"
    assert words.isprintable(), f"no line: {words!r}"
    assert len(words) <= LONGEST + 20, "a line without end"


def as_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape" if data[:1] == b"\xff" else "replace")


def as_json(data: bytes) -> Any:
    return parse_json(decode(data, "input"), "input")


def plain(value: object) -> str:
    """JSON text of what was read, with exact numbers as text."""
    return json.dumps(value, default=lambda one: str(one) if isinstance(one, Decimal) else None)
