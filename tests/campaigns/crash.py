"""Kills at random moments: ``python -m tests.campaigns.crash [KILLS] [ADDRESS]``.

A worker plays at five tables and is killed. What it had told its clients is compared with what the
database holds, and the next worker repeats what was in flight and plays on.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from pitboss.house.engine import House
from pitboss.house.store import open_database
from tests.campaigns.checking import Checker, Found, describe
from tests.campaigns.floor_plan import lay_out
from tests.campaigns.journal import Told, read_journal, understand
from tests.campaigns.late import LATE
from tests.house.auditor import audit
from tests.postgresql import Server

KILLS_EACH = 100
"""After so many the campaign goes on with a new database, and the old one is audited whole."""
MOST_BYTES = 9_000
"""A worker is killed once its journal has grown by up to so much: some thirty commands."""
LONGEST_SECONDS = 0.01
"""And so much later at most, so that the moment has nothing to do with the journal."""
SERVER_EVERY = 10
"""Of so many kills on PostgreSQL, one stops its own server at once as well."""
PLAY_ON_SECONDS = 0.3


class Killing:
    """One database and the workers that die over it."""

    def __init__(
        self,
        address: str,
        folder: Path,
        seed: int,
        server: Server | None = None,
        late: bool = False,
    ) -> None:
        self.address = address
        self.folder = folder
        self.server = server
        self.seed = seed
        self.rng = random.Random(seed)
        self.checker = Checker()
        self.kills = self.server_kills = 0
        self._waiting: list[tuple[Told, Mapping[str, Found]]] = []
        house = House(open_database(address))
        lay_out(house)
        house.close()
        self._forks = subprocess.Popen(
            [sys.executable, "-m", "tests.campaigns.worker", LATE * late + address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, kills: int) -> Counter[str]:
        try:
            for number in range(kills):
                self._kill(number)
            self._look()
        finally:
            assert self._forks.stdin
            assert self._forks.stdout
            self._forks.stdin.close()
            self._forks.wait()
            self._forks.stdout.close()
        with closing(open_database(self.address)) as database:
            audit(database)
        self.checker.counts["kills"] = self.kills
        self.checker.counts["server kills"] = self.server_kills
        return self.checker.counts

    def _kill(self, number: int) -> None:
        journal = self._journal(number)
        child = int(self._tell(f"{self.seed}-{number} {journal} {self._journal(number - 1)}"))
        with_server = self.server and number % SERVER_EVERY == SERVER_EVERY // 2
        if with_server or self.rng.random() < 0.9:
            _wait_for(journal, self.rng.randint(1, MOST_BYTES))
        time.sleep(self.rng.uniform(0, LONGEST_SECONDS))
        if with_server:
            self._kill_server()
        os.kill(child, signal.SIGKILL)
        status = self._hear()
        assert status == str(int(signal.SIGKILL)), f"a worker ended by itself: {status}"
        self.kills += 1
        last = understand(read_journal(self._journal(number - 1))).in_flight
        known = self.checker.found(line["id"] for line in last)
        self._waiting.append((understand(read_journal(journal)), known))
        if self.rng.random() < 0.5:
            self._look()

    def _kill_server(self) -> None:
        """The database goes away under the worker, comes back, and the worker plays on."""
        assert self.server
        self.server.kill()
        self.server.start()
        self.server_kills += 1
        time.sleep(self.rng.uniform(0, PLAY_ON_SECONDS))

    def _look(self) -> None:
        """Half of the time the next worker is the first to open what the killed one left."""
        with closing(open_database(self.address)) as database:
            self.checker.read(database, [told for told, _ in self._waiting])
        for told, known in self._waiting:
            self.checker.compare(told, untouched=told is self._waiting[-1][0])
            self.checker.compare_repeated(told.repeated, known)
        self._waiting.clear()

    def _journal(self, number: int) -> Path:
        return self.folder / f"journal-{self.seed}-{number}"

    def _tell(self, line: str) -> str:
        assert self._forks.stdin
        self._forks.stdin.write(line + "\n")
        self._forks.stdin.flush()
        return self._hear()

    def _hear(self) -> str:
        assert self._forks.stdout
        return self._forks.stdout.readline().strip()


def _wait_for(journal: Path, size: int) -> None:
    """Until the worker has done so much."""
    until = time.monotonic() + 60
    while not journal.exists() or journal.stat().st_size < size:
        assert time.monotonic() < until, "the worker does nothing"
        time.sleep(0.001)


def campaign(
    kills: int, server: Server | None = None, seed: int = 1, late: bool = False
) -> Counter[str]:
    """Many databases, each killed over and over; ``late`` ones acknowledge too early."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        while counts["kills"] < kills:
            number = seed * 10_000 + counts["databases"]
            address = server.new_database() if server else f"{folder}/house-{number}.db"
            killing = Killing(address, Path(folder), number, server, late)
            counts += killing.run(min(KILLS_EACH, kills - counts["kills"]))
            counts["databases"] += 1
    return counts


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    server = Server(durable=True) if "postgresql" in sys.argv[2:] else None
    try:
        counts = campaign(kills, server)
    finally:
        if server:
            server.stop()
    name = "crashes on postgresql" if server else "crashes on sqlite"
    print(describe(name, counts))
    sys.exit(bool(counts["lost"] or counts["doubled"]))


if __name__ == "__main__":
    main()
