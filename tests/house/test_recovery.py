"""After a stop at any moment a table stands where it stood; several processes share tables."""

import random
import time
from fractions import Fraction

import pytest

from pitboss.house.engine import TABLE, House
from pitboss.house.floor import Stopped
from pitboss.house.store import open_database, people
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import table_view
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import (
    WAGERS,
    ask,
    decision,
    finish_round,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
    play_round,
)


@pytest.mark.parametrize("game", ["duki", "buyout", "super-omaha", "holdout"])
def test_a_table_stands_mid_round_where_it_stood(address, game):
    rng = random.Random(3)
    house = House(open_database(address))
    table = open_table(house, game)
    people = [guest(house, number) for number in (1, 2, 3)]
    for person in people:
        ask(house, table, "sit", person, chips=300)
    for _ in range(3):
        if game == "holdout":
            house.ask(Command(table, "deal", TABLE))
        else:
            for person in people:
                ask(house, table, "wager", person, wagers=WAGERS[game], deal=True)
        while house.table(table).question:
            views = [table_view(house.table(table), person.id) for person in people]
            house.close()
            house = House(open_database(address))
            assert [table_view(house.table(table), person.id) for person in people] == views
            seat, given = decision(house, table, rng)
            ask(house, table, "decide", people[seat - 1], **given)
    audit(house.database)
    house.close()


def test_two_processes_play_one_table_and_only_one_deals_it(address):
    """Each has its own memory of the table: the log lets one writer at a time through."""
    one, two = House(open_database(address)), House(open_database(address))
    table = open_table(one, "duki")
    people = [guest(one, number) for number in (1, 2)]
    for house, person in zip((one, two), people, strict=True):
        ask(house, table, "sit", person, chips=500)
    rng = random.Random(5)
    for turn in range(12):
        for person in people:
            house = (one, two)[rng.randint(0, 1)]
            ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
        deals = []
        for house in (one, two):
            with pytest.raises(Refused, match="still being played"):
                house.ask(Command(table, "deal", TABLE))
            deals.append(_wait(house, table, turn + 1))
        assert deals[0].events[1:] == deals[1].events[1:]
        finish_round((one, two)[turn % 2], table, people, rng)
        ends = [_wait(house, table, turn + 1, playing=False) for house in (one, two)]
        assert ends[0].seats == ends[1].seats
    audit(one.database)
    one.close()
    two.close()


def _wait(house: House, table: str, round_number: int, playing: bool = True):
    """A process hears of the other's writing within a second."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        shown = house.table(table)
        if shown.round == round_number and bool(shown.question) == playing:
            return shown
        time.sleep(0.01)
    raise AssertionError(f"no news of round {round_number}: {shown.round}, {shown.question}")


def test_linked_tables_in_two_processes_share_one_meter(address):
    one, two = House(open_database(address)), House(open_database(address))
    jackpot = open_jackpot(one)
    tables = [open_table(house, "super-omaha", table=omaha_table(jackpot)) for house in (one, two)]
    rng = random.Random(9)
    people = [guest(one, number) for number in (1, 2)]
    for house, table, person in zip((one, two), tables, people, strict=True):
        ask(house, table, "sit", person, chips=500)
    for _ in range(5):
        for house, table, person in zip((one, two), tables, people, strict=True):
            play_round(house, table, [person], rng)
    until = time.monotonic() + 10
    while one.meters != two.meters and time.monotonic() < until:
        time.sleep(0.01)
    assert one.meters == two.meters == {jackpot: 10_000_00 + 2_03}
    with one.database.reading() as transaction:
        rows = transaction.execute("SELECT number, change FROM moves ORDER BY number")
    assert [number for number, _ in rows] == list(range(1, 11))
    assert {change for _, change in rows} == {"203/10"}
    audit(one.database)
    one.close()
    two.close()


def test_a_round_is_settled_on_the_meter_as_it_stands_not_as_it_was_dealt(address):
    """Another table of the link adds to the meter while this round is being played."""
    house = House(open_database(address))
    jackpot = open_jackpot(house)
    slow, quick = (open_table(house, "super-omaha", table=omaha_table(jackpot)) for _ in range(2))
    rng = random.Random(2)
    people = [guest(house, number) for number in (1, 2)]
    for table, person in zip((slow, quick), people, strict=True):
        ask(house, table, "sit", person, chips=500)
    ask(house, slow, "wager", people[0], wagers=WAGERS["super-omaha"], deal=True)
    for _ in range(3):
        play_round(house, quick, [people[1]], rng)
    finish_round(house, slow, [people[0]], rng)
    with house.database.reading() as transaction:
        values = transaction.execute("SELECT value, table_id FROM moves ORDER BY number")
    assert [table for _, table in values] == [quick, quick, quick, slow]
    assert Fraction(values[-1][0]) == 10_000_00 + 4 * Fraction("20.3")
    audit(house.database)
    house.close()


def test_a_table_whose_log_was_changed_is_stopped_and_the_others_play_on(address):
    house = House(open_database(address))
    tables = [open_table(house, "duki") for _ in range(2)]
    one = guest(house, 1)
    for table in tables:
        ask(house, table, "sit", one, chips=100)
        ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    with house.database.transaction() as transaction:
        transaction.execute(
            "UPDATE entries SET body = REPLACE(body, '-1000', '-2000')"
            " WHERE chain = ? AND kind = 'round-opened'",
            (tables[0],),
        )
    house.follower.drop(tables[0])
    with pytest.raises(Stopped, match="moved other amounts"):
        ask(house, tables[0], "decide", one, action="fold")
    ask(house, tables[1], "decide", one, action="fold")
    house.close()
    again = House(open_database(address))
    assert tables[0] not in again.floor.published
    assert again.table(tables[1]).round == 1
    again.close()


def test_a_table_in_memory_that_grows_elsewhere_by_a_changed_entry_is_stopped(address):
    one, two = (House(open_database(address)) for _ in range(2))
    table, player = open_table(one, "duki"), guest(one, 1)
    ask(one, table, "sit", player, chips=100)
    two.refresh()
    two.table(table)
    ask(one, table, "wager", player, wagers={"ante": 10}, deal=True)
    with one.database.transaction() as transaction:
        transaction.execute(
            "UPDATE entries SET body = REPLACE(body, '-1000', '-2000')"
            " WHERE chain = ? AND kind = 'round-opened'",
            (table,),
        )
    two.follower.bring_up([table])
    with two.database.reading() as transaction:
        (alert,) = people.read_alerts(transaction)
    assert alert.table == table
    assert alert.words.startswith("table stopped: ")
    with pytest.raises(Stopped, match="moved other amounts"):
        ask(two, table, "decide", player, action="fold")
    one.close()
    two.close()
