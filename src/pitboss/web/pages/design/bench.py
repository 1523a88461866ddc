"""The bench: what the designer has worked out, by whichever server has time for it.

A job is what is asked, as JSON, in the database: so it is done once for all who ask, is there for
all servers, goes on after a restart, and its answer is at hand the next time. Each server has one
place for long jobs and some for short ones, so that a count of minutes holds up no small one.
"""

import asyncio
import json
import threading
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any

from pitboss import __version__
from pitboss.house.access import address_key
from pitboss.house.engine import House
from pitboss.house.health import supervise
from pitboss.house.log import canonical
from pitboss.house.outage import Outage
from pitboss.house.store import jobs
from pitboss.house.store.entries import Unit
from pitboss.house.store.jobs import Job
from pitboss.odds.cache import digest_of
from pitboss.web.common.visits import Visit
from pitboss.web.pages.design.program import Program
from pitboss.web.pages.design.words import STARTING
from pitboss.web.pages.jobs import read_percent
from pitboss.web.pages.words import STOPPED

LONG_PLACES, SHORT_PLACES = 1, 2
TELL_SECONDS = 0.5
IDLE_SECONDS = 1.0
LEASE_SECONDS = 8.0
"""A job whose count has stood still for so long, by one's own clock, has lost its server."""

LOOK_SECONDS = 0.1
MAKERS = (
    *("cards", "games", "jackpots", "odds", "reports", "rounds", "money.py", "paytable.py"),
    "web/pages/design",
)
"""What an answer depends on: one that another version gave is not shown."""


