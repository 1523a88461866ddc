"""The writer commits what has gathered since its last commit, all at once.

While a commit waits for the disk, further jobs gather; they share the next commit. A job that is
refused writes nothing and holds up nobody. When a commit fails, each of its jobs runs again alone.

Jobs run one at a time, in the writer's own thread; whoever would only wait for the answer and finds
nothing under way takes the turn and does the job in its own thread, which spares two switches.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import Any, NamedTuple

from pitboss.house.batch import Batch
from pitboss.house.database import Conflict, Database
from pitboss.refusal import Refused

LARGEST_BATCH = 256
TRIES = 20

Done = Callable[[], Any]
"""Runs after the commit, on the writer's thread; its value is the job's answer."""
Work = Callable[[Batch], Done]


class Halfway(Exception):
    """A job was refused after it had begun to write: its transaction must not be committed."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Job(NamedTuple):
    """What is to be done in a transaction, and who waits for it."""

    work: Work
    future: "Future[Any]"
    undo: Callable[[], None]
    """Forgets what the work did in memory when its commit failed."""


class Writer:
    """Runs jobs in the order given; a job's future is done only after its commit."""

    def __init__(self, database: Database, now: Callable[[], datetime] | None = None) -> None:
        self.database = database
        self._now = now or (lambda: datetime.now(UTC))
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._turn = threading.Lock()
        self._guard = threading.Lock()
        self._under_way = 0
        """Jobs that were submitted and are not answered yet."""
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work, undo: Callable[[], None] = lambda: None) -> "Future[Any]":
        """Have a job done; the future is the promise of its answer."""
        job = _make_job(work, undo)
        with self._guard:
            self._under_way += 1
        self._queue.put(job)
        return job.future

    def run(self, work: Work, undo: Callable[[], None] = lambda: None) -> Any:
        """Have a job done and wait for its answer."""
        with self._guard:
            mine = not self._under_way and self._turn.acquire(blocking=False)
        if not mine:
            return self.submit(work, undo).result()
        job = _make_job(work, undo)
        try:
            self._commit([job])
        except BaseException:  # an interrupt of the caller's own thread
            undo()
            raise
        finally:
            self._turn.release()
        return job.future.result()

    def stop(self) -> None:
        """Finish what was submitted, then end."""
        self._queue.put(None)
        self._thread.join()

    def stamp(self) -> str:
        return self._now().isoformat(timespec="milliseconds")

    def _run(self) -> None:
        while True:
            job = self._queue.get()
            jobs = []
            while job is not None:
                jobs.append(job)
                if len(jobs) == LARGEST_BATCH or self._queue.empty():
                    break
                job = self._queue.get()
            if jobs:
                with self._turn:
                    self._commit(jobs)
                with self._guard:
                    self._under_way -= len(jobs)
            if job is None:
                return

    def _commit(self, jobs: list[Job]) -> None:
        try:
            answers = self._attempt(jobs)
        except Exception:
            for job in jobs:
                job.undo()
            for job in jobs:
                self._alone(job)
            return
        self._answer(jobs, answers)

    def _attempt(self, jobs: list[Job]) -> list[Done | Refused]:
        """One transaction for all of them."""
        answers: list[Done | Refused] = []
        with self.database.transaction() as transaction:
            batch = Batch(transaction, self.stamp())
            for job in jobs:
                try:
                    answers.append(job.work(batch))
                except Refused as refusal:
                    answers.append(refusal)
            with transaction.together():
                batch.flush()
                if batch.touched or batch.jackpots_moved:
                    self.database.notify(transaction, _changes(batch))
        return answers

    def _alone(self, job: Job) -> None:
        """Again by itself; who was second finds out what the first one did and tries anew."""
        for _ in range(TRIES):
            try:
                answers = self._attempt([job])
            except Conflict:
                job.undo()
            except Exception as error:
                job.undo()
                job.future.set_exception(error.refusal if isinstance(error, Halfway) else error)
                return
            else:
                self._answer([job], answers)
                return
        job.future.set_exception(Refused("the table is busy elsewhere; try again"))

    def _answer(self, jobs: list[Job], answers: list[Done | Refused]) -> None:
        """Write, then tell."""
        for job, answer in zip(jobs, answers, strict=True):
            try:
                if isinstance(answer, Refused):
                    raise answer
                job.future.set_result(answer())
            except Exception as error:
                job.future.set_exception(error)


def _make_job(work: Work, undo: Callable[[], None]) -> Job:
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()  # whoever waits may go; the work is done all the same
    return Job(work, future, undo)


def _changes(batch: Batch) -> Iterator[str]:
    """Which chains have grown how far, and which jackpots have moved."""
    for chain, version in batch.touched.items():
        yield f"{chain} {version}"
    for name in batch.jackpots_moved:
        yield f"jackpot {name}"
