"""SQLite in write-ahead mode; every commit is synced to the disk before it returns."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType

from pitboss.house.store.connection import Conflict, Heard, Row, Transaction, Values
from pitboss.refusal import Refused

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


class Writing(Transaction):
    """Takes the file's write lock with its first statement, so that what is worked out before it
    holds up no other process; committed when its block ends well."""

    def __init__(self, database: "Sqlite") -> None:
        self._database = database
        self._connection = database.take(database.writers)
        self._begun = False
        super().__init__(self._connection.cursor(), str)

    def execute(self, sql: str, values: Values = ()) -> list[Row]:
        if not self._begun:
            self._begin()
        return super().execute(sql, values)

    def peek(self, sql: str, values: Values = ()) -> list[Row]:
        return super().execute(sql, values)

    def execute_each(self, sql: str, rows: Iterable[Values]) -> None:
        if not self._begun:
            self._begin()
        super().execute_each(sql, rows)

    def _begin(self) -> None:
        end = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(RETRY_SECONDS)
            else:
                self._begun = True
                return

    def __enter__(self) -> Transaction:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        connection = self._connection
        try:
            if self._begun and error is None:
                connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._database.give_back(self._database.writers, connection)
        if isinstance(error, sqlite3.IntegrityError):
            raise Conflict(str(error)) from None


class Sqlite:
    """A file. Writers wait for each other at its write lock; readers wait for nobody."""

    name = "sqlite"

    def __init__(self, path: str) -> None:
        self.path = path
        self.writers: list[sqlite3.Connection] = []
        self.readers: list[sqlite3.Connection] = []
        self._opened: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with self.reading() as transaction:
                transaction.execute("SELECT 1")
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"database {path}: cannot be opened: {error}") from None

    def take(self, idle: list[sqlite3.Connection]) -> sqlite3.Connection:
        """A connection to oneself, one that is idle or a new one."""
        with self._guard:
            if idle:
                return idle.pop()
        opened = self._open()
        if idle is self.writers:
            opened.execute("PRAGMA busy_timeout = 0")  # a transaction waits by itself
        return opened

    def give_back(self, idle: list[sqlite3.Connection], held: sqlite3.Connection) -> None:
        """Keep a connection for whoever comes next."""
        with self._guard:
            idle.append(held)

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        held = self.take(self.readers)
        try:
            yield held
        finally:
            self.give_back(self.readers, held)

    def _open(self) -> sqlite3.Connection:
        opened = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("PRAGMA synchronous = FULL")
        opened.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        opened.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        opened.execute("PRAGMA foreign_keys = ON")
        with self._guard:
            self._opened.append(opened)
        return opened

    def transaction(self) -> AbstractContextManager[Transaction]:
        return Writing(self)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._reader() as connection:
            connection.execute("BEGIN")
            try:
                yield Transaction(connection.cursor(), str)
            finally:
                connection.execute("ROLLBACK")

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """Nothing to do: other processes see that the file has changed."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        stopped = threading.Event()

        def poll() -> None:
            with self._reader() as connection:
                seen = _data_version(connection)
                while not stopped.wait(POLL_SECONDS):
                    now = _data_version(connection)
                    if now != seen:
                        seen = now
                        heard("")

        thread = threading.Thread(target=poll, name="pitboss-listen", daemon=True)
        thread.start()

        def stop() -> None:
            stopped.set()
            thread.join()

        return stop

    def close(self) -> None:
        with self._guard:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
            self.writers.clear()
            self.readers.clear()


def _data_version(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection has committed."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
