"""Several processes at one port: what they know together, and the parent that looks after them."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from prometheus_client.core import CounterMetricFamily

from pitboss.house.access import Rate, RateLimited
from pitboss.web import supervisor
from pitboss.web.common.buckets import SharedBuckets
from pitboss.web.common.shared import Claims, Shared, put
from pitboss.web.operations.exchange import gather, post
from pitboss.web.pages.jobs import Job, Jobs
from pitboss.web.supervisor import BEAT, Worker
from tests.web.program import Place, Process
from tests.web.serving import next_of, watch

GUESTS = 20
"""In a minute, from one address."""


class Crew:
    """A server of two processes, and a connection to each of them."""

    def __init__(self, place: Place) -> None:
        self.server = Process(place)
        self.address = str(self.server.client.base_url)
        self.parent = psutil.Process(self.server.process.pid)
        self.clients: dict[str, httpx.Client] = {}
        self.is_killed = bool(place.database)

    def children(self) -> list[psutil.Process]:
        """Those that serve; Python has one of its own beside them."""
        return [each for each in self.parent.children() if "spawn_main" in " ".join(each.cmdline())]

    def connect(self) -> None:
        """Come back until a connection to each process is there."""
        until = time.monotonic() + 60
        while set(self.clients) != {"1", "2"}:
            assert time.monotonic() < until, "both processes should take connections"
            client = httpx.Client(base_url=self.address, trust_env=False, timeout=30)
            number = which(client)
            if number in self.clients:
                client.close()
                time.sleep(0.01)
            else:
                self.clients[number] = client

    def hang_up(self) -> None:
        for client in self.clients.values():
            client.close()
        self.clients.clear()


def which(client: httpx.Client) -> str:
    """The process that answers: it tells of itself first."""
    text = client.get("/metrics").text
    return text.partition('pitboss_ready{process="')[2][0]


@pytest.fixture(params=["sqlite", "postgresql"])
def crew(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Crew]:
    options: tuple[str, ...] = ("--processes", "2")
    database = ""
    if request.param == "postgresql":
        database = request.getfixturevalue("postgresql").new_database()
        options += ("--database", database)
    made = Crew(Place(tmp_path / "data", database, options))
    yield made
    made.hang_up()
    if made.server.process.poll() is None:
        made.server.stop()


def test_two_processes_at_one_port(crew: Crew) -> None:
    crew.connect()
    one, two = crew.clients["1"], crew.clients["2"]
    token = one.post("/api/guest").json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    rows = two.get("/api/tables", headers=bearer).json()["tables"]
    table = next(row["id"] for row in rows if row["game"] == "duki")
    path = f"/api/tables/{table}/commands"
    with watch(crew.address, table, token) as events:  # at whichever of them
        next_of(events, "table")
        play = ({"act": "sit", "seat": 3}, {"act": "wager", "wagers": {"ante": 10}})
        for client, command in zip((one, two), play, strict=True):
            answer = client.post(path, json=command, headers=bearer)
            assert answer.status_code == 200, answer.text
        assert next_of(events, "table")["you"] == 3
    _check_jobs_and_limits(one, two)
    before = crew.children()
    assert len(before) == 2
    if crew.is_killed:  # the database makes no difference to what follows, but it takes its time
        crew.hang_up()
        _check_end(crew, before)
        return
    before[0].send_signal(signal.SIGKILL)
    crew.hang_up()
    with httpx.Client(base_url=crew.address, trust_env=False, timeout=30) as client:
        deal = {"act": "wager", "wagers": {"ante": 10}, "deal": True}
        answer = client.post(path, json=deal, headers=bearer)
        assert answer.status_code in (200, 409), answer.text  # by its clock, it may be dealt by now
    crew.connect()
    after = crew.children()
    assert len(after) == 2
    assert before[1] in after
    crew.hang_up()
    _check_end(crew, after)


def _check_end(crew: Crew, children: list[psutil.Process]) -> None:
    """Told to end, all do; where the parent is killed, its children follow it out."""
    if crew.is_killed:
        crew.server.stop(signal.SIGKILL)
    else:
        crew.server.stop()
        assert crew.server.process.returncode == 0
    _, alive = psutil.wait_procs(children, timeout=30)
    assert alive == []


def _check_jobs_and_limits(one: httpx.Client, two: httpx.Client) -> None:
    """Both show what one of them has counted, and count guests together."""
    design = "/designer?game=duki&wager=ante"
    pages = [client.get(design).text for client in (one, two)]
    until = time.monotonic() + 60
    while not all("House edge" in page or "house edge" in page for page in pages):
        assert time.monotonic() < until, pages[0][-2_000:]
        time.sleep(0.2)
        pages = [client.get(design).text for client in (one, two)]
    begun = time.monotonic()
    answers = []
    for client in (one, two) * GUESTS:
        client.cookies.clear()  # a guest who comes again lets the old session go
        answers.append(client.post("/api/guest").status_code)
    refilled = (time.monotonic() - begun) / 3 + 1
    assert set(answers) == {200, 429}
    assert answers.count(200) <= GUESTS + refilled


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Shared, Shared]:
    return Shared(tmp_path, 1), Shared(tmp_path, 2)


def test_buckets_are_counted_together(tmp_path: Path) -> None:
    clock = [100.0]
    made = [SharedBuckets(tmp_path, "tries", Rate(4, 8), lambda: clock[0]) for _ in range(2)]
    for number in range(4):
        made[number % 2].take("a")
    for each in made:
        with pytest.raises(RateLimited, match="tries: at most 4 in 8 s; wait 2 s"):
            each.take("a")
        each.take("b")
    clock[0] += 2
    made[1].take("a")
    with pytest.raises(RateLimited):
        made[0].take("a")


def test_buckets_are_counted_together_by_processes(tmp_path: Path) -> None:
    """Two that take as quickly as they can: not one token more than there are."""
    program = (
        "import sys, pathlib\n"
        "from pitboss.house.access import Rate, RateLimited\n"
        "from pitboss.web.common.buckets import SharedBuckets\n"
        "b = SharedBuckets(pathlib.Path(sys.argv[1]), 'tries', Rate(500, 10**9), lambda: 1.0)\n"
        "n = 0\n"
        "for _ in range(500):\n"
        "    try:\n        b.take('k'); n += 1\n    except RateLimited: pass\n"
        "print(n)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    taken = [int(each.communicate(timeout=60)[0]) for each in started]
    assert sum(taken) == 500


def test_the_key_unused_for_longest_is_forgotten_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.common.buckets.SLOTS", 8)
    clock = [0.0]
    buckets = SharedBuckets(tmp_path, "tries", Rate(1, 1_000), lambda: clock[0])
    for number in range(9):
        clock[0] += 1
        buckets.take(f"key {number}")
    with pytest.raises(RateLimited):
        buckets.take("key 8")
    buckets.take("key 0")


def test_a_job_is_found_from_every_process(pair: tuple[Shared, Shared]) -> None:
    here, there = (Jobs("sums", 1, 2, shared) for shared in pair)
    go_on = threading.Event()

    def work(job: Job) -> dict[str, Any]:
        job.progress = "40%"
        assert go_on.wait(10)
        return {"edge": 3}

    def never(_: Job) -> None:
        raise AssertionError("it is being worked out already")

    job = here.start("one", work)
    same = there.start("one", never)
    found = there.find(job.id)
    assert found
    until = time.monotonic() + 10
    while found.percent != 40:
        assert time.monotonic() < until
        found.wait(0.05)
    assert not found.is_done
    go_on.set()
    assert same.wait(10)
    assert same.value == {"edge": 3}
    again = there.start("one", never)
    assert again.is_done
    assert again.value == {"edge": 3}
    assert there.find("0" * 24) is None
    assert there.find("../../etc/passwd") is None


def test_a_job_of_a_process_that_has_ended_is_begun_anew(
    pair: tuple[Shared, Shared], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (Jobs("sums", 1, 2, shared) for shared in pair)
    never = threading.Event()

    def hang(job: Job) -> None:
        job.progress = "10%"
        never.wait(10)

    job = here.start("one", hang)
    assert there.find(job.id)
    monkeypatch.setattr("pitboss.web.common.shared.is_alive", lambda process: False)
    assert there.find(job.id) is None
    again = there.start("one", lambda _: 7)
    assert again.wait(10)
    assert again.value == 7
    never.set()


def test_a_claim_is_held_by_one_process_at_a_time(pair: tuple[Shared, Shared]) -> None:
    here, there, alone = (Claims(shared, "searching") for shared in (*pair, None))
    assert here.take("guest-1")
    assert not here.take("guest-1")
    assert not there.take("guest-1")
    assert there.take("guest-2")
    assert alone.take("guest-1")
    assert not alone.take("guest-1")
    here.let_go("guest-1")
    assert there.take("guest-1")


def test_metrics_are_of_all_processes_whichever_is_asked(pair: tuple[Shared, Shared]) -> None:
    def counted(number: int) -> CounterMetricFamily:
        family = CounterMetricFamily("pitboss_commands", "Commands.", labels=["act"])
        family.add_metric(["sit"], number)
        return family

    post(pair[1], [counted(5)])
    post(pair[0], [counted(1)])
    (family,) = gather(pair[0], [counted(3)])
    found = {sample.labels["process"]: sample.value for sample in family.samples}
    assert found == {"1": 3, "2": 5}
    assert {sample.labels["act"] for sample in family.samples} == {"sit"}


class Ended:
    """A process as the supervisor sees it."""

    def __init__(self, exitcode: int | None) -> None:
        self.exitcode = exitcode
        self.killed = 0

    def kill(self) -> None:
        self.killed += 1
        self.exitcode = -9

    def join(self) -> None:
        """It has ended."""

    close = join


def test_a_process_that_dies_again_and_again_is_begun_with_growing_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    begun: list[float] = []

    def begin(number: int) -> Any:
        begun.append(clock[0])
        return Ended(1)

    worker = Worker(1, begin, tmp_path)
    worker.start()
    for _ in range(1_200):
        clock[0] += 0.1
        worker.look()
    pauses = [round(later - earlier) for earlier, later in pairwise(begun)]
    assert pauses[:2] == [1, 1]
    assert pauses == sorted(pauses)
    assert pauses[-1] == 30


def test_a_process_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    worker = Worker(1, lambda _: Ended(None), tmp_path)  # type: ignore[arg-type,return-value]
    worker.start()
    process: Any = worker.process
    put(worker.beats, BEAT.pack(clock[0]))
    clock[0] += supervisor.HUNG_SECONDS - 1
    worker.look()
    assert not process.killed
    clock[0] += 2
    worker.look()
    assert process.killed
    worker.look()
    assert worker.process is None
