"""The database's tables are what the log says: whatever is changed in them is found, at a start and
on demand, what it concerns is not used, and an honest house has no finding."""

import json
import os
import random
import re
import string
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.house.audit.derived.comparison import Comparison
from pitboss.house.audit.derived.keeper import PLACES
from pitboss.house.engine import TABLE
from pitboss.house.floor import Stopped
from pitboss.house.store.derived import read_barred
from pitboss.house.tables.play import Command
from tests.house.derived_house import Furnished, furnish, start_again
from tests.house.random_floor import Floor
from tests.house.tamperings import TAMPERINGS


@pytest.fixture
def found(address: str, tmp_path: Path) -> Iterator[Furnished]:
    with furnish(address, tmp_path) as furnished:
        yield furnished


_SOUND: set[str] = set()
"""Where the house that all others are copied from has been verified: "" for a file."""


def verify(found: Furnished, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What ``pitboss verify --house`` names, as somebody runs it while the house is closed."""
    database = ["--database", found.address] if "://" in found.address else []
    status = main(["verify", "--house", "--json", "--data", str(found.folder), *database])
    said = json.loads(capsys.readouterr().out)
    assert status == (not said["ok"])
    return [each["place"] for each in said["findings"]]


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampering_is_found_by_verify_and_at_a_start(
    found: Furnished, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper, place = TAMPERINGS[name]
    found.close()
    server = found.address.rpartition("/")[0] if "://" in found.address else ""
    if server not in _SOUND:  # all are copies of the same
        assert verify(found, capsys) == [], "nothing is wrong before"
        _SOUND.add(server)
    tamper(found)
    assert any(place in each for each in verify(found, capsys)), "on demand"
    started = start_again(found)
    assert any(place in each.place for each in started.found), "at a start"
    words = [row[0] for row in found.rows("SELECT words FROM alerts WHERE acknowledged_at = ''")]
    assert any(each.startswith("does not agree with the log: ") for each in words)
    with found.house.database.reading() as transaction:
        barred = read_barred(transaction)
    for each in started.found:
        if each.kind == "table":
            with pytest.raises(Stopped):
                found.house.table(each.name)
        elif each.kind != "house" and each.kind != "session":
            assert each.name in getattr(barred, PLACES[each.kind])
    if place != "sessions":  # it has ended
        found.watch.sign(whole=True)
        assert found.compare(), "a house that has signed it knows it still"


def test_the_page_lists_every_tampering() -> None:
    page = Path("docs/audit.md").read_text("utf-8").partition("### What was tried")[2]
    assert re.findall(r"^\| ([a-z, ]+) \| [^|]* \| yes \|", page, re.M) == [*TAMPERINGS]


# Every column of every table

KEYS = {
    "balances": ("account",),
    "jackpots": ("id",),
    "moves": ("jackpot", "number"),
    "hits": ("id",),
    "rounds": ("table_id", "round"),
    "tables": ("id",),
    "people": ("id",),
    "sessions": ("token",),
    "requests": ("id",),
    "alerts": ("id",),
    "heads": ("number",),
    "entries": ("chain", "version"),
}
REASONS = {
    "tables.driver": "which process looks after the table at this moment",
    "tables.driven_until": "no longer used",
    "sessions.csrf": "tells the forms of one session from another's; the token opens the session",
    "sessions.address": "where it was begun, for its owner to read",
    "sessions.seen_at": "the last use, which nothing else records; one yet to come is found",
    "sessions.name": "an account's name is taken from the account; a guest's is looked at",
    "sessions.ends_at": "an earlier end only ends it; a later one is found",
}
"""Columns that follow from nothing, or that give nobody anything."""
NOT_DERIVED = {
    "meta": "the schema's number and what was done once",
    "scorecards": "the coach's notes of one person",
    "attempts": "attempts to log in of the last hours",
    "presence": "who is there at this moment",
    "reactions": "of this moment",
    "drivers": "processes at this moment",
    "deliveries": "how far alerts have been sent",
    "destinations": "where heads are sent",
    "departures": "how far heads have been sent",
    "jobs": "counts that designers asked for, and what they came to",
    "grown": "the next head looks at every chain at a start",
    "ends": "made anew at a start: the next head's root shows it",
    "buckets": "made anew at a start: the next head's root shows it",
}


STRIDE = int(os.environ.get("PITBOSS_STRIDE") or 4)
"""Of all kinds of entries with all columns every so many, and of all columns on PostgreSQL, where
the same code compares; ``make trust`` takes every one."""


def columns_of(found: Furnished, table: str) -> list[str]:
    with found.house.database.reading() as transaction:
        return transaction.columns(f"SELECT * FROM {table} LIMIT 0")


def tables_of(found: Furnished) -> set[str]:
    if found.house.database.name == "sqlite":
        rows = found.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    else:
        rows = found.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return {name for (name,) in rows if not name.startswith("sqlite_")}


@contextmanager
def changed(found: Furnished, table: str, row: dict[str, Any], column: str, new: Any) -> Any:
    """A column of a row is another, for a while."""
    where = " AND ".join(f"{key} = ?" for key in KEYS[table])
    key = {name: row[name] for name in KEYS[table]}
    found.tamper(f"UPDATE {table} SET {column} = ? WHERE {where}", new, *key.values())
    try:
        yield
    finally:
        now = {**key, **({column: new} if column in key else {})}
        back = row[column]
        found.tamper(f"UPDATE {table} SET {column} = ? WHERE {where}", back, *now.values())


def another(rng: random.Random, value: Any) -> Any:
    if isinstance(value, int):
        return value + rng.randint(1_000, 9_000)
    if isinstance(value, float):
        return value + 1.5
    return "".join(rng.choices(string.ascii_lowercase + string.digits, k=12))


def test_another_value_in_any_column_is_found(found: Furnished) -> None:
    rng = random.Random(11)
    assert tables_of(found) <= KEYS.keys() | NOT_DERIVED.keys()
    missed = []
    step = 1 if found.house.database.name == "sqlite" else STRIDE
    for table in KEYS:
        names = columns_of(found, table)
        rows = [dict(zip(names, row, strict=True)) for row in found.rows(f"SELECT * FROM {table}")]
        if table == "balances":
            # another account may not lack money: the database itself refuses it
            rows = [row for row in rows if row["cents"] > 0]
        if table == "entries":
            rows = [row for row in rows if row["secret"] and row["chain"] != "house"]
        assert rows, table
        for column in names[::step]:
            # a secret, a factor and the like are to be found where there is one
            row = rng.choice([row for row in rows if row[column] not in (None, "", 0)] or rows)
            with changed(found, table, row, column, another(rng, row[column])):
                if not found.compare() and f"{table}.{column}" not in REASONS:
                    missed.append(f"{table}.{column}")
    assert missed == []
    assert not found.compare(), "all is as it was"


def test_another_value_in_any_kind_of_entry_is_found(tmp_path: Path) -> None:
    rng, missed = random.Random(13), []
    with furnish(str(tmp_path / "house.db"), tmp_path) as found:
        names = columns_of(found, "entries")
        rows = [dict(zip(names, row, strict=True)) for row in found.rows("SELECT * FROM entries")]
        kinds = sorted({row["kind"] for row in rows})
        assert len(kinds) > 30
        for kind, column in islice(product(kinds, names), 0, None, STRIDE):
            row = rng.choice([row for row in rows if row["kind"] == kind])
            with changed(found, "entries", row, column, another(rng, row[column])):
                if not found.compare():
                    missed.append(f"{kind} {column}")
    assert missed == []


def test_a_row_that_is_gone_or_too_many_is_found(found: Furnished) -> None:
    rng = random.Random(12)
    for table, keys in KEYS.items():
        names = columns_of(found, table)
        rows = [dict(zip(names, row, strict=True)) for row in found.rows(f"SELECT * FROM {table}")]
        row = rng.choice([row for row in rows if row.get("cents", 1)])
        where = " AND ".join(f"{key} = ?" for key in keys)
        insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        found.tamper(f"DELETE FROM {table} WHERE {where}", *(row[key] for key in keys))
        if table != "sessions":  # whose session is gone has logged out
            assert found.compare(), f"{table}: a row is gone"
        found.tamper(insert, *row.values())
        new = {**row, keys[-1]: another(rng, row[keys[-1]])}
        new |= {"name": "another one"} if table == "people" else {}
        new |= {"number": 1_000} if table == "heads" else {}
        new |= {"version": 1_000, "command": None} if table == "entries" else {}
        new = {name: new[name] for name in names}
        found.tamper(insert, *new.values())
        assert found.compare(), f"{table}: a row too many"
        found.tamper(f"DELETE FROM {table} WHERE {where}", *(new[key] for key in keys))
    assert not found.compare()


# Honest houses


@pytest.mark.parametrize("seed", range(20))
def test_an_honest_floor_has_no_finding(seed: int) -> None:
    floor = Floor(seed)
    floor.play(40)
    comparison = Comparison(floor.house.database)
    assert comparison.run() == []
    assert comparison.unchecked == 0
    floor.house.close()


def test_an_honest_house_has_no_finding_while_a_round_is_played(found: Furnished) -> None:
    house, table = found.house, found.tables["holdout"]
    house.ask(Command(table, "deal", TABLE))
    assert house.table(table).question
    assert found.compare() == []
