"""Every table of the house as plain rows: read as they stand at one moment, and written into an
empty database of either kind."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from pitboss.house.store.database import Database, Row, Transaction
from pitboss.house.store.schema import META, STEPS, advance, read_meta

BATCH = 1_000
_MADE = re.compile(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)")
_KNOWN = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}


def list_tables(database: Database, transaction: Transaction) -> list[str]:
    """The house's own tables that are there; others may keep theirs in the same database."""
    there = {str(name) for (name,) in transaction.execute(_KNOWN[database.name])}
    made = [name for step in ((META,), *STEPS) for sql in step for name in _MADE.findall(sql)]
    return [name for name in dict.fromkeys(made) if name in there]


def find_schema(database: Database, transaction: Transaction) -> int:
    """At which step the database's tables are; 0 where it has none."""
    if "meta" not in list_tables(database, transaction):
        return 0
    return int(read_meta(transaction, "schema") or 0)


def read_columns(transaction: Transaction, table: str) -> list[str]:
    return transaction.columns(f"SELECT * FROM {table} LIMIT 0")


def read_rows(transaction: Transaction, table: str, columns: Iterable[str]) -> Iterator[Row]:
    """All rows, a few in memory at a time."""
    return transaction.each(f"SELECT {', '.join(columns)} FROM {table}")


def prepare(database: Database, transaction: Transaction, schema: int) -> None:
    """Make the tables as they were at this step, all of them empty."""
    advance(database, transaction, schema)
    transaction.execute("DELETE FROM meta")


def write_rows(
    transaction: Transaction, table: str, columns: Iterable[str], rows: Iterable[Row]
) -> None:
    names = list(columns)
    marks = ", ".join("?" * len(names))
    sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
    source = iter(rows)
    while batch := list(islice(source, BATCH)):
        transaction.execute_each(sql, batch)
