"""Nasty values at every address, query, form and body: refused in one line, for people on a page,
for programs in JSON, with every header; and nothing has changed."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest

from pitboss.house import accounts
from pitboss.web.common.gate import HEADERS
from pitboss.web.common.services import Client, Hub
from tests.fuzz.values import TEXTS, VALUES
from tests.web.nasty import BODIES, Address, addresses, as_json, spoiled
from tests.web.room import DUKI, QUICK, Browser, Room, ask

EACH = int(os.environ.get("PITBOSS_NASTY", "1"))
"""Values that each place is tried with; all of them take their turn over the places."""
PERSON = {"Accept": "text/html,application/xhtml+xml"}
PROGRAM = {"Accept": "application/json"}
SKIPPED = ("/logout", "/api/logout", "/audit/verify")
"""Ends the session; and a server without a key exports nothing, which is said with 503."""
ON_RECORD = ("/login", "/api/login", "/api/password", "/account/password")
"""A refused login is on the log."""


class Thrower:
    """A house with a table, a round and a client of some role, and what a refusal must leave."""

    def __init__(self, folder: Path, role: str) -> None:
        self.room = Room(folder, pages=True)
        self.room.hurry = 60.0
        self.table = self.room.open(DUKI)
        self.client: Browser = self.room.staff("Olga") if role == "operator" else self.room.guest()
        if role == "guest":
            ask(self.client, self.table, "sit", seat=1, chips="200.00")
        self.turn = 0
        self.statuses: set[int] = set()
        self.addresses = [a for a in addresses(self.room.app) if a.path not in SKIPPED]

    def values(self, of: tuple[Any, ...]) -> Iterator[Any]:
        for _ in range(EACH):
            self.turn += 7
            yield of[self.turn % len(of)]

    def standing(self) -> list[tuple[Any, ...]]:
        with self.room.house.database.reading() as transaction:
            entries = transaction.execute("SELECT chain, MAX(version) FROM entries GROUP BY chain")
            balances = transaction.execute("SELECT account, cents FROM balances")
            tables = transaction.execute("SELECT id FROM jackpots")
        return sorted([*entries, *balances, *tables])

    def throw(self, method: str, path: str, **given: Any) -> None:
        headers = {**(PERSON if self.turn % 2 else PROGRAM), **given.pop("headers", {})}
        before = self.standing()
        answer = self.client.request(method, path, headers=headers, **given)
        self.statuses.add(answer.status_code)
        where = f"{method} {path[:200]} {str(given)[:300]} gave {answer.status_code}"
        assert answer.status_code < 500, where
        assert set(HEADERS) <= {name.title() for name in answer.headers}, where
        if answer.status_code >= 400:
            check_refusal(answer, path, headers["Accept"], where)
            if not path.startswith(ON_RECORD):
                assert self.standing() == before, where


def check_refusal(answer: httpx.Response, path: str, accept: str, where: str) -> None:
    if "text/html" in accept and not path.startswith(("/api/", "/static/", "/healthz", "/metrics")):
        assert answer.headers["content-type"].startswith("text/html"), where
        assert "<main" in answer.text, where
        said = r'<p class="(?:wrong|lead|[^"]*problem)"[^>]*>([^<]+)|<h2 id="problems">([^<]+)'
        words = re.findall(said, answer.text)
        assert words, where
        assert "Traceback" not in answer.text, where
    elif answer.headers["content-type"].startswith("application/json"):
        error = answer.json()["error"]
        assert error, where
        assert "\n" not in error, where
        assert len(error) <= 700, where


@pytest.fixture(params=["guest", "operator"])
def thrower(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Thrower]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    join = Hub.join

    def join_and_end(*given: Any) -> Client:
        client = join(*given)
        client.end()
        return client

    monkeypatch.setattr(Hub, "join", join_and_end)
    found = Thrower(tmp_path, request.param)
    yield found
    found.room.close()


def at(thrower: Thrower, address: Address, spoiled_part: str = "", value: str = "") -> str:
    """The path with something in each of its places."""
    path = address.path
    usual = {"table_id": thrower.table, "number": "1", "version": "1", "chain": "house"}
    for part in address.parts:
        given = value if part == spoiled_part else usual.get(part, "duki")
        path = path.replace(f"{{{part}}}", quote(given, safe="") or "%20")
    return path


def test_in_every_part_of_every_address(thrower: Thrower) -> None:
    for address in thrower.addresses:
        for part in address.parts:
            for value in thrower.values(TEXTS):
                body: dict[str, Any] = {"json": {}} if address.is_api else {"data": {}}
                given = body if address.method == "POST" else {}
                thrower.throw(address.method, at(thrower, address, part, value), **given)


def test_in_every_query(thrower: Thrower) -> None:
    for address in thrower.addresses:
        for name in address.names if address.method == "GET" else ():
            for value in thrower.values(TEXTS):
                thrower.throw("GET", f"{at(thrower, address)}?{urlencode({name: value})}")


def test_in_every_form(thrower: Thrower) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    for address in thrower.addresses:
        if address.method != "POST" or address.is_api:
            continue
        path = at(thrower, address)
        for name in address.names:
            for value in thrower.values(TEXTS):
                usual = {other: "5" for other in address.names if other != name}
                for fields in ({name: value}, {**usual, name: value}):
                    text = urlencode(fields)
                    thrower.throw("POST", path, content=text.encode(), headers=kind)
        many = "&".join(f"a{number}=1" for number in range(60))
        more = "&".join(f"a{number}=1" for number in range(500))
        for text in (many, more, "%00=%00", "a=%ff%fe", "csrf=%00", "=", "&&&", "x" * 60_000):
            thrower.throw("POST", path, content=text.encode(), headers=kind)
        thrower.throw("POST", path, content=b"\x00\xff{", headers={"Content-Type": "text/plain"})


def test_in_every_place_of_every_body(thrower: Thrower) -> None:
    kind = {"Content-Type": "application/json"}
    posts = {address.path: address for address in thrower.addresses if address.method == "POST"}
    for path, address in posts.items():
        for body in BODIES.get(path, [] if not address.is_api else [{}]):
            for change in spoiled(body):
                for value in thrower.values(VALUES):
                    text = as_json(change(value))
                    thrower.throw("POST", at(thrower, address), content=text, headers=kind)
    assert 422 in thrower.statuses


def test_every_body_of_the_api_has_its_sample(thrower: Thrower) -> None:
    posts = {a.path for a in thrower.addresses if a.method == "POST" and a.is_api}
    assert set(BODIES) <= posts
    assert posts - set(BODIES) == {"/api/chips", "/api/sessions/{session_key}"}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_other_methods(thrower: Thrower, method: str) -> None:
    for address in thrower.addresses[:: 9 // EACH or 1]:
        thrower.throw(method, at(thrower, address))


def test_what_nobody_asked_for(thrower: Thrower) -> None:
    for path in ("/%00", "/%ff%fe", "/static/../../etc/passwd", "/static/%2e%2e/%00", "//", "/api"):
        thrower.throw("GET", path)
    for headers in ({"Cookie": "pitboss=\xff"}, {"Authorization": "Bearer \xe9"}, {"Host": "\xe9"}):
        coded = {name: value.encode("latin-1") for name, value in headers.items()}
        thrower.throw("GET", "/", headers=coded)
    thrower.throw("GET", "/api/stream", headers={"Last-Event-ID": "9" * 400})
    assert json.loads("{}") == {}
