"""A house kept by an earlier version: opened, played on, audited, exported, verified and booked.

``before_store.sql`` was written by the version that had the first schema, with every game, a hit
that was paid, meters adjusted (once by a word that is refused since), rounds undone, and a round in
play.
"""

import random
import sqlite3
from pathlib import Path

import psycopg
import pytest

from pitboss.house.accounts import prove
from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.books.reports import RECORDS, REPORTS, record_rows
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database, people, schema, tables
from pitboss.house.store.period import Period
from tests.house.audit_log import verify
from tests.house.auditor import audit
from tests.house.guests import finish_round, open_table

KEPT = Path(__file__).with_name("before_store.sql")
DAY = Period("2026-03-01", "2026-03-01")
GUESTS = [Person(f"guest-{number}", f"Guest {number}", "guest") for number in (1, 2)]


@pytest.fixture
def older(address):
    """The data as they were, in either database."""
    text = KEPT.read_text("utf-8")
    if address.startswith("postgresql"):
        with psycopg.connect(address) as connection:
            connection.execute(text.replace("BEGIN TRANSACTION;", "").replace("COMMIT;", ""))
    else:
        file = sqlite3.connect(address)
        file.executescript(text)
        file.close()
    house = House(open_database(address))
    yield house
    house.close()


def read(house: House, ask, *given):
    with house.database.reading() as transaction:
        return ask(transaction, *given)


def test_older_data_are_moved_forward_and_played_on(older):
    assert read(older, schema.read_meta, "schema") == str(len(schema.STEPS))
    assert audit(older.database) == 84
    (playing,) = [table for table in older.follower.tables() if table.phase == "playing"]
    finish_round(older, playing.id, GUESTS, random.Random(1))
    assert read(older, tables.find_round, playing.id, playing.round).status == "settled"
    open_table(older, "super-omaha")
    assert audit(older.database) > 84


def test_an_older_log_is_verified_and_every_round_of_it_replayed(older, tmp_path):
    watch = Watch(older, open_key(tmp_path / "key.pem"))
    watch.start()
    watch.stop()
    signer = Signer(watch.key, older.writer.stamp(), watch.manifest["digest"])
    report = verify([line.encode() for line in export_log(older.database, signer)])
    assert report.findings == []
    assert report.counts["rounds replayed"] == 8


def test_older_people_requests_and_alerts_are_there(older):
    assert [one.person.name for one in read(older, people.read_all)] == ["Olga", "Saga", "Sven"]
    assert prove(older.database, "Saga", "a long password").person
    assert len(read(older, people.read_requests, ("done",))) == 5
    assert len(read(older, people.read_alerts, True)) == 1


def test_every_report_and_record_is_made_of_older_data(older):
    for name, report in REPORTS.items():
        assert bool(read(older, report, DAY)) == (name not in ("meter-incidents", "promotions"))
    for name in RECORDS:
        assert len(list(record_rows(older.database, name))) > 1
