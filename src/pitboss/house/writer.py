"""The writer commits what has gathered since its last commit, all at once.

While a commit waits for the disk, further jobs gather; they share the next commit. A job that is
refused writes nothing and holds up nobody. When a commit fails, each of its jobs runs again alone;
when the database fails, all of them are refused at once, and what is in memory is doubted: it is
loaded anew from the log before anything else is done.

Jobs run one at a time, in the writer's own thread; whoever would only wait for the answer and finds
nothing under way takes the turn and does the job in its own thread, which spares two switches.
"""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from pitboss.house.counters import Counters
from pitboss.house.health import Health, supervise
from pitboss.house.log import read_stamp
from pitboss.house.outage import LOST, Outage
from pitboss.house.store import Conflict, Database
from pitboss.house.store.entries import Unit
from pitboss.refusal import Refused

_LOG = logging.getLogger(__name__)

LARGEST_BATCH = 256
TRIES = 20
MOST_BEHIND = timedelta(days=1)
NOTED_BEHIND = timedelta(minutes=1)
BEAT_SECONDS = 1.0
"""How often a writer that has nothing to do gives a sign of life."""

Task = Callable[[Unit], Any]
"""What is done in a transaction; its value is the job's answer. What the unit of work has to do
after its commit is done in the writer's turn too."""


