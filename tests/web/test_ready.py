"""Readiness: what the parts of a house say of themselves, to probes and on the floor."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.house import accounts
from pitboss.house.audit.integrity import Watch
from pitboss.house.sentry import Sentry
from pitboss.house.store.schema import write_meta
from pitboss.web.operations.readiness import SILENT_SECONDS, read_readiness
from tests.web.room import QUICK, Browser, Room
from tests.web.test_metrics import HERE, samples, scrape, value

SECRET = "postgresql://house:t0psecret@db/pitboss"


@pytest.fixture
def prober(room: Room) -> Browser:
    return room.browser("127.0.0.1")


@pytest.fixture
def sentry(room: Room, tmp_path: Path) -> Iterator[Sentry]:
    made = Sentry(room.house, [tmp_path], 10)
    yield made
    made.stop()


def ask_ready(client: Browser) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz", headers=HERE)
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.json()


def test_a_house_whose_parts_work_is_ready(room: Room, prober: Browser, sentry: Sentry) -> None:
    sentry.start()
    status, said = ask_ready(prober)
    assert (status, said["ready"]) == (200, True)
    assert {"sentry", "disk", "schema"} <= {part["part"] for part in said["parts"]}
    assert all(part["ready"] for part in said["parts"])


def test_a_part_in_trouble_is_named_with_its_reason(room: Room, prober: Browser) -> None:
    room.house.health.part("driver").fail(f"lost {SECRET}")
    status, said = ask_ready(prober)
    assert status == 503
    assert said == {
        "ready": False,
        "parts": [
            {"part": "driver", "ready": False, "why": "lost postgresql://[hidden]@db/pitboss"}
        ],
    }
    found = samples(scrape(prober))
    assert value(found, "pitboss_ready") == 0
    assert value(found, "pitboss_part_ready", part="driver") == 0
    assert value(found, "pitboss_part_ready", part="database") == 1
    assert value(found, "pitboss_part_failures_total", part="driver") == 1
    room.house.health.part("driver").recover()
    assert ask_ready(prober)[0] == 200


def test_others_are_not_told_why(room: Room) -> None:
    room.house.health.part("driver").fail("file /srv/house.db: gone")
    status, said = ask_ready(room.browser("10.0.0.7"))
    assert status == 503
    assert said == {"ready": False, "parts": [{"part": "driver", "ready": False}]}


def why(room: Room, name: str, now: float) -> str:
    states = read_readiness(room.house, None, now).states
    return next(state.why for state in states if state.part == name)


@pytest.mark.parametrize("name", SILENT_SECONDS)
def test_a_part_that_hangs_is_not_ready(room: Room, name: str) -> None:
    part, most = room.house.health.part(name), SILENT_SECONDS[name]
    part.beat = lambda: None  # type: ignore[method-assign]
    assert why(room, name, part.beat_at + most - 1) == ""
    assert why(room, name, part.beat_at + most + 1) == f"no sign of life for {most + 1:.0f} s"


def test_a_writer_is_silent_only_while_something_waits(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = room.house.writer
    last = room.house.health.part("writer").beat_at
    assert why(room, "writer", last + 1_000) == ""
    monkeypatch.setattr(type(writer), "waiting", 3)
    writer.waiting_since = last + 995
    assert why(room, "writer", last + 1_000) == ""
    assert why(room, "writer", last + 1_012) == "no sign of life for 17 s"


@pytest.mark.parametrize("name", ["tables", "webhook", "email"])
def test_some_troubles_are_told_and_turn_nobody_away(
    room: Room, prober: Browser, name: str
) -> None:
    room.house.health.part(name).fail("something")
    status, said = ask_ready(prober)
    assert (status, said["ready"]) == (200, True)
    assert {"part": name, "ready": False, "why": "something"} in said["parts"]


def test_changed_software_is_not_ready(room: Room, prober: Browser, tmp_path: Path) -> None:
    watch: Watch = room.watch(tmp_path)
    assert ask_ready(prober)[0] == 200
    watch.stopped = "no new round: the software has changed since its start: a.py"
    status, said = ask_ready(prober)
    watch.stopped = ""
    watch.stop()
    assert status == 503
    assert said["parts"][0] == {
        "part": "integrity",
        "ready": False,
        "why": "no new round: the software has changed since its start: a.py",
    }


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_disk_that_fills_is_told_once_and_forgotten(
    room: Room, prober: Browser, sentry: Sentry, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    room.house.health.listen(lambda part: told.append(f"{part.name} {part.trouble}"))
    for left in (10_000_000, 9_999_999, 5_000, 10_000_000):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, left=left: Usage(0, 0, left))
        sentry.look()
        assert (ask_ready(prober)[0] == 200) is (left == 10_000_000), left
    folder = sentry.folders[0].name
    assert told == [f"disk less than 10 MB are left where the folder {folder} is", "disk "]
    assert room.house.health.part("disk").failures == 1


def test_a_folder_that_is_gone_is_told(room: Room, sentry: Sentry, tmp_path: Path) -> None:
    sentry.folders = (tmp_path / "gone",)
    sentry.look()
    words = "the folder gone cannot be looked at: No such file or directory"
    assert room.house.health.part("disk").trouble == words


def test_a_schema_of_another_pitboss_is_not_ready(
    room: Room, prober: Browser, sentry: Sentry
) -> None:
    sentry.look()
    assert ask_ready(prober)[0] == 200
    with room.house.database.transaction() as transaction:
        write_meta(transaction, "schema", "999")
    sentry.look()
    status, said = ask_ready(prober)
    assert status == 503
    assert said["parts"][0]["why"].startswith("the database has schema 999, and this Pitboss knows")


def test_the_floor_says_so_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    room = Room(tmp_path, pages=True)
    room.hire("Dan", "dealer")
    operator, dealer = room.staff("Olga"), room.staff("Dan")
    assert "All parts work." in operator.get("/floor").text
    room.house.health.part("disk").fail("less than 200 MB are left")
    page = operator.get("/floor").text
    assert "Not all parts work:" in page
    assert "disk (less than 200 MB are left)" in page
    seen = dealer.get("/floor").text
    assert "Not all parts work:" in seen
    assert "200 MB" not in seen
    room.close()
