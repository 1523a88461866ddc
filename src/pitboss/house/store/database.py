"""What the house asks of a database, and its own: SQLite in write-ahead mode, where every commit is
synced to the disk before it returns. SQL is written once, with ``?`` for each value."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pitboss.refusal import Refused

T = TypeVar("T")

Row = tuple[Any, ...]
Values = Sequence[object]
Heard = Callable[[str], None]

PAGE = 64
"""Rows that are in memory at a time where all of them are read."""
BUSY_SECONDS = 10.0
"""How long another process's transaction is waited for."""
RETRY_SECONDS = 0.0002
"""SQLite itself would look again only after a millisecond, then ever later."""
POLL_SECONDS = 0.2
"""How often another process's changes are looked for."""
WAL_PAGES = 8_000
"""The write-ahead log grows to 32 MB before it is brought into the file: a page that many commits
change is then written there once."""
CACHE_KIB = 32_000


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
    ) -> None:
        self._cursor = cursor
        self._translate = translate
        self.locking = locking
        """Ends a SELECT whose rows are to be locked until the end of the transaction."""
        self.together = together
        """Statements in this context are sent without waiting for each one's answer."""

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
    """One database, used from several threads at once."""

    name: str

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Writes: committed and on disk when the block ends; raises Conflict otherwise."""

    def reading(self) -> AbstractContextManager[Transaction]:
        """Reads of one moment."""

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """Tell the other processes of what changed, once the transaction is committed."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Call ``heard`` with other processes' messages; an empty one means anything may have
        changed. Returns what stops it."""

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

    def pages(self, database: Database, after: Row = ()) -> Iterator[Row]:
        """All rows in the order of their key, from after one on, for those that never change: each
        page is read by itself, so that no long reading holds up the database."""
        key, marks = ", ".join(self.columns[: self._keys]), ", ".join("?" * self._keys)
        while True:
            where = f" WHERE ({key}) > ({marks})" if after else ""
            sql = f"{self._select}{where} ORDER BY {key} LIMIT {PAGE}"
            with database.reading() as transaction:
                rows = transaction.execute(sql, after[: self._keys])
            yield from rows
            if len(rows) < PAGE:
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


class Pool(Generic[T]):
    """Connections, opened as they are needed and kept for whoever comes next."""

    def __init__(
        self, connect: Callable[[], T], is_lost: Callable[[T], bool] = lambda _: False
    ) -> None:
        self.opened: list[T] = []
        self._connect = connect
        self._is_lost = is_lost
        self._idle: list[T] = []
        self._guard = threading.Lock()

    @contextmanager
    def held(self) -> Iterator[T]:
        """A connection to oneself; a lost one is not used again."""
        with self._guard:
            found = self._idle.pop() if self._idle else None
        if found is None or self._is_lost(found):
            found = self.open()
        try:
            yield found
        finally:
            if not self._is_lost(found):
                with self._guard:
                    self._idle.append(found)

    def open(self) -> T:
        opened = self._connect()
        with self._guard:
            self.opened = [*(old for old in self.opened if not self._is_lost(old)), opened]
        return opened

    def close(self, close: Callable[[T], object]) -> None:
        with self._guard:
            for connection in self.opened:
                close(connection)
            self.opened = []
            self._idle.clear()


def listen_until_stopped(listen: Callable[[threading.Event], None]) -> Callable[[], None]:
    """Listen on a thread of its own; gives what ends it."""
    stopped = threading.Event()
    thread = threading.Thread(target=listen, args=(stopped,), name="pitboss-listen", daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join()

    return stop


class Writing(Transaction):
    """Takes the file's write lock with its first statement, so that what is worked out before it
    holds up no other process."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection.cursor(), str)
        self.begun = False
        self._connection = connection

    def execute(self, sql: str, values: Values = ()) -> list[Row]:
        if not self.begun:
            self._begin()
        return super().execute(sql, values)

    def peek(self, sql: str, values: Values = ()) -> list[Row]:
        return super().execute(sql, values)

    def execute_each(self, sql: str, rows: Iterable[Values]) -> None:
        if not self.begun:
            self._begin()
        super().execute_each(sql, rows)

    def _begin(self) -> None:
        end = time.monotonic() + BUSY_SECONDS
        while not self.begun:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self.begun = True
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(RETRY_SECONDS)


class Sqlite:
    """A file. Writers wait for each other at its write lock; readers wait for nobody."""

    name = "sqlite"

    def __init__(self, path: str) -> None:
        self.path = path
        self._readers = Pool(self._open)
        self._writers = Pool(self._open_writer)
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            # For the owner alone; SQLite gives the files that it makes beside it the same mode.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            with self.reading() as transaction:
                transaction.execute("SELECT 1")
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"database {path}: cannot be opened: {error}") from None

    def _open(self) -> sqlite3.Connection:
        opened = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("PRAGMA synchronous = FULL")
        opened.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        opened.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        opened.execute("PRAGMA foreign_keys = ON")
        return opened

    def _open_writer(self) -> sqlite3.Connection:
        opened = self._open()
        opened.execute("PRAGMA busy_timeout = 0")  # a transaction waits by itself
        return opened

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._writers.held() as connection:
            writing = Writing(connection)
            try:
                yield writing
                if writing.begun:
                    connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from None
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._readers.held() as connection:
            connection.execute("BEGIN")
            try:
                yield Transaction(connection.cursor(), str)
            finally:
                connection.execute("ROLLBACK")

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """Nothing to do: other processes see that the file has changed."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        def poll(stopped: threading.Event) -> None:
            with self._readers.held() as connection:
                seen = _data_version(connection)
                while not stopped.wait(POLL_SECONDS):
                    now = _data_version(connection)
                    if now != seen:
                        seen = now
                        heard("")

        return listen_until_stopped(poll)

    def close(self) -> None:
        for pool in (self._readers, self._writers):
            pool.close(sqlite3.Connection.close)


def _data_version(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection has committed."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
