"""The house's figures: of each table's present day, and reports of some days: the master game
report, wagers, the meter book, voids and changes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from pitboss.house import ledger, store
from pitboss.house.books.fold import Fold, KeptDays
from pitboss.house.books.funds import fund_report
from pitboss.house.books.master import master_report
from pitboss.house.books.meters import meter_book
from pitboss.house.books.reports import changes, corrections, hits, voids
from pitboss.house.books.takings import Takings
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Which
from pitboss.house.store.period import Period, read_period
from pitboss.house.store.tables import Lately
from pitboss.money import money, parse_dollars, whole_or_text
from pitboss.refusal import Refused
from pitboss.web.common.services import Services
from pitboss.web.pages.floor import words
from pitboss.web.pages.floor.staff import Staff, name_options, show_floor
from pitboss.web.pages.signs import Sign
from pitboss.web.pages.site import page_router

_LOG = logging.getLogger("pitboss.web")

FOLD_SECONDS = 10.0
FOLDED_AT_ONCE = 20
"""Tables whose day is folded before others may read or rest."""
MOST_LINES = 50
"""Lines of a report on one page; all of them are in its CSV."""
PERIOD = ("first_day", "last_day", "table")

Row = Mapping[str, Any]
Names = Mapping[str, Mapping[str, str]]
"""The names of people and of tables, by the kind of a column that shows them."""


class Pages(NamedTuple):
    """Which page of which report is asked for; of the others the first is shown, which has the
    newest lines."""

    sheet: str = ""
    page: int = 1

    def number(self, name: str) -> int:
        return max(1, min(self.page, MOST_PAGES)) if name == self.sheet else 1

    def lines(self, name: str, total: int) -> range:
        end = max(0, total - MOST_LINES * (self.number(name) - 1))
        return range(max(0, end - MOST_LINES), end)


MOST_PAGES = 1_000_000
ONE_PAGE = Pages()


class Figures(NamedTuple):
    """A table's day so far, and up to which round, correction and entry it has been read."""

    rounds_an_hour: int = 0
    win: Fraction = Fraction(0)
    drop_cents: int = 0
    round: int = 0
    corrected: int = 0
    version: int = 0

    @property
    def win_cents(self) -> int:
        return round(self.win)

    @property
    def hold(self) -> str:
        """What part of the drop the house has won."""
        if not self.drop_cents:
            return "–"
        return f"{100 * float(self.win) / self.drop_cents:.1f} %"


class DayBook:
    """All tables' figures of the present day, in UTC, kept up as rounds end.

    The reports do the exact accounting; this is the same sums, cheap enough for a page that is
    drawn anew every second. Only what has come since the last look is read; practice play is in
    neither.
    """

    def __init__(self) -> None:
        self._day = ""
        self._figures: dict[str, Figures] = {}
        self._guard = Lock()

    def read(self, transaction: Transaction, now: datetime) -> dict[str, Figures]:
        """The figures by table; a new day starts from nothing."""
        day = now.isoformat()[:10]
        hour_ago = (now - timedelta(hours=1)).isoformat(timespec="milliseconds")
        with self._guard:
            if day != self._day:
                self._day, self._figures = day, {}
            for lately in store.tables.read_lately(transaction, hour_ago):
                self._figures[lately.table] = self._read_on(transaction, lately)
            return dict(self._figures)

    def _read_on(self, transaction: Transaction, lately: Lately) -> Figures:
        """What has come since; after a correction, all from the start of the day."""
        table, known = lately.table, self._figures.get(lately.table, Figures())
        if known.corrected != lately.corrected:
            known = Figures()
        _, win, drop_cents, last, _, version = known
        takings = Takings(transaction)
        if takings.setups.is_practice(table):
            return Figures(lately.rounds)
        if lately.last > last:
            for played in store.tables.settled_after(transaction, table, self._day, last):
                practice = takings.practice_seats(played)
                own = (one.win for one in takings.of(played) if one.seat not in practice)
                win += sum(own)
        bought = Which(table, ("seat-taken", "chips-bought"), after=version, since=self._day)
        for entry in store.entries.search(transaction, bought):
            version = entry.version
            cents, is_own = ledger.brought(entry.values.get("postings", {}))
            drop_cents += cents if is_own else 0
        return Figures(lately.rounds, win, drop_cents, lately.last, lately.corrected, version)


class Column(NamedTuple):
    """A column: its key in the report, its title, and how its cells are shown."""

    key: str
    title: str
    kind: str = ""

    @property
    def is_number(self) -> bool:
        return self.kind in ("money", "signed", "percent", "chance", "number")


def columns(text: str) -> tuple[Column, ...]:
    """Columns written as ``key:kind=Title``; without a title it is the key in words."""
    found = []
    for one in text.split(", "):
        name, _, title = one.partition("=")
        key, _, kind = name.partition(":")
        found.append(Column(key, title or key.replace("_", " ").capitalize(), kind))
    return tuple(found)


SUMS, PRACTICE = columns(words.SUMS), columns(words.PRACTICE)
SHEETS = {name: (title, columns(text)) for name, (title, text) in words.SHEETS.items()}


def amount(text: object) -> str:
    """Dollars as people write them; a fraction of a cent as the exact value that it is."""
    try:
        return money(parse_dollars(text))
    except Refused:
        return str(text)


def show_cell(column: Column, row: Row, names: Names) -> tuple[str, str]:
    """The text of a cell, and its class."""
    value, look = row.get(column.key), "num" if column.is_number else ""
    if value is None or value == "":
        return "–", look
    if column.kind == "signed" and str(value).startswith("-"):
        look = "num down"
    return _text(column.kind, value, names), look


