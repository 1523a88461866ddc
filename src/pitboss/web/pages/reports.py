"""The house's figures: of each table's present day, and reports of some days: the master game
report, wagers, the meter book, voids and changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi.responses import HTMLResponse

from pitboss.house import ledger, store
from pitboss.house.access import require
from pitboss.house.books.master import master_report
from pitboss.house.books.meters import meter_book
from pitboss.house.books.reports import changes, corrections, hits, voids
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Which
from pitboss.house.store.period import Period, read_period
from pitboss.house.store.tables import Lately
from pitboss.money import money, parse_dollars
from pitboss.refusal import Refused
from pitboss.web.pages.signs import Sign
from pitboss.web.pages.site import page_router
from pitboss.web.pages.staff import Staff, name_options, show_floor

router = page_router()

MOST_LINES = 200
PERIOD = ("first_day", "last_day", "table")

Row = Mapping[str, Any]


class Figures(NamedTuple):
    """A table's day so far, and up to which round, correction and entry it has been read."""

    rounds_an_hour: int = 0
    win_cents: int = 0
    drop_cents: int = 0
    round: int = 0
    corrected: int = 0
    version: int = 0

    @property
    def hold(self) -> str:
        """What part of the drop the house has won."""
        if not self.drop_cents:
            return "–"
        return f"{100 * self.win_cents / self.drop_cents:.1f} %"


class DayBook:
    """All tables' figures of the present day, in UTC, kept up as rounds end.

    The reports do the exact accounting; this is the same sums, cheap enough for a page that is
    drawn anew every second. Only what has come since the last look is read.
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
        _, win_cents, drop_cents, last, _, version = known
        if lately.last > last:
            for played in store.tables.settled_after(transaction, table, self._day, last):
                win_cents += sum(win for *_, win in played.book.values())
        bought = Which(table, ("seat-taken", "chips-bought"), after=version, since=self._day)
        for entry in store.entries.search(transaction, bought):
            version = entry.version
            cents, is_own = ledger.brought(entry.values.get("postings", {}))
            drop_cents += cents if is_own else 0
        return Figures(lately.rounds, win_cents, drop_cents, lately.last, lately.corrected, version)


class Column(NamedTuple):
    """A column: its key in the report, its title, and how its cells are shown."""

    key: str
    title: str
    kind: str = ""

    @property
    def is_number(self) -> bool:
        return self.kind in ("money", "signed", "percent", "number")


class Sheet(NamedTuple):
    """A report as a table on the page; ``name`` is that of its CSV."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: list[list[tuple[str, str]]]
    total: int

    @property
    def is_check(self) -> bool:
        """Whether its lines are things that are wrong."""
        return self.name == "meter-incidents"


def columns(text: str) -> tuple[Column, ...]:
    """Columns written as ``key:kind=Title``; without a title it is the key in words."""
    found = []
    for one in text.split(", "):
        name, _, title = one.partition("=")
        key, _, kind = name.partition(":")
        found.append(Column(key, title or key.replace("_", " ").capitalize(), kind))
    return tuple(found)


_MONEY = columns(
    "drop:money, handle:money, win:signed, hold:percent, theoretical_win:money, z_score:number=z"
)
SUMS = columns(
    "rounds:number, drop:money, handle:money, win:money, theoretical_win:money=Theoretical, "
    "z_score:number=z"
)
TABLES = columns("day, name=Table, rounds:number")
GAMES = columns("day, game, rounds:number")
WAGERS = columns(
    "day, table:table, wager, count:number, handle:money, win:signed, hold:percent=Win / handle, "
    "theoretical_win:money, z_score:number=z"
)
METERS = columns(
    "day, name=Jackpot, opening:money, contributed:money, seeded:money, covered:money, "
    "paid:money, adjusted:money, hits_voided:money, corrected:money, closing:money"
)
INCIDENTS = columns("jackpot, day, what=What is wrong")
HITS = columns(
    "at:time=When, table:table, round:number, seat:number, hand, amount:money, state, "
    "people:steps=By"
)
VOIDS = columns(
    "at:time=When, table:table, round:number, cause, reason, dealer:person, voided_by:person"
)
CORRECTIONS = columns("at:time=When, table:table, round:number, why, people:people=By")
CHANGES = columns(
    "at:time=When, kind, of:table, what, before:value, after:value, why, people:people=By"
)


