"""The database's own tables: moved forward in steps, and asked by way of their indexes."""

from contextlib import closing

import pytest

from pitboss.house.engine import House
from pitboss.house.store import open_database, schema
from pitboss.house.store.entries import USUAL, of_period, read_kinds
from pitboss.house.store.period import Period
from pitboss.house.store.schema import read_meta
from pitboss.house.tables.entries import RoundOpened
from pitboss.house.tables.fair import RoundSealed
from pitboss.refusal import Refused
from pitboss.web.pages.audit import list_entries
from tests.house.guests import open_table


def test_an_older_database_is_moved_forward(address, monkeypatch):
    newest = schema.STEPS
    monkeypatch.setattr(schema, "STEPS", newest[:1])
    open_database(address).close()
    monkeypatch.setattr(schema, "STEPS", newest)
    after = House(open_database(address))
    table = open_table(after, "duki")
    assert after.table(table).phase == "wagering"
    with after.database.reading() as transaction:
        assert read_meta(transaction, "schema") == str(len(newest))
    after.close()


def test_the_index_of_rare_kinds_has_none_that_comes_with_every_round(tmp_path, monkeypatch):
    newest = schema.STEPS
    monkeypatch.setattr(schema, "STEPS", newest[:-1])
    open_database(str(tmp_path / "house.db")).close()
    monkeypatch.setattr(schema, "STEPS", newest)
    opened = open_database(str(tmp_path / "house.db"))
    with closing(opened) as database, database.reading() as transaction:
        ((sql,),) = transaction.execute("SELECT sql FROM sqlite_master WHERE name = 'entries_rare'")
    assert {RoundSealed.word, RoundOpened.word} <= set(USUAL)
    assert all(f"'{kind}'" in sql for kind in USUAL)


def test_a_newer_database_is_refused(address, monkeypatch):
    open_database(address).close()
    monkeypatch.setattr(schema, "STEPS", schema.STEPS[:1])
    with pytest.raises(Refused, match="made by a newer Pitboss"):
        open_database(address)


class Explained:
    """Asks how each query would be answered, in place of asking it."""

    def __init__(self, transaction):
        self.transaction = transaction
        self.plan = ""

    def execute(self, sql, values=()):
        rows = self.transaction.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        self.plan += " ".join(str(row[-1]) for row in rows)
        return []


@pytest.mark.parametrize(
    "ask",
    [
        lambda asked: of_period(asked, Period("2026-11-01", "2026-11-02"), "seat-taken"),
        lambda asked: list_entries(asked, {"kind": "settings-changed"}, "", {}),
        read_kinds,
    ],
)
def test_rare_entries_are_found_by_their_kind(tmp_path, ask):
    database = open_database(str(tmp_path / "house.db"))
    with database.reading() as transaction:
        asked = Explained(transaction)
        ask(asked)
    assert "entries_rare" in asked.plan
    database.close()
