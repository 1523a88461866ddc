"""All SQL stands in the house's store."""

from pathlib import Path

import pytest

import pitboss
from tests.tidy.sql import find_sql

PACKAGE = Path(pitboss.__file__).parent


def test_sql_stands_in_the_store_alone():
    assert find_sql(PACKAGE) == []


@pytest.mark.parametrize(
    "text",
    [
        'rows = t.execute("SELECT cents FROM balances WHERE account = ?", (a,))',
        'rows = t.execute(f"SELECT {COLUMNS} FROM entries")',
        '_ROUNDS = (\n    "SELECT round, wagers"\n    " FROM rounds"\n)',
        't.execute("UPDATE people SET role = ?")',
        't.execute(f"INSERT INTO {table} VALUES (?)")',
        't.execute("DELETE FROM sessions")',
        'sql += " ORDER BY version"',
    ],
)
def test_a_statement_elsewhere_is_found(tmp_path, text):
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "page.py").write_text(text)
    (tmp_path / "house" / "store").mkdir(parents=True)
    (tmp_path / "house" / "store" / "page.py").write_text(text)
    (found,) = find_sql(tmp_path)
    assert found.startswith("web/page.py:")


def test_words_are_no_statement(tmp_path):
    (tmp_path / "page.py").write_text('"""Update the table; select a seat from the list."""\n')
    assert find_sql(tmp_path) == []