def _text(kind: str, value: Any, names: Names) -> str:
    if kind in ("money", "signed"):
        return amount(value)
    if kind == "percent":
        return f"{100 * value['value']:.2f} %"
    if kind == "verdict":
        return str(value).partition(":")[0]
    if kind == "chance":
        return f"{100 * value:.3g} %"
    if kind == "number":
        return f"{value:.2f}" if isinstance(value, float) else str(value)
    if kind == "time":
        return str(value)[:19].replace("T", " ")
    if kind in names:
        return names[kind].get(str(value), str(value))
    if kind == "people":
        return ", ".join(_text("person", who, names) for who in value)
    if kind == "steps":
        return ", ".join(
            words.step_by(state=state, who=_text("person", who, names)) for state, who in value
        )
    return str(value)[:120]


def _verdicts(rows: Sequence[Row]) -> list[str]:
    """What is to be said of tables that are out of the ordinary, in full."""
    return [
        f"{row['name']}, {row['day']}: {row['judgement']}"
        for row in rows
        if ":" in (row["judgement"] or "")
    ]


def make_sheets(
    transaction: Transaction, period: Period, kept: KeptDays | None = None, pages: Pages = ONE_PAGE
) -> dict[str, Any]:
    """Every report of the period, of one moment, as tables of the page; each is named like its
    CSV, and shows a page of its lines, the newest first unless another is asked for."""
    tables = store.tables.read_names(transaction, period.is_own)
    names = {"person": store.people.read_names(transaction), "table": tables}

    def sheet(name: str, rows: Sequence[Row]) -> dict[str, Any]:
        title, columns = SHEETS[name]
        lines = pages.lines(name, len(rows))
        return {
            "name": name,
            "title": title,
            "columns": columns,
            "rows": [[show_cell(column, rows[n], names) for column in columns] for n in lines],
            "total": len(rows),
            "lines": lines,
            "earlier": pages.number(name) + 1 if lines.start else 0,
            "later": pages.number(name) - 1,
        }

    master, meters = master_report(transaction, period, kept), meter_book(transaction, period)
    funds = fund_report(transaction, period)
    wrong = meters["incidents"] + funds["incidents"]
    return {
        "notes": [*_verdicts(master["tables"]), *master["total"]["notes"]],
        "practice": [Sign(one.title, amount(master["practice"][one.key])) for one in PRACTICE],
        "sums": [Sign(one.title, show_cell(one, master["total"], names)[0]) for one in SUMS],
        "tables": [("", words.ALL), *name_options(tables)],
        "sheets": [
            sheet("tables", master["tables"]),
            sheet("games", master["games"]),
            sheet("wagers", master["wagers"]),
            sheet("funds", funds["days"]),
            sheet("meters", meters["days"]),
            sheet("meter-incidents", wrong),
            sheet("hits", hits(transaction, period)),
            sheet("voids", voids(transaction, period)["rounds"]),
            sheet("corrections", corrections(transaction, period)),
            sheet("changes", changes(transaction, period)),
        ],
    }


def find_behind(transaction: Transaction, period: Period, kept: KeptDays) -> list[str]:
    return Fold(transaction, period, kept).behind()


def fold_some(
    transaction: Transaction, period: Period, kept: KeptDays, tables: Iterable[str]
) -> None:
    for table in tables:
        Fold(transaction, period._replace(table=table), kept).read()


async def fold_today(services: Services) -> None:
    """What has come since to today's books, some tables at a time, so that whoever looks at them
    need not wait for every table."""
    period, kept = Period(services.today, services.today, is_own=True), services.keep(KeptDays)
    behind = await services.study(find_behind, period, kept)
    for first in range(0, len(behind), FOLDED_AT_ONCE):
        some = behind[first : first + FOLDED_AT_ONCE]
        await services.study(fold_some, period, kept, some)


async def keep_folding(services: Services) -> None:
    has_failed = False
    while True:
        try:
            await fold_today(services)
            has_failed = False
        except Exception as error:  # whoever looks at the reports is told of it
            if not has_failed:
                _LOG.warning("the books were not folded ahead: %s", error)
            has_failed = True
        await asyncio.sleep(FOLD_SECONDS)


@asynccontextmanager
async def folding(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs: the books are kept ready in the background."""
    task = asyncio.create_task(keep_folding(app.state.services))
    yield
    task.cancel()


router = page_router()
router.lifespan_context = folding


@router.get("/floor/reports")
async def reports_page(visit: Staff) -> HTMLResponse:
    """The books of some days, which may be of one table or game."""
    today, refusal = visit.services.now().date().isoformat(), None
    given = {"first_day": today}
    given |= {name: visit.query[name] for name in PERIOD if visit.query.get(name)}
    given.setdefault("last_day", max(today, given["first_day"]))
    try:
        period = read_period(given)
    except Refused as found:
        refusal, period = found, Period(today, today)
    has_practice = bool(visit.query.get("practice"))
    period = period._replace(is_own=not has_practice and not period.table)
    sheet, number = visit.query.get("sheet", ""), whole_or_text(visit.query.get("page", "1"))
    pages = Pages(sheet, number if isinstance(number, int) else 1)
    kept = visit.services.keep(KeptDays)
    values = await visit.services.look(make_sheets, period, kept, pages)
    asked = {name: getattr(period, name) for name in PERIOD}
    values |= {"given": given, "period": period, "has_practice": has_practice}
    values["query"] = urlencode(asked)
    values["here"] = urlencode({**asked, "practice": "1"} if has_practice else asked)
    return show_floor(visit, "floor/reports.html", values, refusal)
