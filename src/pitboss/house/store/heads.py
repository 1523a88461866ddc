"""The log's heads as they were signed from time to time."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.house.store import connection
from pitboss.house.store.connection import PAGE, Database, Row, Transaction

_SELECT = "SELECT number, at, body, signature FROM heads"


class Head(NamedTuple):
    """A signed head as it is stored; ``body`` is canonical JSON."""

    number: int
    at: str
    body: str
    signature: str


def add(transaction: Transaction, head: Head) -> None:
    transaction.execute("INSERT INTO heads (number, at, body, signature) VALUES (?, ?, ?, ?)", head)


def last(transaction: Transaction) -> Head | None:
    rows = transaction.execute(f"{_SELECT} ORDER BY number DESC LIMIT 1")
    return Head(*rows[0]) if rows else None


def numbers_of_days(
    transaction: Transaction, first_day: str = "", last_day: str = ""
) -> tuple[int, int] | None:
    """From the first head of some days (UTC), or of all, to the last; None where there is none."""
    ((first, final),) = transaction.execute(
        "SELECT MIN(number), MAX(number) FROM heads"
        " WHERE substr(at, 1, 10) >= ? AND substr(at, 1, 10) <= ?",
        (first_day, last_day or "9999-12-31"),
    )
    return None if first is None else (first, final)


def in_pages(database: Database, first: int, final: int) -> Iterator[Head]:
    """Heads by their numbers."""
    sql = f"{_SELECT} WHERE number > ? AND number <= ? ORDER BY number LIMIT {PAGE}"

    def ask(transaction: Transaction, last: Row) -> list[Row]:
        return transaction.execute(sql, (last[0] if last else first - 1, final))

    return (Head(*row) for row in connection.in_pages(database, ask))
