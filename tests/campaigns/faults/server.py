"""A server in a process of its own that is killed and started again."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

START_SECONDS = 120


class Place(NamedTuple):
    """What a server is started with: its database, its data folder, its clock's file, and how long
    it waits for another's write lock."""

    database: str
    data: Path
    clock: Path
    busy_seconds: float


class Server:
    """The process, on a port that stays the same."""

    def __init__(self, place: Place, errors: Path) -> None:
        self.place = place
        self.errors = errors
        """What it says on its way, for whoever looks into a failure."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Until it answers; one that ends at once is started again, as a supervisor would."""
        until = time.monotonic() + START_SECONDS
        while not self._answers():
            assert time.monotonic() < until, f"the server does not start: {self.errors}"
            if not self.is_running:
                self._begin()
            time.sleep(0.05)

    def _begin(self) -> None:
        address, data, clock, busy = map(str, self.place)
        module = [sys.executable, "-m", "tests.campaigns.faults.room"]
        with self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                [*module, address, data, str(self.port), clock, busy],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )

    def _answers(self) -> bool:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)) as asked:
            try:
                asked.request("GET", "/api/tables")
                return asked.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                return False

    def say_where(self) -> None:
        """Have it write down what each of its threads is at."""
        if self.is_running:
            os.kill(self.pid, signal.SIGUSR1)
            time.sleep(0.5)

    def kill(self) -> None:
        assert self._process
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """As an operator would; one that does not end is killed, and that is told."""
        if not self.is_running:
            return
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.say_where()
            self.kill()
            raise
