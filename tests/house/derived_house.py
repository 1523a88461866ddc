"""A small house in which everything has happened that the database keeps a row of: rounds of every
game, hits on their way, corrections, two people's acts, people of all kinds, alerts and heads."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pitboss.house import access, accounts, desk, personnel
from pitboss.house.accounts import hash_password
from pitboss.house.audit.derived.comparison import Comparison
from pitboss.house.audit.derived.differences import Difference
from pitboss.house.audit.derived.keeper import Comparing
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.engine import House
from pitboss.house.log import Entry, Person
from pitboss.house.store import Keys, entries, factors, open_database, open_vault
from tests.house.guests import (
    OPERATOR,
    SUPERVISOR,
    ask,
    change_as,
    deal_from,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
    play_round,
)
from tests.house.people_room import QUICK

PASSWORD = "some words that nobody guesses"


class Furnished:
    """The house with what a test needs to name."""

    def __init__(self, house: House, watch: Watch) -> None:
        self.house, self.watch = house, watch
        self.tables: dict[str, str] = {}
        self.people: dict[str, Person] = {}
        self.jackpot = ""

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self.house.database.reading() as transaction:
            return transaction.execute(sql, values)

    def tamper(self, sql: str, *values: object) -> None:
        with self.house.database.transaction() as transaction:
            transaction.execute(sql, values)

    def compare(self) -> list[Difference]:
        return Comparison(self.house.database).run()


@contextmanager
def furnish(address: str, folder: Path) -> Iterator[Furnished]:
    """Closed at the end, unless a test has done so."""
    with patch.object(accounts, "HASHER", QUICK):
        database = open_database(address)
        open_vault(database, Keys(folder / "vault.key", ""), "2026-01-01T00:00:00.000+00:00")
        house = House(database)
        watch = Watch(house, open_key(folder / "house.key"))
        watch.start()
        found = Furnished(house, watch)
        hire_people(found)
        play_tables(found)
        watch.sign()
        yield found
        watch.stop()
        house.close()


def hire_people(found: Furnished) -> None:
    house = found.house
    made = accounts.ensure_operator(house.database, "Olga", PASSWORD, house.writer._now())
    assert made
    found.people["Olga"] = made.person
    for name, role in (
        *(("Ove", "operator"), ("Sven", "supervisor"), ("Saga", "supervisor")),
        *(("Dora", "dealer"), ("Pia", "player"), ("Gone", "player")),
    ):
        make = partial(accounts.make_person, name=name, role=role, password=hash_password(PASSWORD))
        found.people[name] = change_as(house, accounts.MACHINE, make)
    olga, pia = found.people["Olga"], found.people["Pia"]
    change_as(house, olga, lambda it: accounts.deactivate(it, found.people["Gone"].id))
    change_as(house, olga, lambda it: accounts.rename(it, pia.id, "Pim"))
    for name in ("Olga", "Pim"):
        assert isinstance(log_in(house, name), access.Begun)
    set_factor(house, olga)
    house.do(lambda unit: access.begin_guest(unit, house.writer._now(), "Gus"))


def set_factor(house: House, person: Person) -> None:
    proof = accounts.prove(house.database, person.name, PASSWORD)
    begun = change_as(house, person, lambda it: accounts.begin_factor(it, proof))
    with patch.object(factors, "use", lambda factor, code, at: factor):
        change_as(house, person, lambda it: personnel.confirm_factor(it, "000000"))
    assert begun.secret


def log_in(house: House, name: str) -> Any:
    proof = accounts.prove(house.database, name, PASSWORD)
    return house.do(lambda unit: accounts.log_in(unit, proof, house.writer._now()))


def play_tables(found: Furnished) -> None:
    house, rng = found.house, random.Random(7)
    found.jackpot = name = open_jackpot(house)
    for game in ("duki", "buyout", "holdout"):
        table = found.tables[game] = open_table(house, game)
        seated = [guest(house, 10 * len(found.tables) + n) for n in (1, 2)]
        for person in seated:
            ask(house, table, "sit", person, chips=200)
        for _ in range(5):  # the table is kept after four
            play_round(house, table, seated, rng)
    setup = {"table": omaha_table(name), "verify": "supervisor"}
    table = found.tables["super-omaha"] = open_table(house, "super-omaha", **setup)
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=900)
    with pytest.MonkeyPatch.context() as patching:
        deal_from(patching, "Ah Kh Qh Jh 2c 3d 4s 5c Th")
        play_omaha(house, table, one, 3)
    play_omaha(house, table, one, 2)
    walk_hits(found, table)
    act_together(found, table)
    change = {"setup": {"name": "Another name"}, "why": "another evening"}
    ask(house, found.tables["duki"], "change-table", OPERATOR, **change)
    ask(house, found.tables["buyout"], "close-table", OPERATOR, why="the night is over")
    found.watch.sign()


def play_omaha(house: House, table: str, person: Person, rounds: int) -> None:
    for _ in range(rounds):
        ask(house, table, "wager", person, wagers={"ante": 10, "jackpot-1": 1}, deal=True)
        while question := house.table(table).question:
            options = {option.action for option in question.options}
            ask(house, table, "decide", person, action="check" if "check" in options else "fold")


def walk_hits(found: Furnished, table: str) -> None:
    hits = [row[0] for row in found.rows("SELECT id FROM hits ORDER BY round, place")]
    for state in ("verified", "paid"):
        ask(found.house, table, "advance-hit", SUPERVISOR, hit=hits[0], state=state)
    ask(found.house, table, "advance-hit", SUPERVISOR, hit=hits[1], state="voided")


def act_together(found: Furnished, table: str) -> None:
    """A meter moved, a round undone, an account made, a request that waits and one declined."""
    house, sven, saga = found.house, found.people["Sven"], found.people["Saga"]
    moved = {"jackpot": found.jackpot, "change": "12.345", "cause": "display-fault"}
    for act, body in (
        ("adjust-meter", {**moved, "reference": "R1"}),
        ("void-settled", {"table": table, "round": 4}),
    ):
        asked = desk.ask_for(house, sven, act, body, "as written")
        desk.approve_and_do(house, saga, asked.id)
    olga, ove = found.people["Olga"], found.people["Ove"]
    wanted = {"name": "Siri", "role": "supervisor"}
    asked = desk.ask_for(house, olga, "make-person", wanted, "more to do")
    desk.approve_and_do(house, ove, asked.id)
    for act in ("reseed", "adjust-meter"):
        asked = desk.ask_for(house, sven, act, moved, "perhaps")
    change_as(house, saga, lambda it: desk.decline(it, asked.id, "no"))
    house.alarms.put_up("the light is out")
    house.alarms.put_up("the door is open")
    house.refresh()
    first = found.rows("SELECT id FROM alerts ORDER BY at, id")[0][0]
    change_as(house, sven, lambda it: desk.acknowledge(it, first))


def start_again(found: Furnished) -> Comparing:
    """What a start of the server compares before tables are played."""
    comparing = Comparing(found.house)
    comparing.begin()
    assert comparing.is_done
    return comparing


def last_entry(found: Furnished, chain: str, kind: str) -> Entry:
    with found.house.database.reading() as transaction:
        which = entries.Which(chain, (kind,))
        return entries.search(transaction, which, newest_first=True, most=1)[0]
