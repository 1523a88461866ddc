"""The house's figures: of each table's present day, and reports of some days: the master game
report, wagers, the meter book, voids and changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi.responses import HTMLResponse

from pitboss.house import ledger, store
from pitboss.house.books.funds import fund_report
from pitboss.house.books.master import master_report
from pitboss.house.books.meters import meter_book
from pitboss.house.books.reports import changes, corrections, hits, voids
from pitboss.house.books.takings import Takings
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Which
from pitboss.house.store.period import Period, read_period
from pitboss.house.store.tables import Lately
from pitboss.money import money, parse_dollars
from pitboss.refusal import Refused
from pitboss.web.pages.floor.staff import Staff, name_options, show_floor
from pitboss.web.pages.signs import Sign
from pitboss.web.pages.site import page_router

router = page_router()

MOST_LINES = 200
PERIOD = ("first_day", "last_day", "table")

Row = Mapping[str, Any]
Names = Mapping[str, Mapping[str, str]]
"""The names of people and of tables, by the kind of a column that shows them."""


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


SUMS = columns(
    "rounds:number, drop:money, handle:money, win:money, theoretical_win:money=Theoretical, "
    "tail:chance"
)
MONEY = columns(
    "drop:money, handle:money, win:signed, hold:percent, theoretical_win:money=Theoretical, "
    "contributed:money=To funds, jackpots_paid:money, tail:chance, judgement:verdict"
)
TABLES = columns("day, name=Table, rounds:number") + MONEY
GAMES = columns("day, game, rounds:number") + MONEY
WAGERS = columns(
    "day, table:table, wager, count:number, handle:money, win:signed, hold:percent=Win / handle, "
    "theoretical_win:money=Theoretical, tail:chance, judgement:verdict"
)
FUNDS = columns(
    "day, name=Jackpot, opening:money, contributed:money, seeds:money=Seeds advanced, "
    "covered:money, paid:money, adjusted:money, hits_voided:money, corrected:money, "
    "closing:money, owed:money=Owed to the house, players:money=Players’"
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
        return ", ".join(f"{state} by {_text('person', who, names)}" for state, who in value)
    return str(value)[:120]


def _verdicts(rows: Sequence[Row]) -> list[str]:
    """What is to be said of tables that are out of the ordinary, in full."""
    return [
        f"{row['name']}, {row['day']}: {row['judgement']}"
        for row in rows
        if ":" in (row["judgement"] or "")
    ]


def make_sheets(transaction: Transaction, period: Period) -> dict[str, Any]:
    """Every report of the period, of one moment, as tables of the page; each is named like its
    CSV."""
    tables = store.tables.read_names(transaction)
    names = {"person": store.people.read_names(transaction), "table": tables}

    def sheet(
        name: str, title: str, columns: Sequence[Column], rows: Sequence[Row]
    ) -> dict[str, Any]:
        return {
            "name": name,
            "title": title,
            "columns": columns,
            "rows": [
                [show_cell(column, row, names) for column in columns] for row in rows[-MOST_LINES:]
            ],
            "total": len(rows),
        }

    master, meters = master_report(transaction, period), meter_book(transaction, period)
    funds = fund_report(transaction, period)
    wrong = meters["incidents"] + funds["incidents"]
    return {
        "notes": [*_verdicts(master["tables"]), *master["total"]["notes"]],
        "sums": [Sign(one.title, show_cell(one, master["total"], names)[0]) for one in SUMS],
        "tables": [("", "all"), *name_options(tables)],
        "sheets": [
            sheet("tables", "Master game report", TABLES, master["tables"]),
            sheet("games", "By game", GAMES, master["games"]),
            sheet("wagers", "By wager", WAGERS, master["wagers"]),
            sheet("funds", "Jackpots’ funds", FUNDS, funds["days"]),
            sheet("meters", "Meter book", METERS, meters["days"]),
            sheet("meter-incidents", "Meter incidents", INCIDENTS, wrong),
            sheet("hits", "Jackpot hits", HITS, hits(transaction, period)),
            sheet("voids", "Voided rounds", VOIDS, voids(transaction, period)["rounds"]),
            sheet("corrections", "Corrections", CORRECTIONS, corrections(transaction, period)),
            sheet("changes", "Changes", CHANGES, changes(transaction, period)),
        ],
    }


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
    values = await visit.services.look(make_sheets, period)
    query = urlencode({name: getattr(period, name) for name in PERIOD})
    values |= {"given": given, "query": query, "period": period}
    return show_floor(visit, "floor/reports.html", values, refusal)
