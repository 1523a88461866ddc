"""What lies between a click and what it brings on the page: no wait that is not needed."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.house import ledger
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import Transaction, open_database
from pitboss.house.store.database import Row, Values
from pitboss.house.tables.play import Command
from pitboss.web.pages.table.page import make_region, region_values
from pitboss.web.pages.table.sitting import Sitting
from tests.web.room import DUKI, Room, ask
from tests.web.serving import Serving

GUEST = Person("guest-00000000000000aa", "Gus", "guest")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


def sit(room: Room, practice: bool = True) -> str:
    table = room.open({**DUKI, "practice": practice})
    if not practice and not room.house.balance(ledger.player(GUEST.id)):
        room.house.issue_chips(GUEST)
    room.house.ask(Command(table, "sit", GUEST, {"seat": 1, "chips": "100.00"}))
    return table


def click(room: Room, table: str, act: str, **given: Any) -> None:
    room.house.ask(Command(table, act, GUEST, given))


def draw(room: Room, table: str) -> str:
    return room.run(make_region(room.app.state.services, table, GUEST.id)).decode()


@contextmanager
def reads(room: Room, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The statements that are read meanwhile, beside the writer's own."""
    seen: list[str] = []
    real = room.house.database.reading

    @contextmanager
    def reading() -> Iterator[Transaction]:
        with real() as transaction:
            execute = transaction.execute

            def noted(sql: str, values: Values = ()) -> list[Row]:
                seen.append(sql)
                return execute(sql, values)

            transaction.execute = noted  # type: ignore[method-assign]
            yield transaction

    with monkeypatch.context() as patched:
        patched.setattr(room.house.database, "reading", reading)
        yield seen


def test_what_a_click_brings_is_drawn_without_the_database(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(room)
    draw(room, table)
    with reads(room, monkeypatch) as seen:
        click(room, table, "wager", wagers={"ante": 10}, deal=True)
        asked = draw(room, table)
        click(room, table, "decide", action="fold")
        ended = draw(room, table)
        assert not seen
        click(room, table, "buy-chips", chips="5.00")
        draw(room, table)
        assert seen, "what has changed is read"
    assert ("data-ask" in asked, "data-ask" in ended) == (True, False)


def sitting(room: Room, table: str) -> Sitting:
    """As the page of the table counts it."""
    drawn = region_values(room.app.state.services, room.house.table(table), GUEST.id)
    found = room.run(drawn)["sitting"]
    assert isinstance(found, Sitting)
    return found


def test_chips_that_are_brought_count_at_once(room: Room) -> None:
    """Who brings more has not won it, nor has who left and came back with less."""
    table = sit(room)
    assert sitting(room, table).bought_cents == 100_00
    click(room, table, "buy-chips", chips="50.00")
    assert sitting(room, table).bought_cents == 150_00
    for seat, chips in ((1, 40), (2, 30)):
        click(room, table, "leave")
        click(room, table, "sit", seat=seat, chips=f"{chips}.00")
        assert sitting(room, table).bought_cents == chips * 100


def test_chips_away_from_a_table_of_the_house_are_read_each_time(room: Room) -> None:
    table, other = sit(room, practice=False), sit(room, practice=False)
    before = sitting(room, table).balance_cents
    click(room, other, "leave")
    after = sitting(room, table).balance_cents
    assert (after - before, after) == (100_00, room.house.balance(ledger.player(GUEST.id)))


def test_a_house_that_starts_again_reads_anew(room: Room, tmp_path: Path) -> None:
    """What it knows of chips brought is not older than what the first one knew."""
    table = sit(room)
    click(room, table, "buy-chips", chips="50.00")
    funded = room.house.table(table).funded
    click(room, table, "wager", wagers={"ante": 10}, deal=True)
    assert room.house.table(table).funded == funded < room.house.table(table).version
    again = House(open_database(str(tmp_path / "house.db")))
    assert funded <= again.table(table).funded <= again.table(table).version
    again.close()


class Order:
    """Notes when the page is sent and when a command is answered, in order."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.sent: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def note(message: Message) -> None:
            body = message.get("body", b"")
            if b"event: region" in body or (body and scope["path"].endswith("/commands")):
                self.sent.append("page" if b"event: region" in body else "answer")
            await send(message)

        await self.app(scope, receive, note)


def test_what_people_look_at_is_sent_before_the_answer_to_the_command(room: Room) -> None:
    guest = room.guest()
    table = room.open({**DUKI, "practice": True})
    ask(guest, table, "sit", seat=1, chips="100.00")
    services = room.app.state.services
    services.settings = services.settings._replace(heartbeat_seconds=30)
    order = Order(room.app)
    server = Serving(order)
    token = guest.headers["Authorization"]
    headers = {"Authorization": token, "Accept-Encoding": "identity"}
    shown = threading.Semaphore(0)

    def look() -> None:
        url = f"{server.address}/tables/{table}/stream"
        with httpx.stream("GET", url, headers=headers, timeout=10, trust_env=False) as response:
            for line in response.iter_lines():
                if line == "event: region":
                    shown.release()

    looking = threading.Thread(target=look)
    looking.start()
    dealt = {"act": "wager", "wagers": {"ante": 10}, "deal": True}
    try:
        assert shown.acquire(timeout=10)
        for command in (dealt, {"act": "decide", "action": "fold"}):
            order.sent.clear()
            url = f"{server.address}/api/tables/{table}/commands"
            answer = httpx.post(url, json=command, headers=headers, trust_env=False)
            assert answer.status_code == 200, answer.text
            assert shown.acquire(timeout=10)
            assert order.sent == ["page", "answer"]
    finally:
        services.hub.close()
        server.stop()
        looking.join()
