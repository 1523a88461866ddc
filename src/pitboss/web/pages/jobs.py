"""Work that takes longer than a page: done in threads, found again by its name."""

import logging
import re
import time
from collections.abc import Callable
from hashlib import sha256
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import Any

from pitboss.refusal import Refused

MOST_KEPT = 100

_LOG = logging.getLogger("pitboss.web.jobs")

Work = Callable[["Job"], Any]


class Job:
    """Something being worked out, or what came of it. ``progress`` is how far it says it is."""

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.progress = ""
        self.value: Any = None
        self.problem = ""
        self._done = Event()
        self._began = time.monotonic()
        self._took = 0.0

    def run(self, work: Work, room: BoundedSemaphore) -> None:
        """Do it, once there is room; a failure is logged, and told without its innards."""
        try:
            with room:
                self.value = work(self)
        except Refused as refusal:
            self.problem = str(refusal)
        except Exception:
            _LOG.exception("a job failed")
            self.problem = "This failed and was logged; nothing came of it."
        self._took = time.monotonic() - self._began
        self._done.set()

    @property
    def percent(self) -> int | None:
        """How much of it is done, where its progress says so."""
        found = re.search(r"(\d+)%", self.progress)
        return int(found[1]) if found else None

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


class Jobs:
    """Jobs of one kind; the same job asked for again is the one that is known already.

    The threads are daemons: a server that is told to end does not wait for a long count.
    """

    def __init__(self, name: str, workers: int, most: int) -> None:
        self._name = name
        self._most = most
        self._room = BoundedSemaphore(workers)
        self._known: dict[str, Job] = {}
        self._guard = Lock()

    def find(self, identity: str) -> Job | None:
        return self._known.get(identity)

    def start(self, name: str, work: Work) -> Job:
        """Begin, unless too many are under way."""
        identity = sha256(name.encode()).hexdigest()[:24]
        with self._guard:
            known = self._known.get(identity)
            if known is not None:
                return known
            under_way = sum(not job.is_done for job in self._known.values())
            if under_way >= self._most:
                raise Refused(f"{under_way} are being worked out already; try again in a while")
            ended = [key for key, job in self._known.items() if job.is_done]
            for key in ended[: max(0, len(self._known) - MOST_KEPT)]:
                del self._known[key]
            job = self._known[identity] = Job(identity)
        Thread(target=job.run, args=(work, self._room), name=self._name, daemon=True).start()
        return job
