"""SQLite in write-ahead mode; every commit is synced to the disk before it returns."""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.house.database.connection import Conflict, Heard, Transaction
from pitboss.refusal import Refused

BUSY_SECONDS = 10.0
POLL_SECONDS = 0.2
"""How often another process's changes are looked for."""
WAL_PAGES = 8_000
"""The write-ahead log grows to 32 MB before it is brought into the file: a page that many commits
change is then written there once."""
CACHE_KIB = 32_000


class Sqlite:
    """A file. Its writer takes the file's write lock for the length of a transaction."""

    name = "sqlite"

    def __init__(self, path: str) -> None:
        self.path = path
        self._idle: list[sqlite3.Connection] = []
        self._opened: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with self.reading() as transaction:
                transaction.execute("SELECT 1")
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"database {path}: cannot be opened: {error}") from None

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A connection to oneself; connections are kept for whoever comes next."""
        with self._guard:
            held = self._idle.pop() if self._idle else None
        held = held or self._open()
        try:
            yield held
        finally:
            with self._guard:
                self._idle.append(held)

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

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield Transaction(connection.cursor(), str)
                connection.execute("COMMIT")
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.IntegrityError):
                    raise Conflict(str(error)) from None
                raise

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._connection() as connection:
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
            with self._connection() as connection:
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
            self._idle.clear()


def _data_version(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection has committed."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
