"""The surroundings fail: what is refused with which words, what stands still, and that everything
goes on by itself. ``tests/campaigns/faults`` does the same to whole servers under load."""

import os
import sqlite3
import time
from contextlib import closing, contextmanager, suppress

import pytest

from pitboss.house import driver as driving
from pitboss.house import health as pauses
from pitboss.house.driver import Driver
from pitboss.house.engine import House
from pitboss.house.health import Health
from pitboss.house.outage import Outage
from pitboss.house.store import database, open_database, people, sqlite
from pitboss.house.store.schema import create_schema
from pitboss.house.store.sqlite import Sqlite
from pitboss.house.tables.play import Command
from pitboss.house.writer import Job, Writer
from tests.house.auditor import audit
from tests.house.guests import OPERATOR, ask, guest, open_table
from tests.postgresql import Server


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Nobody waits long, and what has failed is tried again soon."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr(sqlite, "STILL_BUSY_SECONDS", 0.05)
    monkeypatch.setattr(pauses, "LONGEST_PAUSE", 0.2)


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "house.db")


@pytest.fixture
def floor(file):
    """A house with its driver."""
    house = House(open_database(file))
    driver = Driver(house, pace=0.05, pause=0.05)
    driver.start()
    yield house
    driver.stop()
    house.close()


def wait_until(true):
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.01)


def begin_round(house):
    """A table in the middle of a round between practice players and a guest who does not act."""
    table = open_table(house, "holdout", clock={"decision": 1, "wagers": 1})
    for _ in range(4):
        ask(house, table, "seat-bot", OPERATOR, level="easy")
    ask(house, table, "sit", guest(house, 1), chips=100)
    wait_until(lambda: house.floor.published[table].question)
    return table


def is_over(house, table):
    shown = house.floor.published[table]
    return shown.round and not shown.question


def open_many(house):
    """Until no more can be written: a full disk still has room for some."""
    for _ in range(200):
        open_table(house, "duki")


def alerts(house):
    with house.database.reading() as transaction:
        return [alert.words for alert in people.read_alerts(transaction)]


def is_well(house):
    return not any(part.trouble for part in house.health.parts())


@contextmanager
def full(house):
    """No page more fits into the file."""
    (writer,) = house.database._writers.opened
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages}")
    yield
    writer.execute("PRAGMA max_page_count = 1000000")


@contextmanager
def locked(house):
    with closing(sqlite3.connect(house.database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def gone(house):
    path = house.database.path
    for ending in ("", "-wal", "-shm"):
        os.rename(path + ending, f"{path}.away{ending}")
    yield
    for ending in ("-shm", "-wal", ""):
        os.rename(f"{path}.away{ending}", path + ending)


@contextmanager
def replaced(house):
    with gone(house):
        open_database(house.database.path).close()
        yield


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (full, "full", "database: the disk is full"),
        (locked, "locked", "database: another program keeps it locked"),
        (gone, "missing", "database: its file is gone"),
        (replaced, "replaced", "database: another file lies in its place"),
    ],
)
def test_a_table_stands_still_in_an_outage_and_goes_on_by_itself(floor, fault, kind, words):
    """H1: the driver once ended for good with the first of them."""
    table = begin_round(floor)
    with fault(floor):
        with pytest.raises(Outage, match=words) as refused:
            open_many(floor)
        assert refused.value.kind == kind
        assert len(str(refused.value).splitlines()) == 1
        assert floor.health.part("database").trouble.startswith(words)
        wait_until(lambda: floor.health.part("driver").trouble.startswith(words))
    wait_until(lambda: is_over(floor, table))
    wait_until(lambda: is_well(floor))
    wait_until(lambda: any(each.startswith(words) for each in alerts(floor)))
    assert len([each for each in alerts(floor) if each.startswith("database")]) == 1
    assert floor.counters.faults[kind]
    audit(floor.database)


def test_what_was_written_to_a_file_that_is_gone_is_not_acknowledged(floor):
    """M8: commands once were answered all the same."""
    one, table = guest(floor, 1), open_table(floor, "duki")
    os.unlink(floor.database.path)
    with pytest.raises(Outage, match="its file is gone"):
        ask(floor, table, "sit", one, chips=100)
    with pytest.raises(Outage, match="its file is gone"), floor.database.reading():
        pass
    assert not os.path.exists(floor.database.path), "nor is another one made"


