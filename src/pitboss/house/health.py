"""Whether each part of a house that works by itself is well, and the loop in which it works.

A part that fails says so here, is logged with its cause and tries again after a while, each time a
little later; it never ends by itself. Readiness, metrics and the floor's alerts are told from here.
"""

import logging
import threading
import time
from collections.abc import Callable

from pitboss.refusal import Refused

_LOG = logging.getLogger(__name__)

FIRST_PAUSE = 0.05
LONGEST_PAUSE = 2.0
"""Seconds until what has failed is tried again: doubled with each failure up to the longest, so
that a part is at work soon after a long outage is over."""


class Part:
    """One part, such as the driver: well while ``trouble`` is empty."""

    def __init__(self, name: str, tell: Callable[["Part"], None]) -> None:
        self.name = name
        self.trouble = ""
        self.since = self.beat_at = time.monotonic()
        """When it last became well or ill, and when it last gave a sign of life."""
        self.failures = 0
        self._tell = tell
        self._guard = threading.Lock()

    def beat(self) -> None:
        """Give a sign of life."""
        self.beat_at = time.monotonic()

    def fail(self, words: str) -> None:
        """Say what is wrong, in one line; it stays until ``recover``."""
        with self._guard:
            self.failures += 1
            is_new = not self.trouble
            self.trouble = words or "failed"
            if is_new:
                self.since = time.monotonic()
        if is_new:
            self._tell(self)

    def recover(self) -> None:
        """It works, or works again."""
        self.beat()
        if not self.trouble:
            return
        with self._guard:
            was_ill, self.trouble = bool(self.trouble), ""
            if was_ill:
                self.since = time.monotonic()
        if was_ill:
            self._tell(self)


Listener = Callable[[Part], None]


class Health:
    """The parts of one house."""

    def __init__(self) -> None:
        self._parts: dict[str, Part] = {}
        self._listeners: list[Listener] = []
        self._guard = threading.Lock()

    def part(self, name: str) -> Part:
        """The part of this name, made when it is first asked for."""
        with self._guard:
            if name not in self._parts:
                self._parts[name] = Part(name, self._tell)
            return self._parts[name]

    def parts(self) -> list[Part]:
        """All that were asked for, in the order of their names."""
        with self._guard:
            return [self._parts[name] for name in sorted(self._parts)]

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell ``listener`` of every change from good to bad and back, in the thread in which it
        happens, until the answer is called."""
        with self._guard:
            self._listeners.append(listener)

        def leave() -> None:
            with self._guard:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return leave

    def _tell(self, part: Part) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(part)
            except Exception:  # whoever listens does not make the part fail
                _LOG.exception("%s: its state could not be told", part.name)


def describe(error: BaseException) -> str:
    """An error as one line; a refusal speaks for itself."""
    words = " ".join(str(error).split())
    if isinstance(error, Refused):
        return words
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def supervise(part: Part, stopped: threading.Event, step: Callable[[], None], every: float) -> None:
    """The loop of a thread that lives long: take a step every so many seconds until stopped. The
    first of a row of failures is logged with where it came from, the others by their words."""
    pause, failed = every, 0
    while not (stopped.wait(pause) if pause else stopped.is_set()):
        try:
            step()
        except Exception as error:
            pause = min(FIRST_PAUSE * 2 ** min(failed, 20), LONGEST_PAUSE)
            failed += 1
            words = describe(error)
            again = f"{part.name}: {words}; tried again in {pause:g} s"
            _LOG.error(again, exc_info=error if failed == 1 else None)
            part.fail(words)
        else:
            if failed:
                _LOG.warning("%s: works again after %d failures", part.name, failed)
            pause, failed = every, 0
            part.recover()
