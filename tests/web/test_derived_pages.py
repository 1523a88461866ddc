"""The page Verify compares the tables with the log, and what is stopped by it says so in a line."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.room import DUKI, Room


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


def test_verify_finds_a_changed_round_and_the_table_says_that_it_is_stopped(
    site: Room, tmp_path: Path
) -> None:
    watch = site.watch(tmp_path)
    table, other = site.open(DUKI), site.open({**DUKI, "name": "The other one"})
    operator = site.staff("Olga")
    with site.house.database.transaction() as transaction:
        transaction.execute("UPDATE tables SET status = 'shut' WHERE id = ?", (table,))
    page = operator.get("/audit/verify").text
    token = page.split('name="csrf" value="')[1].split('"')[0]
    asked = operator.post("/audit/verify", data={"csrf": token})
    address = str(asked.headers["location"])
    deadline = time.monotonic() + 30
    while "Verifying" in (page := operator.get(f"{address}&part=1").text):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert f"tables {table} status" in page
    assert "the log says open, the table has shut" in page
    for path in (f"/api/tables/{table}", f"/tables/{table}"):
        answer = operator.get(path)
        assert answer.status_code in (404, 409), path
        assert "is stopped, as it does not agree with its log" in answer.text
    assert operator.get(f"/api/tables/{other}").status_code == 200
    watch.stop()
