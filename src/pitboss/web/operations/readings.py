"""What probes and scrapes ask again and again: read on a thread of its own at most once in a while,
however many ask, and never waited for longer than a probe waits."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 2.0


class Reading(Generic[T]):
    """One thing that is read. While an answer is overdue, no second reading is begun."""

    def __init__(
        self, read: Callable[[], T], seconds: float, patience: float = PATIENCE_SECONDS
    ) -> None:
        self._read = read
        self._seconds = seconds
        self._patience = patience
        self._guard = threading.Lock()
        self._last: Future[T | None] = Future()
        self._last.set_result(None)
        self._read_at = float("-inf")

    async def get(self) -> T | None:
        """The value, at most so many seconds old; None where it could not be had in time."""
        with self._guard:
            if self._last.done() and time.monotonic() - self._read_at >= self._seconds:
                self._begin()
            last = self._last
        if last.done():
            return last.result()
        waiting = asyncio.shield(asyncio.wrap_future(last))
        try:
            return await asyncio.wait_for(waiting, self._patience)
        except TimeoutError:
            return None

    def _begin(self) -> None:
        self._last = Future()
        work = (self._last,)
        threading.Thread(target=self._run, args=work, name="pitboss-reading", daemon=True).start()

    def _run(self, promise: "Future[T | None]") -> None:
        value = None
        with suppress(Exception):  # then there is no value; why is for the parts' health to say
            value = self._read()
        self._read_at = time.monotonic()
        promise.set_result(value)
