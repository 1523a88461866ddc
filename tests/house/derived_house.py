"""A small house in which everything has happened that the database keeps a row of: rounds of every
game, hits on their way, corrections, two people's acts, people of all kinds, alerts and heads."""

import atexit
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest

from pitboss.house import access, accounts, desk, personnel
from pitboss.house.accounts import hash_password
from pitboss.house.audit.derived.comparison import Comparison
from pitboss.house.audit.derived.differences import Difference
from pitboss.house.audit.derived.keeper import Comparing
from pitboss.house.audit.export import Signer
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.audit.noted import NOTE_FILE
from pitboss.house.engine import TABLE, House
from pitboss.house.log import Entry, Person
from pitboss.house.store import Keys, entries, factors, open_database, open_vault
from pitboss.house.tables.play import Command
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
AT = "2026-01-01T00:00:00.000+00:00"
KEYS = ("vault.key", "house.key")


class Furnished:
    """The house with what a test needs to name."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.tables: dict[str, str] = {}
        self.people: dict[str, Person] = {}
        self.jackpot = ""
        self.open()

    def open(self) -> None:
        """Start the house, as far as it signs its log."""
        database = open_database(self.address)
        open_vault(database, Keys(self.folder / "vault.key", ""), AT)
        self.house = House(database)
        key = open_key(self.folder / "house.key")
        self.watch = Watch(self.house, key, note=self.folder / NOTE_FILE)
        self.watch.start()

    @property
    def signer(self) -> Signer:
        return Signer(self.watch.key, self.house.writer.stamp(), self.watch.manifest["digest"])

    def close(self) -> None:
        self.watch.stop()
        self.house.close()

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self.house.database.reading() as transaction:
            return transaction.execute(sql, values)

    def tamper(self, sql: str, *values: object) -> None:
        """As somebody does who has the database and nothing of the house."""
        if "://" in self.address:
            with psycopg.connect(self.address, autocommit=True) as connection:
                connection.execute(sql.replace("?", "%s").encode(), values)
        else:
            with closing(sqlite3.connect(self.address)) as raw, raw:
                raw.execute(sql, values)

    def compare(self) -> list[Difference]:
        return Comparison(self.house.database).run()


_MADE: dict[str, Furnished] = {}
"""One of each kind of database, from which all others are copied."""


@contextmanager
def furnish(address: str, folder: Path) -> Iterator[Furnished]:
    """On an empty database; closed at the end."""
    with patch.object(accounts, "HASHER", QUICK):
        server = address.rpartition("/")[0] if "://" in address else ""
        if server not in _MADE:
            _MADE[server] = make(server)
        made = _MADE[server]
        copy(made, address, folder)
        found = Furnished(address, folder)
        found.tables, found.people, found.jackpot = made.tables, made.people, made.jackpot
        yield found
        found.close()


def make(server: str) -> Furnished:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-furnished-"))
    atexit.register(shutil.rmtree, folder)
    if server:
        do_at(server, "CREATE DATABASE furnished")
    found = Furnished(f"{server}/furnished" if server else str(folder / "house.db"), folder)
    hire_people(found)
    play_tables(found)
    found.watch.sign()
    found.close()
    return found


def copy(made: Furnished, address: str, folder: Path) -> None:
    for name in KEYS:
        shutil.copy2(made.folder / name, folder / name)
    server, _, name = address.rpartition("/")
    if "://" in address:
        do_at(server, f"DROP DATABASE {name}")
        do_at(server, f"CREATE DATABASE {name} TEMPLATE furnished")
    else:
        shutil.copy2(made.address, address)


def do_at(server: str, sql: str) -> None:
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(sql.encode())


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
    pass_time(house, found.tables["duki"], seated[0])
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


def pass_time(house: House, table: str, person: Person) -> None:
    """What else happens at a table."""
    ask(house, table, "sit", person, chips=50)
    ask(house, table, "buy-chips", person, chips=20)
    ask(house, table, "add-word", person, added="my word")
    ask(house, table, "sit-out", person)
    ask(house, table, "sit-in", person)
    ask(house, table, "wager", person, wagers={"ante": 5})
    house.ask(Command(table, "deal", SUPERVISOR))
    ask(house, table, "void", SUPERVISOR, reason="d")
    ask(house, table, "check-cards", SUPERVISOR)
    given = {"who": person.id, "name": "Another"}
    house.ask(Command(table, "name-seat", TABLE, given))


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
    """A start of the server: it signs what it finds, and compares before tables are played."""
    found.open()
    comparing = Comparing(found.house)
    comparing.start()
    assert comparing.is_done
    return comparing


def last_entry(found: Furnished, chain: str, kind: str) -> Entry:
    with found.house.database.reading() as transaction:
        which = entries.Which(chain, (kind,))
        return entries.search(transaction, which, newest_first=True, most=1)[0]
