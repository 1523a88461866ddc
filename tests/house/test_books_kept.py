"""A report that folds only what is new says what one says that folds all of it."""

import asyncio
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import accounts
from pitboss.house.books import fold
from pitboss.house.books.fold import KeptDays
from pitboss.house.books.master import master_report
from pitboss.house.books.tally import Place
from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.house.store.period import Period
from pitboss.house.tables.play import Command
from pitboss.web.app import create_app
from pitboss.web.common.services import ServerSettings, Services
from pitboss.web.pages.floor import reports
from pitboss.web.pages.floor.reports import folding
from tests.house.guests import ask, change_as, guest, open_table, play_round

NOBODYS = "x" * 12


class Floor:
    """Some tables with a player each, and a report that is kept up beside a fresh one."""

    def __init__(self, house: House) -> None:
        self.house, self.kept, self.rng = house, KeptDays(), random.Random(7)
        clock = {"decision": 0, "wagers": 0}
        self.tables = [open_table(house, game, clock=clock) for game in ("duki", "super-omaha")]
        self.people = [guest(house, number) for number, _ in enumerate(self.tables)]
        for table, person in zip(self.tables, self.people, strict=True):
            ask(house, table, "sit", person, chips=500)

    def play(self, rounds: int = 1) -> None:
        for table, person in zip(self.tables, self.people, strict=True):
            for _ in range(rounds):
                play_round(self.house, table, [person], self.rng)

    def period(self, **given: Any) -> Period:
        today = datetime.now(UTC).date().isoformat()
        return Period(today, today)._replace(**given)

    def check(self) -> dict[str, Any]:
        """Both reports of one moment."""
        with self.house.database.reading() as transaction:
            fresh = master_report(transaction, self.period())
            kept = master_report(transaction, self.period(), self.kept)
        assert kept == fresh
        return fresh


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    house = House(open_database(str(tmp_path / "house.db")))
    yield Floor(house)
    house.close()


def supervisor(house: House, name: str) -> Person:
    hashed = accounts.hash_password(NOBODYS)
    make = partial(accounts.make_person, name=name, role="supervisor", password=hashed)
    return change_as(house, accounts.MACHINE, make)


def test_rounds_chips_and_corrections_since_are_in_it(floor: Floor) -> None:
    assert floor.check()["total"]["rounds"] == 0
    floor.play(2)
    assert floor.check()["total"]["rounds"] == 4
    floor.check()
    ask(floor.house, floor.tables[0], "buy-chips", floor.people[0], chips=50)
    assert floor.check()["total"]["drop"] == "1050.00"
    floor.play(2)
    body = {"table": floor.tables[0], "round": 2}
    asks, approves = (supervisor(floor.house, name) for name in ("Sven", "Saga"))
    asked = ask_for(floor.house, asks, "void-settled", body, "dealt wrongly")
    approve_and_do(floor.house, approves, asked.id)
    total = floor.check()["total"]
    assert (total["rounds"], total["corrected"]) == (7, 1)
    floor.play()
    assert floor.check()["total"]["rounds"] == 9


def test_only_what_is_new_is_folded(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[int] = []
    real = fold.Fold._add_round

    def count(self: fold.Fold, day: Any, played: Any) -> None:
        folded.append(played.number)
        real(self, day, played)

    monkeypatch.setattr(fold.Fold, "_add_round", count)

    def report() -> list[int]:
        folded.clear()
        with floor.house.database.reading() as transaction:
            master_report(transaction, floor.period(), floor.kept)
        return sorted(folded)

    floor.play(3)
    assert report() == [1, 1, 2, 2, 3, 3]
    assert report() == []
    floor.play(1)
    assert report() == [4, 4]


def test_a_reading_that_began_earlier_shows_its_own_moment(floor: Floor) -> None:
    floor.play(1)
    with floor.house.database.reading() as early:
        before = master_report(early, floor.period())
        floor.play(1)
        assert floor.check()["total"]["rounds"] == 4
        assert master_report(early, floor.period(), floor.kept) == before
    assert floor.check()["total"]["rounds"] == 4


def test_guests_tables_are_left_out_where_that_is_asked_for(floor: Floor) -> None:
    person = guest(floor.house, 77)
    table = floor.house.open_table(person, {"game": "duki", "practice": True}, person.id)
    floor.house.ask(Command(table, "sit", person, {"chips": 100}))
    play_round(floor.house, table, [person], floor.rng)
    floor.play(1)
    with floor.house.database.reading() as transaction:
        whole = master_report(transaction, floor.period())
        own = master_report(transaction, floor.period(is_own=True))
    assert own["tables"] == whole["tables"], "no book ever counted them"
    assert (whole["practice"]["practice_drop"], own["practice"]["practice_drop"]) == (
        "100.00",
        "0.00",
    )


def test_the_books_are_folded_when_a_server_starts(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    app = create_app(floor.house, ServerSettings())
    services: Services = app.state.services

    async def start() -> None:
        async with folding(app):
            await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))

    floor.play(2)
    asyncio.run(start())
    folded = services.keep(KeptDays).find(Place(services.today, floor.tables[0], "duki"))
    assert folded is not None
    assert folded.round == 2
    monkeypatch.setattr(reports, "make_sheets", lambda *given: 1 / 0)
    asyncio.run(start())
    assert "the books were not folded at the start: division by zero" in caplog.text
    services.close()
