"""SQLite in write-ahead mode, where every commit is synced to the disk before it returns.

The file is looked at with every transaction: should it be deleted or another be put in its place,
nothing is written into what nobody will find again.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from pitboss.house.health import Part
from pitboss.house.outage import KEPT, Outage, kind_of_sqlite
from pitboss.house.store import database
from pitboss.house.store.database import (
    Conflict,
    Epoch,
    Heard,
    Pool,
    Row,
    Transaction,
    Values,
    listen_until_stopped,
)
from pitboss.house.store.vault import PLAIN, Vault
from pitboss.refusal import Refused

STILL_BUSY_SECONDS = 1.0
"""How long another process's lock is waited for once it was in vain."""
RETRY_SECONDS = 0.0002
"""SQLite itself would look again only after a millisecond, then ever later."""
POLL_SECONDS = 0.2
"""How often another process's changes are looked for."""
WAL_PAGES = 8_000
"""The write-ahead log grows to 32 MB before it is brought into the file: a page that many commits
change is then written there once."""
CACHE_KIB = 32_000
CHECK_SECONDS = 0.05
"""So long after it was looked at, a file is taken to be there; after a commit it is always looked
at before that is acknowledged."""
LEAST_ROOM = 64 * 1024
"""Bytes: with less left on its disk, an error of the disk means that it is full."""

Place = tuple[int, int] | None
"""Which file lies at a path: its device and number."""


class Connection(sqlite3.Connection):
    epoch = 0


class Writing(Transaction):
    """Takes the file's write lock with its first statement, so that what is worked out before it
    holds up no other process."""

    def __init__(self, connection: sqlite3.Connection, patience: float, vault: Vault) -> None:
        super().__init__(connection.cursor(), str, vault=vault)
        self.begun = False
        self._connection = connection
        self._patience = patience

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
        end = time.monotonic() + self._patience
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
        self._epoch = Epoch()
        self._readers: Pool[Connection] = Pool(self._open, self._epoch)
        self._writers: Pool[Connection] = Pool(self._open_writer, self._epoch)
        self._following = threading.Lock()
        self._files: tuple[Place, Place] = (None, None)
        """The file that is in use and its write-ahead log."""
        self.house_id = ""
        self.vault = PLAIN
        self._checked = float("-inf")
        """When the files were last found to be the right ones."""
        self._is_busy = False
        """Whether the lock was last waited for in vain."""
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            # For the owner alone; SQLite gives the files that it makes beside it the same mode.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._files = self._find_files()
            with self.reading() as transaction:
                transaction.execute("SELECT 1")
        except (OSError, sqlite3.Error, Outage) as error:
            words = error.cause if isinstance(error, Outage) else error
            raise Refused(f"database {path}: cannot be opened: {words}") from None

    @property
    def epoch(self) -> int:
        return self._epoch.number

    def _open(self) -> Connection:
        """Never makes the file: one that is gone is not made anew."""
        opened = sqlite3.connect(
            f"file:{quote(os.path.abspath(self.path))}?mode=rw",
            timeout=database.BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            factory=Connection,
            uri=True,
        )
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("PRAGMA synchronous = FULL")
        opened.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        opened.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        opened.execute("PRAGMA foreign_keys = ON")
        return opened

    def _open_writer(self) -> Connection:
        opened = self._open()
        opened.execute("PRAGMA busy_timeout = 0")  # a transaction waits by itself
        return opened

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._working(self._writers) as connection:
            patience = STILL_BUSY_SECONDS if self._is_busy else database.BUSY_SECONDS
            writing = Writing(connection, patience, self.vault)
            try:
                yield writing
                if writing.begun:
                    self._commit(connection)
                    self._is_busy = False
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from None
            finally:
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")

    def _commit(self, connection: Connection) -> None:
        """What was written to a file that is gone by now is not acknowledged."""
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if kind_of_sqlite(error) == "failing":
                raise self._outage(error, connection).doubted() from error
            raise
        try:
            self._check_files()
        except Outage as outage:
            raise outage.doubted() from None

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._working(self._readers) as connection:
            connection.execute("BEGIN")
            try:
                yield Transaction(connection.cursor(), str, vault=self.vault)
            finally:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")

    @contextmanager
    def _working(self, pool: Pool[Connection]) -> Iterator[Connection]:
        """A connection to the right file; what fails in its use is an outage."""
        held: Connection | None = None
        try:
            if time.monotonic() - self._checked >= CHECK_SECONDS:
                self._check_files()
            with pool.held() as held:
                yield held
        except sqlite3.Error as error:
            if not kind_of_sqlite(error):
                raise
            raise self._outage(error, held) from error

    def _outage(self, error: sqlite3.Error, connection: Connection | None) -> Outage:
        """What an error means; a connection that may be spoilt is not used again."""
        kind = kind_of_sqlite(error)
        self._is_busy = kind == "locked"
        if kind == "failing" and self._room() < LEAST_ROOM:
            kind = "full"
        if connection is not None and kind not in KEPT:
            self._epoch.end(connection.epoch)
        return Outage(kind, str(error))

    def _room(self) -> int:
        try:
            found = os.statvfs(os.path.dirname(os.path.abspath(self.path)))
        except OSError:
            return LEAST_ROOM
        return found.f_bavail * found.f_frsize

    # The file

    def _find_files(self) -> tuple[Place, Place]:
        return _find(self.path), _find(f"{self.path}-wal")

    def _check_files(self) -> None:
        """Refuse to go on with a file that is no longer the one at its path."""
        found = self._find_files()
        if found != self._files:
            self._checked = float("-inf")
            with self._following:
                self._follow_files(self._find_files())
        self._checked = time.monotonic()

    def _follow_files(self, found: tuple[Place, Place]) -> None:
        """The file is gone, or another is in its place, be it a copy: until the very file is back,
        or the server is started anew with what is there now, nothing is done."""
        (before, log_before), (now, log) = self._files, found
        if now is None:
            raise Outage("missing", self.path)
        if now != before:
            raise Outage("replaced", self.path)
        if log_before is not None and log is not None and log != log_before:
            raise Outage("replaced", f"{self.path}-wal")
        if log is None and log_before is not None:
            self._save_log()
        self._files = now, log  # a log comes with the first connection

    def _save_log(self) -> None:
        """Of the write-ahead log only the name is gone: what it has goes into the file, and new
        connections begin another."""
        opened = [*self._writers.opened, *self._readers.opened][:1]
        try:
            for each in opened:
                each.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._epoch.end(self._epoch.number)
            with self._writers.held() as connection:  # open before any old one is closed
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise Outage("missing", f"{self.path}-wal: {error}") from None

    # Other processes

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """Nothing to do: other processes see that the file has changed."""

    def listen(self, heard: Heard, part: Part | None = None) -> Callable[[], None]:
        """Looks at a number that changes when another connection has committed; each connection
        has its own, so a new one means that anything may have changed."""
        alone: Pool[Connection] = Pool(self._open, self._epoch)

        def look() -> tuple[Connection, int]:
            with self._working(alone) as connection:
                ((number,),) = connection.execute("PRAGMA data_version")
            return connection, number

        seen = look()

        def step() -> None:
            nonlocal seen
            now = look()
            if now != seen:
                heard("")
                seen = now

        stop = listen_until_stopped(step, part, POLL_SECONDS)

        def end() -> None:
            stop()
            alone.close()

        return end

    def close(self) -> None:
        for pool in (self._readers, self._writers):
            pool.close()


def _find(path: str) -> Place:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
