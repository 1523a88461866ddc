"""The faults, each by how it begins and ends. What it does to the house is for the trial to see."""

import os
import random
import re
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import ClassVar

import psycopg

from tests.campaigns.faults.stage import FILE, Stage

UNREACHED = "cannot be reached|takes no writes"
REPLACED = "lies in its place"
CLOCK_SECONDS = (60.0, 3_600.0)


class Fault:
    """Something that happens to a stage and is over after a while."""

    name: ClassVar[str]
    cause: ClassVar[str]
    """What the refusals say meanwhile, as a pattern."""
    refuses: ClassVar[bool] = True
    """Whether nothing can be answered while it lasts."""
    seconds: ClassVar[tuple[float, float]] = (1.0, 2.5)

    def __init__(self, stage: Stage, rng: random.Random) -> None:
        self.stage = stage
        self.rng = rng

    @property
    def lasts(self) -> float:
        return self.stage.pace.part * self.rng.uniform(*self.seconds)

    def begin(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        """It is over by itself, unless a fault says otherwise."""

    def repair(self) -> None:
        """What is done before the next trial, while everyone plays on."""


class LongLock(Fault):
    """Lasts longer than a lock is waited for."""

    cause = "lock"

    @property
    def lasts(self) -> float:
        return 2 * self.stage.pace.busy_seconds + super().lasts


class FileLocked(LongLock):
    name = "locked"

    def begin(self) -> None:
        self._connection = sqlite3.connect(
            self.stage.address, timeout=10, isolation_level=None, check_same_thread=False
        )
        self._connection.execute("BEGIN IMMEDIATE")

    def end(self) -> None:
        self._connection.execute("ROLLBACK")
        self._connection.close()


class TableLocked(LongLock):
    name = "locked"

    def begin(self) -> None:
        self._connection = psycopg.connect(self.stage.address)
        self._connection.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")

    def end(self) -> None:
        self._connection.close()


class DiskFull(Fault):
    name = "disk full"
    cause = "full"
    refuses = False  # what was allotted to a file already may still be written

    def begin(self) -> None:
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.stage.address)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.fill()

    def fill(self) -> None:
        self.stage.disk.fill(self.stage.writers())

    def end(self) -> None:
        self.stage.disk.free()


class ServerDiskFull(DiskFull):
    """PostgreSQL stops by itself where its own log finds no room, and is started again."""

    cause = f"full|{UNREACHED}"
    seconds = (2.0, 4.0)

    def begin(self) -> None:
        self.fill()
        assert self.stage.single
        with suppress(psycopg.Error):
            self.stage.single.do("SELECT pg_switch_wal()")

    def end(self) -> None:
        super().end()
        time.sleep(0.2)
        assert self.stage.single
        if not self.stage.single.is_running:
            self.stage.single.start()


class FileGone(Fault):
    """Moved elsewhere, and back."""

    name = "file gone"
    cause = "its file is gone"

    @property
    def file(self) -> Path:
        return Path(self.stage.address)

    def begin(self) -> None:
        self._move(self.file.parent, self.stage.disk.folder / "away", ("", "-wal", "-shm"))

    def end(self) -> None:
        for ending in ("", "-wal", "-shm"):
            self.file.with_name(FILE + ending).unlink(missing_ok=True)
        self._move(self.stage.disk.folder / "away", self.file.parent, ("-shm", "-wal", ""))

    def _move(self, source: Path, target: Path, endings: tuple[str, ...]) -> None:
        """The file itself first on its way out and last on its way back: it is never seen without
        what belongs to it."""
        target.mkdir(exist_ok=True)
        for ending in endings:
            with suppress(FileNotFoundError):
                os.rename(source / (FILE + ending), target / (FILE + ending))


class OlderFile(FileGone):
    name = "older file"
    cause = REPLACED

    def begin(self) -> None:
        super().begin()
        self.file.write_bytes(self.stage.older.read_bytes())


class EmptyFile(FileGone):
    name = "empty file"
    cause = REPLACED

    def begin(self) -> None:
        super().begin()
        self.file.touch()


class OnServer(Fault):
    """Something happens to PostgreSQL."""

    cause = UNREACHED

    def __init__(self, stage: Stage, rng: random.Random) -> None:
        super().__init__(stage, rng)
        assert stage.single
        self.database = stage.single


class Halted(OnServer):
    name = "stopped"

    def begin(self) -> None:
        self.database.halt()

    def end(self) -> None:
        self.database.start()


class Killed(Halted):
    name = "killed"

    def begin(self) -> None:
        self.database.kill()


class Paused(OnServer):
    name = "paused"
    seconds = (1.0, 14.0)

    def begin(self) -> None:
        self.database.pause()

    def end(self) -> None:
        self.database.resume()


class Terminated(OnServer):
    """Every connection is ended, once; new ones are welcome."""

    name = "connections ended"
    refuses = False
    seconds = (0.0, 0.5)

    def begin(self) -> None:
        self.database.do(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )


class FailOver(Fault):
    """The primary dies and its standby takes its place."""

    name = "failover"
    cause = UNREACHED

    def begin(self) -> None:
        assert self.stage.pair
        self.stage.pair.fail()

    def end(self) -> None:
        assert self.stage.pair
        self.stage.pair.fail_over()

    def repair(self) -> None:
        assert self.stage.pair
        self.stage.pair.rebuild()


class ClockForth(Fault):
    """Stays so."""

    name = "clock forth"
    cause = "^$"
    refuses = False
    seconds = (0.5, 1.0)
    sign = 1

    def begin(self) -> None:
        self.stage.clock.off = self.sign * self.rng.uniform(*CLOCK_SECONDS)


class ClockBack(ClockForth):
    name = "clock back"
    sign = -1


CLOCKS: tuple[type[Fault], ...] = (ClockForth, ClockBack)
KINDS: dict[str, tuple[type[Fault], ...]] = {
    "sqlite": (FileLocked, DiskFull, FileGone, OlderFile, EmptyFile, *CLOCKS),
    "postgresql": (TableLocked, ServerDiskFull, Halted, Killed, Paused, Terminated, *CLOCKS),
    "failover": (FailOver,),
}


def names_cause(fault: Fault, words: str) -> bool:
    return bool(re.search(fault.cause, words))
