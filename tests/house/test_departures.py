"""Signed heads leave the house: each, in order, whatever fails, and nobody waits for it."""

import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.integrity import Key, announce_key, passing_key
from pitboss.house.dispatch import departures as sending
from pitboss.house.dispatch.departures import FIRST_PAUSE, LONG_SECONDS, Sending
from pitboss.house.dispatch.destinations import Destination, Folder, Webhook, place_of
from pitboss.house.engine import House
from pitboss.house.log import Draft, canonical
from pitboss.house.store import departures, entries, open_database, people
from pitboss.house.store.entries import Head
from pitboss.refusal import Refused
from pitboss.web.operations.heads import make_destinations
from pitboss.web.operations.readiness import read_readiness
from pitboss.web.settings import Options
from tests.house.postbox import Received, web_server


class Desk:
    """A house that signs heads when it is told to."""

    def __init__(self, address: str, key: Key | None = None) -> None:
        self.address = address
        self.key = key or passing_key()
        self.house = House(open_database(address))
        self.now = time.time()
        if key is None:
            self.house.do(lambda unit: unit.append_house(announce_key(self.key), "house"))

    def sign(self, times: int = 1) -> None:
        note = Draft("table-noted", {"words": "something"})
        for _ in range(times):
            self.house.do(lambda unit: unit.append_house(note, "house"))
            self.house.do(lambda unit: sign_head(unit.transaction, unit.at, self.key, "d"))

    def heads(self) -> list[Head]:
        with self.house.database.reading() as transaction:
            return entries.HEADS.find(transaction, "ORDER BY number")

    def sending(self, destination: Destination) -> Sending:
        return Sending(self.house, destination, lambda: self.now)

    def left(self, destination: str) -> list[int]:
        with self.house.database.reading() as transaction:
            found = [departures.read_of(transaction, head.number) for head in self.heads()]
        return [each.head for row in found for each in row if each.destination == destination]

    def restart(self) -> "Desk":
        self.house.close()
        return Desk(self.address, self.key)


@pytest.fixture
def desk(address: str) -> Iterator[Desk]:
    found = Desk(address)
    yield found
    found.house.close()


@pytest.fixture
def hook() -> Iterator[Received]:
    with web_server() as received:
        yield received


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "medium"
    path.mkdir()
    return path


def webhook(received: Received, secret: str = "") -> Webhook:
    return Webhook(f"http://127.0.0.1:{received.port}/heads?key=1", secret)


