"""Which days, table and game a report is of. Days are those of UTC, as everywhere in the log."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from pitboss.games import find_game
from pitboss.house.log import COLUMNS, RARE, Entry
from pitboss.house.store import Transaction
from pitboss.refusal import Refused

MOST_DAYS = 366
KEYS = ("first_day", "last_day", "table", "game")


class Period(NamedTuple):
    """From the first day to the last, both included; an empty table or game stands for all."""

    first_day: str
    last_day: str
    table: str = ""
    game: str = ""

    @property
    def end(self) -> str:
        """The day after the last: every time of the period sorts before it."""
        return (date.fromisoformat(self.last_day) + timedelta(1)).isoformat()

    @property
    def days(self) -> list[str]:
        first = date.fromisoformat(self.first_day)
        count = (date.fromisoformat(self.last_day) - first).days + 1
        return [(first + timedelta(number)).isoformat() for number in range(count)]


def read_period(given: Mapping[str, object]) -> Period:
    """Check what was asked for; one day alone is a period too."""
    for key in given:
        if key not in KEYS:
            raise Refused(f"period: {key[:20]!r} is unknown; it has {', '.join(KEYS)}")
    first = _read_day(given.get("first_day"), "first_day")
    last = _read_day(given.get("last_day", first), "last_day")
    if last < first:
        raise Refused(f"last_day {last}: is before first_day {first}")
    if (date.fromisoformat(last) - date.fromisoformat(first)).days >= MOST_DAYS:
        raise Refused(f"period {first} to {last}: at most {MOST_DAYS} days at once")
    game = str(given.get("game", ""))
    if game:
        find_game(game)
    return Period(first, last, str(given.get("table", "")), game)


def _read_day(value: object, what: str) -> str:
    text = str(value)
    try:
        day = date.fromisoformat(text)
        day + timedelta(1)
    except (ValueError, OverflowError):
        raise Refused(f"{what} {text[:20]!r}: a day such as 2026-01-31 is needed") from None
    if day.isoformat() != text:
        raise Refused(f"{what} {text[:20]!r}: a day such as 2026-01-31 is needed")
    return text


class Round(NamedTuple):
    """A round's line in the books."""

    table: str
    number: int
    game: str
    day: str
    status: str
    cause: str
    dealer: str
    ended_at: str
    ended_version: int
    wagers: str


_ROUND = (
    "table_id, round, game, day, status, cause, dealer, ended_at, ended_version, wagers FROM rounds"
)


def read_rounds(transaction: Transaction, period: Period) -> Iterator[Round]:
    """Table by table, in the order in which they were played."""
    sql, values = _conditions("day >= ? AND day < ?", period, "table_id")
    if period.game:
        sql, values = f"{sql} AND game = ?", [*values, period.game]
    names = f"SELECT DISTINCT table_id FROM rounds WHERE {sql} ORDER BY table_id"
    for (table,) in transaction.execute(names, values):
        rows = f"SELECT {_ROUND} WHERE {sql} AND table_id = ? ORDER BY round"
        for row in transaction.execute(rows, [*values, table]):
            yield Round(*row)


def read_entries(transaction: Transaction, period: Period, *kinds: str) -> list[Entry]:
    """The log's entries of these rare kinds, in the order of their times; a table or game asked
    for leaves those of the house's own chain out."""
    sql, values = _conditions("at >= ? AND at < ?", period, "chain")
    if period.game:
        sql += " AND chain IN (SELECT id FROM tables WHERE game = ?)"
        values.append(period.game)
    marks = ", ".join("?" * len(kinds))
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM entries WHERE {sql} AND {RARE} AND kind IN ({marks})"
        " ORDER BY at, chain, version",
        [*values, *kinds],
    )
    return [Entry(*row) for row in rows]


def read_ended(transaction: Transaction, played: Round) -> Entry:
    """The entry that ended a round."""
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version = ?",
        (played.table, played.ended_version),
    )
    return Entry(*rows[0])


def _conditions(sql: str, period: Period, column: str) -> tuple[str, list[object]]:
    values: list[object] = [period.first_day, period.end]
    return (f"{sql} AND {column} = ?", [*values, period.table]) if period.table else (sql, values)
