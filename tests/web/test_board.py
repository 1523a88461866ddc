"""What many look at is made once: the lobby's rows, a table for its spectators, the wall; and
replays leave the processor to whoever plays."""

import asyncio
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house import accounts
from pitboss.house.books import fold
from pitboss.house.log import Person
from pitboss.house.store import Transaction
from pitboss.house.tables.play import Command
from pitboss.web.common import services as shared_services
from pitboss.web.common.gate import Full
from pitboss.web.common.services import Client, Services
from pitboss.web.pages import board as boards
from pitboss.web.pages.board import Board, Sight
from pitboss.web.pages.site import Shared
from pitboss.web.pages.table.page import draw_region, make_region
from tests.web.room import DUKI, HOLDOUT, QUICK, Room, ask

NOBODY = "nobody"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


def services_of(room: Room) -> Services:
    found: Services = room.app.state.services
    return found


def board_of(room: Room) -> Board:
    services = services_of(room)
    board = services.keep(Board, services)
    room.run(board.renew())
    return board


def told(board: Board, last: Sight | None, who: str = NOBODY) -> tuple[Sight, dict[str, Any]]:
    sight, message = board.message(last, who)
    return sight, msgspec.json.decode(message)


def seat(room: Room, table: str, number: int) -> Person:
    person = Person(f"guest-{number}", f"Guest {number}", "guest")
    room.house.issue_chips(person)
    room.house.ask(Command(table, "sit", person, {"chips": 100, "seat": number}))
    return person


def test_one_change_is_drawn_once_for_however_many_streams(room: Room) -> None:
    tables = [room.open({**DUKI, "name": f"Duki {number}"}) for number in range(5)]
    board = board_of(room)
    assert board.drawn == 5
    first, values = told(board, None)
    assert all(f'id="t-{table}"' in values["html"] for table in tables)
    seat(room, tables[3], 1)
    room.run(board.renew())
    assert board.drawn == 6
    messages = [board.message(first, f"someone-{number}")[1] for number in range(300)]
    assert all(message is messages[0] for message in messages)
    assert board.drawn == 6
    rows = msgspec.json.decode(messages[0])["rows"]
    assert [name for name, _ in rows] == [tables[3]]
    assert "1 of" in rows[0][1]


def test_a_slow_stream_gets_how_things_stand_and_no_backlog(room: Room) -> None:
    table, other = room.open(DUKI), room.open(DUKI)
    board = board_of(room)
    slow, _ = told(board, None)
    quick = slow
    for number in range(1, 5):
        seat(room, table, number)
        room.run(board.renew())
        quick, values = told(board, quick)
        assert len(values["rows"]) == 1
    _, values = told(board, slow)
    ((name, html),) = values["rows"]
    assert name == table != other
    assert "4 of" in html
    assert told(board, quick)[1]["rows"] == []


def test_ones_own_tables_stand_first_and_no_one_elses_practice(room: Room) -> None:
    table = room.open(DUKI)
    board = board_of(room)
    person = Person("guest-1", "Guest 1", "guest")
    mine, _ = told(board, None, person.id)
    others, _ = told(board, None)
    seat(room, table, 1)
    practice = room.house.open_table(person, {**DUKI, "practice": True}, person.id)
    room.run(board.renew())
    mine, values = told(board, mine, person.id)
    assert values["own"].count("yours") == 2
    assert [table, ""] in values["rows"], "it has left the list of all"
    others, values = told(board, others)
    assert "own" not in values
    assert dict(values["rows"])[practice] == "", "it is shared by its link alone"
    room.house.ask(Command(table, "leave", person, {}))
    room.run(board.renew())
    mine, values = told(board, mine, person.id)
    assert values["own"].count("yours") == 1
    assert "yours" not in dict(values["rows"])[table]


def test_a_table_is_taken_down_and_a_new_one_put_up(room: Room) -> None:
    table = room.open(DUKI)
    board = board_of(room)
    last, _ = told(board, None)
    room.house.ask(Command(table, "close-table", room.operator, {"why": "the end"}))
    new = room.open(DUKI)
    room.run(board.renew())
    last, values = told(board, last)
    rows = dict(values["rows"])
    assert rows[table] == ""
    assert f'id="t-{new}"' in rows[new]


def test_a_page_goes_on_from_its_mark_unless_it_is_not_known(room: Room) -> None:
    room.open(DUKI)
    board = board_of(room)
    at = board.mark
    assert board.since(at, NOBODY) == Sight(1)
    for mark in ("", "other.1", f"{board.name}.2", f"{board.name}.x", f"{board.name}.{9**99}"):
        assert board.since(mark, NOBODY) is None
    page = room.browser().get("/").text
    assert f'data-stream="/stream?since={at}"' in page


