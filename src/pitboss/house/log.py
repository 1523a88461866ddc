"""The log: chains of entries, each bound to the one before it by its hash.

A table has a chain of its own, so that one writer at a time adds to it; what concerns no table is
on the chain ``house``. What may not be seen yet, such as a deck in play, is an entry's secret: the
body holds a commitment to it, so the chain can be checked without it and the secret later.
"""

import json
import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

HOUSE = "house"
START = "0" * 64
"""Stands for the hash before the first entry of a chain."""


class Person(NamedTuple):
    """Who acts. The id never changes and goes into the log; the name is for reading."""

    id: str
    name: str
    role: str


class Entry(NamedTuple):
    """One line of the log, as it is stored; ``body`` and ``secret`` are canonical JSON."""

    chain: str
    version: int
    kind: str
    at: str
    who: str
    command: str | None
    body: str
    secret: str | None
    hash: str

    @property
    def values(self) -> dict[str, Any]:
        """The body as JSON values."""
        return _decode(self.body)

    @property
    def hidden(self) -> dict[str, Any]:
        """The secret as JSON values."""
        return _decode(self.secret) if self.secret else {}


class Draft(NamedTuple):
    """What is to be written; ``postings`` move money between accounts and sum to zero, ``alerts``
    are put up for the floor with it."""

    kind: str
    body: Mapping[str, object]
    postings: Mapping[str, int] = {}
    secret: Mapping[str, object] | None = None
    alerts: tuple[str, ...] = ()


_fast = msgspec.json.Encoder(order="sorted").encode
_plain = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def canonical(values: object) -> str:
    """JSON in one form only: sorted keys, no spaces, plain ASCII."""
    return _encode(values).decode()


def _encode(values: object) -> bytes:
    """The fast encoder writes the same bytes but for what must be escaped; then the plain one
    does it."""
    try:
        text = _fast(values)
    except UnicodeEncodeError:
        return _plain(values).encode()
    if not text.isascii() or b"\x7f" in text or (b"\\" in text and b"\\u" in text):
        return _plain(values).encode()
    return text


def _decode(text: str) -> dict[str, Any]:
    """The fast decoder reads the same but for half a character; then the plain one does it."""
    found: dict[str, Any]
    try:
        found = msgspec.json.decode(text)
    except ValueError:
        found = json.loads(text)
    return found


def hash_parts(before: str, *parts: str | int | None) -> str:
    """SHA-256 over the hash before and every part of an entry but its secret and its hash: chain,
    version, kind, time, who, command and body."""
    return sha256(_encode([before, *parts])).hexdigest()


def commit_to(secret: str) -> str:
    """The commitment that a body holds to its secret; the secret has a salt of its own."""
    return sha256(secret.encode()).hexdigest()


def stamp(at: datetime) -> str:
    """A time as text whose order is the order of time."""
    if at.tzinfo is None:
        raise ValueError(f"time {at}: has no time zone")
    return at.astimezone(UTC).isoformat(timespec="milliseconds")


def read_stamp(text: str) -> datetime:
    return datetime.fromisoformat(text)


def make_id(kind: str) -> str:
    return f"{kind}-{secrets.token_hex(8)}"


def is_id(text: str) -> bool:
    """Whether it has the form of an id; nothing else is looked up in the database."""
    return re.fullmatch("[a-z]+-[0-9a-f]{16}", text) is not None
