"""Alerts that stay, software that is watched, heads that are signed, scorecards that are kept."""

import shutil
import threading
from pathlib import Path

import pytest

import pitboss
from pitboss.house import manifest
from pitboss.house.access import Forbidden
from pitboss.house.audit import integrity
from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.audit.verify import verify_log
from pitboss.house.desk import acknowledge
from pitboss.house.log import Entry
from pitboss.house.store import people
from pitboss.house.store.entries import Which, last_head, search
from pitboss.refusal import Refused
from tests.house.guests import DEALER, SUPERVISOR, ask, change_as, deal_from, guest, open_table


def read(house, report, *given):
    with house.database.reading() as transaction:
        return report(transaction, *given)


def write(house, act, *given):
    with house.database.transaction() as transaction:
        return act(transaction, *given)


def entries(house, kind: str) -> list[Entry]:
    with house.database.reading() as transaction:
        return search(transaction, Which(kinds=(kind,)))


def test_an_alert_stays_until_someone_in_charge_acknowledges_it(house):
    at = "2026-03-01T12:00:00.000+00:00"
    words = "table stopped: entry 7 has another result"
    for table in ("duki-1", "duki-1", "duki-2"):  # the second one waits already
        house.do(lambda unit, table=table: unit.alert_once(table, words, at))
    raised = entries(house, "alert-raised")
    first, other = (entry.values["alerts"][0][0] for entry in raised)
    assert {alert.id for alert in read(house, people.read_alerts)} == {first, other}
    with pytest.raises(Forbidden):
        change_as(house, DEALER, lambda change: acknowledge(change, first))
    change_as(house, SUPERVISOR, lambda change: acknowledge(change, first))
    with pytest.raises(Refused, match="was acknowledged at"):
        change_as(house, SUPERVISOR, lambda change: acknowledge(change, first))
    with pytest.raises(Refused, match="none of this id"):
        change_as(house, SUPERVISOR, lambda change: acknowledge(change, "alert-0"))
    assert [alert.id for alert in read(house, people.read_alerts)] == [other]
    [done] = read(house, people.read_alerts, True)
    assert (done.id, done.words, done.acknowledged_by) == (first, words, SUPERVISOR.id)
    assert done.acknowledged_at
    [logged] = entries(house, "alert-acknowledged")
    assert (logged.who, logged.values["alert"]) == (SUPERVISOR.id, first)
    house.do(lambda unit: unit.alert_once("duki-1", words, at))
    assert len(entries(house, "alert-raised")) == 3, "it happened again"


