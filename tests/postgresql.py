"""PostgreSQL servers of the tests' own, single or in pairs, in folders that go away with them."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from tests.servers import find_postgresql

CATCH_UP_SECONDS = 30


class Server:
    """Started on a free port of loopback; root starts it as the user ``postgres``.

    A ``durable`` one syncs every commit, as a card room would have it; tests that cut no power can
    do without. It lives in a folder of its own, ``within`` another where one is given.
    """

    def __init__(self, durable: bool = False, within: Path | None = None) -> None:
        self._fsync = "on" if durable else "off"
        programs = find_postgresql()
        assert programs, "no PostgreSQL: python -m tests.servers installs it"
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-postgresql-", dir=within))
        self._user = None
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            self._user = user.pw_uid
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._made = 0
        self._left: list[str] = []
        self._fill()
        self.start()

    def _fill(self) -> None:
        """The files of an empty one."""
        # A full disk shows as soon as the next part of the log is begun: small parts.
        how = ["--auth=trust", "--no-sync", "--wal-segsize=1"]
        self._run("initdb", "-D", "data", "-U", "pitboss", *how)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            **self._how(),
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def _how(self) -> dict[str, Any]:
        return {"cwd": self.folder, "user": self._user}

    def start(self) -> None:
        options = ["-p", str(self.port), "-h", "127.0.0.1", "-k", str(self.folder), "-D", "data"]
        # A standby looks for its primary, and for whether it is one itself, at short intervals.
        # Nobody tidies the databases that the tests leave: with hundreds it would never end.
        chosen = {"fsync": self._fsync, "wal_retrieve_retry_interval": "100ms", "autovacuum": "off"}
        settings = [f"--{name}={value}" for name, value in chosen.items()]
        self._process = subprocess.Popen(
            [self._programs / "postgres", *options, *settings],
            **self._how(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise RuntimeError("PostgreSQL did not start")

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """As a power cut would, but for what the system still writes."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def halt(self) -> None:
        """As its own stopping does: whoever is connected is sent away."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def pause(self) -> None:
        """It and all its processes stand still, connections stay open."""
        self._signal_all(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal_all(signal.SIGCONT)

    def pids(self) -> list[int]:
        """Its own process first, then those that serve connections and the rest."""
        own = self._process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text()
        return [own, *map(int, children.split())]

    def _signal_all(self, number: signal.Signals) -> None:
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def do(self, sql: str) -> list[Any]:
        """One statement at the server itself, as its owner."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def address(self, database: str) -> str:
        return f"postgresql://pitboss@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        self._drop_left()
        self._made += 1
        name = f"pitboss_{self._made}"
        # Copied as files: nothing of it need be in the log, which nobody goes back to.
        self.do(f"CREATE DATABASE {name} STRATEGY file_copy")
        return self.address(name)

    def leave(self, address: str) -> None:
        """Nobody uses a database any more: with hundreds of them every checkpoint takes long."""
        self._left.append(address.rpartition("/")[2])

    def _drop_left(self) -> None:
        """Those that nobody is connected to; a house that was not closed goes on unharmed."""
        if not self._left:
            return
        rows = self.do("SELECT datname FROM pg_stat_activity WHERE datname IS NOT NULL")
        used = {name for (name,) in rows}
        for name in [name for name in self._left if name not in used]:
            self.do(f"DROP DATABASE {name}")
            self._left.remove(name)

    def stop(self) -> None:
        if self.is_running:
            self.halt()
        shutil.rmtree(self.folder)


class Twin(Server):
    """One of a pair: a primary, or the standby of another."""

    def __init__(self, durable: bool = False, primary: "Twin | None" = None) -> None:
        self._primary = primary
        super().__init__(durable)

    def _fill(self) -> None:
        """A standby begins with a copy of its primary; nobody waits for a standby of its own when
        it is a primary itself."""
        if self._primary is None:
            super()._fill()
            return
        source = ["-h", "127.0.0.1", "-p", str(self._primary.port), "-U", "pitboss"]
        how = ["-D", "data", "-R", "-X", "stream", "-c", "fast", "--no-sync"]
        self._run("pg_basebackup", *source, *how)
        with (self.folder / "data" / "postgresql.auto.conf").open("a") as settings:
            settings.write("synchronous_standby_names = ''\n")

    def follow(self, primary: "Twin") -> None:
        """Begin anew as the standby of another."""
        self._primary = primary
        shutil.rmtree(self.folder / "data")
        self._fill()
        self.start()

    def promote(self) -> None:
        self.do("SELECT pg_promote()")

    def wait_for_standby(self) -> None:
        """From now on every commit waits until the standby has it on disk too."""
        self.do("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.do("SELECT pg_reload_conf()")
        states = "SELECT sync_state FROM pg_stat_replication"
        _until(lambda: ("sync",) in self.do(states), "the standby does not follow")


class Pair:
    """A server and its standby, which has every commit before it is answered."""

    def __init__(self, durable: bool = False) -> None:
        self.primary = Twin(durable)
        self.standby = Twin(durable, self.primary)
        self._ports = (self.primary.port, self.standby.port)
        self.primary.wait_for_standby()

    def new_database(self) -> str:
        """The address of an empty database, wherever its primary is."""
        name = self.primary.new_database().rpartition("/")[2]
        hosts = ",".join(f"127.0.0.1:{port}" for port in self._ports)
        return f"postgresql://pitboss@{hosts}/{name}?target_session_attrs=read-write"

    def fail(self) -> None:
        """The primary is gone."""
        self.primary.kill()

    def fail_over(self) -> None:
        """The standby takes its place."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def rebuild(self) -> None:
        """Whatever was the primary becomes the standby of the new one."""
        self.standby.follow(self.primary)
        self.primary.wait_for_standby()

    def stop(self) -> None:
        self.standby.stop()
        self.primary.stop()


def mark(server: Server) -> int:
    """A moment by the clock of the files; whatever was waiting has been written before it."""
    server.do("CHECKPOINT")
    touched = server.folder / "mark"
    touched.touch()
    return touched.stat().st_mtime_ns


def written_since(server: Server, moment: int) -> bytes:
    """All files that were written since, logs that are to be used again included."""
    server.do("CHECKPOINT")
    found = []
    for path in (server.folder / "data").rglob("*"):
        with suppress(FileNotFoundError):
            if path.is_file() and path.stat().st_mtime_ns >= moment:
                found.append(path.read_bytes())
    return b"".join(found)


def _until(is_so: Callable[[], bool], words: str) -> None:
    until = time.monotonic() + CATCH_UP_SECONDS
    while not is_so():
        assert time.monotonic() < until, words
        time.sleep(0.05)
