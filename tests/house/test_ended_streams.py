"""Streams end with their session, on every server, and with them the cards of the seat."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from pitboss.house import access, accounts, desk
from pitboss.house.accounts import Hashed
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.web.app import create_app
from pitboss.web.common.services import ServerSettings
from tests.campaigns.clients import Client
from tests.house.guests import ask, change_as, guest, open_table

SECONDS = 8.0


class Servers:
    """Two servers at one database, and a player who sits and watches at the second."""

    def __init__(self, address: str) -> None:
        self.houses = [House(open_database(address)) for _ in range(2)]
        self.late = timedelta()
        settings = ServerSettings(
            now=lambda: datetime.now(UTC) + self.late, heartbeat_seconds=3_600
        )
        self.apps = [create_app(house, settings) for house in self.houses]
        first, second = self.houses
        made = accounts.ensure_operator(first.database, "Olga", None, datetime.now(UTC))
        assert made
        self.operator = made.person
        make = partial(accounts.make_person, name="Pia", role="player", password=Hashed("x"))
        self.pia: Person = change_as(first, self.operator, make)
        second.issue_chips(self.pia)
        self.table = open_table(second, "duki", clock={"decision": 0, "wagers": 0})
        ask(second, self.table, "sit", self.pia, seat=1, chips=200)
        self.begun = change_as(second, self.pia, access.begin_session)

    def close(self) -> None:
        for app, house in zip(self.apps, self.houses, strict=True):
            app.state.services.close()
            house.close()

    def deal(self) -> None:
        ask(self.houses[1], self.table, "wager", self.pia, wagers={"ante": 10}, deal=True)

    async def watch(self, path: str, act: Callable[[], Awaitable[object]]) -> list[bytes]:
        """The frames of a stream at the second server until it ends, which it must soon after the
        act; a round is dealt as soon as the act is done."""
        client = Client(self.apps[1])
        client._begin(self.pia, self.begun.token)
        frames: list[bytes] = []
        heard = asyncio.Event()

        async def note(message: dict[str, Any]) -> None:
            frames.append(message.get("body", b""))
            if b"event: region" in frames[-1] or b"event: table" in frames[-1]:
                heard.set()

        stream = asyncio.create_task(client.follow(path, note))
        async with asyncio.timeout(SECONDS):
            await heard.wait()
            before = len(frames)
            await act()
            await stream
        return frames[before:]


@pytest.fixture
def servers(address: str) -> Iterator[Servers]:
    found = Servers(address)
    yield found
    found.close()


async def log_out(servers: Servers) -> None:
    await asyncio.to_thread(
        servers.houses[0].do, lambda unit: access.end_session(unit, servers.begun.token)
    )


async def close_account(servers: Servers) -> None:
    await change(servers, accounts.deactivate)


async def change_role(servers: Servers) -> None:
    await change(servers, accounts.change_role, "dealer")


async def reset_password(servers: Servers) -> None:
    await change(servers, accounts.set_password, Hashed("y"))


async def expire(servers: Servers) -> None:
    servers.late = access.PLAYER_IDLE
    servers.apps[1].state.services.hub._heard("session ")  # news of any kind


async def change(servers: Servers, do: Callable[..., object], *given: object) -> None:
    await asyncio.to_thread(
        change_as,
        servers.houses[0],
        servers.operator,
        lambda each: do(each, servers.pia.id, *given),
    )


@pytest.mark.parametrize(
    "act",
    [log_out, close_account, change_role, reset_password, expire],
    ids=lambda act: act.__name__,
)
def test_m3_a_stream_ends_with_its_session_on_every_server(servers: Servers, act: Any) -> None:
    """Of pages and of the API; the last frame only says that it has ended."""
    for path in (f"/tables/{servers.table}/stream", f"/api/stream?tables={servers.table}"):
        frames = asyncio.run(servers.watch(path, partial(act, servers)))
        text = b"".join(frames)
        assert b"event: ended" in text, path
        assert b"event: region" not in text
        assert b"event: table" not in text
        servers.begun, servers.late = _begin_again(servers), timedelta()


def _begin_again(servers: Servers) -> access.Begun:
    """A new session for the second path, whatever became of the account."""
    first = servers.houses[0]

    def mend(change: Any) -> None:
        change.transaction.execute("UPDATE people SET active = 1, role = 'player'")

    change_as(first, servers.operator, mend)
    with first.database.transaction() as transaction:
        transaction.execute("UPDATE people SET role = 'operator' WHERE name = 'Olga'")
    return change_as(servers.houses[1], servers.pia, access.begin_session)


@pytest.mark.parametrize("act", ["deactivate", "change-role"])
def test_m3_the_seat_of_a_closed_account_is_freed_after_the_round(
    servers: Servers, act: str
) -> None:
    first, second = servers.houses
    servers.deal()
    if act == "deactivate":
        asyncio.run(close_account(servers))
    else:
        asyncio.run(change_role(servers))
    desk.vacate(first, servers.pia.id)
    assert first.table(servers.table).seats[1]["leaving"]
    ask(second, servers.table, "decide", servers.pia, action="fold")
    assert not second.table(servers.table).seats
    assert second.balance(f"player:{servers.pia.id}") > 0


def test_a_seat_between_rounds_is_freed_at_once(servers: Servers) -> None:
    first = servers.houses[0]
    other = guest(first, 2)
    ask(first, servers.table, "sit", other, seat=2, chips=100)
    desk.vacate(first, servers.pia.id)
    assert list(first.table(servers.table).seats) == [2]
    desk.vacate(first, servers.pia.id)