def test_voids_call_for_alerts_and_deals_do_not(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    assert read(house, people.read_alerts) == []
    ask(house, table, "void", DEALER, reason="a card fell")
    [alert] = read(house, people.read_alerts)
    assert (alert.table, alert.words) == (table, "round 1 was voided: a card fell")


def test_a_share_of_a_meter_calls_for_an_alert_and_a_fixed_prize_does_not(house, monkeypatch):
    table = open_table(house, "super-omaha")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    full_house = "As Ad Ah Kc  2c 3d 4s 5c  Kd 2d 7s 8c 9d"
    for cards in (full_house, "Ah Kh Qh Jh  2c 3d 4s 5c  Th 2d 7s 8c 9d"):
        deal_from(monkeypatch, cards)
        ask(house, table, "wager", one, wagers={"ante": 10, "jackpot-1": 1}, deal=True)
        ask(house, table, "decide", one, action="fold")
    settled = [entry.values["result"]["settlement"] for entry in entries(house, "decided")]
    wins = [next(row for row in rows if row["wager"] == "jackpot-1") for rows in settled]
    assert [(row["outcome"], row["pays"]) for row in wins] == [("win", "$50"), ("win", "100%")]
    [alert] = read(house, people.read_alerts)
    hit = "jackpot hit: round 2, seat 1, jackpot-1, Royal Flush pays 100%, 10000.40"
    assert (alert.table, alert.words) == (table, hit)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of what is hashed, small enough to be quick."""
    source = Path(pitboss.__file__).parent
    copy = tmp_path / "pitboss"
    shutil.copytree(source / "games", copy / "games", ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(source / "money.py", copy / "money.py")
    return copy


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def watch(house, package, tmp_path, clock, monkeypatch):
    """Its thread sleeps: the tests take its steps."""
    monkeypatch.setattr(integrity, "STEP_SECONDS", 3_600)
    watching = Watch(house, open_key(tmp_path / "key.pem"), package, lambda: clock[0])
    watching.start()
    yield watching
    watching.stop()


def seat(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    return table, one


def test_changed_software_stops_new_rounds_but_not_the_one_in_play(house, watch, package):
    table, one = seat(house)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    assert watch.check() == []
    money = package / "money.py"
    money.write_text(money.read_text() + "\n", encoding="utf-8")
    (package / "extra.py").write_text("")
    assert watch.check() == ["extra.py: not in the manifest", "money.py: changed"]
    ask(house, table, "decide", one, action="fold")
    version = house.table(table).version
    with pytest.raises(Refused, match=r"no new round: the software has changed.*extra\.py"):
        ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    assert house.table(table).version == version, "nothing is half-written"
    watch.check()
    [failed] = entries(house, "integrity-failed")
    assert failed.values["lines"] == ["extra.py: not in the manifest", "money.py: changed"]
    [alert] = read(house, people.read_alerts)
    words = "software differs from its manifest (2 files): extra.py: not in the manifest"
    assert (alert.table, alert.words) == ("", words)
    assert watch.stopped


def test_software_is_checked_again_after_a_day(house, watch, package, clock):
    (package / "money.py").unlink()
    clock[0] = manifest.CHECK_SECONDS - 1
    watch.step()
    assert not watch.stopped
    clock[0] = manifest.CHECK_SECONDS
    watch.step()
    assert "money.py: missing" in watch.stopped


def test_heads_are_signed_each_minute_and_at_the_end_and_the_log_verifies(house, watch, clock):
    def heads() -> int:
        return len(read(house, lambda t: t.execute("SELECT number FROM heads")))

    assert heads() == 1
    seat(house)
    clock[0] = integrity.SIGN_SECONDS - 1
    watch.step()
    assert heads() == 1
    clock[0] = integrity.SIGN_SECONDS
    watch.step()
    assert heads() == 2
    open_table(house, "duki")
    watch.stop()
    assert heads() == 3
    [started] = entries(house, "software-started")
    assert started.values["manifest"] == watch.manifest
    assert len(entries(house, "key-made")) == 1
    signer = Signer(watch.key, "2026-03-01T12:00:00.000+00:00", watch.manifest["digest"])
    lines = [line.encode() for line in export_log(house.database, signer)]
    assert not verify_log(lines, [watch.key.public], []).findings


def test_the_thread_takes_its_steps_by_itself(house, package, tmp_path, monkeypatch):
    monkeypatch.setattr(integrity, "STEP_SECONDS", 0.01)
    watching = Watch(house, open_key(tmp_path / "key.pem"), package)
    stepped = threading.Event()
    monkeypatch.setattr(watching, "step", stepped.set)
    watching.start()
    assert stepped.wait(10)
    watching.stop()


def last_number(house) -> int:
    return int(read(house, last_head).number)


def test_a_database_that_fails_is_asked_again(house, watch, clock, monkeypatch):
    def fail(*given, **named):
        raise OSError("disk full")

    clock[0] = 60.0
    number = last_number(house)
    seat(house)
    with monkeypatch.context() as patched:
        patched.setattr(integrity, "sign_head", fail)
        with pytest.raises(OSError, match="disk full"):
            watch.step()
    watch.step()  # it is due until it is done
    assert last_number(house) == number + 1


def test_a_mismatch_that_could_not_be_recorded_is_recorded_later(house, watch, package, clock):
    (package / "money.py").unlink()
    clock[0] = manifest.CHECK_SECONDS
    do, house.do = house.do, None
    with pytest.raises(TypeError):
        watch.step()
    assert watch.stopped
    house.do = do
    assert not entries(house, "integrity-failed")
    watch.step()
    assert len(entries(house, "integrity-failed")) == 1


def test_a_scorecard_is_kept_and_bounded(house):
    assert read(house, people.read_scores, "person-1") == {}
    write(house, people.keep_scores, "person-1", {"right": 3})
    write(house, people.keep_scores, "person-1", {"right": 4, "mistakes": []})
    write(house, people.keep_scores, "person-2", {"right": 1})
    assert read(house, people.read_scores, "person-1") == {"right": 4, "mistakes": []}
    fits = {"a": "x" * (people.LONGEST_SCORES - len('{"a":""}'))}
    write(house, people.keep_scores, "person-2", fits)
    for wrong, words in (
        ({"a": fits["a"] + "x"}, f"at most {people.LONGEST_SCORES} letters"),
        ([1], "a JSON object"),
        ({"a": object()}, "only JSON values"),
    ):
        with pytest.raises(Refused, match=words):
            write(house, people.keep_scores, "person-2", wrong)
    assert read(house, people.read_scores, "person-2") == fits
