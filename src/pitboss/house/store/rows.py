"""Whole tables of the database, row by row, for spreadsheets."""

from collections.abc import Iterator

from pitboss.house.log import Entry
from pitboss.house.store import connection, hits, jackpots, rounds
from pitboss.house.store.connection import PAGE, Database, Row, Transaction

COLUMNS = {
    "entries": Entry._fields,
    "rounds": rounds.COLUMNS,
    "moves": jackpots.MOVE_COLUMNS,
    "hits": hits.COLUMNS,
}
_KEYS = {"entries": 2, "rounds": 2, "moves": 2, "hits": 1}
"""How many of the first columns tell rows apart."""


def in_pages(database: Database, table: str) -> Iterator[Row]:
    """All rows in the order of their key."""
    columns, keys = COLUMNS[table], _KEYS[table]
    key, marks = ", ".join(columns[:keys]), ", ".join("?" * keys)
    select = f"SELECT {', '.join(columns)} FROM {table}"

    def ask(transaction: Transaction, last: Row) -> list[Row]:
        after = f" WHERE ({key}) > ({marks})" if last else ""
        return transaction.execute(f"{select}{after} ORDER BY {key} LIMIT {PAGE}", last[:keys])

    return connection.in_pages(database, ask)