def test_meters_move_on_the_board(room: Room) -> None:
    terms = {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "seed": 10_000}
    given = {"game": "super-omaha", "terms": {**terms, "rate": "0.2", "reserve": "0.01"}}
    jackpot = room.house.open_jackpot(room.operator, given)
    room.open({"game": "super-omaha", "table": {"jackpots": [{"jackpot": jackpot}]}})
    board = board_of(room)
    last, values = told(board, None)
    assert f"m-{jackpot}" in values["html"]
    room.house._set_meters({jackpot: 10_001_00})
    room.run(board.renew())
    last, values = told(board, last)
    assert values["rows"] == []
    assert f"m-{jackpot}" in values["meters"]
    assert "meters" not in told(board, last)[1]


def test_spectators_are_shown_the_same_drawing(room: Room) -> None:
    table = room.open(DUKI)
    person = seat(room, table, 1)
    services = services_of(room)

    def drawn(who: str) -> bytes:
        return room.run(make_region(services, table, who))

    assert drawn("guest-7") is drawn("guest-8")
    assert drawn(NOBODY) is drawn(NOBODY)
    before, own = drawn("guest-7"), drawn(person.id)
    assert own != before
    wagers = {"wagers": {"ante": 10}, "deal": True}
    room.house.ask(Command(table, "wager", person, wagers))
    assert drawn("guest-7") != before


def test_a_broke_player_among_players_is_offered_chips(room: Room) -> None:
    """``Deal`` once stood there, and the others played on."""
    table = room.open(HOLDOUT)
    person = seat(room, table, 1)
    live = room.house.table(table)

    def drawn(stack_cents: int) -> str:
        seats = {1: {**live.seats[1], "stack_cents": stack_cents}}
        shown = live._replace(seats=seats)
        return room.run(draw_region(services_of(room), shown, person.id)).decode()

    assert ("Get chips" in drawn(5_00), "Get chips" in drawn(0)) == (False, True)
    assert '\\"act\\":\\"deal\\"' not in drawn(0)


def test_reports_read_each_round_once_however_often_they_are_looked_at(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They took seconds each time; see also ``benchmarks``."""
    folded: list[int] = []
    real = fold.Fold._add_round

    def count(self: fold.Fold, day: Any, played: Any) -> None:
        folded.append(played.number)
        real(self, day, played)

    monkeypatch.setattr(fold.Fold, "_add_round", count)
    table = room.open(DUKI)
    person, olga = seat(room, table, 1), room.staff("Olga")
    for looks in ([1], [2]):
        wagers = {"wagers": {"ante": 10}, "deal": True}
        room.house.ask(Command(table, "wager", person, wagers))
        room.house.ask(Command(table, "decide", person, {"action": "fold"}))
        for _ in range(2):
            assert olga.get("/floor/reports").status_code == 200
        assert folded == looks
        folded.clear()


def test_replays_are_made_one_at_a_time_and_not_without_end(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_services, "MOST_STUDIES", 3)
    services, at_work, most = services_of(room), 0, 0
    goes_on = threading.Event()

    def study(_: Transaction) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        goes_on.wait(5)
        at_work -= 1

    async def ask_for() -> list[object]:
        asked = [asyncio.create_task(services.study(study)) for _ in range(5)]
        await asyncio.sleep(0.05)
        assert await services.look(lambda _: "a player") == "a player", "others are read meanwhile"
        goes_on.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = room.run(ask_for())
    assert [isinstance(answer, Full) for answer in answers] == [False] * 3 + [True] * 2
    assert most == 1


def test_a_replay_is_shown_and_counted_against_its_reader(room: Room) -> None:
    table, guest = room.open(DUKI), room.guest()
    ask(guest, table, "sit", seat=1)
    ask(guest, table, "wager", wagers={"ante": 5}, deal=True)
    ask(guest, table, "decide", action="fold")
    room.wait(seconds=5)
    answers = [guest.get(f"/tables/{table}/rounds/1").status_code for _ in range(60)]
    assert answers[:40] == [200] * 40
    assert answers[-1] == 429


def test_what_is_shared_is_made_once_for_all_who_wait(room: Room) -> None:
    made = 0

    async def make() -> bytes:
        nonlocal made
        made += 1
        await asyncio.sleep(0.01)
        return b"%d" % made

    async def ask_for() -> list[bytes]:
        shared = Shared()
        first = asyncio.create_task(shared.find("a", make))
        await asyncio.sleep(0.005)
        more = await asyncio.gather(*(shared.find("a", make) for _ in range(50)))
        return [await first, *more]

    assert room.run(ask_for()) == [b"1", *[b"2"] * 50], "those who came later see no older state"


def test_streams_are_told_a_few_at_a_time(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "SHARE", 0)
    board = board_of(room)
    told_at_once: list[int] = []

    async def spread() -> None:
        clients = [Client(f"guest-{number}", ()) for number in range(23)]
        for client in clients:
            board._clients.add(client)

        async def play() -> None:
            while not all(client.dirty for client in clients):
                told_at_once.append(sum(bool(client.dirty) for client in clients))
                await asyncio.sleep(0)

        await asyncio.gather(play(), board._tell_all())
        board._clients.clear()

    room.run(spread())
    steps = [after - before for before, after in pairwise(told_at_once)]
    assert max(steps) <= boards.TOLD_TOGETHER
    assert sum(step > 0 for step in steps) >= 4, "whoever plays has a turn between the slices"
