"""A command at work on a table: who asks for what, and the entries that it writes."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.log import Draft, Entry
from pitboss.house.person import Person
from pitboss.house.store.unit import Batch, Link
from pitboss.house.tables.state import LiveTable
from pitboss.refusal import Refused
from pitboss.rounds.shuffle import Bytes


class Stale(Refused):
    """The table has moved on since the client saw it."""


class Command(NamedTuple):
    """What someone asks of a table; ``id`` is the client's own name for it, ``version`` the
    table's version that the client has seen."""

    table: str
    act: str
    person: Person
    given: Mapping[str, Any] = {}
    id: str | None = None
    version: int | None = None


class Room(NamedTuple):
    """What a table is given by the house: random bytes, and the digest of the software."""

    take: Bytes = os.urandom
    software: str = ""


class Work:
    """One command on one table, inside a transaction."""

    def __init__(self, table: LiveTable, batch: Batch, command: Command, room: Room) -> None:
        self.table = table
        self.batch = batch
        self.person = command.person
        self.given = command.given
        self.room = room
        self.entries: list[Entry] = []
        self._command = f"{command.person.id}/{command.id}" if command.id else None

    @property
    def now(self) -> str:
        return self.batch.at

    def salt(self) -> str:
        """Makes a secret's commitment unguessable."""
        return os.urandom(32).hex()

    def write(self, draft: Draft) -> Entry:
        """Add an entry to the table's chain and move the seats' chips by its postings."""
        table = self.table
        link = Link(table.id, table.version, table.hash)
        command = None if self.entries else self._command
        entry = self.batch.append(link, draft, self.person.id, command)
        table.version, table.hash = entry.version, entry.hash
        post(table, draft.postings)
        self.entries.append(entry)
        if not table.setup.given["practice"]:
            self.batch.alert(entry)
        return entry


def post(table: LiveTable, postings: Mapping[str, int]) -> None:
    """Let the seats' chips follow an entry's postings."""
    if not postings:
        return
    names = ledger.seats(table.id)
    for number, seat in table.seats.items():
        cents = postings.get(names[number])
        if cents:
            seat.stack_cents += cents
            assert seat.stack_cents >= 0, f"seat {number} of {table.id} would be below zero"
