"""The log's heads as they were signed from time to time."""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from pitboss.house.store.connection import Database, Rows, Transaction


class Head(NamedTuple):
    """A signed head as it is stored; ``body`` is canonical JSON."""

    number: int
    at: str
    body: str
    signature: str


_ROWS = Rows("heads", Head._fields, Head)


def add(transaction: Transaction, head: Head) -> None:
    _ROWS.add(transaction, head)


def last(transaction: Transaction) -> Head | None:
    return _ROWS.first(transaction, "ORDER BY number DESC LIMIT 1")


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
    found = (Head(*row) for row in _ROWS.pages(database, (first - 1,)))
    return takewhile(lambda head: head.number <= final, found)
