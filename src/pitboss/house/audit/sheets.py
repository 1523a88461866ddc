"""The records as CSV, for spreadsheets: entries, postings, rounds, meter moves and hits.

No secret is in any of them. A text that a spreadsheet would run as a formula gets an apostrophe
before it, as spreadsheets write such texts themselves.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.house.audit.export import PAGE, read_values
from pitboss.house.log import COLUMNS, Entry
from pitboss.house.store import Database
from pitboss.refusal import Refused

FORMULA = re.compile(r"[=+\-@\t\r](?!\d+(/\d+)?$)")
"""How a formula starts; a number with its sign is none."""

_COLUMNS = {
    "rounds": (
        *("table_id", "round", "game", "day", "status", "cause", "dealer", "opened_at"),
        *("ended_at", "opened_version", "ended_version", "wagers"),
    ),
    "moves": ("jackpot", "number", "at", "table_id", "round", "cause", "change", "value"),
    "hits": (
        *("id", "jackpot", "table_id", "round", "seat", "who", "hand", "paid_cents", "place"),
        *("state", "steps", "at"),
    ),
}
SHEETS = ("entries", "postings", *_COLUMNS)
_KEYS = {"rounds": 2, "moves": 2, "hits": 1}
"""How many of the first columns tell rows apart."""

ENTRY_COLUMNS = (
    *("chain", "version", "at", "kind", "who", "command", "round", "seat", "action", "hash"),
    "body",
)
POSTING_COLUMNS = ("chain", "version", "at", "kind", "round", "account", "cents")


def export_sheet(database: Database, name: str) -> Iterator[str]:
    """The lines of one sheet, its column names first."""
    columns, rows = _sheet(database, name)
    yield _line(columns)
    for row in rows:
        yield _line(row)


def _sheet(database: Database, name: str) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    if name == "entries":
        return ENTRY_COLUMNS, _entry_rows(database)
    if name == "postings":
        return POSTING_COLUMNS, _posting_rows(database)
    if name not in _COLUMNS:
        raise Refused(f"sheet {name[:20]!r} is unknown; allowed: {', '.join(SHEETS)}")
    return _COLUMNS[name], _pages(database, name, _COLUMNS[name], _KEYS[name])


def _pages(
    database: Database, table: str, columns: Sequence[str], keys: int
) -> Iterator[tuple[object, ...]]:
    """All rows in the order of their key, a page at a time."""
    key = ", ".join(columns[:keys])
    marks = ", ".join("?" * keys)
    ordered = f"SELECT {', '.join(columns)} FROM {table}"
    after = f"{ordered} WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT {PAGE}"
    last: tuple[object, ...] = ()
    while True:
        with database.reading() as transaction:
            first = f"{ordered} ORDER BY {key} LIMIT {PAGE}"
            rows = transaction.execute(after if last else first, last)
        yield from rows
        if len(rows) < PAGE:
            return
        last = rows[-1][:keys]


def _entries(database: Database) -> Iterator[Entry]:
    for row in _pages(database, "entries", COLUMNS.split(", "), 2):
        yield Entry(*row)  # type: ignore[arg-type]


def _body(entry: Entry) -> Mapping[str, Any]:
    """What the entry says; nothing where the database is damaged."""
    values = read_values(entry.body)
    return values if isinstance(values, dict) else {}


def _entry_rows(database: Database) -> Iterator[Sequence[object]]:
    for entry in _entries(database):
        values = _body(entry)
        named = [values.get(name, "") for name in ("round", "seat", "action")]
        yield (
            *(entry.chain, entry.version, entry.at, entry.kind, entry.who, entry.command or ""),
            *(*named, entry.hash, entry.body),
        )


def _posting_rows(database: Database) -> Iterator[Sequence[object]]:
    for entry in _entries(database):
        values = _body(entry)
        for account, cents in values.get("postings", {}).items():
            place = (entry.chain, entry.version, entry.at, entry.kind)
            yield *place, values.get("round", ""), account, cents


def _line(cells: Iterable[object]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerow([_cell(cell) for cell in cells])
    return written.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value
