"""SQLite's write lock: taken late, waited for, and never for ever."""

import sqlite3
import threading
from pathlib import Path

import pytest

from pitboss.house.outage import Outage
from pitboss.house.store import Conflict, database, open_database
from pitboss.house.store.sqlite import Sqlite

WRITE = "INSERT INTO meta (name, value) VALUES (?, '')"
NAMES = "SELECT name FROM meta WHERE name NOT IN ('schema', 'id') ORDER BY name"


@pytest.fixture
def pair(tmp_path):
    """The file as two processes have it."""
    opened = [open_database(str(tmp_path / "house.db")) for _ in range(2)]
    yield opened
    for each in opened:
        each.close()


def write(database, name):
    with database.transaction() as transaction:
        transaction.execute(WRITE, (name,))


def names(database):
    with database.reading() as transaction:
        return [name for (name,) in transaction.execute(NAMES)]


def test_nobody_waits_for_a_transaction_without_a_statement(pair):
    one, two = pair
    with one.transaction() as transaction:
        write(two, "meanwhile")
        assert transaction.peek(NAMES) == [("meanwhile",)]
        write(two, "still")
        transaction.execute_each(WRITE, [("mine",)])
        assert len(transaction.execute(NAMES)) == 3
    assert names(two) == ["meanwhile", "mine", "still"]


def test_a_writer_waits_for_the_other(pair):
    one, two = pair
    waiting = threading.Thread(target=write, args=(two, "second"))
    with one.transaction() as transaction:
        transaction.execute(WRITE, ("first",))
        waiting.start()
        waiting.join(0.1)
        assert waiting.is_alive()
    waiting.join(10)
    assert names(one) == ["first", "second"]


def test_a_lock_that_is_never_let_go_is_an_error_in_the_end(pair, monkeypatch):
    one, two = pair
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with one.transaction() as transaction:
        transaction.execute(WRITE, ("first",))
        with pytest.raises(Outage, match="another program keeps it locked") as refused:
            write(two, "second")
        assert refused.value.kind == "locked"
    write(two, "third")
    assert names(one) == ["first", "third"]


def test_what_breaks_a_rule_of_the_schema_is_a_conflict_and_leaves_nothing(pair):
    one, _ = pair
    write(one, "once")

    def write_both():
        with one.transaction() as transaction:
            transaction.execute(WRITE, ("other",))
            transaction.execute(WRITE, ("once",))

    with pytest.raises(Conflict):
        write_both()
    assert names(one) == ["once"]
    write(one, "twice")


def test_an_error_in_between_leaves_nothing(pair):
    one, two = pair

    def write_half():
        with one.transaction() as transaction:
            transaction.execute(WRITE, ("half",))
            raise KeyError

    with pytest.raises(KeyError):
        write_half()
    write(two, "whole")
    assert names(one) == ["whole"]


def test_whoever_reads_while_the_house_closes_is_let_finish(tmp_path: Path) -> None:
    """A connection that is closed while another thread reads by it takes the process along."""
    database = Sqlite(str(tmp_path / "house.db"))
    with database.reading() as transaction:
        database.close()
        assert transaction.execute("SELECT 7") == [(7,)]
        held = list(database._readers.opened)
    assert len(held) == 1
    assert database._readers.opened == []
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        held[0].execute("SELECT 1")