def amount(text: object) -> str:
    """Dollars as people write them; a fraction of a cent as the exact value that it is."""
    try:
        return money(parse_dollars(text))
    except Refused:
        return str(text)


class Words:
    """Cells in words: amounts, parts, people and tables by their names."""

    def __init__(self, people: Mapping[str, str], tables: Mapping[str, str]) -> None:
        self.people = people
        self.tables = tables

    def cell(self, column: Column, row: Row) -> tuple[str, str]:
        """The text, and the class of its cell."""
        value, kind = row.get(column.key), column.kind
        look = "num" if column.is_number else ""
        if value is None or value == "":
            return "–", look
        if kind == "signed" and str(value).startswith("-"):
            look = "num down"
        return self._text(kind, value), look

    def _text(self, kind: str, value: Any) -> str:
        def name(who: object) -> str:
            return self.people.get(str(who), str(who))

        if kind in ("money", "signed"):
            return amount(value)
        if kind == "percent":
            return f"{100 * value['value']:.2f} %"
        if kind == "number":
            return f"{value:.2f}" if isinstance(value, float) else str(value)
        if kind == "time":
            return str(value)[:19].replace("T", " ")
        if kind == "table":
            return self.tables.get(str(value), str(value))
        if kind == "person":
            return name(value)
        if kind == "people":
            return ", ".join(name(who) for who in value)
        if kind == "steps":
            return ", ".join(f"{state} by {name(who)}" for state, who in value)
        return str(value)[:120]

    def sheet(self, name: str, title: str, columns: Sequence[Column], rows: Sequence[Row]) -> Sheet:
        shown = rows[-MOST_LINES:]
        cells = [[self.cell(column, row) for column in columns] for row in shown]
        return Sheet(name, title, columns, cells, len(rows))


def make_sheets(transaction: Transaction, period: Period) -> dict[str, Any]:
    """Every report of the period, of one moment."""
    tables = store.tables.read_names(transaction)
    words = Words(store.people.read_names(transaction), tables)
    master, meters = master_report(transaction, period), meter_book(transaction, period)
    sheet = words.sheet
    return {
        "notes": master["total"]["notes"],
        "sums": [Sign(column.title, words.cell(column, master["total"])[0]) for column in SUMS],
        "tables": [("", "all"), *name_options(tables)],
        "sheets": [
            sheet("tables", "Master game report", (*TABLES, *_MONEY), master["tables"]),
            sheet("games", "By game", (*GAMES, *_MONEY), master["games"]),
            sheet("wagers", "By wager", WAGERS, master["wagers"]),
            sheet("meters", "Meter book", METERS, meters["days"]),
            sheet("meter-incidents", "Meter incidents", INCIDENTS, meters["incidents"]),
            sheet("hits", "Jackpot hits", HITS, hits(transaction, period)),
            sheet("voids", "Voided rounds", VOIDS, voids(transaction, period)["rounds"]),
            sheet("corrections", "Corrections", CORRECTIONS, corrections(transaction, period)),
            sheet("changes", "Changes", CHANGES, changes(transaction, period)),
        ],
    }


@router.get("/floor/reports")
async def reports_page(visit: Staff) -> HTMLResponse:
    """The books of some days, which may be of one table or game."""
    require(visit.person, "read-reports")
    today = visit.services.now().date().isoformat()
    wanted = {name: text for name, text in visit.query.items() if text}
    given: dict[str, str] = {"first_day": today}
    given |= {name: text for name, text in wanted.items() if name in PERIOD}
    given.setdefault("last_day", max(today, given["first_day"]))
    refusal = None
    try:
        period = read_period(given)
    except Refused as found:
        refusal, period = found, Period(today, today)
    found_sheets = await visit.services.look(make_sheets, period)
    days = {"first_day": period.first_day, "last_day": period.last_day, "table": period.table}
    values = {**found_sheets, "given": given, "query": urlencode(days), "period": period}
    return show_floor(visit, "floor/reports.html", values, refusal)
