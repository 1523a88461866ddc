"""SQLite in write-ahead mode; every commit is synced to the disk before it returns."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.house.database.connection import Conflict, Heard, Transaction
from pitboss.refusal import Refused

BUSY_SECONDS = 10.0
POLL_SECONDS = 0.2
"""How often another process's changes are looked for."""


class Sqlite:
    """A file. Its writer takes the file's write lock for the length of a transaction."""

    name = "sqlite"

    def __init__(self, path: str) -> None:
        self.path = path
        self._threads = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._connection.execute("SELECT 1")
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"database {path}: cannot be opened: {error}") from None

    @property
    def _connection(self) -> sqlite3.Connection:
        """This thread's own connection."""
        held: sqlite3.Connection | None = getattr(self._threads, "connection", None)
        if held is None:
            held = sqlite3.connect(
                self.path, BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            held.execute("PRAGMA journal_mode = WAL")
            held.execute("PRAGMA synchronous = FULL")
            held.execute("PRAGMA foreign_keys = ON")
            self._threads.connection = held
            with self._guard:
                self._opened.append(held)
        return held

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield Transaction(connection.cursor(), str, "")
            connection.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            connection.execute("ROLLBACK")
            raise Conflict(str(error)) from None
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        connection = self._connection
        connection.execute("BEGIN")
        try:
            yield Transaction(connection.cursor(), str, "")
        finally:
            connection.execute("ROLLBACK")

    def notify(self, transaction: Transaction, message: str) -> None:
        """Nothing to do: other processes see that the file has changed."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        stopped = threading.Event()

        def poll() -> None:
            seen = self._data_version()
            while not stopped.wait(POLL_SECONDS):
                now = self._data_version()
                if now != seen:
                    seen = now
                    heard("")

        thread = threading.Thread(target=poll, name="pitboss-listen", daemon=True)
        thread.start()

        def stop() -> None:
            stopped.set()
            thread.join()

        return stop

    def _data_version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        with self._guard:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
        self._threads = threading.local()