class Halfway(Exception):
    """A job was refused after it had begun to write: its transaction must not be committed."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Job(NamedTuple):
    """What is to be done in a transaction, and what forgets it when its commit failed.

    Jobs that are ``late`` when a unit begins come after its others: they need the database's
    lock, which is then held for a shorter time. ``act`` is what a command asks for.
    """

    task: Task
    undo: Callable[[], None] = lambda: None
    is_late: Callable[[], bool] = lambda: False
    act: str = ""


class Answer(NamedTuple):
    """What a job came to: a value, or why there is none."""

    value: Any = None
    error: Exception | None = None


Answered = Callable[[Answer], None]
"""Is told what a job came to, after its commit and the writer's turn, in the writer's thread."""


class Writer:
    """Runs jobs in the order given; whoever gave one is answered only after its commit."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] | None = None,
        counters: Counters | None = None,
        health: Health | None = None,
        doubt: Callable[[], None] = lambda: None,
    ) -> None:
        """``doubt`` forgets what is in memory: the database was away, and may come back with more
        or less than was known."""
        self.database = database
        self.end_session: Callable[[str], object] = lambda key: None
        """Is told of every session that a commit has ended."""
        self.counters = counters or Counters()
        self._now = now or (lambda: datetime.now(UTC))
        health = health or Health()
        self._health = health.part("database")
        self._doubt = doubt
        self.latest = ""
        """The last time that was written, here or before the start."""
        self.warn: Callable[[str], None] = _LOG.warning
        """Is told when the wall clock was set back."""
        self._is_behind = False
        self._epoch = database.epoch
        self._queue: SimpleQueue[tuple[Job, Answered] | None] = SimpleQueue()
        self._turn = threading.Lock()
        self._guard = threading.Lock()
        self._under_way = 0
        """Jobs that were given and are not answered yet."""
        self.waiting_since = 0.0
        """When, by the monotonic clock, the first of them was given."""
        self._ended = threading.Event()
        given = (health.part("writer"), self._ended, self._work, 0.0)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-writer", daemon=True
        )
        self._thread.start()

    def give(self, job: Job, answered: Answered) -> None:
        """Have a job done and be told of it."""
        with self._guard:
            if not self._under_way:
                self.waiting_since = time.monotonic()
            self._under_way += 1
        self._queue.put((job, answered))

    def submit(self, job: Job) -> "Future[Any]":
        """Have a job done; the future is the promise of its answer."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # whoever waits may go; the job is done all the same

        def answered(answer: Answer) -> None:
            if answer.error:
                future.set_exception(answer.error)
            else:
                future.set_result(answer.value)

        self.give(job, answered)
        return future

    def run(self, job: Job) -> Any:
        """Have a job done and wait for its answer."""
        with self._guard:
            # The turn may be taken only when nothing waits in the queue: a job given earlier must
            # not be overtaken by one given now.
            mine = not self._under_way and self._turn.acquire(blocking=False)
        if not mine:
            return self.submit(job).result()
        try:
            (answer,) = self._commit([job])
        except KeyboardInterrupt:
            job.undo()  # the table in memory may be ahead of the log
            raise
        finally:
            self._turn.release()
        if answer.error:
            raise answer.error
        return answer.value

    @property
    def waiting(self) -> int:
        """Jobs in the queue and the one under way."""
        return self._under_way

    def stop(self) -> None:
        """Finish what was given, then end."""
        self._queue.put(None)
        self._thread.join()

    def stamp(self) -> str:
        """The time, as it is written. When the clock was set back it stands still until that is
        made up for, since the log's order is told by it; but not for longer than a day."""
        at = self._now().isoformat(timespec="milliseconds")
        if at >= self.latest:
            self.latest, self._is_behind = at, False
            return at
        behind = read_stamp(self.latest) - read_stamp(at)
        if behind > MOST_BEHIND:
            self.latest, latest = at, self.latest
            self.warn(f"clock: set back from {latest} to {at}; the log goes on with that")
        elif behind > NOTED_BEHIND and not self._is_behind:
            self._is_behind = True
            self.warn(f"clock: set back to {at}; the log keeps to {self.latest} until then")
        return self.latest

    def _work(self) -> None:
        """Do what has gathered; whatever happens, everyone who waits is answered."""
        jobs, waiting = self._gather()
        if not jobs:
            return
        answers: list[Answer] = []
        try:
            with self._turn:
                answers = self._commit(jobs)
        except Exception as error:
            answers = [Answer(error=error)] * len(jobs)
            raise
        finally:
            with self._guard:
                self._under_way -= len(jobs)
            for answered, answer in zip(waiting, answers, strict=True):
                try:
                    answered(answer)
                except Exception:  # one listener's fault is nobody else's
                    _LOG.exception("an answer was not taken")

    def _gather(self) -> tuple[list[Job], list[Answered]]:
        """The jobs for the next commit, after a while none; the last of all is the end."""
        jobs: list[Job] = []
        waiting: list[Answered] = []
        try:
            given = self._queue.get(timeout=BEAT_SECONDS)
        except Empty:
            return jobs, waiting
        while given is not None:
            jobs.append(given[0])
            waiting.append(given[1])
            if len(jobs) == LARGEST_BATCH or self._queue.empty():
                return jobs, waiting
            given = self._queue.get()
        self._ended.set()
        return jobs, waiting

    def _commit(self, jobs: list[Job]) -> list[Answer]:
        """What each of them came to, in the order given."""
        answers = self._carry_out(jobs)
        note = self.counters.note
        for job, answer in zip(jobs, answers, strict=True):
            note(job.act, answer.error)
        return answers

    def _carry_out(self, jobs: list[Job]) -> list[Answer]:
        if len(jobs) == 1:
            return self._together(jobs)
        order = sorted(range(len(jobs)), key=[job.is_late() for job in jobs].__getitem__)
        answers = dict(zip(order, self._together([jobs[n] for n in order]), strict=True))
        return [answers[number] for number in range(len(jobs))]

    def _together(self, jobs: list[Job], is_last: bool = False) -> list[Answer]:
        try:
            return self._attempt([job.task for job in jobs])
        except Outage as outage:
            for job in jobs:
                job.undo()
            if outage.kind in LOST and not (outage.in_doubt or is_last):
                return self._together(jobs, is_last=True)  # another connection may do
            self._suffer(outage)
            return [Answer(error=outage)] * len(jobs)
        except Exception:
            for job in jobs:
                job.undo()
            return self._one_by_one(jobs)

    def _suffer(self, outage: Outage) -> None:
        """Say that the database fails, with the cause once for each outage."""
        if not self._health.trouble:
            _LOG.error("%s (%s)", outage, outage.cause, exc_info=outage)
        self.counters.faults[outage.kind] += 1
        self._health.fail(outage.words)

    def _one_by_one(self, jobs: list[Job]) -> list[Answer]:
        """Each by itself, until the database fails."""
        answers: list[Answer] = []
        for job in jobs:
            failed = answers and isinstance(answers[-1].error, Outage)
            answers.append(answers[-1] if failed else self._alone(job))
        return answers

    def _attempt(self, tasks: list[Task]) -> list[Answer]:
        """One transaction for all of them."""
        answers: list[Answer] = []
        with self.database.transaction() as transaction:
            if self.database.epoch != self._epoch:
                self._epoch = self.database.epoch
                self._doubt()
            unit = Unit(transaction, self.stamp())
            for task in tasks:
                try:
                    answers.append(Answer(task(unit)))
                except Refused as refusal:
                    answers.append(Answer(error=refusal))
            begun = time.perf_counter()
            with transaction.together():
                unit.flush()
                if unit.touched or unit.jackpots_moved or unit.sessions_ended:
                    grown = (f"{table} {version}" for table, version in unit.touched.items())
                    moved = (f"jackpot {name}" for name in unit.jackpots_moved)
                    ended = (f"session {key}" for key in unit.sessions_ended)
                    self.database.notify(transaction, chain(grown, moved, ended))
        self._health.recover()
        if unit.touched:
            self.counters.commits.add(time.perf_counter() - begun)
            self.counters.batches.add(len(tasks))
        unit.after += [partial(self.end_session, key) for key in unit.sessions_ended]
        for tell in unit.after:
            try:
                tell()
            except Exception:  # it is written all the same, and others wait to be told
                _LOG.exception("what was written could not be told")
        return answers

    def _alone(self, job: Job) -> Answer:
        """Again by itself; who was second finds out what the first one did and tries anew."""
        for _ in range(TRIES):
            try:
                (answer,) = self._attempt([job.task])
            except Conflict:
                job.undo()
            except Outage as outage:
                job.undo()
                self._suffer(outage)
                return Answer(error=outage)
            except Exception as error:
                job.undo()
                return Answer(error=error.refusal if isinstance(error, Halfway) else error)
            else:
                return answer
        return Answer(error=Refused("the table is busy elsewhere; try again"))
