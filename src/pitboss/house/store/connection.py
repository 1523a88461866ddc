"""What the house asks of a database. SQL is written once, with ``?`` for each value."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")

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


class Rows(Generic[T]):
    """The rows of one table: their columns, and ``read``, which makes of a row what it stands for.
    The first ``keys`` columns tell rows apart."""

    def __init__(
        self, table: str, columns: Sequence[str], read: Callable[..., T], keys: int = 1
    ) -> None:
        self.columns = tuple(columns)
        self._table = table
        self._read = read
        self._keys = keys
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        self.insert = f"INSERT INTO {table} ({names}) VALUES ({marks})"
        self._select = f"SELECT {names} FROM {table}"

    def add(self, sink: Sink, row: Values) -> None:
        sink.add(self.insert, row)

    def keep(self, sink: Sink, row: Values, *changed: str) -> None:
        """Let the row of the same id have these columns' new values."""
        values = dict(zip(self.columns, row, strict=True))
        settings = ", ".join(f"{name} = ?" for name in changed)
        new = [values[name] for name in (*changed, "id")]
        sink.add(f"UPDATE {self._table} SET {settings} WHERE id = ?", new)

    def find(self, transaction: Transaction, rest: str = "", values: Values = ()) -> list[T]:
        """Those of which ``rest`` tells, in its order."""
        return [self._read(*row) for row in transaction.execute(f"{self._select} {rest}", values)]

    def first(self, transaction: Transaction, rest: str, values: Values = ()) -> T | None:
        found = self.find(transaction, rest, values)
        return found[0] if found else None

    def lock(self, transaction: Transaction, identity: str) -> T | None:
        """The one of this id, locked until the end of a transaction that writes."""
        return self.first(transaction, f"WHERE id = ?{transaction.locking}", (identity,))

    def pages(self, database: Database, after: Row = ()) -> Iterator[Row]:
        """All rows in the order of their key, from after one on, for those that never change: each
        page is read by itself, so that no long reading holds up the database."""
        key, marks = ", ".join(self.columns[: self._keys]), ", ".join("?" * self._keys)
        while True:
            where = f" WHERE ({key}) > ({marks})" if after else ""
            sql = f"{self._select}{where} ORDER BY {key} LIMIT {PAGE}"
            with database.reading() as transaction:
                rows = transaction.execute(sql, after[: self._keys])
            yield from rows
            if len(rows) < PAGE:
                return
            after = rows[-1]
