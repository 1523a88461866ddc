"""PostgreSQL, for several server processes side by side; they hear of changes by NOTIFY."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache

import psycopg

from pitboss.house.store import database
from pitboss.house.store.database import Heard, Transaction
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
        self._pool = database.Pool(self._open, lambda connection: connection.closed)
        try:
            with self.reading() as transaction:
                transaction.execute("SELECT 1")
        except psycopg.Error as error:
            words = " ".join(str(error).split())
            raise Refused(f"database: PostgreSQL cannot be reached: {words}") from None

    def _open(self) -> psycopg.Connection:
        opened = psycopg.connect(self.address, connect_timeout=10)
        opened.execute("SET client_min_messages = warning")
        opened.commit()
        return opened

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        with self._pool.held() as held:
            try:
                yield held
            except BaseException:
                if not held.closed:
                    held.rollback()
                raise

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        try:
            with self._connection() as connection:
                with connection.cursor() as cursor:
                    yield Transaction(cursor, translate, " FOR UPDATE", connection.pipeline)
                connection.commit()
        except _CONFLICTS as error:
            raise database.Conflict(str(error)) from None

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
        ready = threading.Event()

        def follow(stopped: threading.Event) -> None:
            while not stopped.is_set():
                try:
                    self._follow(heard, stopped, ready)
                except psycopg.OperationalError:
                    stopped.wait(POLL_SECONDS)

        stop = database.listen_until_stopped(follow)
        ready.wait(10)
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
                    # What this process's own connections write is known here.
                    open_ones = (each for each in self._pool.opened if not each.closed)
                    if notice.pid not in {each.info.backend_pid for each in open_ones}:
                        heard(notice.payload)

    def close(self) -> None:
        self._pool.close(psycopg.Connection.close)
