"""Records and reports as rows for spreadsheets, and as lines of CSV. No secret is in any of them.

A record's columns are those it is kept in, a report's are the keys of its own rows.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.house.books import changes, incidents, master, meters
from pitboss.house.log import Entry, canonical
from pitboss.house.store import Database, Transaction, entries, jackpots, tables
from pitboss.house.store.database import Rows
from pitboss.house.store.period import Period
from pitboss.refusal import Refused

Report = Callable[[Transaction, Period], Sequence[Mapping[str, Any]]]

FORMULA = re.compile(r"[=+\-@\t\r](?!\d+([./]\d+)?$)")
"""How a formula starts; a number with its sign is none."""

ENTRY_COLUMNS = (
    *("chain", "version", "at", "kind", "who", "command", "round", "seat", "action", "hash"),
    "body",
)
POSTING_COLUMNS = ("chain", "version", "at", "kind", "round", "account", "cents")
AS_KEPT: Mapping[str, Rows[Any]] = {
    "rounds": tables.ROUNDS,
    "moves": jackpots.MOVES,
    "hits": jackpots.HITS,
}
RECORDS = ("entries", "postings", *AS_KEPT)


def _part(name: str, report: Callable[[Transaction, Period], Mapping[str, Any]]) -> Report:
    return lambda transaction, period: report(transaction, period)[name]


REPORTS: Mapping[str, Report] = {
    "tables": _part("tables", master.master_report),
    "games": _part("games", master.master_report),
    "wagers": _part("wagers", master.master_report),
    "meters": _part("days", meters.meter_book),
    "meter-incidents": _part("incidents", meters.meter_book),
    "hits": incidents.hits,
    "envy": incidents.envy_pays,
    "voids": _part("rounds", incidents.voids),
    "void-causes": _part("causes", incidents.voids),
    "corrections": incidents.corrections,
    "promotions": incidents.promotions,
    "changes": changes.changes,
}
RECORDS = ("entries", "postings", "rounds", "moves", "hits")
"""What can be had as CSV besides the reports."""


def report_rows(transaction: Transaction, name: str, period: Period) -> Iterator[list[object]]:
    """The column names, then a row for each line; nothing where there is no line."""
    if name not in REPORTS:
        raise Refused(f"report {name[:20]!r} is unknown; there are {', '.join(REPORTS)}")
    rows = REPORTS[name](transaction, period)
    if rows:
        yield list(rows[0])
    for row in rows:
        yield [cell(value) for value in row.values()]


def record_rows(database: Database, name: str) -> Iterator[Sequence[object]]:
    """The column names, then the records in the order of their keys, read a page at a time."""
    if name == "entries":
        yield ENTRY_COLUMNS
        for entry, values in _entries(database):
            named = [values.get(key, "") for key in ("round", "seat", "action")]
            place = (entry.chain, entry.version, entry.at, entry.kind, entry.who)
            yield *place, entry.command or "", *named, entry.hash, entry.body
    elif name == "postings":
        yield POSTING_COLUMNS
        for entry, values in _entries(database):
            for account, cents in values.get("postings", {}).items():
                where = (entry.chain, entry.version, entry.at, entry.kind)
                yield *where, values.get("round", ""), account, cents
    elif name in AS_KEPT:
        yield AS_KEPT[name].columns
        yield from AS_KEPT[name].pages(database)
    else:
        raise Refused(f"sheet {name[:20]!r} is unknown; allowed: {', '.join(RECORDS)}")


def _entries(database: Database) -> Iterator[tuple[Entry, Mapping[str, Any]]]:
    """Each entry and what it says; nothing where the database is damaged."""
    for row in entries.ROWS.pages(database):
        entry = Entry(*row)
        try:
            values: object = entry.values
        except ValueError:
            values = None
        yield entry, values if isinstance(values, dict) else {}


def cell(value: object) -> object:
    """One value for one cell: a figure by its value, a list in words, other parts as JSON."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return value["value"] if "value" in value and "exact" in value else canonical(value)
    if isinstance(value, list):
        simple = all(isinstance(part, str) for part in value)
        return "; ".join(value) if simple else canonical(value)
    return value


def csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Rows as lines of CSV."""
    for row in rows:
        written = io.StringIO()
        csv.writer(written, lineterminator="\r\n").writerow([_plain(value) for value in row])
        yield written.getvalue()


def _plain(value: object) -> object:
    """A text that a spreadsheet would run as a formula gets an apostrophe, as spreadsheets write
    such texts themselves."""
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value
