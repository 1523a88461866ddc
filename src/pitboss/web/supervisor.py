"""Several processes at one socket: a parent that starts them, starts those that die or hang again
with growing pauses, and ends them all when it is told to. It serves nobody itself."""

import atexit
import logging
import multiprocessing
import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType

from pitboss.web.common.shared import get, put
from pitboss.web.systemd import ALIVE, READY, STOPPING, Manager

LOOK_SECONDS = 0.2
BEAT_SECONDS = 1.0
HUNG_SECONDS = 60.0
"""Without a sign of life from its event loop."""
START_SECONDS = 180.0
"""For the first sign of life: a busy machine is slow to begin."""
STEADY_SECONDS = 60.0
"""After which an end is no longer one of a row."""
LONGEST_PAUSE = 30.0
FIRST_PAUSE = 0.5
ENDING_SECONDS = 20.0
BEAT = struct.Struct("<d")
"""The time of a sign of life, by the clock that all processes of a machine have in common."""

_LOG = logging.getLogger("pitboss.web.supervisor")

Begin = Callable[[int], SpawnProcess]
"""Starts the process of a number."""


class Beats(Manager):
    """What a child tells its parent: when it last lived."""

    def __init__(self, path: Path) -> None:
        self.every = BEAT_SECONDS
        self._path = path

    def tell(self, words: str) -> None:
        if words != STOPPING:
            with suppress(OSError):  # the parent has gone, and we follow
                put(self._path, BEAT.pack(time.monotonic()))


class Worker:
    """One child, and those that had its number before it."""

    def __init__(self, number: int, begin: Begin, folder: Path) -> None:
        self.number = number
        self.process: SpawnProcess | None = None
        self.beats = folder / f"beat-{number}"
        self._begin = begin
        self._begun_at = 0.0
        self._failures = 0
        self._again_at = 0.0

    def start(self) -> None:
        self.beats.unlink(missing_ok=True)
        self.process = self._begin(self.number)
        self._begun_at = time.monotonic()

    @property
    def has_begun(self) -> bool:
        return self.beats.exists()

    def look(self) -> None:
        """Start it again where it has ended, and end it where it hangs."""
        now = time.monotonic()
        if self.process is None:
            if now >= self._again_at:
                self.start()
        elif self.process.exitcode is not None:
            self._note_end(now)
        elif now - self._last_beat() > (HUNG_SECONDS if self.has_begun else START_SECONDS):
            _LOG.error("process %d gives no sign of life and is ended", self.number)
            self.process.kill()
            self.process.join()

    def _note_end(self, now: float) -> None:
        assert self.process
        self._failures = 0 if now - self._begun_at > STEADY_SECONDS else self._failures + 1
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** max(0, self._failures - 1))
        code = self.process.exitcode
        _LOG.error("process %d ended with %s; again in %.1f s", self.number, code, pause)
        self.process.close()
        self.process, self._again_at = None, now + pause

    def _last_beat(self) -> float:
        data = get(self.beats)
        at: float = BEAT.unpack(data)[0] if data else self._begun_at
        return at


class Supervisor:
    """All children. ``run`` returns when they have ended because somebody said so."""

    def __init__(self, count: int, begin: Begin, folder: Path) -> None:
        self.workers = [Worker(number, begin, folder) for number in range(1, count + 1)]
        self._stopped = threading.Event()
        self._manager = Manager()
        self._ready = False
        self._alive_at = 0.0

    def run(self) -> None:
        signals = (signal.SIGTERM, signal.SIGINT)
        before = [signal.signal(number, self._hear) for number in signals]
        try:
            for worker in self.workers:
                worker.start()
            while not self._stopped.wait(LOOK_SECONDS):
                for worker in self.workers:
                    worker.look()
                self._tell()
        finally:
            self._manager.tell(STOPPING)
            self._end()
            for number, handler in zip(signals, before, strict=True):
                signal.signal(number, handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self._stopped.set()

    def _tell(self) -> None:
        """Ready once all are; alive while this loop runs, which ends children that hang."""
        if not self._ready and all(worker.has_begun for worker in self.workers):
            self._ready = True
            self._manager.tell(READY)
        now = time.monotonic()
        if self._manager.every and now - self._alive_at >= self._manager.every:
            self._alive_at = now
            self._manager.tell(ALIVE)

    def _end(self) -> None:
        """Tell all to end, and kill whoever has not in time."""
        living = [worker.process for worker in self.workers if worker.process]
        for process in living:
            process.terminate()
        until = time.monotonic() + ENDING_SECONDS
        for process in living:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                _LOG.error("process %s did not end in time and is killed", process.pid)
                process.kill()
                process.join()


def end_with_parent() -> None:
    """In a child: be told to end when the parent has gone, however it went."""
    parent = multiprocessing.parent_process()
    assert parent

    def follow() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, name="pitboss-parent", daemon=True).start()


def end_process(code: int = 0) -> None:
    """Everything is on disk. The coach may still be at a sum, or have one compiled, which cannot be
    interrupted; Python would wait for it, for many seconds where the machine is busy."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