def test_a_log_that_only_lost_its_name_is_saved(file):
    house = House(open_database(file))
    table = open_table(house, "duki")
    os.unlink(f"{file}-wal")
    ask(house, table, "sit", guest(house, 1), chips=100)
    assert os.path.exists(f"{file}-wal")
    house.close()
    with closing(open_database(file)) as opened:
        audit(opened)


class Wire(Sqlite):
    """A database whose line breaks when it is told to: before a commit or right after it."""

    breaks = ""

    @contextmanager
    def transaction(self):
        with super().transaction() as transaction:
            yield transaction
            if self.breaks == "before":
                self._break(False)
        if self.breaks == "after":
            self._break(True)

    def _break(self, in_doubt):
        self.breaks = ""
        self._epoch.end(self.epoch)
        raise Outage("unreachable", "the line broke", in_doubt)


@pytest.fixture
def wired(file):
    line = Wire(file)
    create_schema(line)
    house = House(line)
    yield house
    house.close()


def sit_and_buy(house):
    table, one = open_table(house, "duki"), guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    return table, Command(table, "buy-chips", one, {"chips": 50}, id="once")


@pytest.mark.parametrize("named", [True, False])
def test_a_line_that_breaks_before_the_commit_is_tried_once_more(wired, named):
    table, buy = sit_and_buy(wired)
    wired.database.breaks = "before"
    assert wired.ask(buy if named else buy._replace(id=None))["kind"] == "chips-bought"
    assert wired.table(table).seats[1]["stack_cents"] == 150_00
    assert is_well(wired)
    audit(wired.database)


@pytest.mark.parametrize("is_written", [True, False])
def test_a_commit_in_doubt_is_settled_by_the_log(wired, is_written):
    """Whether it was written or not, the command's id finds it or does it, once."""
    table, buy = sit_and_buy(wired)
    wired.database.breaks = "after"
    if not is_written:
        wired.database.breaks = ""
        wired.database.transaction = _lose_one(wired.database)
    with pytest.raises(Outage, match="whether this was written is not known: send it again"):
        wired.ask(buy)
    assert wired.health.part("database").trouble
    assert wired.ask(buy) == wired.ask(buy)
    assert wired.table(table).version == 4
    assert wired.table(table).seats[1]["stack_cents"] == 150_00
    assert is_well(wired)
    audit(wired.database)


def _lose_one(line):
    """The commit fails, and nobody can say so."""
    whole = line.transaction

    @contextmanager
    def transaction():
        line.transaction = whole
        with suppress(ZeroDivisionError), whole() as found:
            yield found
            raise ZeroDivisionError
        line._break(True)

    return transaction


def test_everyone_else_sees_what_was_written_in_doubt(wired):
    """What is in memory is neither behind the log nor ahead of it."""
    table, buy = sit_and_buy(wired)
    wired.database.breaks = "after"
    with pytest.raises(Outage):
        wired.ask(buy)
    wired.refresh()
    wait_until(lambda: wired.table(table).seats[1]["stack_cents"] == 150_00)


def test_a_database_that_comes_back_with_less_is_believed(wired):
    table, _ = sit_and_buy(wired)
    one = wired.table(table).seats[1]["who"]
    ask(wired, table, "sit-out", guest_named(one))
    version = wired.table(table).version
    with closing(sqlite3.connect(wired.database.path)) as other, other:
        other.execute("DELETE FROM entries WHERE chain = ? AND version = ?", (table, version))
    wired.database._epoch.end(wired.database.epoch)
    wired.refresh()
    wait_until(lambda: wired.table(table).version == version - 1)
    ask(wired, table, "sit-out", guest_named(one))
    assert wired.table(table).version == version
    audit(wired.database)


def guest_named(identity):
    return guest_person._replace(id=identity)


guest_person = OPERATOR._replace(role="guest")


