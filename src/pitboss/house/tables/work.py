"""A command at work on a table: who asks for what, and the entries that it writes."""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.house.log import Entry
from pitboss.house.person import Person
from pitboss.house.store.entries import Link, Unit
from pitboss.house.tables.apply import apply
from pitboss.house.tables.entries import Happening, Moment, ReadSetup
from pitboss.house.tables.state import LiveTable
from pitboss.jackpots.meter import Meter
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
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
    """One command on one table, inside a transaction: what acts look at."""

    def __init__(
        self, table: LiveTable, unit: Unit, command: Command, room: Room, read: ReadSetup
    ) -> None:
        self.table = table
        self.unit = unit
        self.person = command.person
        self.given = command.given
        self.room = room
        self.read_setup = read
        self.entries: list[Entry] = []
        self.is_saved = False
        """Whether the table is to be kept as it then stands."""
        self._command = f"{command.person.id}/{command.id}" if command.id else None

    @property
    def now(self) -> str:
        return self.unit.at

    def salt(self) -> str:
        """Makes a secret's commitment unguessable."""
        return os.urandom(32).hex()

    def do(self, act: "Act") -> None:
        """Let everything happen that an act decides; the act goes on with the table as it then
        stands."""
        for happening in act(self):
            moment = Moment(self.now, self.person.id, self._meters, self.read_setup, self._write)
            came = apply(self.table, happening, moment)
            came.keep(self.table, self.unit)
            self.is_saved = came.is_saved(self.table)

    def _meters(self, running: Runner) -> list[Meter] | None:
        """A round is settled on the meters as they stand now, whatever other tables of a link have
        added since the deal; they are locked until the commit. A void moves none."""
        names = self.table.setup.jackpots
        if not names or running.status == "void":
            return None
        return [self.unit.jackpot(name).meter for name in names]

    def _write(self, came: Happening) -> Entry:
        """Put it on the table's chain; a command's first entry has the command's name."""
        table = self.table
        link = Link(table.id, table.version, table.hash)
        command = None if self.entries else self._command
        entry = self.unit.append(link, came.draft(table), self.person.id, command)
        self.entries.append(entry)
        return entry


Act = Callable[[Work], Iterator[Happening]]
"""Looks at a table and says what happens, or refuses; it changes nothing by itself."""
