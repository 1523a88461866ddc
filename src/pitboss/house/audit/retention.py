"""What the house keeps only for a time, swept by itself in small steps that hold up nobody.

Ended sessions go, and with them what guests leave behind: their chips go back to the cage by an
entry, their scorecards are forgotten. The log of a guest's practice table goes some months after
its last entry, and what it had posted with it; on the house's chain stands which chain it was, how
far it had come and its last hash, so that the log still verifies, and says so. Practice is in no
book, so none is changed.
"""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from pitboss.house import ledger
from pitboss.house.engine import House
from pitboss.house.health import supervise
from pitboss.house.log import Draft, read_stamp
from pitboss.house.store import Transaction, entries, people, retention
from pitboss.house.store.entries import Unit

WHO = "house"
PRACTICE_DAYS = 90
STEP_SECONDS = 30.0
SWEEP_SECONDS = 3_600.0
REST_SECONDS = 0.1
"""Between two steps, for whoever waits for the writer."""
AT_ONCE = 100
MOST_ENTRIES = 50_000
"""A longer log is not removed: it would hold the writer for too long."""

Step = Callable[[Unit], int]
"""Does a part, and says how much it did."""
Forget = Callable[[Transaction, datetime], None]
"""Removes what no longer counts at a time."""


class Retention:
    """A thread that sweeps every hour. ``practice_days`` after its last entry the log of a guest's
    practice table goes; with 0 it stays. ``others`` are what those above forget."""

    def __init__(
        self, house: House, practice_days: int = PRACTICE_DAYS, others: Sequence[Forget] = ()
    ) -> None:
        self.house = house
        self.others = others
        self.practice_days = practice_days
        self._due = time.monotonic() + STEP_SECONDS
        self._stays: set[str] = set()
        self._stopped = threading.Event()
        given = (house.health.part("retention"), self._stopped, lambda: self.step(), STEP_SECONDS)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-retention", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def step(self) -> None:
        """Sweep, if it is time."""
        if time.monotonic() >= self._due:
            self.sweep()
            self._due = time.monotonic() + SWEEP_SECONDS

    def sweep(self) -> None:
        """Everything that is due, some at a time."""
        self._all(_end_sessions)
        self._all(_return_chips)
        self.house.do(self._forget)
        if self.practice_days:
            for table in self.house.do(self._find_practice):
                if self._stopped.wait(REST_SECONDS):
                    return
                self.house.do(partial(self._remove_practice, table=table))

    def _forget(self, unit: Unit) -> None:
        retention.remove_scorecards(unit.transaction)
        for forget in self.others:
            forget(unit.transaction, _now(unit))

    def _all(self, step: Step) -> None:
        while self.house.do(step) == AT_ONCE and not self._stopped.wait(REST_SECONDS):
            pass

    def _find_practice(self, unit: Unit) -> list[str]:
        before = _now(unit) - timedelta(days=self.practice_days)
        found = retention.find_old_practice(unit.transaction, before)
        return [table for table in found if table not in self._stays]

    def _remove_practice(self, unit: Unit, table: str) -> None:
        if not remove_practice(unit, table):
            self._stays.add(table)
        else:
            unit.after.append(partial(self.house.follower.drop, table))


def remove_practice(unit: Unit, table: str) -> bool:
    """Remove a practice table with its log, unless that has moved what is not the table's own."""
    version, last = entries.end(unit.transaction, table)
    if not 0 < version <= MOST_ENTRIES:
        return False
    log = entries.after(unit.transaction, table, 0)
    moved = [entry.values.get("postings", {}) for entry in log]
    own = {*ledger.seats(table)}
    own |= {account(table) for account in (ledger.bank, ledger.play, ledger.rake, ledger.tips)}
    if not set[str]().union(*moved) <= own | {ledger.PRACTICE}:
        return False
    body: dict[str, object] = {"chain": table, "version": version, "hash": last}
    body |= {"since": log[0].at, "until": log[-1].at}
    unit.append_house(Draft("log-removed", body), WHO)
    # What it posted goes with it: of all accounts only the purse of practice is another's too.
    undone = {account: -cents for account, cents in ledger.add(*moved).items()}
    entries.change_balances(unit.transaction, undone)
    retention.remove_table(unit.transaction, table, sorted(own | {ledger.PRACTICE}))
    return True


def _end_sessions(unit: Unit) -> int:
    return people.remove_ended_sessions(unit.transaction, _now(unit), AT_ONCE)


def _return_chips(unit: Unit) -> int:
    """What guests who are gone have left, back to the cage."""
    left = retention.find_left_behind(unit.transaction, AT_ONCE)
    for person, cents in left.items():
        postings = ledger.transfer(ledger.player(person), ledger.CAGE, cents)
        unit.append_house(Draft("chips-returned", {"who": person}, postings), WHO)
    return len(left)


def _now(unit: Unit) -> datetime:
    return read_stamp(unit.at)