def numbers(received: Received) -> list[int]:
    return [json.loads(body)["head"]["number"] for _, _, body in received.posts]


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def wait_for(done: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_each_head_is_a_file_that_is_written_once(desk: Desk, folder: Path) -> None:
    desk.sign(2)
    sender = desk.sending(Folder(folder))
    sender.look()
    assert files(folder) == [str(place_of(2))], "the last one binds those before"
    desk.sign(3)
    for _ in range(3):
        sender.look()
    assert files(folder) == [str(place_of(number)) for number in (2, 3, 4, 5)]
    head = desk.heads()[3]
    kept = json.loads((folder / place_of(4)).read_bytes())
    assert kept == {
        "head": json.loads(head.body),
        "signature": head.signature,
        "key": desk.key.public,
    }
    assert (folder / place_of(4)).read_text() == canonical(kept) + "\n"
    assert desk.left("folder") == [2, 3, 4, 5]
    assert place_of(999).parent != place_of(1_000).parent


def test_a_folder_that_is_away_is_not_made(desk: Desk, folder: Path) -> None:
    """It is where a medium is mounted: on the disk below nothing may be written in its place."""
    sender = desk.sending(Folder(folder))
    desk.sign()
    folder.rmdir()
    sender.look()
    assert not folder.exists()
    desk.sign(2)
    folder.mkdir()
    sender.look()
    assert files(folder) == [], "not yet"
    desk.now += FIRST_PAUSE
    sender.look()
    assert desk.left("folder") == [1, 2, 3]
    assert len(files(folder)) == 3


def test_another_head_of_the_number_is_told_at_once_and_left_alone(
    desk: Desk, folder: Path
) -> None:
    desk.sign()
    path = folder / place_of(1)
    path.parent.mkdir()
    path.write_text("another")
    sender = desk.sending(Folder(folder))
    sender.look()
    assert path.read_text() == "another"
    assert "another" in desk.house.health.part("heads-folder").trouble
    assert desk.left("folder") == []


def test_what_was_written_before_a_kill_is_not_written_again(desk: Desk, folder: Path) -> None:
    desk.sign()
    destination = Folder(folder)
    desk.sending(destination).look()
    before = (folder / place_of(1)).stat()
    with desk.house.database.transaction() as transaction:
        transaction.execute("DELETE FROM departures")  # as if it had died in between
    desk.sending(destination).look()
    assert desk.left("folder") == [1]
    after = (folder / place_of(1)).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert len(files(folder)) == 1


def test_media_without_links_serve(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    desk.sign()
    desk.sending(Folder(folder)).look()
    assert files(folder) == [str(place_of(1))]


def test_a_head_is_posted_once_with_its_signature(desk: Desk, hook: Received) -> None:
    desk.sign()
    sender = desk.sending(webhook(hook, "shared"))
    for _ in range(3):
        sender.look()
    ((path, headers, body),) = hook.posts
    head = desk.heads()[0]
    assert path == "/heads?key=1"
    assert headers["content-type"] == "application/json"
    said = json.loads(body)
    assert canonical(said["head"]) == head.body
    assert (said["signature"], said["key"]) == (head.signature, desk.key.public)
    digest = hashlib.sha256(head.body.encode()).hexdigest()
    assert headers["idempotency-key"] == f"head-1-{digest[:16]}"
    given = headers["x-pitboss-time"].encode() + b"." + body
    signed = hmac.new(b"shared", given, hashlib.sha256).hexdigest()
    assert headers["x-pitboss-signature"] == f"sha256={signed}"
    assert desk.house.counters.departed == {("webhook", "done"): 1}


def test_over_outages_and_restarts_all_arrive_in_order_and_none_twice(
    desk: Desk, hook: Received
) -> None:
    desk.sign()
    desk.sending(webhook(hook)).look()
    hook.statuses = [503, 302]
    desk.sign(2)
    sender = desk.sending(webhook(hook))
    sender.look()
    sender.look()
    assert numbers(hook) == [1, 2], "the third waits for the second"
    desk.now += FIRST_PAUSE
    sender.look()
    assert numbers(hook) == [1, 2, 2]
    assert {path for path, _, _ in hook.posts} == {"/heads?key=1"}, "no redirect is followed"
    desk.sign()
    again = desk.restart()
    again.now = desk.now + FIRST_PAUSE
    sender = again.sending(webhook(hook))
    sender.look()
    assert numbers(hook) == [1, 2, 2], "the pause has grown, and a restart does not end it"
    again.now += FIRST_PAUSE
    sender.look()
    assert numbers(hook) == [1, 2, 2, 2, 3, 4]
    assert again.left("webhook") == [1, 2, 3, 4]
    again.sign(45)
    for _ in range(3):
        sender.look()
    assert numbers(hook)[6:] == list(range(5, 50)), "more than are sent under one claim"
    again.house.close()


def test_what_has_left_while_the_database_was_away_is_not_sent_again(
    desk: Desk, hook: Received, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.sign()
    sender = desk.sending(webhook(hook))
    settle = departures.settle

    def fail(*_: object) -> None:
        raise Refused("database: away")

    monkeypatch.setattr(departures, "settle", fail)
    for _ in range(2):
        with pytest.raises(Refused):
            sender.look()
    monkeypatch.setattr(departures, "settle", settle)
    desk.sign()
    sender.look()
    assert numbers(hook) == [1, 2]
    assert desk.left("webhook") == [1, 2]


def test_of_two_servers_one_sends_each(address: str, hook: Received) -> None:
    one = Desk(address)
    two = Desk(address, one.key)
    one.sign()
    senders = [Sending(desk.house, webhook(hook)) for desk in (one, two)]
    for sender in senders:
        sender.start()
    wait_for(lambda: one.left("webhook"))
    two.sign(30)
    wait_for(lambda: len(one.left("webhook")) == 31)
    for sender in senders:
        sender.stop()
    assert numbers(hook) == list(range(1, 32))
    one.house.close()
    two.house.close()


def test_what_a_dead_server_claimed_goes_on(desk: Desk, hook: Received) -> None:
    desk.sign()
    claim = departures.Claim("webhook", "another", desk.now, 300.0, 600.0)
    assert desk.house.do(lambda unit: departures.claim(unit.transaction, claim))
    sender = desk.sending(webhook(hook))
    sender.look()
    assert numbers(hook) == []
    desk.now += 301
    sender.look()
    assert numbers(hook) == [1]


def test_a_long_failure_is_told_and_its_alert_stays(desk: Desk, hook: Received) -> None:
    hook.statuses = [500] * 20
    desk.sign()
    sender = desk.sending(webhook(hook))
    part = desk.house.health.part("heads-webhook")
    sender.look()
    assert part.trouble == "", "not at once"
    desk.now += LONG_SECONDS + 1
    sender.look()
    assert part.trouble == "heads do not leave the house: it was answered with 500"
    ready = read_readiness(desk.house, None)
    assert [state.part for state in ready.troubles] == ["heads-webhook"]
    assert ready.ready, "nobody is turned away for it"
    other = Sending(desk.restart().house, webhook(hook), lambda: desk.now)
    other.look()
    assert "500" in other.house.health.part("heads-webhook").trouble, "every server says so"
    hook.statuses = []
    desk.now += 10_000
    other.look()
    assert other.house.health.part("heads-webhook").trouble == ""
    with other.house.database.reading() as transaction:
        words = [alert.words for alert in people.read_alerts(transaction)]
    assert "heads-webhook: heads do not leave the house: it was answered with 500" in words
    other.house.close()


def test_a_slow_destination_slows_nobody(desk: Desk, hook: Received, folder: Path) -> None:
    """While the webhook answers nothing, commands are done and other heads leave."""
    hook.hold.clear()
    desk.sign()
    senders = [Sending(desk.house, webhook(hook)), Sending(desk.house, Folder(folder))]
    for sender in senders:
        sender.start()
    wait_for(lambda: hook.posts and files(folder))
    took = []
    for _ in range(50):
        begun = time.perf_counter()
        desk.sign()
        took.append(time.perf_counter() - begun)
    assert sorted(took)[25] < 0.5
    wait_for(lambda: len(files(folder)) == 51)
    assert numbers(hook) == [1]
    hook.hold.set()
    wait_for(lambda: len(desk.left("webhook")) == 51)
    for sender in senders:
        sender.stop()
    assert numbers(hook) == list(range(1, 52))


def test_the_last_head_leaves_when_the_house_is_closed(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LOOK_SECONDS", 600.0)
    sender = Sending(desk.house, Folder(folder))
    sender.start()
    desk.sign()
    assert files(folder) == []
    sender.stop()
    assert len(files(folder)) == 1


def test_settings_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for wrong, what in (
        (Options(heads_folder=str(tmp_path / "file")), "heads folder"),
        (Options(heads_webhook="http://heads.example/"), "heads webhook"),
        (Options(heads_timestamp="ftp://stamps.example/"), "heads timestamp"),
    ):
        with pytest.raises(Refused, match=what):
            make_destinations(wrong)
    plain = Options(heads_webhook="http://heads.example/", heads_webhook_plain=True)
    assert [each.name for each in make_destinations(plain)] == ["webhook"]
    assert make_destinations(Options()) == []
