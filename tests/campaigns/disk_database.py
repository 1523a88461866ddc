"""The house's SQLite on the disk that forgets: the same statements, settings and transactions.

Python's own ``sqlite3`` cannot be given another disk, so this uses ``apsw``. One connection with a
lock stands for several, since shared memory between connections is not offered; the write-ahead
log, its syncs and its checkpoints are those of SQLite itself.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import apsw

from pitboss.house.health import Part
from pitboss.house.store import Conflict, Transaction
from pitboss.house.store.database import Heard
from pitboss.house.store.vault import PLAIN
from tests.campaigns.disk import DISK, PowerCut

FLAGS = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE


class Cursor:
    """apsw's cursor as the DB-API would have it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None

    def execute(self, sql: str, values: Any = (), /) -> None:
        self._rows = self._connection.execute(sql, values).fetchall()
        self.description = True

    def executemany(self, sql: str, rows: Any, /) -> None:
        self._connection.executemany(sql, rows)

    def fetchall(self) -> list[Any]:
        return self._rows


class DiskDatabase:
    """A database on the disk that is plugged in; ``synchronous`` is FULL in the house."""

    name = "sqlite"
    house_id = ""
    vault = PLAIN
    epoch = 0

    def __init__(self, synchronous: str = "FULL") -> None:
        self._guard = threading.RLock()
        self._connection = apsw.Connection("house.db", FLAGS, DISK)
        self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        mode = self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
        assert mode == [("wal",)], f"no write-ahead log: {mode}"
        self._connection.execute(f"PRAGMA synchronous = {synchronous}")
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute("PRAGMA wal_autocheckpoint = 60")

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._guard:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield Transaction(Cursor(self._connection), str, "")
                self._connection.execute("COMMIT")
            except BaseException as error:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                if isinstance(error, apsw.ConstraintError):
                    raise Conflict(str(error)) from None
                raise

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._guard:
            self._connection.execute("BEGIN")
            try:
                yield Transaction(Cursor(self._connection), str, "")
            finally:
                self._connection.execute("ROLLBACK")

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """Nobody else is there."""

    def listen(self, heard: Heard, part: Part | None = None) -> Callable[[], None]:
        return lambda: None

    def abandon(self) -> None:
        """The machine is off, so what is left to do at the end fails."""
        with suppress(PowerCut, apsw.Error):
            self._connection.close(True)

    def close(self) -> None:
        self._connection.close()
