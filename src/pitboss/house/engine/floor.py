"""The tables in memory. Only the writer's thread touches them; others read what was published."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from pitboss.house.store import Transaction, entries, jackpots, tables
from pitboss.house.store.entries import Unit, Which
from pitboss.house.store.tables import Snapshot
from pitboss.house.tables.apply import Corrupt, apply_entry, read_entry
from pitboss.house.tables.entries import SettingsChanged, TableOpened
from pitboss.house.tables.setup import Setup, read_setup
from pitboss.house.tables.state import LiveTable
from pitboss.house.tables.view import Published, publish
from pitboss.refusal import Refused

Told = Callable[[Published], None]


class Stopped(Refused):
    """The table must not be played: what is recorded of it contradicts itself."""


class Floor:
    """Live tables by their id, loaded from the log when they are first needed."""

    def __init__(self, tell: Told) -> None:
        self._live: dict[str, LiveTable] = {}
        self._tell = tell
        self.published: dict[str, Published] = {}

    def find(self, transaction: Transaction, table_id: str) -> LiveTable:
        """A table as the log has it."""
        table = self._live.get(table_id)
        if table is None:
            with self._stopping(table_id):
                table = self._live[table_id] = load_table(transaction, table_id)
        return table

    def may_settle_meters(self, table_id: str) -> bool:
        """Whether the table's next decision probably moves a meter."""
        table = self._live.get(table_id)
        return table is not None and table.may_settle_meters()

    def forget(self, table_id: str) -> None:
        """Whatever is in memory may be ahead of the log: load it anew."""
        self._live.pop(table_id, None)

    def drop(self, table_id: str) -> None:
        """A closed table that nobody has looked at for long is loaded anew if it is needed."""
        self.forget(table_id)
        self.published.pop(table_id, None)

    def add(self, table: LiveTable) -> None:
        self._live[table.id] = table

    def is_current(self, transaction: Transaction, table_id: str) -> bool:
        """Whether nobody else has written to the table's chain."""
        version, _ = entries.end(transaction, table_id)
        return version == self.find(transaction, table_id).version

    def catch_up(self, transaction: Transaction, table_id: str) -> None:
        """Apply what another process has written."""
        table = self.find(transaction, table_id)
        with self._stopping(table_id):
            _follow(transaction, table)

    @contextmanager
    def _stopping(self, table_id: str) -> Iterator[None]:
        """A table whose log is not sound is stopped; what was applied of it is forgotten."""
        try:
            yield
        except (Corrupt, AssertionError) as error:
            self.forget(table_id)
            raise Stopped(f"table {table_id}: is stopped, its log is not sound: {error}") from None

    def tell(self, table: LiveTable) -> None:
        """Everyone may see the table as it stands now."""
        known = self.published.get(table.id)
        if known is None or known.version < table.version:
            self.published[table.id] = publish(table)
            self._tell(self.published[table.id])

    def save(self, unit: Unit, table: LiveTable) -> None:
        """Between rounds, keep the whole table, so that it can be loaded without its history."""
        if not table.is_playing:
            tables.keep(unit, table.id, Snapshot(table.snapshot(), table.version))


def load_table(transaction: Transaction, table_id: str) -> LiveTable:
    """From its last snapshot and the entries since."""
    snapshot = tables.find(transaction, table_id)
    if snapshot is None:
        raise Refused(f"table {table_id[:40]!r}: there is no such table")
    table = LiveTable(table_id, read_given(transaction, snapshot.values["setup"]))
    table.restore(snapshot.values, snapshot.version)
    _follow(transaction, table)
    return table


def _follow(transaction: Transaction, table: LiveTable) -> None:
    """Apply what has been written since."""
    for entry in entries.after(transaction, table.id, table.version):
        apply_entry(table, entry, partial(read_given, transaction))


def setup_before(transaction: Transaction, table_id: str, version: int) -> Setup:
    """The setup that was in force when an entry was written."""
    which = Which(table_id, (TableOpened.word, SettingsChanged.word), before=version)
    found = read_entry(entries.search(transaction, which, newest_first=True, most=1)[0])
    assert isinstance(found, SettingsChanged | TableOpened)
    given = found.after if isinstance(found, SettingsChanged) else found.setup
    return read_given(transaction, given)


def read_given(transaction: Transaction, given: Mapping[str, Any]) -> Setup:
    """A table's setup, checked against the jackpots that are open."""
    return read_setup(given, jackpots.read_terms(transaction))
