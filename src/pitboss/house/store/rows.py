"""Whole tables of the database, row by row, for spreadsheets."""

from collections.abc import Iterator

from pitboss.house.log import Entry
from pitboss.house.store import hits, jackpots, rounds
from pitboss.house.store.connection import Database, Row

PAGE = 64
"""Rows that are in memory at a time."""

COLUMNS = {
    "entries": Entry._fields,
    "rounds": rounds.COLUMNS,
    "moves": jackpots.MOVE_COLUMNS,
    "hits": hits.COLUMNS,
}
_KEYS = {"entries": 2, "rounds": 2, "moves": 2, "hits": 1}
"""How many of the first columns tell rows apart."""


def in_pages(database: Database, table: str) -> Iterator[Row]:
    """All rows in the order of their key; each page is read by itself."""
    columns, keys = COLUMNS[table], _KEYS[table]
    key, marks = ", ".join(columns[:keys]), ", ".join("?" * keys)
    select = f"SELECT {', '.join(columns)} FROM {table}"
    order = f"ORDER BY {key} LIMIT {PAGE}"
    last: Row = ()
    while True:
        with database.reading() as transaction:
            after = f"WHERE ({key}) > ({marks}) " if last else ""
            rows = transaction.execute(f"{select} {after}{order}", last)
        yield from rows
        if len(rows) < PAGE:
            return
        last = rows[-1][:keys]
