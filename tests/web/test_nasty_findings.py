"""What nasty values once did to the server, each by its name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house import accounts
from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.web.common.gate import HEADERS, LARGEST_BODY
from pitboss.web.pages import lobby
from tests.postgresql import Server
from tests.web.room import DUKI, QUICK, Browser, Room
from tests.web.test_nasty import PERSON, PROGRAM, check_refusal

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    room = Room(tmp_path, pages=True)
    room.hurry = 60.0
    yield room
    room.close()


def refused(client: Browser, method: str, path: str, status: int, **given: object) -> None:
    """For people and for programs alike."""
    more = given.pop("headers", {})
    assert isinstance(more, dict)
    for headers in (PERSON, PROGRAM):
        answer = client.request(method, path, headers={**headers, **more}, **given)
        where = f"{method} {path}: {answer.text[:300]}"
        assert answer.status_code == status, where
        assert set(HEADERS) <= {name.title() for name in answer.headers}, where
        check_refusal(answer, path, headers["Accept"], where)


def test_low_a_round_beyond_all_numbers(pages: Room) -> None:
    table = pages.open(DUKI)
    for number in (2**63, 2**64, "9" * 400, -1):
        refused(pages.guest(), "GET", f"/tables/{table}/rounds/{number}", 404)


def test_low_the_last_day_there_is(pages: Room) -> None:
    refused(pages.staff("Olga"), "GET", "/audit?last_day=9999-12-31", 409)


def test_low_an_entry_beyond_all_numbers(pages: Room) -> None:
    refused(pages.staff("Olga"), "GET", f"/audit/entries/house/{2**63}", 404)


@pytest.mark.parametrize("path", ["/play/duki", "/training", "/drills/hard", "/tables/{}/sit"])
def test_low_sixty_form_fields(pages: Room, path: str) -> None:
    table = pages.open(DUKI)
    for many, allowed in ((60, {200, 303, 409}), (500, {409})):
        text = "&".join(f"field{number}=1" for number in range(many))
        answer = pages.guest().post(path.format(table), content=text.encode(), headers=FORM)
        assert answer.status_code in allowed, answer.text[:300]
        assert set(HEADERS) <= {name.title() for name in answer.headers}


def test_low_an_answer_of_500_has_every_header(
    pages: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(lobby, "show_page", fail)
    refused(pages.guest(), "GET", "/", 500)


def test_a_page_for_people_whatever_is_wrong(pages: Room) -> None:
    client = pages.guest()
    refused(client, "DELETE", "/games", 405)
    refused(client, "GET", "/nowhere", 404)
    large = {"content": b"a=" + b"1" * LARGEST_BODY, "headers": FORM}
    refused(client, "POST", "/training", 413, **large)
    refused(client, "GET", "/tables/x/rounds/y", 404)


@pytest.mark.parametrize("text", [b'{"\\ud800": 1}', b'{"name": {"\\ud800": "\\ud800"}}'])
def test_half_a_character_in_a_body(pages: Room, text: bytes) -> None:
    kind = {"Content-Type": "application/json"}
    for path in ("/api/tables", "/api/jackpots", "/api/requests"):
        refused(pages.staff("Olga"), "POST", path, 422, content=text, headers=kind)


def test_a_refusal_that_no_form_has_room_for(pages: Room) -> None:
    for path in ("/floor/people/nobody", "/floor/requests/none"):
        refused(pages.staff("Olga"), "POST", path, 404, content=b"act=x", headers=FORM)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server()
    yield found
    found.stop()


def test_low_nul_on_postgresql(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answered 503, as if the database were busy."""
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    database = open_database(server.new_database())
    room = Room(tmp_path, pages=True, house=House(database))
    room.hurry = 60.0
    olga, table = room.staff("Olga"), room.open(DUKI)
    refused(olga, "GET", "/audit?who=%00", 422)
    refused(olga, "GET", "/audit/entries/%00/1", 422)
    refused(olga, "GET", "/api/reports/tables?first_day=2026-01-01&table=%00", 422)
    refused(olga, "GET", f"/audit/entries/house/{2**63}", 404)
    refused(olga, "POST", "/floor/jackpots", 409, content=b"name=%00", headers=FORM)
    commands = f"/api/tables/{table}/commands"
    for body in (
        {"act": "change-table", "setup": {"name": "a\x00b"}, "why": "x"},
        {"act": "close-table", "why": "a\x00b"},
        {"act": "void", "reason": "\x00", "id": "\x00"},
    ):
        refused(olga, "POST", commands, 422, json=body)
    request = {"act": "reseed", "body": {"jackpot": "\x00"}, "why": "x"}
    refused(olga, "POST", "/api/requests", 422, json=request)
    room.close()
