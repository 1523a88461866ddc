"""What the house asks of a database. SQL is written once, with ``?`` for each value."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, Generic, Protocol, TypeVar

from pitboss.house.health import Health, Part, supervise
from pitboss.house.store.vault import PLAIN, Vault

T = TypeVar("T")

Row = tuple[Any, ...]
Values = Sequence[object]
Heard = Callable[[str], None]

PAGE = 64
"""Rows that are in memory at a time where all of them are read."""
BUSY_SECONDS = 10.0
"""How long what another holds locked is waited for."""


class Conflict(Exception):
    """Another writer was first, or a rule of the schema was broken: nothing was written."""


class Sink(Protocol):
    """Takes rows to write: a transaction at once, a unit of work together with its others."""

    def add(self, sql: str, row: Values, /) -> None: ...


class Transaction:
    """Statements that take effect together or not at all, by a cursor of the DB-API."""

    def __init__(
        self,
        cursor: Any,
        translate: Callable[[str], str],
        locking: str = "",
        together: Callable[[], AbstractContextManager[object]] = nullcontext,
        vault: Vault = PLAIN,
    ) -> None:
        self._cursor = cursor
        self._translate = translate
        self.locking = locking
        """Ends a SELECT whose rows are to be locked until the end of the transaction."""
        self.together = together
        """Statements in this context are sent without waiting for each one's answer."""
        self.vault = vault

    def execute(self, sql: str, values: Values = ()) -> list[Row]:
        if values:
            self._cursor.execute(self._translate(sql), tuple(values))
        else:
            self._cursor.execute(sql)
        found: list[Row] = self._cursor.fetchall() if self._cursor.description else []
        return found

    def each(self, sql: str) -> Iterator[Row]:
        """The rows one by one, where all of them together might be too many."""
        if hasattr(self._cursor, "stream"):
            yield from self._cursor.stream(sql)
        else:
            yield from self._cursor.execute(sql)

    def columns(self, sql: str) -> list[str]:
        """The names of what is selected."""
        self._cursor.execute(sql)
        return [str(column[0]) for column in self._cursor.description]

    def add(self, sql: str, row: Values) -> None:
        """Write one row."""
        self.execute(sql, row)

    def peek(self, sql: str, values: Values = ()) -> list[Row]:
        """Read what is committed without locking anything."""
        return self.execute(sql, values)

    def execute_each(self, sql: str, rows: Iterable[Values]) -> None:
        self._cursor.executemany(self._translate(sql), rows)


class Database(Protocol):
    """One database, used from several threads at once. Where it fails, what is raised is an
    ``Outage``."""

    name: str
    house_id: str
    """Tells it from every other database; empty until its schema was looked at."""
    vault: Vault
    """Locks and opens the secrets that are written to it and read."""

    @property
    def epoch(self) -> int:
        """Grows whenever connections were lost or the file was put back: what was read before may
        be of the past."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Writes: committed and on disk when the block ends; raises Conflict otherwise."""

    def reading(self) -> AbstractContextManager[Transaction]:
        """Reads of one moment."""

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """Tell the other processes of what changed, once the transaction is committed."""

    def listen(self, heard: Heard, part: Part | None = None) -> Callable[[], None]:
        """Call ``heard`` with other processes' messages; an empty one means anything may have
        changed. How it goes is said of ``part``. Returns what stops it."""

    def close(self) -> None: ...


def narrow(*pairs: tuple[str, object]) -> tuple[str, list[object]]:
    """Those conditions whose value is given, as SQL and the values; a tuple is several of them."""
    given = [(sql, value) for sql, value in pairs if value]
    values = (value if isinstance(value, tuple) else (value,) for _, value in given)
    return " AND ".join(sql for sql, _ in given) or "1 = 1", [
        one for each in values for one in each
    ]


