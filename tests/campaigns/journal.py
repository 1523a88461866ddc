"""What a client has sent and been told, kept outside the process that may be killed.

A command is noted before it is sent and its answer after it came. A kill may tear the last line: it
says nothing then, so the command was not sent yet, or counts as not answered.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.house.log import canonical
from pitboss.house.tables.state import Published, table_view

Line = Mapping[str, Any]


class Journal:
    """Lines appended to a file, which outlives the process."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(self, kind: str, **values: object) -> None:
        os.write(self._file, json.dumps({"kind": kind, **values}).encode() + b"\n")


class Memory:
    """The same for a trial within one process."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def note(self, kind: str, **values: object) -> None:
        self.lines.append({"kind": kind, **values})


def read_journal(path: Path) -> list[Line]:
    if not path.exists():
        return []
    *whole, _ = path.read_bytes().split(b"\n")
    return [json.loads(line) for line in whole]


class Told(NamedTuple):
    """A journal read: every command sent, and what is known of each."""

    sent: dict[str, Line]
    answered: dict[str, Mapping[str, Any]]
    refused: set[str]
    stands: list[Line]
    repeated: list[Line]
    mid_round: list[int]
    """For each start of a worker, at how many tables it found a round being played."""

    @property
    def in_flight(self) -> list[Line]:
        """Sent, and not heard of again."""
        return [
            line
            for name, line in self.sent.items()
            if name not in self.answered and name not in self.refused
        ]


def understand(lines: Iterable[Line]) -> Told:
    told = Told({}, {}, set(), [], [], [])
    for line in lines:
        kind = line["kind"]
        if kind == "sent":
            told.sent[line["id"]] = line
        elif kind == "answered":
            told.answered[line["id"]] = line["answer"]
        elif kind == "refused":
            told.refused.add(line["id"])
        elif kind == "stands":
            told.stands.append(line)
        elif kind == "repeated":
            told.repeated.append(line)
        elif kind == "open":
            told.mid_round.append(line["mid_round"])
    return told


def digest_of(table: Published) -> str:
    """A table mid-round as each of its seats and a spectator see it, in a few letters."""
    viewers = [*(seat["who"] for seat in table.seats.values()), "nobody"]
    text = canonical([table_view(table, who) for who in viewers])
    return sha256(text.encode()).hexdigest()[:16]


def stands(tables: Iterable[Published]) -> Iterator[dict[str, object]]:
    """How tables stand: mid-round by what everyone sees, else by the seats alone, since the cards
    of an ended round may have been cleared away."""
    for table in tables:
        if table.question:
            yield {"table": table.id, "version": table.version, "view": digest_of(table)}
