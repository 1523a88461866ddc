"""What happens at tables by itself: practice players act, clocks run out, the next round is dealt.

Each table is driven by one process at a time, by a lease in the database; should two ever act at
once, the log lets only the first of them through. What fails at one table stops no other.
"""

import logging
import os
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from pitboss.games.contract import Decision
from pitboss.house.engine import TABLE, House
from pitboss.house.health import LONGEST_PAUSE, describe, supervise
from pitboss.house.leases import RENEW_SECONDS, Leases
from pitboss.house.outage import Outage
from pitboss.house.store.entries import Unit
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published
from pitboss.money import dollars
from pitboss.odds.registry import practise
from pitboss.refusal import Refused
from pitboss.rounds.runner import replay

_LOG = logging.getLogger(__name__)

STEP_SECONDS = 0.05
STALL_SECONDS = 2 * LONGEST_PAUSE
"""Whoever could not look for so long could not serve anyone either: clocks begin anew."""
SWEEP_SECONDS = 600.0
IDLE_SECONDS = 1_800.0
"""A practice table at which nothing has happened for so long is closed."""
LONGEST_WAIT = 5.0
"""Seconds until a table at which something failed is tried again: doubled with each failure up to
this."""


class Driver:
    """A thread that looks after the tables of which this process holds the lease."""

    def __init__(self, house: House, pace: float = 0.8, pause: float = 4.0) -> None:
        self.house = house
        self._late = house.counters.late
        self.pace = pace
        self.pause = pause
        self._leases = Leases(house.name)
        self._mine: frozenset[str] = frozenset()
        self._renewed = self._swept = float("-inf")
        self._stepped = float("inf")
        self._closed: frozenset[str] = frozenset()
        self._seen: dict[str, tuple[int, float]] = {}
        self._sent: dict[str, tuple[int, Future[Any]]] = {}
        self._failed: dict[str, tuple[int, float]] = {}
        """How often tables have refused or failed in a row, and when they are tried again."""
        self._ill: set[str] = set()
        self._stopped = threading.Event()
        self._tables = house.health.part("tables")
        self._stop_watching = house.follower.watch(lambda table_id: table_id in self._mine)
        given = (house.health.part("driver"), self._stopped, self._run, STEP_SECONDS)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-driver", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End, and leave the tables to whoever else is there; before the house is closed."""
        self._stopped.set()
        self._stop_watching()
        if self._thread.is_alive():
            self._thread.join()
        self._mine = self.house.clocks.driven = frozenset()
        with suppress(Refused):  # the database is away: then the lease ends by itself
            self.house.do(self._leases.release)

    def _run(self) -> None:
        self.step(time.monotonic())

    def step(self, now: float) -> None:
        """Look at every table once."""
        if self._stepped < now:
            self._late["look"].add(now - self._stepped)
        if now - self._stepped > STALL_SECONDS:
            self.house.clocks.begin_anew()
        if now - self._renewed >= RENEW_SECONDS:
            self._renew(now)
        for table_id in self._mine:
            table = self.house.floor.published.get(table_id)
            if table is not None and table.phase != "closed":
                self._attend(table, now)
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            self._sweep()
        if not self._ill:
            self._tables.recover()
        self._stepped = now

    def _renew(self, now: float) -> None:
        """Take or renew the leases; while the database is away this fails, and nothing is done."""
        self._mine = self.house.do(lambda unit: self._leases.renew(unit, now))
        self._renewed = now
        self._ill &= self._mine
        self.house.clocks.driven = self._mine
        self.house.counters.leases = len(self._mine)
        follower = self.house.follower
        follower.bring_up(self._mine.intersection(follower.behind()))

    def _sweep(self) -> None:
        """Forget tables that were already closed at the last sweep."""
        shown = list(self.house.floor.published.values())
        closed = frozenset(table.id for table in shown if table.phase == "closed")
        gone, self._closed = closed & self._closed, closed

        def drop(_: Unit) -> None:
            for table_id in gone:
                self.house.follower.drop(table_id)
                self.house.clocks.drop(table_id)
                for kept in (self._seen, self._sent, self._failed):
                    kept.pop(table_id, None)

        if gone:
            self.house.do(drop)

    def _attend(self, table: Published, now: float) -> None:
        """Look at one table; what fails there is tried again, each time a little later."""
        times, again_at = self._failed.get(table.id, (0, 0.0))
        if now < again_at:
            return
        try:
            self._look(table, now)
        except Outage:
            self._renewed = float("-inf")  # the next step finds out whether the database is back
            raise
        except Exception as error:
            wait = min(STEP_SECONDS * 2 ** min(times, 20), LONGEST_WAIT)
            self._failed[table.id] = (times + 1, now + wait)
            if not isinstance(error, Refused):
                words = f"table {table.id}: {describe(error)}"
                _LOG.error(
                    "%s; tried again in %g s", words, wait, exc_info=None if times else error
                )
                self._ill.add(table.id)
                self._tables.fail(words)

    def _look(self, table: Published, now: float) -> None:
        version, since = self._seen.get(table.id, (-1, 0.0))
        if version != table.version:
            since = now
            self._seen[table.id] = (table.version, now)
            self._failed.pop(table.id, None)
            self._ill.discard(table.id)
        if self._is_under_way(table):
            return
        if now - since >= IDLE_SECONDS and table.setup.given["practice"]:
            self._send(table, "abandon", {})
            return
        asked = table.seats[table.question.seat] if table.question else None
        left = self.house.clocks.left(table, now)
        if asked and asked["kind"] == "bot":
            if now - since >= self.pace:
                self._late["player"].add(now - since - self.pace)
                self._send(table, "bot", {"decision": think(table, asked["level"])})
        elif (asked and (asked["leaving"] or asked["away"])) or left == 0:
            if left == 0:
                self._late["clock"].add(self.house.clocks.overdue(table, now))
            self._send(table, "tick", {"over": left == 0})
        elif not asked and now - since >= self.pause:
            self._look_between(table)

    def _is_under_way(self, table: Published) -> bool:
        """Whether what was last asked of the table is not answered yet; raises why it failed."""
        version, answer = self._sent.get(table.id, (-1, None))
        if answer is None or version != table.version:
            return False
        if not answer.done():
            return True
        del self._sent[table.id]
        if error := answer.exception():
            raise error
        return False

    def _look_between(self, table: Published) -> None:
        """Practice players buy in again; players against each other are dealt to."""
        if not any(seat["kind"] == "person" and not seat["away"] for seat in table.seats.values()):
            return
        least = table.setup.buy_in[0]
        for number, seat in table.seats.items():
            if seat["kind"] == "bot" and seat["stack_cents"] < least:
                chips = dollars(min(500_00, table.setup.buy_in[1]) - seat["stack_cents"])
                self._send(table, "refill-bot", {"seat": number, "chips": chips})
                return
        ready = [s for s in table.seats.values() if s["stack_cents"] and not s["away"]]
        if table.setup.is_poker and table.setup.automatic and len(ready) >= 2:
            self._send(table, "deal", {})

    def _send(self, table: Published, act: str, given: dict[str, Any]) -> None:
        command = Command(table.id, act, TABLE, given, version=table.version)
        self._sent[table.id] = (table.version, self.house.command(command))


def think(table: Published, level: str) -> Decision:
    """A practice player's decision, from what its seat may see."""
    assert table.opening
    assert table.question
    running = replay(table.setup.game, table.opening, table.decisions)
    return practise(running, level, os.urandom)
