"""Who is at a table by its streams, and quick reactions among those who play there."""

import time
from collections.abc import Iterator

import pytest

from pitboss.house.company.presence import GONE_SECONDS
from pitboss.house.driver import Driver
from pitboss.house.tables.waiting import PLAY_ON_SECONDS
from pitboss.web.common.tables import load_round
from tests.web.room import DUKI, Browser, Room, ask
from tests.web.serving import Serving, next_of, watch
from tests.web.test_stream import token_of


@pytest.fixture
def served(room: Room) -> Iterator[Serving]:
    server = Serving(room.app)
    yield server
    room.app.state.services.hub.close()
    server.stop()


@pytest.fixture
def seated(room: Room) -> tuple[str, Browser, Browser]:
    """Two people at one table, by the time of the room."""
    room.house.presence._now = lambda: room.seconds
    table = room.open(DUKI)
    one, two = room.guest(), room.guest()
    for seat, client in ((1, one), (2, two)):
        ask(client, table, "sit", seat=seat)
    return table, one, two


def test_a_closed_stream_is_told_to_the_others(
    room: Room, served: Serving, seated: tuple[str, Browser, Browser]
) -> None:
    table, one, two = seated
    driver, now = Driver(room.house), 0.0

    def pass_time(seconds: float) -> None:
        nonlocal now
        room.wait(seconds=seconds)
        now += 1.0
        driver.step(now)

    with watch(served.address, table, token_of(one)) as events:
        with watch(served.address, table, token_of(two)) as others:
            assert next_of(events, "table")["gone"] == []
            next_of(others, "table")
            pass_time(100)
            view = one.get(f"/api/tables/{table}").json()
            assert (view["gone"], view["play_on"]) == ([], []), "both are there"
        until = time.monotonic() + 5
        while room.house.presence._stays[table][_id(two)].streams and time.monotonic() < until:
            time.sleep(0.02)
        pass_time(GONE_SECONDS)
        assert next_of(events, "people") == {"table": table, "gone": [2], "play_on": []}
        pass_time(PLAY_ON_SECONDS - GONE_SECONDS)
        assert next_of(events, "people") == {"table": table, "gone": [2], "play_on": [2]}
        ask(one, table, "play-on", without=2)
        told = next_of(events, "table")
        assert told["seats"]["2"]["away"]
        assert told["play_on"] == []


def _id(client: Browser) -> str:
    return str(client.get("/api/me").json()["person"]["id"])


def test_a_reaction_goes_to_everyone_at_the_table_and_to_no_log(
    room: Room, served: Serving, seated: tuple[str, Browser, Browser]
) -> None:
    table, one, two = seated
    before = room.state(table)
    words = one.get("/api/reactions").json()["reactions"]
    with (
        watch(served.address, table, token_of(two)) as events,
        watch(served.address, table) as spectator,
    ):
        for each in (events, spectator):
            next_of(each, "table")
        answer = one.post(f"/api/tables/{table}/reactions", json={"word": "nice-hand"})
        assert answer.status_code == 200, answer.text
        for each in (events, spectator):
            said = next_of(each, "reaction")
            assert said == answer.json()
            assert (said["seat"], said["text"]) == (1, words["nice-hand"])
    assert room.state(table) == before


def test_reactions_are_few_and_from_the_list(
    room: Room, seated: tuple[str, Browser, Browser]
) -> None:
    table, one, _ = seated
    path = f"/api/tables/{table}/reactions"
    refused = one.post(path, json={"word": "<b>hm</b>"})
    assert (refused.status_code, refused.json()["error"][:5]) == (422, "word:")
    statuses = [one.post(path, json={"word": "wow"}).status_code for _ in range(6)]
    assert statuses[:4] == [200] * 4
    assert statuses[-1] == 429
    stranger = room.guest()
    assert stranger.post(path, json={"word": "wow"}).status_code == 409
    assert room.browser().post(path, json={"word": "wow"}).status_code == 401


def test_a_guest_chooses_the_name_that_is_shown(
    room: Room, seated: tuple[str, Browser, Browser]
) -> None:
    table, one, two = seated
    answer = one.post("/api/name", json={"name": "  Robin  Hood "})
    assert answer.json()["name"] == "Robin Hood (guest)"
    assert two.get(f"/api/tables/{table}").json()["seats"]["1"]["name"] == "Robin Hood (guest)"
    assert one.get("/api/me").json()["person"]["name"] == "Robin Hood (guest)"
    for name, words in [("The house", "could be taken for the house"), ("a\u202eb", "U+202E")]:
        refused = one.post("/api/name", json={"name": name})
        assert (refused.status_code, words in refused.json()["error"]) == (409, True)
    room.hire("Paula", "player")
    assert room.staff("Paula").post("/api/name", json={"name": "Robin"}).status_code == 403


def test_a_round_that_is_shown_again_has_the_name_of_its_time(
    room: Room, seated: tuple[str, Browser, Browser]
) -> None:
    table, one, two = seated
    one.post("/api/name", json={"name": "Robin"})
    for client in (one, two):
        ask(client, table, "wager", wagers={"ante": 10}, deal=True)
    for client in (one, two):
        ask(client, table, "decide", action="fold")
    one.post("/api/name", json={"name": "Marian"})
    with room.house.database.reading() as transaction:
        assert load_round(transaction, table, 1).names[1] == "Robin (guest)"
