"""Who is at which table by the streams of each process, and what people there say in passing: of
the moment, on no log, and worth nothing once the process that wrote it has ended."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.house.store.database import Rows, Transaction

Place = tuple[str, str]
"""A table, and someone at it."""


class Word(NamedTuple):
    """A reaction of someone at a seat, by the process that heard it; numbers only grow."""

    process: str
    number: int
    table: str
    seat: int
    name: str
    word: str


WORDS = Rows("reactions", ("process", "number", "table_id", "seat", "name", "word"), Word, keys=2)


def write(
    transaction: Transaction, process: str, come: Iterable[Place], gone: Iterable[Place]
) -> None:
    """Who has come to a table and who has gone, by what this process sees."""
    transaction.execute_each(
        "DELETE FROM presence WHERE process = ? AND table_id = ? AND who = ?",
        [(process, *place) for place in gone],
    )
    transaction.execute_each(
        "INSERT INTO presence (process, table_id, who) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(process, *place) for place in come],
    )


def count_own(transaction: Transaction, process: str) -> int:
    """How many are there by what one process is known to have seen."""
    sql = "SELECT COUNT(*) FROM presence WHERE process = ?"
    return int(transaction.execute(sql, (process,))[0][0])


def read_others(transaction: Transaction, process: str) -> frozenset[Place]:
    """Who is there by what the other processes see."""
    sql = "SELECT DISTINCT table_id, who FROM presence WHERE process <> ?"
    return frozenset((table, who) for table, who in transaction.execute(sql, (process,)))


def is_elsewhere(transaction: Transaction, process: str, place: Place) -> bool:
    """Whether another process sees them at the table now."""
    sql = "SELECT 1 FROM presence WHERE process <> ? AND table_id = ? AND who = ? LIMIT 1"
    return bool(transaction.peek(sql, (process, *place)))


def read_words(transaction: Transaction, process: str) -> list[Word]:
    """What other processes have heard lately, in no order between them."""
    return WORDS.find(transaction, "WHERE process <> ? ORDER BY process, number", (process,))


def forget_words(transaction: Transaction, process: str, before: int) -> None:
    """Of one's own words, those that everybody has had time to read."""
    sql = "DELETE FROM reactions WHERE process = ? AND number < ?"
    transaction.execute(sql, (process, before))


def forget(transaction: Transaction, processes: Sequence[str]) -> None:
    """Processes have ended: nobody is anywhere by what they saw."""
    marks = ", ".join("?" * len(processes))
    for table in ("presence", "reactions"):
        transaction.execute(f"DELETE FROM {table} WHERE process IN ({marks})", processes)
