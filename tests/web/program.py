"""``pitboss serve`` as a program of its own."""

import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import httpx

SERVE = (sys.executable, "-m", "pitboss.cli.main", "serve")


class Place(NamedTuple):
    """Where a house keeps its key, and its database."""

    folder: Path
    database: str
    options: tuple[str, ...] = ()


class Process:
    """A server on a port of its own."""

    def __init__(self, place: Place, serve: Sequence[str] = SERVE) -> None:
        self.process = subprocess.Popen(
            [*serve, "--port", "0", "--log", "text", "--data", str(place.folder), *place.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.strip())
            if "public key" in line:
                break
        found = re.search(r"http://[0-9.]+:[0-9]+", " ".join(self.lines))
        assert found, self.process.stderr and self.process.stderr.read()
        self.client = httpx.Client(base_url=found[0], trust_env=False)
        self.wait()

    def wait(self) -> None:
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(base_url=self.client.base_url, transport=transport, timeout=60) as client:
            assert client.get("/api/tables").status_code == 200

    def stop(self, number: int = signal.SIGTERM) -> str:
        self.client.close()
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=20)
        return errors
