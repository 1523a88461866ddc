"""What happens at tables by itself: practice players act, clocks run out, the next round is dealt.

Each table is driven by one process at a time, by a lease in the database; should two ever act at
once, the log lets only the first of them through.
"""

import os
import threading
import time
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import Any

from pitboss.games.contract import Decision
from pitboss.house.engine import TABLE, House
from pitboss.house.store import tables
from pitboss.house.store.entries import Unit
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published, is_over
from pitboss.money import dollars
from pitboss.odds.registry import practise
from pitboss.rounds.runner import replay

STEP_SECONDS = 0.05
LEASE_SECONDS = 6.0
RENEW_SECONDS = 2.0
SWEEP_SECONDS = 600.0
IDLE_SECONDS = 1_800.0
"""A practice table at which nothing has happened for so long is closed."""


class Driver:
    """A thread that looks after the tables of which this process holds the lease."""

    def __init__(self, house: House, pace: float = 0.8, pause: float = 4.0) -> None:
        self.house = house
        self.pace = pace
        self.pause = pause
        self._mine: frozenset[str] = frozenset()
        self._renewed = float("-inf")
        self._swept = float("-inf")
        self._closed: frozenset[str] = frozenset()
        self._seen: dict[str, tuple[int, float]] = {}
        self._sent: dict[str, tuple[int, Future[Any]]] = {}
        self._stopped = threading.Event()
        self._stop_watching = house.follower.watch(lambda table_id: table_id in self._mine)
        self._thread = threading.Thread(target=self._run, name="pitboss-driver", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._stop_watching()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(STEP_SECONDS):
            self.step(time.monotonic())

    def step(self, now: float) -> None:
        """Look at every table once."""
        if now - self._renewed >= RENEW_SECONDS:
            self._renewed = now
            self._mine = frozenset(self.house.do(self._claim))
            follower = self.house.follower
            follower.bring_up(self._mine.intersection(follower.behind()))
        for table_id in self._mine:
            table = self.house.floor.published.get(table_id)
            if table is not None and table.phase != "closed":
                self._look(table, now)
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            self._sweep()

    def _sweep(self) -> None:
        """Forget tables that were already closed at the last sweep."""
        shown = list(self.house.floor.published.values())
        closed = frozenset(table.id for table in shown if table.phase == "closed")
        gone, self._closed = closed & self._closed, closed

        def drop(_: Unit) -> None:
            for table_id in gone:
                self.house.follower.drop(table_id)
                self._seen.pop(table_id, None)
                self._sent.pop(table_id, None)

        if gone:
            self.house.do(drop)

    def _claim(self, unit: Unit) -> list[str]:
        """Take or renew the lease of every table that nobody else drives."""
        return tables.claim(unit.transaction, self.house.name, time.time(), LEASE_SECONDS)

    def _look(self, table: Published, now: float) -> None:
        version, since = self._seen.get(table.id, (-1, 0.0))
        if version != table.version:
            since = now
            self._seen[table.id] = (table.version, now)
        sent = self._sent.get(table.id)
        if sent and (sent[0] == table.version and not sent[1].done()):
            return
        if now - since >= IDLE_SECONDS and table.setup.given["practice"]:
            self._send(table, "abandon", {})
            return
        asked = table.seats[table.question.seat] if table.question else None
        if asked and asked["kind"] == "bot":
            if now - since >= self.pace:
                self._send(table, "bot", {"decision": think(table, asked["level"])})
        elif (asked and (asked["leaving"] or asked["away"])) or is_over(table, datetime.now(UTC)):
            self._send(table, "tick", {})
        elif not asked and now - since >= self.pause:
            self._look_between(table)

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
