"""A day's figures of each table, kept up as rounds end: rounds an hour, drop, win and hold.

The reports do the exact accounting; this is the same sums, cheap enough for a page that is drawn
anew every second. Only what has come since the last look is read.
"""

from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

from pitboss.house import ledger
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.entries import Which
from pitboss.house.store.tables import Lately

_HOUR = timedelta(hours=1)


class Figures(NamedTuple):
    """A table's day so far."""

    rounds_an_hour: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    drop_cents: int = 0

    @property
    def hold(self) -> str:
        """What part of the drop the house has won."""
        if not self.drop_cents:
            return "–"
        return f"{100 * self.win_cents / self.drop_cents:.1f} %"


class _Kept:
    """How far a table's day has been read."""

    def __init__(self) -> None:
        self.round = self.corrected = self.version = 0
        self.handle_cents = self.win_cents = self.drop_cents = 0


class DayBook:
    """All tables' figures of the present day, in UTC."""

    def __init__(self) -> None:
        self._day = ""
        self._kept: dict[str, _Kept] = {}
        self._guard = Lock()

    def read(self, transaction: Transaction, now: datetime) -> dict[str, Figures]:
        """The figures by table; a new day starts from nothing."""
        day = now.isoformat()[:10]
        hour_ago = (now - _HOUR).isoformat(timespec="milliseconds")
        with self._guard:
            if day != self._day:
                self._day, self._kept = day, {}
            found = {}
            for lately in tables.read_lately(transaction, hour_ago):
                kept = self._catch_up(transaction, lately)
                found[lately.table] = Figures(
                    lately.rounds, kept.handle_cents, kept.win_cents, kept.drop_cents
                )
            return found

    def _catch_up(self, transaction: Transaction, lately: Lately) -> _Kept:
        """Read on; after a correction, from the start of the day."""
        table = lately.table
        kept = self._kept.get(table)
        if kept is None or kept.corrected != lately.corrected:
            kept = self._kept[table] = _Kept()
            kept.corrected = lately.corrected
        if lately.last > kept.round:
            for played in tables.settled_after(transaction, table, self._day, kept.round):
                for _, cents, _, win in played.book.values():
                    kept.handle_cents += cents
                    kept.win_cents += win
            kept.round = lately.last
        bought = Which(table, ("seat-taken", "chips-bought"), after=kept.version, since=self._day)
        for entry in entries.search(transaction, bought):
            kept.version = entry.version
            cents, is_own = ledger.brought(entry.values.get("postings", {}))
            kept.drop_cents += cents if is_own else 0
        return kept
