"""Someone who may act in the house, and the names that people may have."""

import re
import secrets
import unicodedata
from typing import NamedTuple

from pitboss.refusal import Refused

LONGEST_NAME = 40


class Person(NamedTuple):
    """Who acts. The id never changes and goes into the log; the name is for reading."""

    id: str
    name: str
    role: str


def clean_name(text: str) -> str:
    """The one form in which a name is kept, so that no two look the same but for spaces."""
    name = text if len(text) > 4 * LONGEST_NAME else fold_spaces(text)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(f"name: give 1 to {LONGEST_NAME} characters, not {len(name)}")
    if not name.isprintable():
        raise Refused("name: only printable characters are allowed")
    return name


def fold_spaces(text: str) -> str:
    """Compatible forms made one, spaces trimmed and single."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def make_guest(name: str | None = None) -> Person:
    """Someone without an account, known by a random id for as long as the session lasts."""
    shown = f"Guest {secrets.randbelow(9_000) + 1_000}" if name is None else clean_name(name)
    return Person(make_id("guest"), shown, "guest")


def make_id(kind: str) -> str:
    return f"{kind}-{secrets.token_hex(8)}"


def is_id(text: str) -> bool:
    """Whether it has the form of an id; nothing else is looked up in the database."""
    return re.fullmatch("[a-z]+-[0-9a-f]{16}", text) is not None
