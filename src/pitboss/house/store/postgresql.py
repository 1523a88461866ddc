"""PostgreSQL, for several server processes side by side; they hear of changes by NOTIFY."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache

import psycopg

from pitboss.house.store.connection import Conflict, Heard, Transaction
from pitboss.refusal import Refused

CHANNEL = "pitboss"
POLL_SECONDS = 0.5
LARGEST_MESSAGE = 7_000
"""A notification holds at most 8,000 bytes; a longer one says only that something changed."""

# A statement that fails while others are on their way is reported twice: raised, which is handled
# here, and logged, which would only be noise.
logging.getLogger("psycopg").setLevel(logging.ERROR)

_CONFLICTS = (
    psycopg.errors.IntegrityError,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)


@cache
def translate(sql: str) -> str:
    return sql.replace("?", "%s")


class Postgresql:
    """Connections are opened as they are needed and kept."""

    name = "postgresql"

    def __init__(self, address: str) -> None:
        self.address = address
        self._idle: list[psycopg.Connection] = []
        self._opened: list[psycopg.Connection] = []
        self._guard = threading.Lock()
        try:
            with self.reading() as transaction:
                transaction.execute("SELECT 1")
        except psycopg.Error as error:
            words = " ".join(str(error).split())
            raise Refused(f"database: PostgreSQL cannot be reached: {words}") from None

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        """A connection to oneself; a lost one is not used again."""
        with self._guard:
            held = self._idle.pop() if self._idle else None
        if held is None or held.closed or held.broken:
            held = self._open()
        try:
            yield held
        except BaseException:
            if not held.closed:
                held.rollback()
            raise
        finally:
            with self._guard:
                if not held.closed:
                    self._idle.append(held)

    def _open(self) -> psycopg.Connection:
        opened = psycopg.connect(self.address, connect_timeout=10)
        opened.execute("SET client_min_messages = warning")
        opened.commit()
        with self._guard:
            self._opened = [old for old in self._opened if not old.closed]
            self._opened.append(opened)
        return opened

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        try:
            with self._connection() as connection:
                with connection.cursor() as cursor:
                    yield Transaction(cursor, translate, " FOR UPDATE", connection.pipeline)
                connection.commit()
        except _CONFLICTS as error:
            raise Conflict(str(error)) from None

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._connection() as connection:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield Transaction(cursor, translate)
            connection.rollback()

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        message = ",".join(changes)
        if len(message) > LARGEST_MESSAGE:
            message = ""
        transaction.execute("SELECT pg_notify(?, ?)", (CHANNEL, message))

    def listen(self, heard: Heard) -> Callable[[], None]:
        stopped = threading.Event()
        ready = threading.Event()

        def follow() -> None:
            while not stopped.is_set():
                try:
                    self._follow(heard, stopped, ready)
                except psycopg.OperationalError:
                    stopped.wait(POLL_SECONDS)

        thread = threading.Thread(target=follow, name="pitboss-listen", daemon=True)
        thread.start()
        ready.wait(10)

        def stop() -> None:
            stopped.set()
            thread.join()

        return stop

    def _follow(self, heard: Heard, stopped: threading.Event, ready: threading.Event) -> None:
        """Hear until stopped; after a lost connection anything may have changed."""
        with psycopg.connect(self.address, autocommit=True, connect_timeout=10) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            if ready.is_set():
                heard("")
            ready.set()
            while not stopped.is_set():
                for notice in connection.notifies(timeout=POLL_SECONDS):
                    if notice.pid not in self._own():
                        heard(notice.payload)

    def _own(self) -> set[int]:
        """The server's names of this process's connections: what they write is known here."""
        with self._guard:
            return {each.info.backend_pid for each in self._opened if not each.closed}

    def close(self) -> None:
        with self._guard:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
            self._idle.clear()
