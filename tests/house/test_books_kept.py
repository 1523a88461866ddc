"""A report that folds only what is new says what one says that folds all of it."""

import asyncio
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import accounts
from pitboss.house.books import fold
from pitboss.house.books.fold import KeptDays
from pitboss.house.books.master import master_report
from pitboss.house.books.tally import Day, Place
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


def test_the_books_are_kept_up_while_a_server_runs(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    app = create_app(floor.house, ServerSettings())
    services: Services = app.state.services
    kept = services.keep(KeptDays)
    places = [
        Place(services.today, table, game)
        for table, game in zip(floor.tables, ("duki", "super-omaha"), strict=True)
    ]
    monkeypatch.setattr(reports, "FOLD_SECONDS", 0.01)
    monkeypatch.setattr(reports, "FOLDED_AT_ONCE", 1)

    async def reached(what: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not what():
                await asyncio.sleep(0.01)

    async def run() -> None:
        async with folding(app):
            await reached(lambda: [_round(kept, place) for place in places] == [1, 1])
            await asyncio.to_thread(floor.play, 2)
            await reached(lambda: [_round(kept, place) for place in places] == [3, 3])
            monkeypatch.setattr(reports, "find_behind", lambda *given: 1 / 0)
            await reached(lambda: "not folded ahead: division by zero" in caplog.text)

    floor.play(1)
    asyncio.run(run())
    services.close()


def _round(kept: KeptDays, place: Place) -> int:
    folded = kept.find(place)
    return folded.round if folded else 0


def test_a_day_that_no_count_has_priced_is_not_folded_ahead_again_and_again(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
):
    def behind() -> list[str]:
        with floor.house.database.reading() as transaction:
            return fold.Fold(transaction, floor.period(), floor.kept).behind()

    floor.play(1)
    assert behind() == floor.tables
    with monkeypatch.context() as patched:
        patched.setattr(Day, "is_priced", False)
        floor.check()
    assert behind() == []
    floor.check()
    assert behind() == []
    floor.play(1)
    assert behind() == floor.tables
