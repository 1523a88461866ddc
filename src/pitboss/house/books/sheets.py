"""Reports as rows for spreadsheets: the columns are the keys of the report's own rows."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.house.audit.sheets import FORMULA
from pitboss.house.books import changes, incidents, master, meters
from pitboss.house.log import canonical
from pitboss.house.store import Transaction
from pitboss.house.store.period import Period
from pitboss.refusal import Refused

Rows = Sequence[Mapping[str, Any]]

NUMBER = re.compile(r"-?[0-9]+([./][0-9]+)?")

SHEETS: Mapping[str, Callable[[Transaction, Period], Rows]] = {
    "tables": lambda transaction, period: master.master_report(transaction, period)["tables"],
    "games": lambda transaction, period: master.master_report(transaction, period)["games"],
    "wagers": lambda transaction, period: master.master_report(transaction, period)["wagers"],
    "meters": lambda transaction, period: meters.meter_book(transaction, period)["days"],
    "meter-incidents": lambda transaction, period: meters.meter_book(transaction, period)[
        "incidents"
    ],
    "hits": incidents.hits,
    "envy": incidents.envy_pays,
    "voids": lambda transaction, period: incidents.voids(transaction, period)["rounds"],
    "void-causes": lambda transaction, period: incidents.voids(transaction, period)["causes"],
    "corrections": incidents.corrections,
    "promotions": incidents.promotions,
    "changes": changes.changes,
}


def sheet_rows(transaction: Transaction, name: str, period: Period) -> Iterator[list[object]]:
    """The column names, then a row for each line; nothing where there is no line."""
    if name not in SHEETS:
        raise Refused(f"report {name[:20]!r} is unknown; there are {', '.join(SHEETS)}")
    rows = SHEETS[name](transaction, period)
    if rows:
        yield list(rows[0])
    for row in rows:
        yield [cell(value) for value in row.values()]


def cell(value: object) -> object:
    """One value for one cell: a figure by its value, a list in words, other parts as JSON."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return value["value"] if "value" in value and "exact" in value else canonical(value)
    if isinstance(value, list):
        simple = all(isinstance(part, str) for part in value)
        return _plain("; ".join(value)) if simple else canonical(value)
    return _plain(value) if isinstance(value, str) else value


def _plain(text: str) -> str:
    """A text that a spreadsheet would run as a formula gets an apostrophe; an amount does not."""
    return text if NUMBER.fullmatch(text) or not FORMULA.match(text) else f"'{text}"


def csv_lines(rows: Iterator[list[object]]) -> Iterator[str]:
    """The same as lines of CSV."""
    for row in rows:
        written = io.StringIO()
        csv.writer(written, lineterminator="\r\n").writerow(row)
        yield written.getvalue()
