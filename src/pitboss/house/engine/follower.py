"""What other processes write at the same database.

Tables that someone here looks at are followed at once. Of all others it is only noted how far they
have grown: they are caught up with when they are asked for, so that servers that share a database
do not play each other's rounds again for nobody.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from pitboss.house.engine.floor import Floor, Stopped
from pitboss.house.engine.writer import Job, Writer
from pitboss.house.log import HOUSE
from pitboss.house.store import Transaction, people, tables
from pitboss.house.store.entries import Unit
from pitboss.house.tables.view import Published

Watches = Callable[[str], bool]
"""Whether someone here looks at a table all the time."""

T = TypeVar("T")


class Follower:
    """The tables as they were last committed, by this process or another."""

    def __init__(
        self, floor: Floor, writer: Writer, read_meters: Callable[[Transaction], None]
    ) -> None:
        self._floor = floor
        self._writer = writer
        self._read_meters = read_meters
        self._watches: list[Watches] = []
        self._grown: dict[str, int] = {}
        """The versions that other processes have brought tables to, as far as is known."""

    def watch(self, watches: Watches) -> Callable[[], None]:
        """Follow the tables of which ``watches`` says so, until the answer is called."""
        return enlist(self._watches, watches)

    def known(self, table_id: str) -> Published | None:
        """A table, if it is in memory and has not grown elsewhere."""
        known = self._floor.published.get(table_id)
        return known if known and known.version >= self._grown.get(table_id, 0) else None

    def version(self, table_id: str) -> int:
        """How far a table is known to have grown elsewhere."""
        return self._grown.get(table_id, 0)

    def note(self, table_id: str, version: int) -> None:
        """A table has grown so far; whoever asks for it next sees that."""
        self._grown[table_id] = max(version, self.version(table_id))

    def table(self, table_id: str) -> Published:
        """A table, caught up with if need be."""
        known = self.known(table_id)
        if known is None:
            self._writer.run(Job(partial(self._catch_up, table_id=table_id)))
            known = self._floor.published[table_id]
        return known

    def tables(self) -> list[Published]:
        """Every table in memory and every open one."""
        self.bring_up(self.behind())
        return list(self._floor.published.values())

    def behind(self) -> list[str]:
        """The tables that have grown elsewhere."""
        return [table_id for table_id in list(self._grown) if self.known(table_id) is None]

    def bring_up(self, tables: Collection[str]) -> None:
        """Catch up at some tables."""
        if tables:
            self._writer.run(Job(partial(self._catch_up_with, tables=tables)))

    def drop(self, table_id: str) -> None:
        """A closed table that nobody has looked at for long is loaded anew if it is needed."""
        self._floor.drop(table_id)
        self._grown.pop(table_id, None)

    def hear(self, message: str) -> None:
        """Another process has written; without words anything may have changed."""
        if not message:
            self._writer.submit(Job(self.catch_up))
            return
        meters = False
        for part in message.split(","):
            name, _, version = part.partition(" ")
            if name == "jackpot":
                meters = True
            elif name != HOUSE:
                self.note(name, int(version))
        if followed := self._followed():
            self._writer.submit(Job(partial(self._catch_up_with, tables=followed)))
        if meters:
            self._writer.submit(Job(lambda unit: self._read_meters(unit.transaction)))

    def catch_up(self, unit: Unit) -> None:
        """See what has changed: tables that were opened elsewhere and those that may have been
        closed included."""
        versions = tables.read_open(unit.transaction)
        for table in list(self._floor.published.values()):
            if table.phase != "closed":
                versions.setdefault(table.id, table.version + 1)
        self._grown.update(versions)
        self._read_meters(unit.transaction)
        self._catch_up_with(unit, self._followed())

    def _followed(self) -> list[str]:
        watches = tuple(self._watches)
        return [table_id for table_id in self.behind() if any(each(table_id) for each in watches)]

    def _catch_up_with(self, unit: Unit, tables: Iterable[str]) -> None:
        for table_id in tables:
            with alerting(unit, table_id):
                self._catch_up(unit, table_id)

    def _catch_up(self, unit: Unit, table_id: str) -> None:
        floor = self._floor
        if not floor.is_current(unit.transaction, table_id):
            floor.catch_up(unit.transaction, table_id)
        unit.after.append(partial(floor.tell, floor.find(unit.transaction, table_id)))


@contextmanager
def alerting(unit: Unit, table_id: str) -> Iterator[None]:
    """A table that is stopped holds up no other, and the floor is told."""
    try:
        yield
    except Stopped as stopped:
        words = f"table stopped: {stopped}"
        people.add_alert_once(unit.transaction, unit.at, table_id, words)


def enlist(members: list[T], one: T) -> Callable[[], None]:
    """Add to a list until the answer is called."""
    members.append(one)

    def leave() -> None:
        with suppress(ValueError):  # gone already
            members.remove(one)

    return leave
