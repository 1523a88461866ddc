"""Who is at a table, known to several servers of one database; and what they say in passing."""

from typing import Any

import pytest

from pitboss.house.company.presence import GONE_SECONDS, NOTE_SECONDS
from pitboss.house.driver import Driver
from pitboss.house.engine import House
from pitboss.house.leases import LEASE_SECONDS
from pitboss.house.store import open_database
from pitboss.house.tables.waiting import PLAY_ON_SECONDS
from pitboss.refusal import Refused
from tests.house.guests import ask, guest, open_table

NO_CLOCK = {"decision": 0, "wagers": 0}


class Servers:
    """Two houses at one database, each with its driver, by one time that the test moves."""

    def __init__(self, address: str) -> None:
        self.now = 0.0
        self.houses = [House(open_database(address)) for _ in range(2)]
        for house in self.houses:
            house.presence._now = lambda: self.now
        self.drivers = [Driver(house) for house in self.houses]

    def run(self, seconds: float, step: float = 1.0) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += step
            for driver in self.drivers:
                driver.step(self.now)

    def close(self) -> None:
        for house in self.houses:
            house.close()


@pytest.fixture
def servers(address):
    both = Servers(address)
    yield both
    both.close()


def test_whoever_has_a_stream_at_another_server_is_there(servers):
    here, there = servers.houses
    table = open_table(here, "duki", clock=NO_CLOCK)
    one, two = guest(here, 1), guest(here, 2)
    for person in (one, two):
        ask(here, table, "sit", person, chips=100)
    here.presence.arrive(table, one.id)
    there.presence.arrive(table, two.id)
    servers.run(60)
    for house in servers.houses:
        assert house.presence.gone(house.table(table)) == {}
    with pytest.raises(Refused, match="Guest 2 is there"):
        ask(here, table, "play-on", one, without=2)
    there.presence.depart(table, two.id)
    servers.run(NOTE_SECONDS + GONE_SECONDS + 2)
    assert list(here.presence.gone(here.table(table))) == [2]
    servers.run(PLAY_ON_SECONDS)
    ask(here, table, "play-on", one, without=2)
    assert here.table(table).seats[2]["away"]
    there.refresh()
    assert there.table(table).seats[2]["away"], "the other server follows"


def test_someone_who_comes_back_elsewhere_is_seen_by_the_act_itself(servers):
    """Between two exchanges a process may not know it yet; the database does."""
    here, there = servers.houses
    table = open_table(here, "duki", clock=NO_CLOCK)
    one, two = guest(here, 1), guest(here, 2)
    for person in (one, two):
        ask(here, table, "sit", person, chips=100)
    here.presence.arrive(table, one.id)
    servers.run(60)
    assert here.presence.may_play_on(here.table(table), one.id) == [2]
    there.presence.arrive(table, two.id)
    servers.now += 1.0
    servers.drivers[1].step(servers.now)
    with pytest.raises(Refused, match="Guest 2 is there"):
        ask(here, table, "play-on", one, without=2)


def test_whoever_was_seen_by_a_server_that_died_is_gone(servers):
    here, there = servers.houses
    table = open_table(here, "duki", clock=NO_CLOCK)
    one, two = guest(here, 1), guest(here, 2)
    for person in (one, two):
        ask(here, table, "sit", person, chips=100)
    here.presence.arrive(table, one.id)
    there.presence.arrive(table, two.id)
    servers.run(5)
    del servers.drivers[1]
    servers.run(LEASE_SECONDS + GONE_SECONDS + NOTE_SECONDS)
    assert list(here.presence.gone(here.table(table))) == [2]
    servers.drivers.append(Driver(there))
    servers.run(3)
    assert here.presence.gone(here.table(table)) == {}, "it was only slow, and says so again"


def test_a_server_that_has_just_begun_takes_nobody_to_be_gone(address):
    now = 1_000.0
    first = House(open_database(address))
    table = open_table(first, "duki", clock=NO_CLOCK)
    ask(first, table, "sit", guest(first, 1), chips=100)
    first.close()
    house = House(open_database(address))
    house.presence._now = lambda: now
    assert house.presence.gone(house.table(table)) == {}
    now += GONE_SECONDS
    assert list(house.presence.gone(house.table(table))) == [1]
    house.close()


def test_a_word_is_heard_at_both_servers_once(servers):
    here, there = servers.houses
    table = open_table(here, "duki", clock=NO_CLOCK)
    one = guest(here, 1)
    ask(here, table, "sit", one, chips=100)
    servers.run(3)
    heard: dict[str, list[Any]] = {house.name: [] for house in servers.houses}
    for house in servers.houses:
        house.reactions.tell = heard[house.name].append
    version = here.table(table).version
    here.reactions.say(here.table(table), one.id, "nice-hand")
    assert [word.word for word in heard[here.name]] == ["nice-hand"], "at once where it was said"
    servers.run(5)
    assert [(word.seat, word.word) for word in heard[there.name]] == [(1, "nice-hand")]
    assert len(heard[here.name]) == 1
    assert here.table(table).version == version, "it is on no log"


def test_only_those_who_play_speak_and_only_from_the_list(servers):
    here, _ = servers.houses
    table = open_table(here, "duki", clock=NO_CLOCK)
    one = guest(here, 1)
    ask(here, table, "sit", one, chips=100)
    with pytest.raises(Refused, match="one of nice-hand, good-luck"):
        here.reactions.say(here.table(table), one.id, "you idiot")
    with pytest.raises(Refused, match="take a seat first"):
        here.reactions.say(here.table(table), "guest-9", "wow")


def test_passers_by_are_forgotten_and_those_who_sit_are_not(servers):
    here, _ = servers.houses
    table = open_table(here, "duki", clock=NO_CLOCK)
    one = guest(here, 1)
    ask(here, table, "sit", one, chips=100)
    for number in range(100):
        here.presence.note(table, f"guest-{number + 10}")
    servers.now += 60
    here.presence.absent(table, one.id)
    here.presence.forget_passers(here.floor.published)
    assert list(here.presence._stays[table]) == [one.id]
