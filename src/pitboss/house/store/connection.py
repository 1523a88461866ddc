"""What the house asks of a database. SQL is written once, with ``?`` for each value."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

Row = tuple[Any, ...]
Values = Sequence[object]
Heard = Callable[[str], None]
Together = Callable[[], AbstractContextManager[object]]


class Conflict(Exception):
    """Another writer was first, or a rule of the schema was broken: nothing was written."""


class Sink(Protocol):
    """Takes rows to write: a transaction at once, a unit of work together with its others."""

    def add(self, sql: str, row: Values, /) -> None: ...


class Cursor(Protocol):
    """The part of the DB-API that a transaction uses."""

    @property
    def description(self) -> Any: ...
    def execute(self, sql: str, values: Any = ..., /) -> object: ...
    def executemany(self, sql: str, rows: Any, /) -> object: ...
    def fetchall(self) -> list[Any]: ...


class Transaction:
    """Statements that take effect together or not at all."""

    def __init__(
        self,
        cursor: Cursor,
        translate: Callable[[str], str],
        locking: str = "",
        together: Together = nullcontext,
    ) -> None:
        self._cursor = cursor
        self._translate = translate
        self.locking = locking
        """Ends a SELECT whose rows are to be locked until the end of the transaction."""
        self.together = together
        """Statements in this context are sent without waiting for each one's answer."""

    def execute(self, sql: str, values: Values = ()) -> list[Row]:
        if values:
            self._cursor.execute(self._translate(sql), tuple(values))
        else:
            self._cursor.execute(sql)
        return self._cursor.fetchall() if self._cursor.description else []

    def add(self, sql: str, row: Values) -> None:
        """Write one row."""
        self.execute(sql, row)

    def peek(self, sql: str, values: Values = ()) -> list[Row]:
        """Read what is committed without locking anything."""
        return self.execute(sql, values)

    def execute_each(self, sql: str, rows: Iterable[Values]) -> None:
        self._cursor.executemany(self._translate(sql), rows)


PAGE = 64
"""Rows that are in memory at a time where all of them are read."""


class Database(Protocol):
    """One database, used from several threads at once."""

    name: str

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Writes: committed and on disk when the block ends; raises Conflict otherwise."""

    def reading(self) -> AbstractContextManager[Transaction]:
        """Reads of one moment."""

    def notify(self, transaction: Transaction, changes: Iterable[str]) -> None:
        """Tell the other processes of what changed, once the transaction is committed."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Call ``heard`` with other processes' messages; an empty one means anything may have
        changed. Returns what stops it."""

    def close(self) -> None: ...


def in_pages(database: Database, ask: Callable[[Transaction, Row], list[Row]]) -> Iterator[Row]:
    """Rows that never change, a page at a time and each page read by itself, so that no long
    reading holds up the database; ``ask`` gives a page of those after a row."""
    last: Row = ()
    while True:
        with database.reading() as transaction:
            rows = ask(transaction, last)
        yield from rows
        if len(rows) < PAGE:
            return
        last = rows[-1]