class Bench:
    """One server's share of the work."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.maker = f"{__version__} {digest_of(*MAKERS)[:16]}"
        self.programs: dict[str, Program] = {}
        self._seen: dict[str, tuple[tuple[str, int], float]] = {}
        """Of jobs that others are at: owner and count, and since when they have stood there."""
        self._told = float("-inf")
        self._wake, self._stopped = threading.Event(), threading.Event()
        given = (house.health.part("jobs"), self._stopped, self._wait_and_look, 0.0)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-jobs", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """End, and leave what is not done to whoever else is there, or to the next start."""
        self._stopped.set()
        self._wake.set()
        self._thread.join()
        for program in self.programs.values():
            program.stop()
        with suppress(Outage):  # then they see that the counts stand still
            self.house.do(lambda unit: jobs.release(unit.transaction, self._name))

    def wake(self) -> None:
        """There is something to look at."""
        self._wake.set()

    def _wait_and_look(self) -> None:
        self._wake.wait(TELL_SECONDS if self.programs else IDLE_SECONDS)
        self._wake.clear()
        if not self._stopped.is_set():
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """Put away what is done, tell of what is being done, and begin what has a place."""
        for program in [each for each in self.programs.values() if each.outcome]:
            self.house.do(partial(self._end, program))
            del self.programs[program.job.id]
        if self.programs and now - self._told >= TELL_SECONDS:
            self._told = now
            beats = [program.beat for program in self.programs.values()]
            going = self.house.do(lambda unit: jobs.tell(unit.transaction, self._name, beats))
            for identity in self.programs.keys() - going:
                self.programs[identity].stop()
        with self.house.database.reading() as transaction:
            others = jobs.under_way(transaction)
        for job in self._free(others, now):
            if self.house.do(partial(self._take, job)):
                self.programs[job.id] = Program(job, self.wake)

    @property
    def _name(self) -> str:
        return self.house.name

    def _take(self, job: Job, unit: Unit) -> bool:
        return jobs.take(unit.transaction, self._name, job, job.progress or STARTING)

    def _end(self, program: Program, unit: Unit) -> None:
        assert program.outcome
        jobs.end(unit.transaction, self._name, program.beat, program.outcome)

    def _free(self, others: list[Job], now: float) -> list[Job]:
        """What may be taken now: of each kind as many as there are places, of one who has many
        under way the last."""
        self._seen = {
            job.id: self._seen[job.id]
            if self._seen.get(job.id, (None,))[0] == (job.owner, job.beat)
            else ((job.owner, job.beat), now)
            for job in others
            if job.id not in self.programs
        }
        free = [
            job
            for job in others
            if job.maker == self.maker
            and job.id in self._seen
            and (job.state == jobs.WAITING or now - self._seen[job.id][1] >= LEASE_SECONDS)
        ]
        busy = Counter(job.whose for job in others if job.state != jobs.WAITING)
        free.sort(key=lambda job: (busy[job.whose], job.at))
        held = [bool(program.job.is_long) for program in self.programs.values()]
        long = [job for job in free if job.is_long][: max(0, LONG_PLACES - held.count(True))]
        short = [job for job in free if not job.is_long]
        return long + short[: max(0, SHORT_PLACES - held.count(False))]


class Counted:
    """A job as a page shows it."""

    def __init__(self, job: Job, may_stop: bool = False) -> None:
        self.id, self.problem, self.seconds = job.id, job.problem, job.seconds
        self.progress, self.may_stop = job.progress, may_stop
        self.is_done = job.state in (jobs.DONE, jobs.STOPPED, jobs.FAILED)
        self.is_waiting = job.state == jobs.WAITING
        self.is_stopped = job.state in (jobs.STOPPED, jobs.STOPPING)
        self.value: Any = json.loads(job.answer) if job.answer else None
        if self.is_stopped:
            self.problem = STOPPED

    @property
    def percent(self) -> float | None:
        return read_percent(self.progress)

    @property
    def took(self) -> str:
        return f"{self.seconds:.1f}"


def open_bench(house: House) -> Bench:
    return Bench(house)


def bench_of(visit: Visit) -> Bench:
    return visit.services.keep(open_bench, visit.services.house)


def whose(visit: Visit) -> str:
    """Guests are as many as someone likes: they count by where they come from."""
    return _address(visit) if visit.role in ("", "guest") else visit.who


def _address(visit: Visit) -> str:
    """A hash: it need not be read again."""
    return f"address {sha256(address_key(visit.address).encode()).hexdigest()[:16]}"


def may_stop(visit: Visit, job: Job) -> bool:
    """Whoever asked for it; an operator may stop any."""
    return visit.role == "operator" or job.whose in (whose(visit), _address(visit))


async def start(visit: Visit, kind: str, asked: Any, is_long: bool = False) -> Counted:
    """What comes of this, or how far it is; it is begun where nobody has asked for it. What was
    stopped or has failed begins anew for whoever comes to the page, not for one who waits there."""
    bench, services, text = bench_of(visit), visit.services, canonical(asked)
    identity = sha256(f"{bench.maker} {kind} {text}".encode()).hexdigest()[:24]
    found = await services.look(jobs.find, identity)
    is_over = found is None or found.state in (jobs.STOPPED, jobs.FAILED)
    if found is None or (is_over and not visit.query.get("part")):
        visit.take_command()
        of, long = whose(visit), 1 if is_long else 0

        def ask(unit: Unit) -> Job:
            job = Job(identity, kind, text, bench.maker, of, long, unit.at)
            return jobs.ask(unit.transaction, job)

        found = await services.write(ask)
        bench.wake()
    return Counted(found, may_stop(visit, found))


async def wait_for(visit: Visit, counted: Counted, seconds: float) -> Counted:
    """How it stands once it is done, or after so many seconds."""
    until = time.monotonic() + seconds
    while not counted.is_done and time.monotonic() < until:
        await asyncio.sleep(LOOK_SECONDS)
        found = await visit.services.look(jobs.find, counted.id)
        if found is None:
            break
        counted = Counted(found, counted.may_stop)
    return counted


async def stop(visit: Visit, identity: str) -> None:
    """Let a job end, whichever server is at it."""
    found = await visit.services.look(jobs.find, identity)
    if found and may_stop(visit, found):
        await visit.services.write(lambda unit: jobs.stop(unit.transaction, identity))
        bench_of(visit).wake()