def test_what_fails_at_one_table_stops_no_other(floor, monkeypatch):
    thought = driving.think
    bad: list[str] = []

    def think(table, level):
        if not bad:
            bad.append(table.id)
        if table.id == bad[0]:
            raise ZeroDivisionError("no idea")
        return thought(table, level)

    with monkeypatch.context() as patched:
        patched.setattr(driving, "think", think)
        first, second = begin_round(floor), begin_round(floor)
        wait_until(lambda: bad)
        good = next(each for each in (first, second) if each != bad[0])
        wait_until(lambda: is_over(floor, good))
        assert floor.floor.published[bad[0]].question
        trouble = f"table {bad[0]}: ZeroDivisionError: no idea"
        assert floor.health.part("tables").trouble == trouble
        wait_until(lambda: f"tables: {trouble}" in alerts(floor))
    wait_until(lambda: is_over(floor, bad[0]))
    wait_until(lambda: is_well(floor))
    assert floor.health.part("tables").failures < 12, "it is tried later and later"


def test_the_writer_answers_and_lives_whatever_a_job_does(file):
    health = Health()
    writer = Writer(open_database(file), health=health)

    def burst(*_):
        raise ZeroDivisionError("no idea")

    with pytest.raises(ZeroDivisionError):
        writer.submit(Job(burst, undo=burst)).result(10)
    wait_until(lambda: health.part("writer").failures == 1)
    assert writer.submit(Job(lambda unit: "still there")).result(10) == "still there"
    wait_until(lambda: not health.part("writer").trouble)
    writer.stop()
    writer.database.close()


def test_whoever_listens_goes_on_listening(file, caplog):
    one, two = (open_database(file) for _ in range(2))
    part, heard = Health().part("listener"), []

    def hear(message):
        heard.append(message)
        if len(heard) == 1:
            raise ZeroDivisionError("no idea")

    stop = one.listen(hear, part)
    for number in (1, 2):
        with two.transaction() as transaction:
            transaction.execute("INSERT INTO meta (name, value) VALUES (?, '')", (str(number),))
        wait_until(lambda number=number: len(heard) > number - 1)
    stop()
    assert part.failures == 1
    assert "ZeroDivisionError: no idea" in caplog.text
    one.close()
    two.close()


@pytest.fixture
def server():
    own = Server()
    yield own
    own.stop()


def test_postgresql_may_go_and_come_back(server):
    """Stopped, started, and for a while without writes: commands are refused in words, and two
    houses hear of each other again."""
    port = server.port
    address = server.new_database().replace(f"127.0.0.1:{port}", f"127.0.0.1:1,127.0.0.1:{port}")
    one, two = House(open_database(address)), House(open_database(address))
    table = begin_round_without_driver(one)
    driver = Driver(one, pace=0.05, pause=0.05)
    driver.start()
    two.follower.watch(lambda _: True)
    server.halt()
    with pytest.raises(Outage, match="PostgreSQL cannot be reached") as refused:
        open_table(one, "duki")
    assert "127.0.0.1" not in str(refused.value), "where it stands is nobody's business"
    wait_until(lambda: one.health.part("driver").trouble)
    wait_until(lambda: one.health.part("listener").trouble)
    server.start()
    wait_until(lambda: is_over(one, table))
    wait_until(lambda: is_well(one))
    wait_until(lambda: is_well(two))
    wait_until(lambda: two.floor.published[table].version == one.table(table).version)
    server.do("ALTER SYSTEM SET default_transaction_read_only = on")
    server.do("SELECT pg_reload_conf()")
    wait_until(lambda: one.health.part("database").trouble)
    server.do("ALTER SYSTEM SET default_transaction_read_only = off")
    server.do("SELECT pg_reload_conf()")
    wait_until(lambda: is_well(one))
    open_table(one, "duki")
    driver.stop()
    for house in (one, two):
        house.close()
    with closing(open_database(address)) as opened:
        audit(opened)


def begin_round_without_driver(house):
    table = open_table(house, "holdout", clock={"decision": 1, "wagers": 1})
    for _ in range(4):
        ask(house, table, "seat-bot", OPERATOR, level="easy")
    ask(house, table, "sit", guest(house, 1), chips=100)
    return table
