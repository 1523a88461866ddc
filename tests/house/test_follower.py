"""Several servers at one database: what each of them follows, and what it asks for only when it
is looked at."""

import random
import time

import pytest

from benchmarks.house_servers import servers
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from tests.house.auditor import audit
from tests.house.guests import OPERATOR, ask, guest, open_table, play_round

ONE = Person("guest-1", "Guest 1", "guest")


@pytest.fixture
def pair(address):
    """The houses of two servers."""
    houses = [House(open_database(address)) for _ in range(2)]
    yield houses
    for house in houses:
        house.close()


@pytest.fixture
def caught_up(pair, monkeypatch):
    """The tables at which the second one played the first one's entries again."""
    told = []
    floor = pair[1].floor
    catch_up = floor.catch_up

    def noted(transaction, table_id):
        before = floor.find(transaction, table_id).version
        table = catch_up(transaction, table_id)
        if table.version > before:
            told.append(table_id)
        return table

    monkeypatch.setattr(floor, "catch_up", noted)
    return told


def wait_until(true) -> None:
    until = time.monotonic() + 10
    while not true():
        assert time.monotonic() < until, "no news from the other server"
        time.sleep(0.01)


def play(house, table, rounds):
    ask(house, table, "sit", guest(house, 1), chips=500)
    for seed in range(rounds):
        play_round(house, table, [ONE], random.Random(seed))
    return house.table(table).version


def test_a_table_that_nobody_looks_at_is_not_played_again_until_it_is_asked_for(pair, caught_up):
    one, two = pair
    table = open_table(one, "duki")
    version = play(one, table, 3)
    wait_until(lambda: two.follower.version(table) == version)
    assert not caught_up
    assert two.follower.known(table) is None
    assert two.follower.behind() == [table]
    assert two.table(table).version == version
    assert two.table(table).events == one.table(table).events
    assert caught_up == []  # it was not in memory: it was loaded
    play_round(one, table, [ONE], random.Random(4))
    wait_until(lambda: two.follower.version(table) > version)
    assert caught_up == []
    assert two.table(table).version == one.table(table).version
    assert caught_up == [table]


def test_a_table_that_someone_looks_at_is_followed(pair, caught_up):
    one, two = pair
    watched, other = (open_table(one, "duki") for _ in range(2))
    stop = two.follower.watch(lambda table: table == watched)
    versions = [play(one, table, 2) for table in (watched, other)]
    shown = two.floor.published
    wait_until(lambda: watched in shown and shown[watched].version == versions[0])
    wait_until(lambda: two.follower.version(other) == versions[1])
    assert other not in shown
    stop()
    stop()
    done = len(caught_up)
    play_round(one, watched, [ONE], random.Random(3))
    wait_until(lambda: two.follower.version(watched) == one.table(watched).version)
    assert len(caught_up) == done


def test_a_command_at_a_table_that_has_grown_elsewhere_is_judged_by_how_it_stands(pair):
    one, two = pair
    table = open_table(one, "duki")
    version = play(one, table, 1)
    assert two.table(table).version == version
    ask(one, table, "wager", ONE, wagers={"ante": 10})
    wait_until(lambda: two.follower.version(table) == version + 1)
    answer = ask(two, table, "wager", ONE, wagers={"ante": 20}, deal=True)
    assert answer["version"] == version + 2
    assert two.table(table).round == 2


def test_whoever_asks_again_at_another_server_sees_there_what_they_are_answered(pair):
    one, two = pair
    table = open_table(one, "duki")
    play(one, table, 1)
    two.table(table)
    wager = Command(table, "wager", ONE, {"wagers": {"ante": 10}}, "mine-1")
    answer = one.ask(wager)
    assert two.ask(wager) == answer
    assert two.table(table).version == answer["version"] == one.table(table).version


def test_tables_that_were_opened_or_closed_elsewhere_are_listed(pair):
    one, two = pair
    kept, closed = (open_table(one, "duki") for _ in range(2))
    wait_until(lambda: {kept, closed} <= set(two.follower.behind()))
    assert {table.id: table.phase for table in two.follower.tables()} == {
        kept: "wagering",
        closed: "wagering",
    }
    ask(one, closed, "close-table", OPERATOR, why="quiet night")
    wait_until(lambda: closed in two.follower.behind())
    phases = {table.id: table.phase for table in two.follower.tables()}
    assert phases == {kept: "wagering", closed: "closed"}
    two.follower.drop(closed)
    assert [table.id for table in two.follower.tables()] == [kept]


def test_two_busy_servers_share_a_link_and_lose_nothing(address):
    with servers(address, 2, 8) as play_for:
        assert play_for(1.5) > 0
    database = open_database(address)
    assert audit(database) > 100
    with database.reading() as transaction:
        (row,) = transaction.execute("SELECT COUNT(DISTINCT table_id), COUNT(*) FROM moves")
    database.close()
    assert row[0] == 2, "both servers' tables moved the one meter"
    assert row[1] > 2
