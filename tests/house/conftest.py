"""A house for each test, on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator

import pytest

from pitboss.house.engine import House
from pitboss.house.store import open_database


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str:
    """Where an empty database is."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return str(request.getfixturevalue("postgresql").new_database())


@pytest.fixture
def house(address) -> Iterator[House]:
    opened = House(open_database(address))
    yield opened
    opened.close()
