"""The event stream: full views first, then news, heartbeats, meters, and its end."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pitboss.web.common.services import MOST_OF_ONE
from tests.web.room import DUKI, HOLDOUT, Browser, Room, ask
from tests.web.serving import Serving, next_of, watch
from tests.web.test_tables import hidden_cards


@pytest.fixture
def served(room: Room) -> Iterator[Serving]:
    server = Serving(room.app)
    yield server
    room.app.state.services.hub.close()
    server.stop()


def token_of(client: Browser) -> str:
    return client.headers["Authorization"].removeprefix("Bearer ")


def test_full_view_first_then_only_new_events(room: Room, served: Serving) -> None:
    table = room.open(DUKI)
    guest = room.guest()
    ask(guest, table, "sit", seat=1)
    with watch(served.address, table, token_of(guest)) as events:
        kind, identity, view = next(events)
        assert (kind, int(identity), view["you"]) == ("table", view["version"], 1)
        ask(guest, table, "wager", wagers={"ante": 10}, deal=True)
        told: list[dict[str, Any]] = []
        while not told or told[-1]["waiting"] is None:
            told.append(next_of(events, "table"))
        opened = told[-1]
        assert opened["from"] == 0
        ask(guest, table, "decide", action="fold")
        ended = next_of(events, "table")
        assert ended["from"] == len(opened["events"])
        assert ended["round_status"] == "settled"
    whole = guest.get(f"/api/tables/{table}").json()["events"]
    assert opened["events"] + ended["events"] == whole


def test_who_comes_back_gets_the_whole_view(room: Room, served: Serving) -> None:
    table = room.open(DUKI)
    guest = room.guest()
    ask(guest, table, "sit", seat=1)
    with watch(served.address, table, token_of(guest)) as events:
        next_of(events, "table")
    ask(guest, table, "wager", wagers={"ante": 10}, deal=True)
    with watch(served.address, table, token_of(guest)) as events:
        view = next_of(events, "table")
    assert view == guest.get(f"/api/tables/{table}").json()
    assert view["from"] == 0


def test_two_players_and_a_spectator_see_their_own_cards(room: Room, served: Serving) -> None:
    table = room.open(HOLDOUT)
    one, two = room.guest(), room.guest()
    for seat, client in ((1, one), (2, two)):
        ask(client, table, "sit", seat=seat, chips=200)
    with (
        watch(served.address, table, token_of(one)) as first,
        watch(served.address, table, token_of(two)) as second,
        watch(served.address, table) as spectator,
    ):
        streams = {"1": first, "2": second, "": spectator}
        for events in streams.values():
            next_of(events, "table")
        ask(one, table, "deal")
        for whose, events in streams.items():
            view = next_of(events, "table")
            assert set(hidden_cards(view)) == ({whose} if whose else set())
            asked = view["waiting"]
            assert ("options" in asked) is (str(asked["seat"]) == whose)


def test_several_tables_in_one_stream(room: Room, served: Serving) -> None:
    tables = [room.open(DUKI), room.open(HOLDOUT)]
    guest = room.guest()
    with watch(served.address, ",".join(tables)) as events:
        assert {next_of(events, "table")["table"] for _ in tables} == set(tables)
        ask(guest, tables[1], "sit")
        assert next_of(events, "table")["table"] == tables[1]


def test_meters_and_heartbeats(room: Room, served: Serving) -> None:
    terms = {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "seed": 100, "rate": 0.2}
    jackpot = room.house.open_jackpot(room.operator, {"terms": terms})
    table = room.open(
        {"game": "super-omaha", "table": {"jackpots": [{"jackpot": jackpot}]}, **_no_clock()}
    )
    guest = room.guest()
    ask(guest, table, "sit", seat=1)
    with watch(served.address, table) as events:
        assert next_of(events, "jackpot") == {"jackpot": jackpot, "meter": "100.00"}
        ask(guest, table, "wager", wagers={"ante": 10, "jackpot-1": 1}, deal=True)
        ask(guest, table, "decide", action="fold")
        assert next_of(events, "jackpot")["meter"] == "100.20"
        assert next_of(events, "heartbeat") == {}


def _no_clock() -> dict[str, object]:
    return {"clock": {"decision": 0, "wagers": 0}}


def test_ends_with_the_session(room: Room, served: Serving) -> None:
    table = room.open(DUKI)
    for end in (lambda client: client.post("/api/logout"), lambda _: room.wait(days=40)):
        guest = room.guest()
        with watch(served.address, table, token_of(guest)) as events:
            next_of(events, "table")
            end(guest)
            assert next_of(events, "ended")
            assert list(events) == []


def test_ends_when_the_server_closes(room: Room, served: Serving) -> None:
    table = room.open(DUKI)
    with watch(served.address, table) as events:
        next_of(events, "table")
        room.app.state.services.hub.close()
        assert next_of(events, "ended")


def test_refusals(room: Room, served: Serving) -> None:
    address = f"{served.address}/api/stream"
    for query, status in (
        ("?tables=duki-00000000", 404),
        ("?tables=a,,b", 422),
        ("?seconds=-1", 422),
    ):
        answer = httpx.get(address + query, trust_env=False)
        assert answer.status_code == status
        assert set(answer.json()) == {"error"}
    wrong = {"Authorization": "Bearer wrong"}
    assert httpx.get(address, headers=wrong, trust_env=False).status_code == 401


def test_streams_are_limited_and_given_back(room: Room) -> None:
    browser = room.browser()
    hub = room.app.state.services.hub
    for _ in range(MOST_OF_ONE + 5):
        assert browser.get("/api/stream?seconds=0").status_code == 200
    assert not hub._clients
    for _ in range(MOST_OF_ONE):
        hub._clients.setdefault("address 10.0.0.1", set()).add(object())
    answer = browser.get("/api/stream?seconds=0")
    assert answer.status_code == 503
    assert "at most 20" in answer.json()["error"]
    hub._clients.clear()
