"""Bad input: one clear line, the right status, and nothing has changed."""

import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.house.log import Person
from pitboss.house.tables.play import Command
from pitboss.house.writer import Job
from tests.web.room import DUKI, Browser, Room, ask
from tests.web.test_tables import play_duki

Asked = dict[str, Any]


class Seated:
    """A Duki table with two guests at it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.table = room.open(DUKI)
        self.one, self.two = room.guest(), room.guest()
        ask(self.one, self.table, "sit", seat=1, chips="50.00")
        ask(self.two, self.table, "sit", seat=2, chips=100)

    def refuse(self, client: Browser, status: int, words: str, **asked: Any) -> Asked:
        """The command is refused so, and all stands as it stood."""
        before = self.room.state(self.table)
        answer = client.post(f"/api/tables/{self.table}/commands", json=asked)
        assert answer.status_code == status, answer.text
        error: Asked = answer.json()
        assert words in error["error"]
        assert "\n" not in error["error"]
        assert self.room.state(self.table) == before
        return error


@pytest.fixture
def seated(room: Room) -> Seated:
    return Seated(room)


def test_wager_without_balance(seated: Seated) -> None:
    seated.refuse(
        seated.one, 409, "more than the 50.00 at the seat", act="wager", wagers={"ante": 60}
    )


def test_wager_beyond_the_limits(seated: Seated) -> None:
    error = seated.refuse(seated.two, 409, "table minimum of 5.00", act="wager", wagers={"ante": 1})
    assert error["rule"].startswith("DUKI-")


def test_wager_for_anothers_seat(seated: Seated) -> None:
    seated.refuse(seated.one, 409, "seat 2: is not yours", act="wager", seat=2, wagers={"ante": 10})


def test_wager_without_a_seat(seated: Seated) -> None:
    guest = seated.room.guest()
    seated.refuse(guest, 409, "no seat at this table", act="wager", wagers={"ante": 10})


def test_the_same_command_twice_has_one_effect(seated: Seated) -> None:
    wager = {"wagers": {"ante": "10.00"}, "id": "mine-1"}
    first = ask(seated.one, seated.table, "wager", **wager)
    after = seated.room.state(seated.table)
    assert ask(seated.one, seated.table, "wager", **wager) == first
    assert seated.room.state(seated.table) == after


def test_only_what_is_committed_is_published(seated: Seated) -> None:
    """A repeated command fails to be written while the house catches up in the same batch."""
    house, table = seated.room.house, seated.table
    person = Person(house.table(table).seats[1]["who"], "One", "guest")
    again = Command(table, "wager", person, {"wagers": {"ante": 10}}, "mine-1")
    house.ask(again)
    gate = threading.Event()

    def wait(_: object) -> Callable[[], None]:
        gate.wait()
        return lambda: None

    house.writer.submit(Job(wait))
    answers = [house.command(again), house.writer.submit(Job(house.follower.catch_up))]
    gate.set()
    assert answers[0].result()["version"] == seated.room.state(table)[0]
    answers[1].result()
    assert house.table(table).version == seated.room.state(table)[0]


def test_wager_after_lock(seated: Seated) -> None:
    ask(seated.one, seated.table, "wager", wagers={"ante": 10}, deal=True)
    ask(seated.two, seated.table, "wager", wagers={"ante": 10}, deal=True)
    seated.refuse(seated.one, 409, "no more wagers", act="wager", wagers={"ante": 10})


def test_decision_out_of_turn_and_unknown(seated: Seated) -> None:
    ask(seated.one, seated.table, "wager", wagers={"ante": 10}, deal=True)
    ask(seated.two, seated.table, "wager", wagers={"ante": 10}, deal=True)
    view = seated.one.get(f"/api/tables/{seated.table}").json()
    turn = view["waiting"]["seat"]
    clients = {1: seated.one, 2: seated.two}
    seated.refuse(clients[3 - turn], 409, "out of turn", act="decide", action="fold")
    seated.refuse(clients[turn], 409, "", act="decide", action="double")


def test_stale_version(seated: Seated) -> None:
    version = seated.room.house.table(seated.table).version
    error = seated.refuse(seated.one, 409, "", act="sit-out", version=version - 1)
    assert error["version"] == version
    ask(seated.one, seated.table, "sit-out", version=error["version"])


def test_wrong_role(seated: Seated) -> None:
    seated.refuse(seated.one, 403, "void: needs the role", act="void", reason="misdeal")
    seated.refuse(seated.one, 403, "close-table: needs", act="close-table", why="late")
    seated.room.hire("Audrey", "auditor")
    auditor = seated.room.staff("Audrey")
    seated.refuse(auditor, 403, "sit: needs the role", act="sit")
    assert auditor.post("/api/tables", json={"game": "duki"}).status_code == 403
    seated.refuse(seated.room.staff("Olga"), 403, "decide: needs", act="decide", action="fold")


def test_expired_session(seated: Seated) -> None:
    seated.room.wait(days=31)
    seated.refuse(seated.one, 401, "it has ended", act="wager", wagers={"ante": 10})


def test_no_session(seated: Seated) -> None:
    seated.refuse(seated.room.browser(), 401, "session: none", act="sit")


def test_unknown_table(room: Room) -> None:
    for path in ("", "/posted", "/rounds", "/rounds/1", "/rounds/1/record"):
        answer = room.browser().get(f"/api/tables/duki-00000000{path}")
        assert answer.status_code == 404
        assert "no such table" in answer.json()["error"]
    answer = room.guest().post("/api/tables/duki-00000000/commands", json={"act": "sit"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("body", "kind", "status", "words"),
    [
        (b"{", "application/json", 400, "no valid JSON"),
        (b'{"act": "sit"', "application/json", 400, "no valid JSON"),
        (b"[" * 20_000, "application/json", 400, ""),
        (b"\xff\xfe\xfa", "application/json", 400, ""),
        (b'{"act": "sit", "seat": ' + b"1" * 5_000 + b"}", "application/json", 400, ""),
        (b'{"act": "sit"}', "text/plain", 415, "only application/json"),
        (b"act=sit", "application/x-www-form-urlencoded", 415, "only application/json"),
        (b'{"act": "sit", "chips": "' + b"9" * 70_000 + b'"}', "application/json", 413, "at most"),
        (b'{"act": "sit", "seat": "one"}', "application/json", 422, "seat"),
        (b'{"act": "sit", "seat": 1.5}', "application/json", 422, "seat"),
        (b'{"act": "sit", "seat": 1e400}', "application/json", 422, "seat"),
        (b'{"act": "sit", "seat": true}', "application/json", 422, "seat"),
        (b'{"act": "sit", "chips": NaN}', "application/json", 422, "chips"),
        (b'{"act": "sit", "seats": 1}', "application/json", 422, "seats"),
        (b'{"act": "steal"}', "application/json", 422, "steal"),
        (b'{"act": "decide", "action": "\\ud800"}', "application/json", 422, "action"),
        (b"[]", "application/json", 422, ""),
        (b"null", "application/json", 422, ""),
        (b"", "application/json", 422, ""),
    ],
)
def test_malformed_bodies(seated: Seated, body: bytes, kind: str, status: int, words: str) -> None:
    before = seated.room.state(seated.table)
    answer = seated.one.post(
        f"/api/tables/{seated.table}/commands", content=body, headers={"Content-Type": kind}
    )
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    assert words in answer.json()["error"]
    assert seated.room.state(seated.table) == before


def test_oversized_body_of_unknown_length(seated: Seated) -> None:
    async def pieces() -> Any:
        yield b'{"act": "sit", "id": "'
        for _ in range(100):
            yield b"x" * 1_000

    answer = seated.one.post(
        f"/api/tables/{seated.table}/commands",
        content=pieces(),
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 413
    assert answer.json() == {"error": "body: at most 65536 bytes"}


def test_setups_that_the_house_refuses(room: Room) -> None:
    operator = room.staff("Olga")
    for setup in (
        {"game": "holdout"},
        {"game": "duki", "table": {"rulings": {"nope": 1}}},
        {"game": "duki", "table": {"jackpots": [{"jackpot": "none"}]}},
        {"game": "duki", "profile": {"name": "washington", "date": "2023-01-10"}},
        {"game": "duki", "profile": {"name": ["none"]}},
        {"game": "duki", "table": {"limits": {"min": -1}}},
    ):
        answer = operator.post("/api/tables", json=setup)
        assert answer.status_code == 409, answer.text
    assert operator.get("/api/tables").json() == {"tables": []}


def test_a_database_that_fails(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = room.guest()

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error in /some/where")

    monkeypatch.setattr(room.house.database, "reading", fail)
    answer = guest.get("/api/me")
    assert answer.status_code == 503
    assert answer.json() == {"error": "database: busy; try again"}
    assert answer.headers["retry-after"] == "1"


def test_a_failure_says_so_and_shows_no_traceback(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr("pitboss.web.common.tables.lobby_row", fail)
    room.open(DUKI)
    answer = room.browser().get("/api/tables")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(("path", "name"), [("/api/guest", "name"), ("/api/login", "password")])
@pytest.mark.parametrize("depth", [21, 400, 900])
def test_values_nested_deep_are_refused(room: Room, path: str, name: str, depth: int) -> None:
    """Whoever comes by: looking for texts in them went as deep as they do, and failed."""
    for left, right in (("[", "]"), ('{"a":', "}")):
        body = f'{{"{name}": {left * depth}1{right * depth}}}'
        kind = {"Content-Type": "application/json"}
        answer = room.browser().post(path, content=body, headers=kind)
        assert answer.status_code == 422, answer.text
        assert "nested more than 20 deep" in answer.json()["error"]


@pytest.mark.parametrize("number", [True, 2**53, 2**63, 10**40, -1, 1.0, "1", None, {}])
def test_a_round_to_undo_is_a_number_that_there_can_be(room: Room, number: object) -> None:
    """A true was taken for round 1, and 2**63 failed."""
    table = room.open(DUKI)
    play_duki(room, table)
    body = {"table": table, "round": number}
    asked = {"act": "void-settled", "body": body, "why": "a mistake"}
    answer = room.staff("Olga").post("/api/requests", json=asked)
    assert answer.status_code == 409
    assert "no settled round of that number" in answer.json()["error"]
