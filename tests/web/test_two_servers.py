"""Two servers, each a program of its own, on one database: a job of the designer is seen, stopped
and read at either, is done once, and outlives the server that was at it."""

import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from pitboss.house.store import jobs, open_database
from pitboss.house.store.jobs import Job
from tests.web.program import Place, Process

SLOW = """
import json, os, pathlib, sys, threading, time
from pitboss.web.pages.design import work
folder = pathlib.Path(sys.argv[1])
with (folder / "begun").open("a") as begun: begun.write(f"{os.getpid()} {os.getppid()}\\n")
threading.Thread(target=work._end_with_parent, args=(os.getppid(),), daemon=True).start()
sys.stderr.write("\\rslow: 42 of 100 parts, 42%, 3 s left"); sys.stderr.flush()
while not (folder / "go").exists(): time.sleep(0.05)
rounds = json.load(sys.stdin)["asked"]["session"]["rounds"]
print(json.dumps({"problem": f"all {rounds} rounds are played"}))
"""
"""A job's program that has begun and goes on when it is let. Nothing is counted, for that is tried
elsewhere: its answer is a line, as a refusal is."""

SERVER = """
import sys
from pitboss.cli.main import main
from pitboss.web.pages.design import bench, program
program.COMMAND = (sys.executable, "-c", {slow!r}, {folder!r})
bench.LEASE_SECONDS = {lease}
sys.exit(main())
"""
PAGE, DONE = "/designer/session?game=duki&wager=bonus&rounds=101", "all 101 rounds are played"
STOP_SECONDS, LEASE_SECONDS = 2.0, 1.5


class Pair:
    """Two servers, and what their jobs' programs have written."""

    def __init__(self, folder: Path, place: Place) -> None:
        self.folder, self.place = folder, place
        code = SERVER.format(slow=SLOW, folder=str(folder), lease=LEASE_SECONDS)
        self._serve = (sys.executable, "-c", code, "serve")
        self.one, self.other = self.start(), self.start()

    def start(self) -> Process:
        return Process(self.place, self._serve)

    def begun(self) -> list[tuple[int, int]]:
        """The programs that have begun, each with its server."""
        file = self.folder / "begun"
        lines = file.read_text().splitlines() if file.exists() else []
        return [(int(own), int(server)) for own, server in map(str.split, lines)]

    def last(self) -> tuple[int, Process, Process]:
        """The program that has begun last, the server it works for, and the other one."""
        program, server = self.begun()[-1]
        if self.one.process.pid == server:
            return program, self.one, self.other
        return program, self.other, self.one

    def job(self, identity: str) -> Job:
        with closing(open_database(self.place.database)) as base, base.reading() as transaction:
            found = jobs.find(transaction, identity)
        assert found
        return found


@pytest.fixture(params=["sqlite", "postgresql"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pair]:
    data = tmp_path / "data"
    place = Place(data, str(data / "house.db"))
    if request.param == "postgresql":
        address = request.getfixturevalue("postgresql").new_database()
        place = Place(data, address, ("--database", address))
    made = Pair(tmp_path, place)
    yield made
    for each in (made.one, made.other):
        if each.process.poll() is None:
            each.stop(signal.SIGKILL)


def page(server: Process, part: bool = True) -> str:
    address = f"{PAGE}&part=1" if part else PAGE
    answer = server.client.get(address, headers={"accept": "text/html"}, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.text


def until(look: Callable[[], object], seconds: float = 90.0) -> float:
    """Look until it is so; gives how long that took."""
    began = time.monotonic()
    while not look():
        assert time.monotonic() < began + seconds, "it is not so"
        time.sleep(0.05)
    return time.monotonic() - began


def job_of(text: str) -> str:
    found = re.search(r'name="job" value="([0-9a-f]+)"', text)
    assert found, text[-1_500:]
    return found[1]


def stop(server: Process, identity: str) -> None:
    answer = server.client.post("/designer/stop", data={"job": identity}, timeout=60)
    assert answer.status_code == 303, answer.text


def test_a_job_is_of_both_servers_and_outlives_the_one_that_was_at_it(pair: Pair) -> None:
    identity = job_of(page(pair.one, part=False))
    until(lambda: "42 of 100 parts" in page(pair.other))
    assert len(pair.begun()) == 1, "the other looks at it, and begins nothing"
    program, at_work, idle = pair.last()
    stop(idle, identity)
    took = until(lambda: not psutil.pid_exists(program) and "Stopped" in page(at_work))
    assert took < STOP_SECONDS, took
    assert "Stopped" in page(idle)
    page(idle, part=False)
    until(lambda: len(pair.begun()) == 2)
    program, lost, left = pair.last()
    lost.stop(signal.SIGKILL)
    until(lambda: not psutil.pid_exists(program))
    until(lambda: len(pair.begun()) == 3)
    assert pair.last()[1] is left, "the other server goes on with it"
    (pair.folder / "go").touch()
    until(lambda: DONE in page(left))
    pair.one, pair.other = left, pair.start()
    assert page(pair.one, part=False).count(DONE) == page(pair.other, part=False).count(DONE) == 1
    ended = pair.job(identity)
    assert (ended.state, ended.problem) == (jobs.DONE, DONE)
    time.sleep(2 * LEASE_SECONDS)
    assert len(pair.begun()) == 3, "what is done is not begun again"
