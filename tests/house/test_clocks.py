"""Clocks that run forth only, whatever the wall's clock does: deadlines, leases, and the times that
the log is told by."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from pitboss.house import leases
from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.integrity import open_key
from pitboss.house.audit.verify import verify_log
from pitboss.house.driver import STALL_SECONDS, Driver
from pitboss.house.engine import House
from pitboss.house.leases import LEASE_SECONDS, RENEW_SECONDS, Leases
from pitboss.house.log import Person
from pitboss.house.store import open_database, people
from pitboss.house.store.entries import after
from pitboss.house.tables.state import deadline
from tests.house.guests import ask, guest, open_table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ONE = Person("guest-1", "Guest 1", "guest")


class Wall:
    """A clock that anyone may set."""

    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "house.db")


@pytest.fixture
def house(file, wall):
    house = House(open_database(file), now=wall)
    yield house
    house.close()


def ask_someone(house):
    """A table at which a seat has thirty seconds to decide."""
    table = open_table(house, "duki", clock={"decision": 30, "wagers": 20})
    ask(house, table, "sit", guest(house, 1), chips=100)
    ask(house, table, "wager", ONE, wagers={"ante": 10}, deal=True)
    return table


def is_asked(house, table):
    house.refresh()
    return house.table(table).question is not None


def drive(driver, *times):
    """One look after another, never so far apart that the driver would seem to have stalled."""
    for now in times:
        driver.step(now)


@pytest.mark.parametrize("hours", [1, -1])
def test_a_wall_clock_that_is_set_folds_no_hand_and_keeps_none_open(
    house, wall, monkeypatch, hours
):
    """M9: an hour forth once folded a hand inside its thirty seconds."""
    table, driver = ask_someone(house), Driver(house)
    drive(driver, 0.0)
    wall.now += timedelta(hours=hours)
    monkeypatch.setattr(time, "time", lambda: wall.now.timestamp())
    drive(driver, *(float(now) for now in range(3, 30, 3)), 29.9)
    assert is_asked(house, table)
    assert house.clocks.left(house.table(table), 29.9) == pytest.approx(0.1)
    drive(driver, 30.0)
    assert not is_asked(house, table)


def test_whoever_could_not_be_served_has_the_whole_time_again(house):
    table, driver = ask_someone(house), Driver(house)
    drive(driver, 0.0, 3.0)
    late = 3.0 + STALL_SECONDS + 30.0
    drive(driver, late)
    assert is_asked(house, table)
    drive(driver, *(late + now for now in range(3, 30, 3)))
    assert is_asked(house, table)
    drive(driver, late + 30.0)
    assert not is_asked(house, table)


def test_a_server_that_is_started_again_gives_the_whole_time(house, file):
    table = ask_someone(house)
    driver = Driver(house)
    drive(driver, 0.0, 3.0)
    driver.stop()
    other = House(open_database(file))  # whose wall clock is far ahead of the first one's
    again = Driver(other)
    drive(again, *(100.0 + now for now in range(0, 30, 3)))
    assert is_asked(other, table)
    drive(again, 130.0)
    assert not is_asked(other, table)
    other.close()


def test_another_question_has_a_clock_of_its_own(house):
    table = open_table(house, "duki", clock={"decision": 10, "wagers": 20})
    both = [guest(house, number) for number in (1, 2)]
    for person in both:
        ask(house, table, "sit", person, chips=500)
    for person in both:
        ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
    first = house.table(table)
    assert house.clocks.left(first, 5.0) == 10.0
    ask(house, table, "decide", both[0], action="fold")
    second = house.table(table)
    assert second.since == first.since, "the wall clock stands still here"
    assert house.clocks.left(second, 9.0) == 10.0


def test_what_is_shown_of_a_table_that_another_server_looks_after(house, wall):
    """It may have run before it was seen here; the wall's clock is believed within bounds."""
    table = house.table(ask_someone(house))
    assert deadline(table) == "2026-03-01T12:00:30.000+00:00"
    for seconds, left in ((12, 18.0), (-3_600, 30.0), (3_600, 0.0)):
        at = NOON + timedelta(seconds=seconds)
        assert house.clocks.shown(table, at) == pytest.approx(left, abs=0.5)
    house.clocks.driven = frozenset({table.id})
    assert house.clocks.shown(table, NOON + timedelta(hours=1)) == pytest.approx(30, abs=0.5)


