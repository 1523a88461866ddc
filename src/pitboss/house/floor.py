"""The tables in memory. Only the writer's thread touches them; others read what was published."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from pitboss.house.health import describe
from pitboss.house.log import HOUSE
from pitboss.house.outage import Outage
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.derived import NOTHING, Barred
from pitboss.house.store.entries import Unit
from pitboss.house.store.tables import Snapshot
from pitboss.house.store.vault import KeyMissing
from pitboss.house.tables.apply import Corrupt, apply_entry, read_entry
from pitboss.house.tables.fair import RoundSealed
from pitboss.house.tables.seals import Seal
from pitboss.house.tables.setup import read_given
from pitboss.house.tables.state import LiveTable, Published, publish
from pitboss.house.writer import Job, Writer
from pitboss.refusal import Refused


class Stopped(Refused):
    """The table must not be played: what is recorded of it contradicts itself."""


class Disagrees(Stopped):
    """The same by a comparison with the log, which has alerted the floor."""


class Awaited(Refused):
    """The table is not played yet: a start has to compare it with its log first."""


class Floor:
    """Live tables by their id, loaded from the log when they are first needed."""

    def __init__(self, tell: Callable[[Published], None]) -> None:
        self._live: dict[str, LiveTable] = {}
        self._tell = tell
        self.published: dict[str, Published] = {}
        self.barred = NOTHING
        """What a comparison with the log has stopped."""
        self.is_awaited: Callable[[str], bool] = lambda table_id: False
        """Whether a start has yet to compare a table."""

    def require(self, table_id: str) -> None:
        """Refuse to play a table, or to correct it, until it is known to agree with its log; it may
        be looked at."""
        if self.is_awaited(table_id):
            raise Awaited(f"table {table_id}: is being compared with its log; try again soon")
        self.refuse_barred(table_id)

    def require_jackpot(self, jackpot: str) -> None:
        """The same of a meter that two people would move."""
        if self.is_awaited(""):
            raise Awaited(f"jackpot {jackpot}: is being compared with the log; try again soon")
        self.refuse_barred("", (jackpot,))

    def find(self, transaction: Transaction, table_id: str) -> LiveTable:
        """A table as the log has it."""
        self.refuse_barred(table_id)
        table = self._live.get(table_id)
        if table is None:
            with self._stopping(table_id):
                table = self._live[table_id] = load_table(transaction, table_id)
        self.refuse_barred(table_id, table.setup.jackpots)
        return table

    def bar(self, found: Barred) -> None:
        """Stop the tables that must not be played, and no others."""
        if found != self.barred:
            self.barred = found
            for table in list(self.published.values()):
                if found.stops(table.id, table.setup.jackpots):
                    self.forget(table.id)
                    del self.published[table.id]

    def refuse_barred(self, table_id: str, jackpots: tuple[str, ...] = ()) -> None:
        if words := self.barred.stops(table_id, jackpots):
            what = f"table {table_id}" if table_id else f"jackpot {jackpots[0]}"
            raise Disagrees(f"{what}: is stopped, as it does not agree with its log: {words}")

    def may_settle_meters(self, table_id: str) -> bool:
        """Whether the table's next decision probably moves a meter."""
        table = self._live.get(table_id)
        return table is not None and table.may_settle_meters()

    def add(self, table: LiveTable) -> None:
        self._live[table.id] = table

    def forget(self, table_id: str) -> None:
        """Whatever is in memory may be ahead of the log: load it anew."""
        self._live.pop(table_id, None)

    def forget_all(self) -> None:
        """The same of every table: the database was away."""
        self._live.clear()

    def catch_up(self, transaction: Transaction, table_id: str) -> LiveTable:
        """A table with what another process has written to its chain."""
        table = self.find(transaction, table_id)
        with self._stopping(table_id):
            _follow(transaction, table)
        return table

    @contextmanager
    def _stopping(self, table_id: str) -> Iterator[None]:
        """A table whose log is not sound is stopped; what was applied of it is forgotten."""
        try:
            yield
        except (Corrupt, AssertionError) as error:
            self.forget(table_id)
            raise Stopped(f"table {table_id}: is stopped, its log is not sound: {error}") from None

    def tell(self, table: LiveTable) -> None:
        """Everyone may see the table as it stands now, also where a database that was put back
        knows less of it."""
        known = self.published.get(table.id)
        if known is None or known.version != table.version:
            self.published[table.id] = publish(table)
            self._tell(self.published[table.id])

    def save(self, unit: Unit, table: LiveTable) -> None:
        """Between rounds, keep the whole table, so that it can be loaded without its history."""
        if not table.is_playing:
            tables.keep(unit, table.id, Snapshot(table.snapshot(), table.version))


