"""PostgreSQL, for several server processes side by side; they hear of changes by NOTIFY.

The address may name several hosts, of which one takes writes at a time. A connection that is lost,
or whose server takes no writes any more, is given up together with all others.
"""

import logging
import select
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pitboss.house.health import Part
from pitboss.house.outage import LOST, Outage, kind_of_state
from pitboss.house.store import database
from pitboss.house.store.database import Heard, Transaction
from pitboss.house.store.hangs import Hangs
from pitboss.house.store.vault import PLAIN
from pitboss.refusal import Refused

CHANNEL = "pitboss"
POLL_SECONDS = 0.5
LARGEST_MESSAGE = 7_000
"""A notification holds at most 8,000 bytes; a longer one says only that something changed."""

HOW = {
    "connect_timeout": 2,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 6_000,
}
"""A host that does not answer is given up within seconds, unless the address says otherwise."""

# A statement that fails while others are on their way is reported twice: raised, which is handled
# here, and logged, which would only be noise.
logging.getLogger("psycopg").setLevel(logging.ERROR)

_CONFLICTS = (
    psycopg.errors.IntegrityError,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)


class Connection(psycopg.Connection):
    epoch = 0


@cache
def translate(sql: str) -> str:
    return sql.replace("?", "%s")


def _kind(error: psycopg.Error) -> str:
    """Nothing for what is no outage, such as a wrong statement."""
    lost = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return kind_of_state(error.sqlstate) if lost or error.sqlstate else ""


def _cause(error: psycopg.Error) -> str:
    """The driver's words in one line."""
    return " ".join(str(error).split())[:200]


class Postgresql:
    """Connections are opened as they are needed and kept."""

    name = "postgresql"

    def __init__(self, address: str) -> None:
        self.address = address
        self.house_id = ""
        self.vault = PLAIN
        self._epoch = database.Epoch()
        self._pool: database.Pool[Connection] = database.Pool(self._open, self._epoch, _is_sound)
        self._away: Outage | None = None
        """Why no connection could be had when that was last tried."""
        self._trying = threading.Lock()
        self._conninfo = _complete(address)
        self._hangs = Hangs(self._conninfo)
        try:
            with self.reading() as transaction:
                transaction.execute("SELECT 1")
        except Outage as outage:
            self._hangs.close()
            raise Refused(f"database: PostgreSQL cannot be reached: {outage.cause}") from None

    @property
    def epoch(self) -> int:
        return self._epoch.number

    def _open(self) -> Connection:
        """While nobody answers, one caller at a time tries, and the others need not wait."""
        was_away = self._away is not None
        mine = self._trying.acquire(blocking=not was_away)
        try:
            if (away := self._away) and not (mine and was_away):
                raise Outage(away.kind, away.cause)
            opened = self._connect()
        except psycopg.OperationalError as error:
            self._away = Outage(kind_of_state(error.sqlstate) or "unreachable", _cause(error))
            raise
        else:
            self._away = None
            return opened
        finally:
            if mine:
                self._trying.release()

    def _connect(self) -> Connection:
        opened = Connection.connect(self._conninfo)
        self._hangs.begin(opened)
        try:
            patience = round(database.BUSY_SECONDS * 1_000)
            opened.execute(f"SET client_min_messages = warning; SET lock_timeout = {patience}")
            if self.house_id:
                self._check_id(opened)
            opened.commit()
        except BaseException:
            opened.close()
            raise
        finally:
            self._hangs.end(opened)
        return opened

    def _check_id(self, opened: Connection) -> None:
        """Whoever answers at the address must be the database that answered before."""
        try:
            found = opened.execute("SELECT value FROM meta WHERE name = 'id'").fetchone()
        except psycopg.errors.UndefinedTable:
            found = None
        if found is None or found[0] != self.house_id:
            raise Outage("another")

    @contextmanager
    def _working(self, pool: database.Pool[Connection]) -> Iterator[Connection]:
        """A connection; what fails in its use is an outage."""
        held: Connection | None = None
        try:
            with pool.held() as held:
                self._hangs.begin(held)
                try:
                    yield held
                except BaseException:
                    with suppress(psycopg.Error):
                        held.rollback()
                    raise
                finally:
                    self._hangs.end(held)
                    if held.closed:
                        self._epoch.end(held.epoch)
        except _CONFLICTS as error:
            raise database.Conflict(str(error)) from None
        except psycopg.Error as error:
            kind = _kind(error)
            if not kind:
                raise
            if held is not None and kind in LOST:
                self._epoch.end(held.epoch)
            raise Outage(kind, _cause(error)) from error

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        is_committing = False
        try:
            with self._working(self._pool) as connection:
                with connection.cursor() as cursor:
                    together = connection.pipeline
                    yield Transaction(cursor, translate, " FOR UPDATE", together, self.vault)
                is_committing = True
                connection.commit()
        except Outage as outage:
            raise outage.doubted() if is_committing else outage from outage.__cause__

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._working(self._pool) as connection:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield Transaction(cursor, translate, vault=self.vault)
            connection.rollback()

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        message = ",".join(changes)
        if len(message) > LARGEST_MESSAGE:
            message = ""
        transaction.execute("SELECT pg_notify(?, ?)", (CHANNEL, message))

    def listen(self, heard: Heard, part: Part | None = None) -> Callable[[], None]:
        """On a connection of its own; after a lost one anything may have changed."""
        alone: database.Pool[Connection] = database.Pool(self._open, self._epoch)
        listening: Connection | None = None

        def join(connection: Connection) -> None:
            nonlocal listening
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            if listening is not None:
                heard("")
            listening = connection

        def step() -> None:
            with self._working(alone) as connection:
                if connection is not listening:
                    join(connection)
                for notice in connection.notifies(timeout=POLL_SECONDS):
                    # What this process's own connections write is known here.
                    open_ones = (each for each in self._pool.opened if not each.closed)
                    if notice.pid not in {each.info.backend_pid for each in open_ones}:
                        heard(notice.payload)

        with self._working(alone) as connection:
            join(connection)
        stop = database.listen_until_stopped(step, part, 0.0)

        def end() -> None:
            stop()
            alone.close()

        return end

    def close(self) -> None:
        self._hangs.close()
        self._pool.close()


def _complete(address: str) -> str:
    """With what the address leaves open; of several hosts the one that takes writes is wanted."""
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise Refused(f"database: the address of PostgreSQL is wrong: {_cause(error)}") from None
    how: dict[str, str | int] = {name: value for name, value in HOW.items() if name not in given}
    if "," in str(given.get("host", "")) and "target_session_attrs" not in given:
        how["target_session_attrs"] = "read-write"
    return make_conninfo(address, **how)


def _is_sound(connection: Connection) -> bool:
    """Whether an idle connection still stands: a server that goes away says so or hangs up, and
    otherwise says nothing unasked."""
    if connection.closed:
        return False
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN)
    return not looking.poll(0)
