"""PostgreSQL, for several server processes side by side; they hear of changes by NOTIFY."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import psycopg

from pitboss.house.database.connection import Conflict, Heard, Transaction
from pitboss.refusal import Refused

CHANNEL = "pitboss"
POLL_SECONDS = 0.5
LARGEST_MESSAGE = 7_000
"""A notification holds at most 8,000 bytes; a longer one says only that something changed."""

_CONFLICTS = (
    psycopg.errors.IntegrityError,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)


@cache
def translate(sql: str) -> str:
    return sql.replace("?", "%s")


class Postgresql:
    """One connection for each thread that writes or reads; a lost one is opened again."""

    name = "postgresql"

    def __init__(self, address: str) -> None:
        self.address = address
        self._threads = threading.local()
        self._opened: list[psycopg.Connection] = []
        self._guard = threading.Lock()
        try:
            self._connection.execute("SELECT 1")
            self._connection.rollback()
        except psycopg.Error as error:
            words = " ".join(str(error).split())
            raise Refused(f"database: PostgreSQL cannot be reached: {words}") from None

    @property
    def _connection(self) -> psycopg.Connection:
        held: psycopg.Connection | None = getattr(self._threads, "connection", None)
        if held is None or held.closed or held.broken:
            held = psycopg.connect(self.address, connect_timeout=10)
            held.execute("SET client_min_messages = warning")
            held.commit()
            self._threads.connection = held
            with self._guard:
                self._opened = [old for old in self._opened if not old.closed]
                self._opened.append(held)
        return held

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        connection = self._connection
        try:
            with connection.cursor() as cursor:
                yield Transaction(cursor, translate, " FOR UPDATE")
            connection.commit()
        except _CONFLICTS as error:
            connection.rollback()
            raise Conflict(str(error)) from None
        except BaseException:
            if not connection.closed:
                connection.rollback()
            raise

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        connection = self._connection
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield Transaction(cursor, translate, "")
        finally:
            if not connection.closed:
                connection.rollback()

    def notify(self, transaction: Transaction, message: str) -> None:
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
                    heard(notice.payload)

    def close(self) -> None:
        with self._guard:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
        self._threads = threading.local()
