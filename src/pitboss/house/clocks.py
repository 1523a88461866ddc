"""How long each table's clock still runs, by this process's own time, which only runs forth.

A clock begins when this process first sees it run. So a wall clock that is set forth or back folds
no hand early and keeps none open; and whoever takes a table over, after a restart, from another
process or after an outage, gives the seat that is asked its whole time once more.
"""

import time
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from pitboss.house.log import read_stamp
from pitboss.house.tables.state import Published, clock
from pitboss.house.tables.tempo import HELD


class Running(NamedTuple):
    """What a clock runs for, and since when."""

    what: tuple[object, ...]
    since: float


class Clocks:
    """Those of all tables that someone here looks at or looks after."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.driven: frozenset[str] = frozenset()
        """The tables that this process looks after."""
        self._now = now
        self._running: dict[str, Running] = {}

    def left(self, table: Published, now: float | None = None) -> float | None:
        """Seconds until the clock decides for the seat that is asked, or locks the wagers; None
        while no clock runs."""
        found = clock(table)
        if found is None:
            self._running.pop(table.id, None)
            return None
        now = self._now() if now is None else now
        what = (table.round, bool(table.question), len(table.decisions), found.started)
        running = self._running.get(table.id)
        if running is None or running.what != what:
            running = self._running[table.id] = Running(what, now)
        return max(0.0, running.since + found.seconds - now)

    def overdue(self, table: Published, now: float) -> float:
        """Seconds since the clock ran out."""
        found, running = clock(table), self._running.get(table.id)
        return now - running.since - found.seconds if found and running else 0.0

    def shown(self, table: Published, wall: datetime) -> float | None:
        """The same for people to see. Of a table that another process looks after, it may have
        run before it was seen here: then the time on record is believed, within the clock's
        bounds."""
        left, found = self.left(table), clock(table)
        if left is None or found is None or table.id in self.driven:
            return left
        gone = (wall - read_stamp(found.started)).total_seconds()
        return min(left, found.seconds - min(max(gone, 0.0), found.seconds))

    def begin_anew(self) -> None:
        """Nobody could act for a while: whoever is asked has the whole time again."""
        self._running.clear()

    def drop(self, table_id: str) -> None:
        self._running.pop(table_id, None)


NEXT_SECONDS = 6.0
"""How long the end of a hand between players is shown before the next one is dealt."""
FEWEST = 2


def deals_next(table: Published) -> bool:
    """Whether the next hand is dealt by itself: between players who have chips, as long as one of
    them is a person."""
    setup, seats = table.setup, [*table.seats.values()]
    if table.phase != "wagering" or not (setup.is_poker and setup.automatic) or table.stop:
        return False
    ready = [seat for seat in seats if seat["stack_cents"] and not seat["away"]]
    person = any(seat["kind"] == "person" and not seat["away"] for seat in seats)
    return person and len(ready) >= FEWEST


class Between:
    """The countdowns to the next hand, each from when this process first saw that it is to come."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = NEXT_SECONDS
        self._now = now
        self._running: dict[str, Running] = {}

    def left(self, table: Published, now: float | None = None) -> float | None:
        """Seconds until the next hand is dealt; None where none is, or someone has paused it."""
        if not deals_next(table) or table.pace == HELD:
            self._running.pop(table.id, None)
            return None
        now = self._now() if now is None else now
        sat = (seat["sat"] for seat in table.seats.values() if seat["stack_cents"])
        what = (table.round, table.status, *sat)
        running = self._running.get(table.id)
        if running is None or running.what != what:
            running = self._running[table.id] = Running(what, now)
        return max(0.0, running.since + self.seconds - now)

    def drop(self, table_id: str) -> None:
        self._running.pop(table_id, None)
