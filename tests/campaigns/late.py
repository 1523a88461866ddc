"""A database that acknowledges too early, to see that the campaign finds what that loses."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.house.database import Database, Transaction, open_database
from pitboss.house.database.sqlite import Sqlite

LATE = "late:"


class Late(Sqlite):
    """Each transaction is committed only when the next one begins."""

    _writing: sqlite3.Connection | None = None

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        if self._writing is None:
            self._writing = self._open()
        if self._writing.in_transaction:
            self._writing.execute("COMMIT")
        self._writing.execute("BEGIN IMMEDIATE")
        try:
            yield Transaction(self._writing.cursor(), str, "")
        except BaseException:
            self._writing.execute("ROLLBACK")
            raise


def open_any(address: str) -> Database:
    """As the house does, but for an address that asks for the early one."""
    if address.startswith(LATE):
        return Late(address.removeprefix(LATE))
    return open_database(address)