def load_table(transaction: Transaction, table_id: str) -> LiveTable:
    """From its last snapshot and the entries since."""
    with _reading(table_id):
        snapshot = tables.find(transaction, table_id)
    if snapshot is None:
        raise Refused(f"table {table_id[:40]!r}: there is no such table")
    with _reading(table_id):
        table = LiveTable(table_id, read_given(transaction, snapshot.values["setup"]))
        sealed_at = snapshot.values.get("sealed_at")
        seal = _find_seal(transaction, table_id, sealed_at) if sealed_at else None
        table.restore(snapshot.values, snapshot.version, seal)
        _follow(transaction, table)
    return table


@contextmanager
def _reading(table_id: str) -> Iterator[None]:
    """Whatever cannot be read of one table, or of its jackpot, is that table's trouble and no
    other's."""
    try:
        yield
    except (Corrupt, KeyMissing, Outage):
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Corrupt(f"{table_id}: cannot be read: {describe(error)}") from error


def _find_seal(transaction: Transaction, table_id: str, version: int) -> Seal:
    """The seed that was sealed before the snapshot was taken: it is not in there."""
    entry = entries.find(transaction, table_id, version)
    sealed = entry and read_entry(entry)
    if not (isinstance(sealed, RoundSealed) and sealed.secret):
        raise Corrupt(f"{table_id}: entry {version} seals no seed")
    return Seal(sealed.round, sealed.secret["seed"], version)


def _follow(transaction: Transaction, table: LiveTable) -> None:
    """Apply what has been written since."""
    for entry in entries.after(transaction, table.id, table.version):
        apply_entry(table, entry, partial(read_given, transaction))


Watches = Callable[[str], bool]
"""Whether someone here looks at a table all the time."""

T = TypeVar("T")


class Follower:
    """The tables as they were last committed, by this process or another."""

    def __init__(
        self, floor: Floor, writer: Writer, read_meters: Callable[[Transaction], None]
    ) -> None:
        """``read_meters`` looks at what is no table's own: meters, and what is barred."""
        self._floor = floor
        self._writer = writer
        self._read_meters = read_meters
        self.end_session: Callable[[str], object] = lambda key: None
        """Is told of a session that another process has ended; without a key any may have."""
        self._watches: list[Watches] = []
        self._grown: dict[str, int] = {}
        """The versions that other processes have brought tables to, as far as is known."""

    def load(self, unit: Unit) -> None:
        """At the start every open table stands where it stood."""
        self._read_meters(unit.transaction)
        self._catch_up_with(unit, tables.read_open(unit.transaction))

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
        self._floor.forget(table_id)
        self._floor.published.pop(table_id, None)
        self._grown.pop(table_id, None)

    def hear(self, message: str) -> None:
        """Another process has written; without words anything may have changed."""
        if not message:
            self._writer.submit(Job(self.catch_up))
            self.end_session("")
            return
        meters = False
        for part in message.split(","):
            name, _, version = part.partition(" ")
            if name == "session":
                self.end_session(version)
            elif name in ("jackpot", HOUSE):
                meters = True
            else:
                self.note(name, int(version))
        if followed := self._followed():
            self._writer.submit(Job(partial(self._catch_up_with, tables=followed)))
        if meters:
            self._writer.submit(Job(lambda unit: self._read_meters(unit.transaction)))

    def catch_up(self, unit: Unit) -> None:
        """See what has changed: tables that were opened elsewhere and those that may have been
        closed included."""
        versions = tables.read_open(unit.transaction)
        ahead = []
        for table in list(self._floor.published.values()):
            if table.phase != "closed":
                version = versions.setdefault(table.id, table.version + 1)
                ahead += [table.id] if version < table.version else []
        self._grown.update(versions)
        self._read_meters(unit.transaction)
        self._catch_up_with(unit, [*ahead, *self._followed()])

    def _followed(self) -> list[str]:
        watches = tuple(self._watches)
        return [table_id for table_id in self.behind() if any(each(table_id) for each in watches)]

    def _catch_up_with(self, unit: Unit, tables: Iterable[str]) -> None:
        """A table that is stopped holds up no other, and the floor is told."""
        for table_id in tables:
            try:
                self._catch_up(unit, table_id)
            except Disagrees:
                continue
            except Stopped as stopped:
                unit.alert_once(table_id, f"table stopped: {stopped}")

    def _catch_up(self, unit: Unit, table_id: str) -> None:
        table = self._floor.catch_up(unit.transaction, table_id)
        unit.after.append(partial(self._floor.tell, table))


def enlist(members: list[T], one: T) -> Callable[[], None]:
    """Add to a list until the answer is called."""
    members.append(one)

    def leave() -> None:
        with suppress(ValueError):  # gone already
            members.remove(one)

    return leave
