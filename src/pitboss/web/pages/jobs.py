"""Work that takes longer than a page: done in threads, found again by its name, from every process
of the server. Where there are several, the one that does the work puts how it stands where the
others look: in a file, for results are too large and too short-lived for the database, and a
browser's next request may come to any of them."""

import logging
import pickle
import re
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import Any, NamedTuple

from pitboss.refusal import Refused
from pitboss.web.common.shared import Claims, Shared, get, put
from pitboss.web.pages.words import GONE, JOB_FAILED, STOPPED

MOST_KEPT = 100
TELL_SECONDS = 0.2
LOOK_SECONDS = 0.05
NAME = re.compile(r"[0-9a-f]{24}")

_LOG = logging.getLogger("pitboss.web.jobs")

STOP_SECONDS = 0.3
"""How often work looks whether it shall go on."""

Work = Callable[["Job"], Any]


def read_percent(progress: str) -> float | None:
    """How much of something is done, where its progress says so."""
    found = re.search(r"(\d+(?:\.\d+)?)%", progress)
    return float(found[1]) if found else None


class Stand(NamedTuple):
    """How a job stands, as other processes are told."""

    progress: str
    is_done: bool
    seconds: float
    problem: str
    value: Any


class Job:
    """Something being worked out, or what came of it. ``progress`` is how far it says it is."""

    def __init__(
        self,
        identity: str,
        tell: Callable[["Job"], None] = lambda _: None,
        is_asked_to_stop: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.id = identity
        self._stop = Event()
        self._is_asked_to_stop = is_asked_to_stop
        self.value: Any = None
        self.problem = ""
        self._progress = ""
        self._tell = tell
        self._told_at = 0.0
        self._done = Event()
        self._began = time.monotonic()
        self._took = 0.0

    @property
    def progress(self) -> str:
        return self._progress

    @progress.setter
    def progress(self, words: str) -> None:
        self._progress = words
        if time.monotonic() - self._told_at >= TELL_SECONDS:
            self._told_at = time.monotonic()
            self._tell(self)

    def run(self, work: Work, room: BoundedSemaphore) -> None:
        """Do it, once there is room; a failure is logged, and told without its innards."""
        try:
            while not room.acquire(timeout=STOP_SECONDS):
                self.go_on()
            try:
                self.value = work(self)
            finally:
                room.release()
        except Refused as refusal:
            self.problem = str(refusal)
        except Exception:
            _LOG.exception("a job failed")
            self.problem = JOB_FAILED
        self._took = time.monotonic() - self._began
        self._done.set()
        self._tell(self)

    def stop(self) -> None:
        """Let the work end where it is; whoever asks for it again begins it anew."""
        self._stop.set()

    def go_on(self) -> None:
        """To be called by the work now and then: refuses once it was stopped, here or by another
        process."""
        if self._stop.is_set() or self._is_asked_to_stop(self.id):
            raise Refused(STOPPED)

    @property
    def is_stopped(self) -> bool:
        return self.problem == STOPPED

    @property
    def percent(self) -> float | None:
        return read_percent(self.progress)

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    @property
    def seconds(self) -> float:
        """How long it took, or has taken so far."""
        return self._took if self.is_done else time.monotonic() - self._began

    @property
    def took(self) -> str:
        return f"{self.seconds:.1f}"

    def wait(self, seconds: float) -> bool:
        return self._done.wait(seconds)


class JobElsewhere(Job):
    """A job of another process, as that has told of it."""

    def __init__(self, identity: str, board: "Board") -> None:
        super().__init__(identity)
        self._board = board
        self.look()

    def look(self) -> None:
        stand = self._board.read(self.id)
        if stand:
            self._progress, is_done, seconds, self.problem, self.value = stand
            self._began = time.monotonic() - seconds
        elif not self._board.claims.is_taken(self.id):
            is_done, self.problem = True, GONE
        else:
            is_done = False
        if is_done and not self.is_done:
            self._took = self.seconds
            self._done.set()

    def stop(self) -> None:
        self._board.ask_to_stop(self.id)

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self.is_done and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
            self.look()
        return self.is_done


class Board:
    """Where the processes of a server tell each other of their jobs of one kind."""

    def __init__(self, shared: Shared, name: str) -> None:
        self.claims = Claims(shared, f"{name}-claims")
        self._folder = shared.folder / f"{name}-jobs"
        self._folder.mkdir(mode=0o700, exist_ok=True)

    def tell(self, job: Job) -> None:
        stand = Stand(job.progress, job.is_done, job.seconds, job.problem, job.value)
        try:  # pickled: values are of any kind, and the folder is the server's own
            put(self._folder / job.id, pickle.dumps(tuple(stand)))
            self._forget()
        except Exception:
            _LOG.exception("a job could not be told of")
        if job.is_done:
            self._stop_file(job.id).unlink(missing_ok=True)
            self.claims.let_go(job.id)

    def ask_to_stop(self, identity: str) -> None:
        put(self._stop_file(identity), b"")

    def is_asked_to_stop(self, identity: str) -> bool:
        return self._stop_file(identity).exists()

    def _stop_file(self, identity: str) -> Path:
        return self._folder / f"stop-{identity}"

    def is_there(self, identity: str) -> bool:
        """Whether it is being worked out, or has ended otherwise than by being stopped."""
        stand = self.read(identity)
        return stand is not None and stand.problem != STOPPED

    def read(self, identity: str) -> Stand | None:
        """How it stands; None where nobody has told, or whoever was at it has gone."""
        data = get(self._folder / identity) if NAME.fullmatch(identity) else None
        stand = Stand(*pickle.loads(data)) if data else None
        return stand if stand and (stand.is_done or self.claims.is_taken(identity)) else None

    def _forget(self) -> None:
        """The oldest ones, once there are too many."""
        found = sorted(self._folder.glob("[0-9a-f]*"), key=lambda path: path.stat().st_mtime)
        for path in found[: max(0, len(found) - MOST_KEPT)]:
            path.unlink(missing_ok=True)


class Jobs:
    """Jobs of one kind; the same job asked for again is the one that is known already.

    The threads are daemons: a server that is told to end does not wait for a long count.
    """

    def __init__(self, name: str, workers: int, most: int, shared: Shared | None = None) -> None:
        self._name = name
        self._most = most
        self._room = BoundedSemaphore(workers)
        self._known: dict[str, Job] = {}
        self._guard = Lock()
        self._board = Board(shared, name) if shared else None

    def find(self, identity: str) -> Job | None:
        known = self._known.get(identity)
        if known or not self._board:
            return known
        known = JobElsewhere(identity, self._board)
        return None if known.problem == GONE else known

    def stop(self, identity: str) -> None:
        """Let a job end, whichever process is at it."""
        if (job := self.find(identity)) and not job.is_done:
            job.stop()

    def start(self, name: str, work: Work) -> Job:
        """Begin, unless too many are under way."""
        identity = sha256(name.encode()).hexdigest()[:24]
        with self._guard:
            known = self._known.get(identity)
            if known is not None and not known.is_stopped:
                return known
            board = self._board
            if board and (board.is_there(identity) or not board.claims.take(identity)):
                return JobElsewhere(identity, board)
            under_way = sum(not job.is_done for job in self._known.values())
            if under_way >= self._most:
                if board:
                    board.claims.let_go(identity)
                raise Refused(f"{under_way} are being worked out already; try again in a while")
            ended = [key for key, job in self._known.items() if job.is_done]
            for key in ended[: max(0, len(self._known) - MOST_KEPT)]:
                del self._known[key]
            job = Job(identity, board.tell, board.is_asked_to_stop) if board else Job(identity)
            self._known[identity] = job
        Thread(target=job.run, args=(work, self._room), name=self._name, daemon=True).start()
        return job
