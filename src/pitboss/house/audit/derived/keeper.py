"""What comes of a comparison: what does not agree with the log is put on it with an alert, and is
not used until it agrees again. A table is stopped; so are those that play on a jackpot; an account
cannot log in, and its sessions end. Everything else goes on."""

import threading
import time
from functools import partial
from typing import Any

from pitboss.house import access
from pitboss.house.audit.derived.comparison import Comparison, Pieces
from pitboss.house.audit.derived.differences import Difference
from pitboss.house.engine import House
from pitboss.house.health import supervise
from pitboss.house.log import HOUSE, Draft, is_id
from pitboss.house.store import people
from pitboss.house.store.derived import KIND, NOTHING, Barred, read_barred
from pitboss.house.store.entries import Unit

START_SECONDS = 20.0
"""How long a start waits for all of the comparison; then those tables are played that were looked
at, and the others as soon as they were."""
STEP_SECONDS = 0.001
MOST_LINES = 50
MOST_ALERTS = 20
ALERT = "does not agree with the log: {}"
PLACES = {"table": "tables", "jackpot": "jackpots", "person": "people"}


def bar(found: list[Difference], known: Barred = NOTHING) -> Barred:
    """What must not be used by these findings, beside what is known."""
    names: dict[str, dict[str, str]] = {
        field: dict(getattr(known, field)) for field in PLACES.values()
    }
    for each in found:
        if field := PLACES.get(each.kind):
            names[field].setdefault(each.name, each.words)
    return Barred(**names)


def apply(house: House, found: list[Difference], known: Barred = NOTHING) -> None:
    """Put on the log what was found and let it have its effect; ``known`` is what is barred
    already by what has not been looked at again."""
    wanted = bar(found, known)

    def work(unit: Unit) -> None:
        if read_barred(unit.transaction) != wanted:
            lines = [each.words for each in found[:MOST_LINES]]
            body: dict[str, Any] = {**wanted._asdict(), "lines": lines, "findings": len(found)}
            unit.append_house(Draft(KIND, body), HOUSE)
        for each in found[:MOST_ALERTS]:
            table = each.name if each.kind == "table" else ""
            unit.alert_once(table, ALERT.format(each.words))
        if len(found) > MOST_ALERTS:
            unit.alert_once("", ALERT.format(f"{len(found) - MOST_ALERTS} more findings"))
        for each in found:
            if each.kind == "session" and people.remove_session(unit.transaction, each.name):
                unit.sessions_ended.add(each.name)
        for person in filter(is_id, wanted.people):
            access.end_sessions(unit, person)
        unit.after.append(partial(house.floor.bar, wanted))

    house.do(work)
    house.refresh()


class Comparing:
    """Compares at a start, for so long as that may wait, and then on a thread of its own. Accounts
    and sessions are waited for; no table is played before it was looked at."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._begin_anew()
        self._stopped = threading.Event()
        part = house.health.part("comparison")
        given = (part, self._stopped, self._go_on, STEP_SECONDS)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-compare", daemon=True
        )

    def _begin_anew(self) -> None:
        self.comparison = Comparison(self.house.database)
        self.found: list[Difference] = []
        self.is_done = False
        self._pieces: Pieces = self.comparison.pieces()

    def begin(self, seconds: float = START_SECONDS) -> None:
        """What is found by then has its effect."""
        until = time.monotonic() + seconds
        while not self.is_done and time.monotonic() < until:
            self._step()
        self._apply()

    def start(self, seconds: float = START_SECONDS) -> None:
        """Begin before tables are played, and go on beside what else is done."""
        self.house.floor.is_awaited = self._is_awaited
        while not (self.comparison.knows_people or self.is_done):
            self._step()
        self.begin(seconds)
        if not self.is_done:
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _is_awaited(self, table: str) -> bool:
        return not self.is_done and self.comparison.is_awaited(table)

    def _step(self) -> int:
        """One piece; gives how much it has found."""
        piece = next(self._pieces, None)
        if piece is None:
            self.is_done = True
            return 0
        self.found += piece
        return len(piece)

    def _apply(self) -> None:
        """Until all was looked at, what was barred before stays so."""
        with self.house.database.reading() as transaction:
            before = read_barred(transaction)
        known = NOTHING if self.is_done else before
        if self.found or bar(self.found, known) != before:
            apply(self.house, self.found, known)

    def _go_on(self) -> None:
        """Works as long as it rests, for whoever plays meanwhile. What fails, such as the database,
        is begun anew: until then the tables wait."""
        began = time.monotonic()
        try:
            if self._step() or self.is_done:
                self._apply()
        except Exception:
            self._begin_anew()
            raise
        if self.is_done:
            self._stopped.set()
        self._stopped.wait(time.monotonic() - began)


def compare_now(house: House) -> Comparing:
    """All of it at once, with its effects."""
    comparing = Comparing(house)
    comparing.begin(float("inf"))
    return comparing
