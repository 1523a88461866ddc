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

P = TypeVar("P")
R = TypeVar("R")


class Progress:
    """How far a count has come. Use it in a ``with``; ``step`` may come from any thread."""

    __slots__ = ("_began", "_done", "_shown", "_title", "_total")

    def __init__(self, title: str, total: int) -> None:
        self._title = title
        self._total = total
        self._done = 0
        self._began = time.monotonic()
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(self, *raised: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def step(self, count: int = 1) -> None:
        """So many more of the parts are done."""
        self._done += count
        self._show()

    def _show(self) -> None:
        if not self._shown:
            return
        share = self._done / self._total if self._total else 1.0
        text = f"{self._title}: {share:.{1 if self._total >= MANY else 0}%}"
        if self._done:
            left = (time.monotonic() - self._began) * (self._total - self._done) / self._done
            text += f", {_duration(left)} left"
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


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