class Rows(Generic[T]):
    """The rows of one table: their columns, ``read``, which makes of a row what it stands for, and
    ``write``, which does the reverse. The first ``keys`` columns tell rows apart."""

    def __init__(
        self,
        table: str,
        columns: Sequence[str],
        read: Callable[..., T],
        write: Callable[[Any], Iterable[object]] = tuple,
        keys: int = 1,
    ) -> None:
        self.columns = tuple(columns)
        self._table = table
        self._read = read
        self._write = write
        self._keys = keys
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        self.insert = f"INSERT INTO {table} ({names}) VALUES ({marks})"
        self._select = f"SELECT {names} FROM {table}"

    def add(self, sink: Sink, value: T) -> None:
        sink.add(self.insert, tuple(self._write(value)))

    def keep(self, sink: Sink, value: T, *changed: str) -> None:
        """Let the row of the same id have these columns' new values."""
        values = dict(zip(self.columns, self._write(value), strict=True))
        settings = ", ".join(f"{name} = ?" for name in changed)
        new = [values[name] for name in (*changed, "id")]
        sink.add(f"UPDATE {self._table} SET {settings} WHERE id = ?", new)

    def find(self, transaction: Transaction, rest: str = "", values: Values = ()) -> list[T]:
        """Those of which ``rest`` tells, in its order."""
        return [self._read(*row) for row in transaction.execute(f"{self._select} {rest}", values)]

    def first(self, transaction: Transaction, rest: str, values: Values = ()) -> T | None:
        found = self.find(transaction, rest, values)
        return found[0] if found else None

    def lock(self, transaction: Transaction, identity: str) -> T | None:
        """The one of this id, locked until the end of a transaction that writes."""
        return self.first(transaction, f"WHERE id = ?{transaction.locking}", (identity,))

    def pages(self, database: Database, after: Row = (), size: int = 0) -> Iterator[Row]:
        """All rows in the order of their key, from after one on, for those that never change: each
        page is read by itself, so that no long reading holds up the database."""
        key, marks = ", ".join(self.columns[: self._keys]), ", ".join("?" * self._keys)
        while True:
            where = f" WHERE ({key}) > ({marks})" if after else ""
            sql = f"{self._select}{where} ORDER BY {key} LIMIT {size or PAGE}"
            with database.reading() as transaction:
                rows = transaction.execute(sql, after[: self._keys])
            yield from rows
            if len(rows) < (size or PAGE):
                return
            after = rows[-1]

    def span(
        self, transaction: Transaction, days: tuple[str, ...], same: str = ""
    ) -> tuple[int, int] | None:
        """The first and the last number of some days (UTC), or of all; None where there is none.
        Where the key has two parts, ``same`` is the first and the number the second."""
        number = self.columns[self._keys - 1]
        where, values = narrow(
            (f"{self.columns[0]} = ?", same),
            ("substr(at, 1, 10) >= ?", days[0]),
            ("substr(at, 1, 10) <= ?", days[1]),
        )
        sql = f"SELECT MIN({number}), MAX({number}) FROM {self._table} WHERE {where}"
        ((first, last),) = transaction.execute(sql, values)
        return None if first is None else (first, last)

    def stretch(self, database: Database, after: Row, last: int) -> Iterator[T]:
        """From after a key to the one whose last part is this, by pages too."""
        *same, _ = after
        for row in self.pages(database, after):
            *others, number = row[: self._keys]
            if others != same or number > last:
                return
            yield self._read(*row)


class Epoch:
    """How often all connections were given up; those of an earlier epoch are not used again."""

    def __init__(self) -> None:
        self.number = 0
        self._guard = threading.Lock()

    def end(self, number: int) -> None:
        """The epoch of this number is over; only the first who says so counts."""
        with self._guard:
            if number == self.number:
                self.number += 1


class Poolable(Protocol):
    """A connection that knows of which epoch it is."""

    epoch: int

    def close(self) -> None: ...


C = TypeVar("C", bound=Poolable)


class Pool(Generic[C]):
    """Connections, opened as they are needed and kept for whoever comes next, as long as their
    epoch lasts. ``is_sound`` looks at one that has lain idle."""

    def __init__(
        self,
        connect: Callable[[], C],
        epoch: Epoch,
        is_sound: Callable[[C], bool] = lambda _: True,
    ) -> None:
        self.opened: list[C] = []
        self._connect = connect
        self._epoch = epoch
        self._is_sound = is_sound
        self._idle: list[C] = []
        self._is_closed = False
        self._guard = threading.Lock()

    @contextmanager
    def held(self) -> Iterator[C]:
        """A connection to oneself."""
        held = self._take() or self.open()
        try:
            yield held
        finally:
            with self._guard:
                is_kept = held.epoch == self._epoch.number and not self._is_closed
                if is_kept:
                    self._idle.append(held)
            if not is_kept:
                self.drop(held)

    def _take(self) -> C | None:
        while True:
            with self._guard:
                found = self._idle.pop() if self._idle else None
            if found is None:
                return None
            if found.epoch == self._epoch.number and self._is_sound(found):
                return found
            self._epoch.end(found.epoch)
            self.drop(found)

    def open(self) -> C:
        epoch = self._epoch.number
        opened = self._connect()
        opened.epoch = epoch
        with self._guard:
            self.opened.append(opened)
        return opened

    def drop(self, connection: C) -> None:
        """Close one that is of no use any more."""
        with self._guard:
            if connection in self.opened:
                self.opened.remove(connection)
        with suppress(Exception):  # whatever it says to that
            connection.close()

    def close(self) -> None:
        """Close those that lie idle. One that someone still works with, such as a long check of the
        log, is closed when they are done: to close it under their hands ends the process."""
        with self._guard:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            self.drop(connection)


def listen_until_stopped(
    step: Callable[[], None], part: Part | None, every: float
) -> Callable[[], None]:
    """Listen on a thread of its own, step by step; gives what ends it."""
    stopped = threading.Event()
    given = (part or Health().part("listener"), stopped, step, every)
    thread = threading.Thread(target=supervise, args=given, name="pitboss-listen", daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join()

    return stop
