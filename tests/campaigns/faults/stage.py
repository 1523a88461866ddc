"""What stands around one house during its trials: its folder, disk, clock, server and database."""

import shutil
import sqlite3
import tempfile
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pitboss.house.engine import House
from pitboss.house.log import stamp
from pitboss.house.store import Database, open_database
from pitboss.house.store.vault_keys import Keys, open_vault
from tests import postgresql
from tests.campaigns.faults.disk import Disk
from tests.campaigns.faults.door import Door
from tests.campaigns.faults.floor import furnish
from tests.campaigns.faults.room import make_clock
from tests.campaigns.faults.server import Place, Server

FILE = "house.db"


class Pace(NamedTuple):
    """How fast trials go, and what is asked of the server."""

    busy_seconds: float
    """So long it waits for others' locks."""
    part: float
    """Of the usual time for playing and for a fault."""
    alive_seconds: float
    """After a fault everything goes on within so long."""
    answer_seconds: float
    """Nobody waits longer for an answer, not while a server is started again either."""
    is_durable: bool
    """Whether PostgreSQL syncs its disk."""


FULL = Pace(3.0, 1.0, 10.0, 15.0, is_durable=True)
SHORT = Pace(0.5, 0.3, 30.0, 30.0, is_durable=False)
"""For tests, which measure no time: they must pass where the machine is slow."""


class Stage:
    """One house on SQLite, on a PostgreSQL server, or on a pair of them."""

    def __init__(self, kind: str, pace: Pace) -> None:
        self.pace = pace
        self.single: postgresql.Server | None = None
        self.pair: postgresql.Pair | None = None
        with ExitStack() as ends:
            self._set_up(kind, ends)
            self._ends = ends.pop_all()

    def _set_up(self, kind: str, ends: ExitStack) -> None:
        """Whatever fails on the way, what was made before it goes away again."""
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-faults-"))
        ends.callback(shutil.rmtree, self.folder)
        self.folder.chmod(0o711)  # PostgreSQL's own user passes through
        self.disk = Disk(self.folder / "disk")
        ends.callback(self.disk.close)
        self.data = self.disk.folder / "data"
        self.data.mkdir(mode=0o700)
        self.clock = make_clock(self.folder / "clock")
        self.address = self._open_database(kind, ends)
        with closing(House(open_database(self.address))) as house:
            self.floor = furnish(house)
        if kind == "sqlite":
            self.keep_older()
        place = Place(self.address, self.data, self.folder / "clock", self.pace.busy_seconds)
        self.server = Server(place, self.folder / "server.log")
        ends.callback(self.server.stop)
        self.server.start()
        self.door = Door(self.server.port, self.floor.tokens, self.floor.names)
        ends.callback(self.door.close)

    def _open_database(self, kind: str, ends: ExitStack) -> str:
        """The address of an empty one."""
        if kind == "postgresql":
            self.single = postgresql.Server(self.pace.is_durable, self.disk.folder)
            ends.callback(self.single.stop)
            return self.single.new_database()
        if kind == "failover":
            self.pair = postgresql.Pair(self.pace.is_durable)
            ends.callback(self.pair.stop)
            return self.pair.new_database()
        return str(self.data / FILE)

    @property
    def older(self) -> Path:
        """A whole copy of the database, from before anybody played."""
        return self.folder / "older.db"

    def keep_older(self) -> None:
        with (
            closing(sqlite3.connect(self.address)) as present,
            closing(sqlite3.connect(self.older)) as copy,
        ):
            present.backup(copy)

    def open(self) -> Database:
        """The database as its server has it, with the vault open."""
        database = open_database(self.address)
        open_vault(database, Keys(self.data / "vault.key"), stamp(datetime.now(UTC)))
        return database

    def writers(self) -> list[int]:
        """The processes that write to the disk."""
        return self.single.pids() if self.single else [self.server.pid]

    def close(self) -> None:
        self._ends.close()
