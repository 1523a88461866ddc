"""Which days, table and game are asked for. Days are those of UTC, as everywhere in the log."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from pitboss.games import find_game
from pitboss.games.profile import is_date
from pitboss.house.store.database import narrow
from pitboss.refusal import Refused

MOST_DAYS = 366
KEYS = ("first_day", "last_day", "table", "game")


class Period(NamedTuple):
    """From the first day to the last, both included; an empty table or game stands for all."""

    first_day: str
    last_day: str
    table: str = ""
    game: str = ""
    is_own: bool = False
    """Whether guests' practice tables are left out."""

    @property
    def values(self) -> dict[str, str]:
        """What was asked for, as JSON values."""
        return {key: getattr(self, key) for key in KEYS}

    @property
    def end(self) -> str:
        """The day after the last: every time of the period sorts before it."""
        return (date.fromisoformat(self.last_day) + timedelta(1)).isoformat()

    def narrow(self, time: str, table: str, of_game: str) -> tuple[str, list[object]]:
        """The same in SQL and its values, given a column of times or days, one of tables, and what
        is so for the tables of a game."""
        days = (f"{time} >= ?", self.first_day), (f"{time} < ?", self.end)
        where, values = narrow(*days, (f"{table} = ?", self.table), (of_game, self.game))
        return f"{where} AND {self.own(table)}" if self.is_own else where, values

    @staticmethod
    def own(table: str) -> str:
        """In SQL: not a table that somebody has opened for practice."""
        return f"{table} NOT IN (SELECT id FROM tables WHERE owner <> '')"

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
    first = read_day(given.get("first_day"), "first_day")
    last = read_day(given.get("last_day", first), "last_day")
    if last < first:
        raise Refused(f"last_day {last}: is before first_day {first}")
    if (date.fromisoformat(last) - date.fromisoformat(first)).days >= MOST_DAYS:
        raise Refused(f"period {first} to {last}: at most {MOST_DAYS} days at once")
    game = str(given.get("game", ""))
    if game:
        find_game(game)
    return Period(first, last, str(given.get("table", "")), game)


def read_day(value: object, what: str) -> str:
    """A day that another follows."""
    text = str(value)
    if not text.isascii() or not is_date(text) or text == date.max.isoformat():
        raise Refused(f"{what} {text[:20]!r}: a day such as 2026-01-31 is needed")
    return text
