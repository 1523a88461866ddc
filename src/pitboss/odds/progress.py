"""Long counts in parts: on all cores, with progress on standard error, only to a terminal."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Self, TypeVar

MANY = 1_000
"""Of so many parts tenths of a percent are told: one of them may take a while."""

SURE_SECONDS = 2.0
"""How long parts must have been counted before it is told how long the rest will take."""

P = TypeVar("P")
R = TypeVar("R")


class Progress:
    """How far a count has come: so many of its parts, and once there is something to go by, the
    time that is left. Use it in a ``with``; ``step`` may come from any thread."""

    __slots__ = ("_done", "_first", "_shown", "_started", "_title", "_total", "_unit")

    def __init__(self, title: str, total: int, unit: str = "parts") -> None:
        self._title = title
        self._total = total
        self._unit = unit
        self._done = 0
        self._first = 0
        self._started: float | None = None
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(self, *raised: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def step(self, count: int = 1) -> None:
        """So many more of the parts are done."""
        self.stand(self._done + count)

    def stand(self, done: int) -> None:
        """So many of the parts are done, here or before."""
        if done and self._started is None:
            # What comes before, such as compiling, says nothing about the parts that are left.
            self._started, self._first = time.monotonic(), done
        self._done = done
        self._show()

    def _show(self) -> None:
        if not self._shown:
            return
        share = self._done / self._total if self._total else 1.0
        text = f"{self._title}: {self._done:,} of {self._total:,} {self._unit}"
        text += f", {share:.{1 if self._total >= MANY else 0}%}"
        if self._started is not None:
            took, counted = time.monotonic() - self._started, self._done - self._first
            if counted and took >= SURE_SECONDS:
                text += f", {_duration(took * (self._total - self._done) / counted)} left"
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def tell(words: str) -> None:
    """A line to people before something long, only to a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(words, file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


@contextmanager
def on_all_cores(pool: Executor | None = None) -> Iterator[Executor]:
    """The pool that was given, or threads; of what is stopped the parts not begun are dropped.

    Threads serve, since compiled code runs without Python's lock.
    """
    if pool is not None:
        yield pool
        return
    threads = ThreadPoolExecutor(os.cpu_count())
    try:
        yield threads
    finally:
        threads.shutdown(cancel_futures=True)


def run_parts(title: str, parts: Sequence[P], count: Callable[[P], R]) -> list[R]:
    """Count independent parts on all cores, and give their results in order."""
    with Progress(title, len(parts)) as progress, on_all_cores() as pool:

        def count_one(part: P) -> R:
            result = count(part)
            progress.step()
            return result

        return list(pool.map(count_one, parts))
