"""Everyone sees when a head last left the house, and auditors how much could be rewritten."""

import json
import re
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.house import accounts
from pitboss.house.audit.integrity import Watch
from pitboss.house.audit.verify import verify_log
from pitboss.house.dispatch.departures import Sending
from pitboss.house.dispatch.destinations import Folder, place_of
from pitboss.house.store import departures, entries, open_database
from pitboss.web.operations.metrics import read_kept
from tests.house.authority import authority
from tests.house.postbox import web_server
from tests.web.program import Place, Process
from tests.web.room import DUKI, QUICK, Room
from tests.web.test_tables import play_duki


class Site:
    """A server that sends heads to a folder."""

    def __init__(self, folder: Path) -> None:
        self.room = Room(folder, pages=True)
        self.medium = folder / "medium"
        self.medium.mkdir()
        services = self.room.app.state.services
        services.settings = services.settings._replace(destinations=("folder", "webhook"))
        self.table = self.room.open(DUKI)
        self.watch: Watch = self.room.watch(folder)
        self.sender = Sending(self.room.house, Folder(self.medium))
        self.room.now = datetime.now(UTC)
        self.auditor = self.room.staff("Olga")

    def page(self, path: str) -> str:
        return " ".join(re.sub(r"<[^>]+>", " ", self.auditor.get(path).text).split())


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    found = Site(tmp_path)
    yield found
    found.watch.stop()
    found.room.close()


def test_the_audit_page_says_how_much_could_be_rewritten(site: Site) -> None:
    assert "No head has left to a folder yet." in site.page("/audit")
    site.watch.sign()
    site.sender.look()
    said = site.page("/audit")
    assert "The last head to a folder left at" in said
    assert "0 entries, 0 rounds dealt" in said
    assert "No head has left to a webhook yet." in said
    play_duki(site.room, site.table)
    site.room.now = datetime.now(UTC)
    said = site.page("/audit/verify")
    found = re.search(r"this head: (\d+) entries, 1 round dealt, the last (\d+) s", said)
    assert found, said
    with site.room.house.database.reading() as transaction:
        sql = "SELECT COUNT(*) FROM entries WHERE chain = ?"
        ((whole,),) = transaction.execute(sql, (site.table,))
    assert 0 < int(found[1]) < whole + 10
    site.watch.sign()
    assert "Heads that wait to leave to there: 1." in site.page("/audit")
    site.sender.look()
    assert "0 entries, 0 rounds dealt" in site.page("/audit")


def test_a_house_from_which_no_head_leaves_says_so(site: Site) -> None:
    services = site.room.app.state.services
    services.settings = services.settings._replace(destinations=())
    assert "Heads do not leave this house" in site.page("/audit")
    assert site.auditor.get("/api/heads").json() == {"heads": []}
    assert "do not leave this house" in site.page(f"/tables/{site.table}")


def test_players_see_when_a_head_last_left(site: Site) -> None:
    site.sender.look()
    ((_, left_at),) = site.room.house.counters.left.values()
    page = site.room.browser().get(f"/tables/{site.table}").text
    assert f'<time datetime="{left_at}">' in page
    told = site.room.browser().get("/api/heads").json()["heads"]
    assert [each["destination"] for each in told] == ["folder", "webhook"]
    assert told[0]["left_at"] == left_at
    assert told[0]["head"] >= 1
    assert told[1]["head"] is None


def test_a_head_of_the_api_is_enough_for_the_verifier(site: Site) -> None:
    site.sender.look()
    (number,) = (each["head"] for each in site.auditor.get("/api/heads").json()["heads"][:1])
    head = site.auditor.get(f"/api/heads/{number}")
    assert [each["destination"] for each in head.json()["left"]] == ["folder"]
    assert head.json()["key"] == site.watch.key.public
    log = site.auditor.get("/api/log").content.splitlines(keepends=True)
    assert not verify_log(log, [site.watch.key.public], [head.content]).findings
    changed = json.loads(head.content)
    changed["head"]["at"] = "2026-01-01T00:00:00.000+00:00"
    found = verify_log(log, (), [json.dumps(changed).encode()]).findings
    assert any("is not signed" in each.problem for each in found)
    assert site.room.guest().get(f"/api/heads/{number}").status_code == 403
    assert site.auditor.get("/api/heads/999999").status_code == 404


def test_metrics_have_the_age_of_the_last_head_that_left(site: Site) -> None:
    site.sender.look()
    site.room.wait(seconds=90)
    kept = read_kept(site.room.house.database, site.room.now, ("folder", "webhook"))
    assert 89 < kept.ages["folder"] < 200
    assert kept.heads == {"folder": 0, "webhook": 0}
    assert "webhook" not in kept.ages
    play_duki(site.room, site.table)
    site.watch.sign()
    kept = read_kept(site.room.house.database, site.room.now, ("folder",))
    assert kept.heads == {"folder": 1}


def test_a_real_server_sends_its_heads_everywhere_to_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the one that is signed when it is told to stop; and after a kill it goes on."""
    data, medium = tmp_path / "data", tmp_path / "medium"
    medium.mkdir()
    with web_server() as hook, authority(tmp_path / "authority") as stamper:
        monkeypatch.setenv("PITBOSS_HEADS_WEBHOOK", f"http://127.0.0.1:{hook.port}/")
        monkeypatch.setenv("PITBOSS_HEADS_TIMESTAMP", f"http://127.0.0.1:{stamper.port}/")
        place = Place(data, str(data / "house.db"), ("--heads-folder", str(medium)))
        for ending in (signal.SIGKILL, signal.SIGTERM):
            server = Process(place)
            server.client.post("/api/guest")
            wait_for_heads(server)
            server.stop(ending)
    database = open_database(place.database)
    with database.reading() as transaction:
        last = entries.last_head(transaction)
        assert last
        left = departures.read_of(transaction, last.number)
    database.close()
    assert [each.destination for each in left] == ["folder", "timestamp", "webhook"]
    numbers = [json.loads(body)["head"]["number"] for _, _, body in hook.posts]
    assert numbers == list(range(numbers[0], last.number + 1))
    for kind in ("json", "tsr"):
        assert sorted(path.name for path in medium.rglob(f"*.{kind}")) == [
            place_of(number, kind).name for number in numbers
        ]


def wait_for_heads(server: Process) -> None:
    end = time.monotonic() + 60
    while any(each["head"] is None for each in server.client.get("/api/heads").json()["heads"]):
        assert time.monotonic() < end
        time.sleep(0.05)
    parts = server.client.get("/readyz").json()["parts"]
    assert {"part": "heads-timestamp", "ready": True} in parts
    text = server.client.get("/metrics").text
    assert 'pitboss_head_left_age_seconds{destination="webhook"}' in text
