"""A PostgreSQL server of the tests' own, in a folder that goes away with them."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from tests.servers import find_postgresql


class Server:
    """Started on a free port of loopback; root starts it as the user ``postgres``.

    A ``durable`` one syncs every commit, as a card room would have it; tests that cut no power can
    do without.
    """

    def __init__(self, durable: bool = False) -> None:
        self._fsync = "on" if durable else "off"
        programs = find_postgresql()
        assert programs, "no PostgreSQL: python -m tests.servers installs it"
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="pitboss-postgresql-"))
        self._user = None
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            self._user = user.pw_uid
            os.chown(self._folder, user.pw_uid, user.pw_gid)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._run("initdb", "-D", "data", "-U", "pitboss", "--auth=trust", "--no-sync")
        self._made = 0
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            **self._how(),
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def _how(self) -> dict[str, Any]:
        return {"cwd": self._folder, "user": self._user}

    def start(self) -> None:
        options = ["-p", str(self.port), "-h", "127.0.0.1", "-k", str(self._folder), "-D", "data"]
        self._process = subprocess.Popen(
            [self._programs / "postgres", *options, "-c", f"fsync={self._fsync}"],
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

    def kill(self) -> None:
        """As a power cut would, but for what the system still writes."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def address(self, database: str) -> str:
        return f"postgresql://pitboss@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        self._made += 1
        name = f"pitboss_{self._made}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait()
        shutil.rmtree(self._folder)
