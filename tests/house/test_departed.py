"""What has left the house shows what was rewritten after it left."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.house.dispatch.departures import Sending
from pitboss.house.dispatch.destinations import Folder
from pitboss.house.engine import House
from pitboss.house.log import canonical
from pitboss.house.store import open_database
from tests.house.audit_log import House as Log
from tests.house.postbox import Received, web_server
from tests.house.test_departures import Desk, files, webhook
from tests.house.test_heads import rewrite


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


def test_a_past_that_was_rewritten_while_the_house_was_closed_is_told(
    desk: Desk, folder: Path
) -> None:
    desk.sign(3)
    desk.sending(Folder(folder)).look()
    again = desk.restart()
    part = again.house.health.part("heads-folder")
    again.sending(Folder(folder)).look()
    assert part.trouble == ""
    head = again.heads()[-1]
    body = canonical({**json.loads(head.body), "at": "2026-01-01T00:00:00+00:00"})
    with again.house.database.transaction() as transaction:
        change = "UPDATE heads SET body = ?, signature = ? WHERE number = ?"
        transaction.execute(change, (body, desk.key.sign(body), head.number))
    sender = again.sending(Folder(folder))
    for _ in range(2):
        sender.look()
        assert "is not the head that the house has now" in part.trouble
        again.sign()
    assert again.left("folder") == [3, 4], "later heads leave all the same"
    again.house.close()


def test_heads_that_have_left_and_are_gone_are_told(desk: Desk, hook: Received) -> None:
    desk.sign()
    sender = desk.sending(webhook(hook))
    sender.look()
    desk.sign(2)
    sender.look()
    with desk.house.database.transaction() as transaction:
        transaction.execute("DELETE FROM heads WHERE number > 1")
    desk.sending(webhook(hook)).look()
    assert "does not have any more" in desk.house.health.part("heads-webhook").trouble


def test_one_file_from_the_folder_finds_what_was_rewritten_after_it_left(
    tmp_path: Path, folder: Path, hook: Received, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whoever has the database and the key, and signs everything anew; so does the body of the
    one post."""
    log = Log(tmp_path)
    log.play("duki-1", "duki", 1)
    log.sign()
    house = House(open_database(str(tmp_path / "house.db")))
    for destination in (Folder(folder), webhook(hook)):
        Sending(house, destination).look()
    house.close()
    (tmp_path / "post").write_bytes(hook.posts[0][2])
    kept = [folder / files(folder)[0], tmp_path / "post"]
    log.play("duki-1", "duki", 2)
    log.sign()

    def verify(*words: object) -> int:
        (tmp_path / "log").write_bytes(b"".join(log.export()))
        return main(["verify", str(tmp_path / "log"), *map(str, words)])

    assert [verify("--head", path) for path in kept] == [0, 0], capsys.readouterr().out
    rewrite(log, "duki-1", 2)
    assert verify() == 0, "in itself it is without a flaw"
    capsys.readouterr()
    for path in kept:
        assert verify("--head", path) == 1
        assert "is not the head of this number that was kept" in capsys.readouterr().out
    log.database.close()
