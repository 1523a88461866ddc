"""A database in memory, for tests that open very many houses: the house's own SQL on SQLite, but
one connection, no file, and nothing is synced."""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from pitboss.house.health import Part
from pitboss.house.store.database import Conflict, Heard, Transaction
from pitboss.house.store.schema import create_schema
from pitboss.house.store.vault import PLAIN


class Memory:
    """Begins as a copy of another one, or empty."""

    name = "sqlite"
    house_id = ""
    vault = PLAIN
    epoch = 0

    def __init__(self, template: bytes = b"") -> None:
        self._lock = threading.RLock()
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False
        )
        if template:
            self._connection.deserialize(template)
        else:
            create_schema(self)

    def copy(self) -> bytes:
        with self._lock:
            return self._connection.serialize()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._lock:
            self._connection.execute("BEGIN")
            try:
                yield Transaction(self._connection.cursor(), str)
                self._connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from None
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self._lock:
            yield Transaction(self._connection.cursor(), str)

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """There is no other process."""

    def listen(self, heard: Heard, part: Part | None = None) -> Callable[[], None]:
        return lambda: None

    def close(self) -> None:
        self._connection.close()
