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
from functools import partial
from typing import Any, NamedTuple

from pitboss.games.contract import Decision
from pitboss.house.clocks import NEXT_SECONDS
from pitboss.house.engine import TABLE, House
from pitboss.house.health import LONGEST_PAUSE, describe, supervise
from pitboss.house.leases import RENEW_SECONDS, Leases
from pitboss.house.outage import Outage
from pitboss.house.store.entries import Unit
from pitboss.house.tables.play import Command
from pitboss.house.tables.practice import is_practice
from pitboss.house.tables.state import Published
from pitboss.house.tables.tempo import HELD, HURRIED
from pitboss.house.tables.waiting import PLAY_ON_SECONDS
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
"""A practice table at which no person has done anything for so long is closed, whatever practice
players do there."""
LONGEST_WAIT = 5.0
"""Seconds until a table at which something failed is tried again: doubled with each failure up to
this."""


class Seen(NamedTuple):
    """A table as it was last looked at: since when it stands there, and when to look again should
    it still."""

    version: int
    since: float
    due: float
    acted: int
    idle: float
    """The last version that a person brought about, and since when nobody has done anything."""


class Driver:
    """A thread that looks after the tables of which this process holds the lease."""

    def __init__(self, house: House, pace: float = 0.8, pause: float = NEXT_SECONDS) -> None:
        self.house = house
        self._late = house.counters.late
        self.pace = pace
        house.between.seconds = pause
        self._leases = Leases(house.name)
        self._mine: frozenset[str] = frozenset()
        self._renewed = self._swept = float("-inf")
        self._stepped = float("inf")
        self._closed: frozenset[str] = frozenset()
        self._seen: dict[str, Seen] = {}
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
        """Look once at every table where something may be due."""
        if self._stepped < now:
            self._late["look"].add(now - self._stepped)
        if now - self._stepped > STALL_SECONDS:
            self.house.clocks.begin_anew()
        if now - self._renewed >= RENEW_SECONDS:
            self._renew(now)
        published, seen = self.house.floor.published, self._seen
        for table_id in self._mine:
            table, last = published.get(table_id), seen.get(table_id)
            if table is None or (last and now < last.due and table.version == last.version):
                continue
            if self.house.floor.is_awaited(table_id):
                self.house.clocks.drop(table_id)  # nobody can act: no clock runs
                continue
            if table.phase != "closed":
                self._attend(table, now)
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            self._sweep()
        if not self._ill:
            self._tables.recover()
        self._stepped = now

    def _renew(self, now: float) -> None:
        """Take or renew the leases; while the database is away this fails, and nothing is done."""

        def renew(unit: Unit) -> frozenset[str]:
            held = self._leases.renew(unit, now)
            self.house.reactions.exchange(unit, self._leases.others)
            self.house.presence.exchange(unit, self._leases.others)
            shown = self.house.floor.published
            unit.after.append(partial(self.house.presence.tell_changes, shown))
            return held

        self._mine = self.house.do(renew)
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
        self.house.presence.forget_passers(self.house.floor.published)

        def drop(_: Unit) -> None:
            for table_id in gone:
                self.house.follower.drop(table_id)
                for part in (self.house.clocks, self.house.between, self.house.presence):
                    part.drop(table_id)
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
        last = self._seen.get(table.id)
        if last is None or last.version != table.version:
            idle = last.idle if last and last.acted >= table.acted else now
            last = Seen(table.version, now, now, table.acted, idle)
            self._failed.pop(table.id, None)
            self._ill.discard(table.id)
        self._seen[table.id] = last._replace(due=now)
        if self._is_under_way(table):
            return
        self._act(table, last, now)
        if table.id not in self._sent:
            due = self._next(table, last.since, now)
            self._seen[table.id] = last._replace(due=min(due, self._renewed + RENEW_SECONDS))

    def _act(self, table: Published, last: Seen, now: float) -> None:
        """Do what is due at a table."""
        since = last.since
        if now - last.idle >= IDLE_SECONDS and is_practice(table.setup):
            self._send(table, "abandon", {})
            return
        asked = table.seats[table.question.seat] if table.question else None
        left = self.house.clocks.left(table, now)
        if asked and asked["kind"] == "bot":
            pace = 0.0 if table.pace == HURRIED else self.pace
            # with real chips in it a round is played to its end, whoever looks
            is_played = self.house.presence.is_watched(table, now) or not is_practice(table.setup)
            if now - since >= pace and is_played:
                self._late["player"].add(now - since - pace)
                self._send(table, "bot", {"decision": think(table, asked["level"])})
        elif (asked and (asked["leaving"] or asked["away"])) or left == 0:
            if left == 0:
                self._late["clock"].add(self.house.clocks.overdue(table, now))
            self._send(table, "tick", {"over": left == 0})
        elif not asked:
            self._look_between(table, now)

    def _next(self, table: Published, since: float, now: float) -> float:
        """When something may be due next at a table where nothing is; whatever takes longer than
        the lease is looked for again when that is renewed."""
        left = self.house.clocks.left(table, now)
        ahead = self.house.between.left(table, now)
        waits = [left or RENEW_SECONDS, ahead or RENEW_SECONDS]
        moments = [since + self.pace, *(now + wait for wait in waits)]
        return min(moment for moment in moments if moment > now)

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

    def _look_between(self, table: Published, now: float) -> None:
        """Practice players buy in again; players against each other are dealt to, while anybody is
        there to see it."""
        people = (seat for seat in table.seats.values() if seat["kind"] == "person")
        if not any(not seat["away"] for seat in people):
            return
        if not self.house.presence.is_watched(table, now):
            return
        least = table.setup.buy_in[0]
        for number, seat in table.seats.items():
            if seat["kind"] == "bot" and seat["stack_cents"] < least:
                chips = dollars(min(500_00, table.setup.buy_in[1]) - seat["stack_cents"])
                self._send(table, "refill-bot", {"seat": number, "chips": chips})
                return
        if table.pace == HELD and self._is_gone(table, table.paced_by, now):
            self._send(table, "go-on", {})
        elif self.house.between.left(table, now) == 0:
            self._send(table, "deal", {})

    def _is_gone(self, table: Published, number: int | None, now: float) -> bool:
        """Whether nobody is left who could end the pause that they asked for."""
        seat = table.seats.get(number or 0)
        if seat is None or seat["away"]:
            return True
        return self.house.presence.absent(table.id, seat["who"], now) >= PLAY_ON_SECONDS

    def _send(self, table: Published, act: str, given: dict[str, Any]) -> None:
        command = Command(table.id, act, TABLE, given, version=table.version)
        self._sent[table.id] = (table.version, self.house.command(command))


def think(table: Published, level: str) -> Decision:
    """A practice player's decision, from what its seat may see."""
    assert table.opening
    assert table.question
    running = replay(table.setup.game, table.opening, table.decisions)
    return practise(running, level, os.urandom)