@pytest.fixture
def pair(address):
    """The houses of two servers."""
    houses = [House(open_database(address)) for _ in range(2)]
    yield houses
    for each in houses:
        each.close()


def test_tables_are_taken_over_from_whoever_counts_no_more(pair):
    one, two = pair
    table = open_table(one, "duki")
    first, second = Leases(one.name), Leases(two.name)
    assert one.do(lambda unit: first.renew(unit, 0.0)) == {table}
    for now in (500.0, 501.0, 502.0):  # another machine's clock has nothing to do with it
        one.do(lambda unit, now=now: first.renew(unit, now - 500))
        assert two.do(lambda unit, now=now: second.renew(unit, now)) == frozenset()
    for now in (503.0, 504.0, 502.0 + LEASE_SECONDS - 0.1):
        assert two.do(lambda unit, now=now: second.renew(unit, now)) == frozenset()
    assert two.do(lambda unit: second.renew(unit, 502.0 + LEASE_SECONDS)) == {table}
    assert one.do(lambda unit: first.renew(unit, 10.0)) == frozenset(), "it has lost them"


def test_whoever_was_away_itself_takes_nothing_at_once(pair):
    """After an outage nobody has counted: that is no sign of an end."""
    one, two = pair
    table = open_table(one, "duki")
    first, second = Leases(one.name), Leases(two.name)
    one.do(lambda unit: first.renew(unit, 0.0))
    two.do(lambda unit: second.renew(unit, 0.0))
    assert two.do(lambda unit: second.renew(unit, 100.0)) == frozenset()
    assert one.do(lambda unit: first.renew(unit, 100.0)) == {table}


def test_a_lease_is_released_at_the_end(pair, monkeypatch):
    """M9: a clock set back before a restart once held it for hours."""
    one, two = pair
    table = open_table(one, "duki")
    driver, other = Driver(one), Driver(two)
    driver.step(0.0)
    other.step(0.0)
    assert other._mine == frozenset()
    monkeypatch.setattr(time, "time", lambda: NOON.timestamp() - 7_200)
    driver.stop()
    other.step(RENEW_SECONDS)
    assert other._mine == {table}
    other.stop()
    assert leases.LEASE_SECONDS < 10


def stamps(house, chain):
    with house.database.reading() as transaction:
        return [entry.at for entry in after(transaction, chain, 0)]


def test_a_clock_set_back_does_not_turn_the_log_round(house, wall, file, tmp_path):
    """Its order between chains is told by its times, and verify goes by it."""
    table = open_table(house, "duki")
    guest(house, 1)
    wall.now -= timedelta(hours=2)
    ask(house, table, "sit", ONE, chips=100)
    assert stamps(house, table)[-1] == NOON.isoformat(timespec="milliseconds")
    house.close()
    again = House(open_database(file), now=wall)  # a restart does not forget it
    ask(again, table, "leave", ONE)
    wall.now += timedelta(hours=3)
    ask(again, table, "sit", ONE, chips=100)
    assert stamps(again, table) == sorted(stamps(again, table))
    assert stamps(again, table)[-1].startswith("2026-03-01T13:00")
    signer = Signer(open_key(tmp_path / "key.pem"), again.writer.stamp(), "")
    lines = [line.encode() for line in export_log(again.database, signer)]
    found = verify_log(lines, [signer.key.public], []).findings
    assert not [line for _, line in found if "below zero" in line]
    with again.database.reading() as transaction:
        words = [alert.words for alert in people.read_alerts(transaction)]
    again.close()
    assert len([each for each in words if each.startswith("clock: set back")]) == 1


def test_a_clock_that_was_a_year_ahead_does_not_stop_time(house, wall):
    table = open_table(house, "duki")
    wall.now -= timedelta(days=365)
    ask(house, table, "sit", guest(house, 1), chips=100)
    assert stamps(house, table)[-1].startswith("2025-03-01")
