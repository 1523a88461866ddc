"""What tables do by themselves: clocks, practice players, the next round, closing down."""

import pytest

from pitboss.cards import format_cards
from pitboss.house import driver as driving
from pitboss.house.driver import Driver
from pitboss.house.engine import TABLE, House
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import OPERATOR, WAGERS, ask, guest, open_table


@pytest.fixture
def timed(tmp_path):
    house = House(open_database(str(tmp_path / "house.db")))
    yield house
    house.close()


def test_the_clock_decides_safely_and_records_that_the_table_did(timed):
    table = open_table(timed, "duki", clock={"decision": 10, "wagers": 5})
    one = guest(timed, 1)
    ask(timed, table, "sit", one, chips=100)
    ask(timed, table, "wager", one, wagers={"ante": 10}, deal=True)
    driver = Driver(timed)
    for now in (0.0, 3.0, 6.0, 9.9):
        driver.step(now)
    timed.refresh()
    assert timed.table(table).question
    with pytest.raises(Refused, match="time is not up"):
        timed.ask(Command(table, "tick", TABLE))
    driver.step(10.0)
    timed.refresh()
    shown = timed.table(table)
    assert (shown.status, shown.seats[1]["stack_cents"]) == ("settled", 90_00)
    assert shown.seats[1]["away"], "whoever missed a decision is not waited for again"
    with timed.database.reading() as transaction:
        rows = transaction.execute("SELECT who, body FROM entries WHERE kind = 'decided'")
    assert rows[0][0] == "table"
    assert '"by":"table"' in rows[0][1]
    ask(timed, table, "wager", one, wagers={"ante": 10})
    assert not timed.table(table).seats[1]["away"]
    audit(timed.database)


def test_the_wager_clock_locks_the_wagers_that_stand(timed):
    table = open_table(timed, "duki", clock={"decision": 10, "wagers": 5})
    one, two = guest(timed, 1), guest(timed, 2)
    for person in (one, two):
        ask(timed, table, "sit", person, chips=100)
    ask(timed, table, "wager", one, wagers={"ante": 10}, deal=True)
    assert timed.table(table).phase == "wagering", "seat 2 has not said that it is ready"
    driver = Driver(timed)
    for now in (0.0, 3.0, 5.0):
        driver.step(now)
    timed.refresh()
    shown = timed.table(table)
    assert shown.phase == "playing"
    assert shown.opening.wagers == {1: {"ante": 10_00}}


@pytest.mark.parametrize("game", ["duki", "buyout", "super-omaha", "holdout"])
def test_practice_players_play_to_the_end(tmp_path, game):
    house = House(open_database(str(tmp_path / "house.db")))
    driver = Driver(house, pace=0, pause=0)
    table = open_table(house, game)
    one = guest(house, 1)
    for _ in range(3):
        ask(house, table, "seat-bot", OPERATOR, level="easy")
    ask(house, table, "sit", one, chips=100)
    if game != "holdout":
        main = dict(list(WAGERS[game].items())[:1])
        ask(house, table, "wager", one, wagers=main, deal=True)
    for step in range(400):
        driver.step(float(step))
        shown = house.table(table)
        if shown.question and shown.seats[shown.question.seat]["who"] == one.id:
            options = shown.question.options
            fold = [option for option in options if option.action == "fold"] or options
            given = {"action": fold[0].action}
            if fold[0].cards:
                given["cards"] = format_cards(fold[0].cards)
            ask(house, table, "decide", one, **given)
        if shown.round and not shown.question:
            break
    assert house.table(table).status == "settled"
    audit(house.database)
    house.close()


def test_a_practice_table_that_nobody_uses_is_closed_and_its_round_void(tmp_path):
    house = House(open_database(str(tmp_path / "house.db")))
    one = guest(house, 1)
    table = house.open_table(
        one, {"game": "duki", "practice": True, "clock": {"decision": 0}}, owner=one.id
    )
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    driver = Driver(house)
    driver.step(0.0)
    driver.step(driving.IDLE_SECONDS - 1)
    assert house.table(table).phase == "playing"
    driver.step(driving.IDLE_SECONDS)
    house.refresh()
    assert house.table(table).phase == "closed"
    for sweep in (1, 2):
        driver.step(driving.IDLE_SECONDS + sweep * driving.SWEEP_SECONDS)
    assert table not in house.floor.published, "a closed table takes no memory for long"
    assert house.table(table).phase == "closed"
    assert house.balance(f"player:{one.id}") == 1_000_00
    audit(house.database)
    house.close()


def test_how_late_clocks_and_players_are_acted_upon_is_counted(timed):
    table = open_table(timed, "duki", clock={"decision": 10, "wagers": 0})
    one = guest(timed, 1)
    ask(timed, table, "sit", one, chips=100)
    ask(timed, table, "wager", one, wagers={"ante": 10}, deal=True)
    driver = Driver(timed)
    late = timed.counters.late
    for now in (0.0, 3.0, 6.0, 9.9):
        driver.step(now)
    assert sum(late["clock"].counts) == 0
    driver.step(10.3)
    assert sum(late["clock"].counts) == 1
    assert late["clock"].total == pytest.approx(0.3)
    assert late["look"].total == pytest.approx(10.3)
    assert sum(late["look"].counts) == 4


def test_how_late_practice_players_move_is_counted(timed):
    table = open_table(timed, "duki", clock={"decision": 10, "wagers": 0})
    one = guest(timed, 1)
    ask(timed, table, "sit", one, seat=2, chips=100)
    ask(timed, table, "seat-bot", OPERATOR, seat=1, chips=100)
    ask(timed, table, "wager", one, wagers={"ante": 10}, deal=True)
    assert timed.table(table).question.seat == 1
    driver = Driver(timed, pace=0.8)
    driver.step(0.0)
    driver.step(1.0)
    assert timed.counters.late["player"].total == pytest.approx(0.2)


def test_a_table_where_nothing_is_due_is_looked_at_once_a_lease(timed, monkeypatch):
    still = open_table(timed, "duki", clock={"decision": 10, "wagers": 5})
    asked = open_table(timed, "duki", clock={"decision": 10, "wagers": 5})
    one = guest(timed, 1)
    ask(timed, asked, "sit", one, chips=100)
    ask(timed, asked, "wager", one, wagers={"ante": 10}, deal=True)
    driver = Driver(timed, pace=0.1, pause=0.2)
    looked = []
    attend = driver._attend

    def note(table, now):
        looked.append((table.id, now))
        attend(table, now)

    monkeypatch.setattr(driver, "_attend", note)
    for step in range(201):
        driver.step(step * 0.05)
        if step % 20 == 0:
            timed.refresh()
    times = {each: sum(name == each for name, _ in looked) for each in (still, asked)}
    assert times[still] <= 2 * 10 + 4, "twice a second at most, not twenty times"
    assert times[asked] <= 2 * 10 + 6
    timed.refresh()
    assert timed.table(asked).status == "settled", "and the clock still decides at its second"
    assert max(now for name, now in looked if name == asked) == pytest.approx(10.0)
