"""Every address for every role: who is answered, and that whoever is refused changed nothing."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from pitboss.house import accounts
from pitboss.house.store.people import add_alert
from tests.campaigns.clients import Client
from tests.campaigns.visits import UNSCANNED, VISITS, Visit
from tests.web.matrix import POSTS, ROLES, Post
from tests.web.room import DUKI, QUICK, Room
from tests.web.test_tables import play_duki

KEPT = (
    "SELECT chain, MAX(version) FROM entries GROUP BY chain ORDER BY chain",
    "SELECT account, cents FROM balances ORDER BY account",
    "SELECT id, status, owner FROM tables ORDER BY id",
    "SELECT id, name, role, active, password FROM people ORDER BY id",
    "SELECT id, state FROM requests ORDER BY id",
    "SELECT id, acknowledged_at FROM alerts ORDER BY id",
    "SELECT id, value FROM jackpots ORDER BY id",
    "SELECT person, body FROM scorecards ORDER BY person",
    "SELECT token FROM sessions ORDER BY token",
)
SIGN_IN = "/login?next="
KIND = {"player": "guest"}
"""Players are shown what guests are."""


class Company:
    """A house with a round in its books, and one visitor of each role."""

    def __init__(self, folder: Path) -> None:
        self.room = Room(folder, pages=True)
        self.room.hurry = 60.0  # no rate is exceeded
        self.table = self.room.open(DUKI)
        play_duki(self.room, self.table)
        self.watch = self.room.watch(folder)
        with self.room.house.database.transaction() as transaction:
            alert = add_alert(transaction, self.room.house.writer.stamp(), "", "the light is out")
        self.people = {"operator": self.room.operator}
        for role in ROLES[2:]:
            if role != "operator":
                self.people[role] = self.room.hire(role.title(), role)
        self.names = {
            "table_id": self.table,
            "number": "1",
            "key": "duki",
            "chain": self.table,
            "other": self.room.open(DUKI),
            "third": self.room.open(DUKI),
            "version": "1",
            "event": "1",
            "day": "2026-01-01",
            "run": "0",
            "person_id": self.people["player"].id,
            "alert_id": alert,
            "request_id": f"request-{16 * '0'}",
            "hit_id": "none",
            "session_key": 64 * "0",
            "promotion_id": "none",
        }

    def come(self, role: str) -> Client:
        """A visitor with a session that was just begun."""
        client, house = Client(self.room.app), self.room.house
        if role == "guest":
            self.room.run(client.arrive())
        elif role != "nobody":
            client.arrive_as(house, self.people[role])
        return client

    def state(self) -> list[Any]:
        with self.room.house.database.reading() as transaction:
            return [transaction.execute(each) for each in KEPT]

    def close(self) -> None:
        self.watch.stop()
        self.room.close()


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "HASHER", QUICK)
        accounts._no_ones_hash.cache_clear()
        found = Company(tmp_path_factory.mktemp("company"))
        yield found
        found.close()
        accounts._no_ones_hash.cache_clear()


async def begin(client: Client, path: str) -> int:
    """The status of a stream that goes on."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def note(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start" and not started.done():
            client.location = dict(message["headers"]).get(b"location", b"").decode()
            started.set_result(message["status"])

    task = asyncio.create_task(client.follow(path, note))
    status = await started
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return status


async def send(client: Client, path: str, sent: dict[str, Any]) -> tuple[int, bytes]:
    """To the API as JSON, to a page as its form."""
    if path.startswith("/api/"):
        return await client.request("POST", path, sent)
    return await client.submit(path, sent)


def is_refused(role: str, status: int, location: str) -> bool:
    """As an address refuses a role: programs by a status, people by the way to log in."""
    if status == 303:
        return role in ("nobody", "guest") and location.startswith("/login")
    return status == (401 if role == "nobody" else 403)


@pytest.mark.parametrize("visit", VISITS, ids=lambda visit: f"GET {visit.route}")
def test_who_is_shown_what(company: Company, visit: Visit) -> None:
    query = visit.queries[0].format(**company.names)
    path = visit.route.format(**company.names, name=(visit.names or ("",))[0]) + query
    for role in ROLES:
        client = company.come(role)
        before = company.state()
        if visit.stream:
            status = company.room.run(begin(client, path))
        else:
            status, _ = company.room.run(client.request("GET", path))
        refused = is_refused(role, status, client.location)
        assert refused == (KIND.get(role, role) not in visit.roles), (role, status)
        assert refused or status in (*visit.statuses, 404), (role, status)
        assert company.state() == before, role


@pytest.mark.parametrize(
    "post", POSTS, ids=lambda post: f"POST {post.path or post.route} {post.sent.get('act', '')}"
)
def test_who_may_do_what(company: Company, post: Post) -> None:
    path = (post.path or post.route).format(**company.names)
    for role in ROLES:
        client = company.come(role)
        before = company.state()
        status, text = company.room.run(send(client, path, dict(post.sent)))
        if role in post.roles:
            assert status in post.statuses, (role, status, text)
            assert not client.location.startswith(SIGN_IN), role
        else:
            assert is_refused(role, status, client.location), (role, status, text)
            assert company.state() == before, role


def test_every_address_is_in_the_matrix(company: Company) -> None:
    found = {
        f"{method} {route.path}"
        for route in iter_route_contexts(company.room.app.routes)
        for method in (route.methods or ())
        if method != "HEAD"
    }
    listed = {f"GET {visit.route}" for visit in VISITS} | {f"POST {post.route}" for post in POSTS}
    assert found - listed == {f"GET {path}" for path in UNSCANNED} - {"GET /static"}
    assert listed <= found
