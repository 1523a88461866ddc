"""Long work that all servers on one database share: asked for once, done by one, stopped by any of
them, and gone on with after a restart or a crash."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.house.engine import House
from pitboss.house.store import jobs, open_database
from pitboss.house.store.jobs import Job
from pitboss.refusal import Refused
from pitboss.web.pages.design import bench, program
from pitboss.web.pages.design.bench import Bench
from tests.web.room import Room

PAGE = {"accept": "text/html"}
SLOW = """
import json, sys, time, pathlib
asked = json.load(sys.stdin)["asked"]
file = pathlib.Path(asked["file"])
file.write_text(file.read_text() + "begun\\n" if file.exists() else "begun\\n")
sys.stderr.write("\\rslow: 42%, 3 s left"); sys.stderr.flush()
while not pathlib.Path(asked["file"] + ".go").exists(): time.sleep(0.02)
if asked.get("break"): sys.exit(3)
print(json.dumps({"sum": asked["number"] + 1}))
"""

Open = Callable[[], Bench]


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens servers on one database, each with a bench of its own that works slowly."""
    monkeypatch.setattr(program, "COMMAND", (sys.executable, "-c", SLOW))
    monkeypatch.setattr(bench, "LEASE_SECONDS", 1.5)
    opened: list[Bench] = []

    def open_one() -> Bench:
        opened.append(Bench(House(open_database(str(tmp_path / "house.db")))))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()
        each.house.close()


def ask(at: Bench, name: str, tmp_path: Path, is_long: bool = False, **given: object) -> Job:
    asked = json.dumps({"file": str(tmp_path / name), "number": 41, **given})

    def begin(unit: object) -> Job:
        new = Job(name, "slow", asked, at.maker, "someone", int(is_long), unit.at)  # type: ignore[attr-defined]
        return jobs.ask(unit.transaction, new)  # type: ignore[attr-defined]

    found: Job = at.house.do(begin)
    return found


def find(at: Bench, name: str) -> Job:
    with at.house.database.reading() as transaction:
        found = jobs.find(transaction, name)
    assert found
    return found


def until(at: Bench, name: str, holds: Callable[[Job], bool]) -> Job:
    end = time.monotonic() + 20
    while not holds(found := find(at, name)):
        assert time.monotonic() < end, found
        time.sleep(0.03)
    return found


def begun(tmp_path: Path, name: str) -> int:
    file = tmp_path / name
    return file.read_text().count("begun") if file.exists() else 0


def test_one_server_does_it_and_all_see_how_far_it_is(servers: Open, tmp_path: Path) -> None:
    one, other = servers(), servers()
    ask(one, "a", tmp_path)
    ask(other, "a", tmp_path)
    told = until(other, "a", lambda job: "42%" in job.progress)
    assert told.progress == "Done: 42%, 3 s left"
    (tmp_path / "a.go").touch()
    ended = until(other, "a", lambda job: job.state == jobs.DONE)
    assert json.loads(ended.answer) == {"sum": 42}
    assert begun(tmp_path, "a") == 1
    assert ask(other, "a", tmp_path).answer == ended.answer, "and is not begun again"


def test_any_server_stops_it(servers: Open, tmp_path: Path) -> None:
    one = servers()
    ask(one, "a", tmp_path)
    until(one, "a", lambda job: "42%" in job.progress)
    other = servers()
    other.house.do(lambda unit: jobs.stop(unit.transaction, "a"))
    until(one, "a", lambda job: job.state == jobs.STOPPED)
    assert not program._running
    assert ask(other, "a", tmp_path).state == jobs.WAITING, "whoever asks again begins anew"


def test_it_goes_on_after_a_restart(servers: Open, tmp_path: Path) -> None:
    one = servers()
    ask(one, "a", tmp_path)
    until(one, "a", lambda job: "42%" in job.progress)
    one.close()
    assert find(one, "a").state == jobs.WAITING
    assert not program._running
    other = servers()
    (tmp_path / "a.go").touch()
    assert until(other, "a", lambda job: job.state == jobs.DONE).owner == other.house.name
    assert begun(tmp_path, "a") == 2


def test_what_a_dead_server_was_at_is_taken_over(servers: Open, tmp_path: Path) -> None:
    other = servers()
    ask(other, "a", tmp_path)
    until(other, "a", lambda job: job.state == jobs.AT_WORK)
    with other.house.database.transaction() as transaction:  # as if another had it, and had died
        transaction.execute("UPDATE jobs SET owner = 'gone', beat = 7 WHERE id = 'a'")
    until(other, "a", lambda job: begun(tmp_path, "a") == 2)
    (tmp_path / "a.go").touch()
    assert until(other, "a", lambda job: job.state == jobs.DONE).owner == other.house.name


def test_what_failed_says_so_and_may_be_asked_for_again(servers: Open, tmp_path: Path) -> None:
    one = servers()
    (tmp_path / "a.go").touch()
    ask(one, "a", tmp_path, **{"break": True})
    ended = until(one, "a", lambda job: job.state == jobs.FAILED)
    assert "failed" in ended.problem
    assert ask(one, "a", tmp_path).state == jobs.WAITING


def test_a_long_one_holds_up_no_short_one_and_nobody_has_ten(servers: Open, tmp_path: Path) -> None:
    one = servers()
    for number in range(jobs.MOST_LONG_OF_ONE):
        ask(one, f"long{number}", tmp_path, is_long=True)
    with pytest.raises(Refused, match="4 long ones of yours are being worked out already"):
        ask(one, "more", tmp_path, is_long=True)
    (tmp_path / "short.go").touch()
    ask(one, "short", tmp_path)
    until(one, "short", lambda job: job.state == jobs.DONE)
    states = [find(one, f"long{number}").state for number in range(jobs.MOST_LONG_OF_ONE)]
    assert states.count(jobs.AT_WORK) == bench.LONG_PLACES


def test_another_version_leaves_it_alone(servers: Open, tmp_path: Path) -> None:
    one = servers()
    one.maker = "another"
    ask(one, "a", tmp_path)
    one.maker = "this one"
    one.wake()
    time.sleep(0.3)
    assert find(one, "a").state == jobs.WAITING


def test_only_who_asked_may_stop_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "COMMAND", (sys.executable, "-c", "import time; time.sleep(60)"))
    monkeypatch.setattr("pitboss.web.pages.design.page.WAIT_SECONDS", 0.1)
    site = Room(tmp_path, pages=True)
    site.hurry = 60.0
    try:
        address = "/designer?game=duki&wager=bonus"
        text = site.browser().get(address, headers=PAGE).text
        job = text.partition('name="job" value="')[2].partition('"')[0]
        stranger = site.browser("10.9.9.9")
        assert "Stop the count" not in stranger.get(address, headers=PAGE).text
        stranger.post("/designer/stop", data={"job": job})
        with site.house.database.reading() as transaction:
            assert [one.state for one in jobs.under_way(transaction)] != [jobs.STOPPING]
        site.browser().post("/designer/stop", data={"job": job})
        with site.house.database.reading() as transaction:
            assert jobs.find(transaction, job).state in (jobs.STOPPING, jobs.STOPPED)  # type: ignore[union-attr]
    finally:
        site.close()
