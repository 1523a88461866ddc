"""A database that acknowledges too early, to see that the campaign finds what that loses."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.house.store import Database, Transaction, open_database
from pitboss.house.store.sqlite import Sqlite

LATE = "late:"
TOGETHER = 10


class Late(Sqlite):
    """Several transactions wait for one commit, though each was acknowledged."""

    _writing: sqlite3.Connection | None = None
    _waiting = 0

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        if self._writing is None:
            self._writing = self._writers.open()
        self._waiting += 1
        if self._waiting % TOGETHER == 0:
            self._writing.execute("COMMIT")
        if not self._writing.in_transaction:
            self._writing.execute("BEGIN IMMEDIATE")
        self._writing.execute("SAVEPOINT one")
        try:
            yield Transaction(self._writing.cursor(), str, "")
        except BaseException:
            self._writing.execute("ROLLBACK TO one")
            raise


def open_any(address: str) -> Database:
    """As the house does, but for an address that asks for the early one."""
    if address.startswith(LATE):
        return Late(address.removeprefix(LATE))
    return open_database(address)
