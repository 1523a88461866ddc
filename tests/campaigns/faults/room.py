"""The server of a trial: ``python -m tests.campaigns.faults.room DATABASE DATA PORT CLOCK BUSY``.

It is the server itself, but for three things: practice players act at once, the wall clock is as
far off as the file CLOCK says, and another's write lock is waited for BUSY seconds. Asked by
SIGUSR1 it says where each of its threads is.
"""

import datetime as machine
import faulthandler
import mmap
import signal
import struct
import sys
import time
from importlib import import_module
from pathlib import Path

import fastapi
import psycopg
import pydantic
import uvicorn

OTHERS = (fastapi, psycopg, pydantic, uvicorn)
"""Are imported with the machine's own clock."""
PACE, PAUSE = 0.05, 0.2
"""Seconds from a practice player's turn to its act, and from one round to the next."""
REAL = machine.datetime


class Clock:
    """How far off the wall clock is, in seconds; whoever writes the file sets it."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 8)

    @property
    def off(self) -> float:
        (seconds,) = struct.unpack("d", self._shared[:8])
        return float(seconds)

    @off.setter
    def off(self, seconds: float) -> None:
        self._shared[:8] = struct.pack("d", seconds)


def make_clock(path: Path) -> Clock:
    """A clock that is right."""
    path.write_bytes(struct.pack("d", 0.0))
    return Clock(path)


class Moments(type):
    """Any moment is one, whichever clock it is by."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, REAL)


def set_clock(clock: Clock) -> None:
    """Whoever imports the time from now on has it by this clock; the monotonic one is the
    machine's."""
    right = time.time

    class Moment(REAL, metaclass=Moments):
        @classmethod
        def now(cls, tz: machine.tzinfo | None = None) -> machine.datetime:  # type: ignore[override]
            return REAL.fromtimestamp(right() + clock.off, tz)

    time.time = lambda: right() + clock.off
    machine.datetime = Moment  # type: ignore[misc]


def main() -> None:
    address, data, port, clock, busy = sys.argv[1:]
    faulthandler.register(signal.SIGUSR1)
    set_clock(Clock(Path(clock)))
    from pitboss.cli.main import main as pitboss
    from pitboss.house.driver import Driver
    from pitboss.house.store import database

    import_module("pitboss.web.server")
    machine.datetime = REAL  # type: ignore[misc]
    Driver.__init__.__defaults__ = (PACE, PAUSE)
    database.BUSY_SECONDS = float(busy)
    sys.exit(pitboss(["serve", "--database", address, "--data", data, "--port", port]))


if __name__ == "__main__":
    main()
