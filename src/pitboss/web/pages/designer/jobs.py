"""Work that takes longer than a page: done in threads, found again by its name."""

import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from threading import Lock
from typing import Any

from pitboss.refusal import Refused

MOST_KEPT = 100


class Job:
    """Something being worked out, or what came of it."""

    def __init__(self, identity: str, future: "Future[Any]") -> None:
        self.id = identity
        self.future = future
        self._began = time.monotonic()
        self._took: float | None = None
        future.add_done_callback(self._finish)

    def _finish(self, _: object) -> None:
        self._took = time.monotonic() - self._began

    @property
    def is_done(self) -> bool:
        return self.future.done()

    @property
    def seconds(self) -> float:
        """How long it took, or has taken so far."""
        return time.monotonic() - self._began if self._took is None else self._took

    @property
    def problem(self) -> str:
        """Why nothing came of it: a refusal in its own words, a failure without its innards."""
        if not self.is_done:
            return ""
        error = self.future.exception()
        if error is None:
            return ""
        return str(error) if isinstance(error, Refused) else "This failed and was not finished."

    @property
    def value(self) -> Any:
        return self.future.result() if self.is_done and not self.problem else None


class Jobs:
    """Jobs of one kind; the same job asked for again is the one that runs already."""

    def __init__(self, name: str, workers: int, most: int) -> None:
        self._pool = ThreadPoolExecutor(workers, name)
        self._most = most
        self._known: OrderedDict[str, Job] = OrderedDict()
        self._guard = Lock()

    def find(self, identity: str) -> Job | None:
        return self._known.get(identity)

    def start(self, name: str, work: Callable[[], Any]) -> Job:
        """Begin, unless too many are under way."""
        identity = sha256(name.encode()).hexdigest()[:24]
        with self._guard:
            known = self._known.get(identity)
            if known is not None:
                return known
            under_way = sum(not job.is_done for job in self._known.values())
            if under_way >= self._most:
                raise Refused(f"{under_way} are being worked out already; try again in a while")
            job = self._known[identity] = Job(identity, self._pool.submit(work))
            while len(self._known) > MOST_KEPT:
                self._drop_oldest()
            return job

    def _drop_oldest(self) -> None:
        oldest = next((name for name, job in self._known.items() if job.is_done), None)
        if oldest is None:
            return
        del self._known[oldest]
