"""A house for each test, on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house import accounts
from pitboss.house.engine import House
from pitboss.house.store import open_database
from tests.house.people_room import QUICK, Room
from tests.house.safe import Safe


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> Iterator[str]:
    """Where an empty database is."""
    if request.param == "sqlite":
        yield str(tmp_path / "house.db")
        return
    server = request.getfixturevalue("postgresql")
    made = str(server.new_database())
    yield made
    server.leave(made)


@pytest.fixture
def house(address) -> Iterator[House]:
    opened = House(open_database(address))
    yield opened
    opened.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that are quick to hash."""
    monkeypatch.setattr(accounts, "HASHER", QUICK)


@pytest.fixture
def room(tmp_path: Path, quick: None) -> Iterator[Room]:
    """Accounts and sessions on a database of their own."""
    room = Room(str(tmp_path / "house.db"))
    yield room
    room.database.close()


@pytest.fixture
def safe(tmp_path: Path, address: str) -> Safe:
    return Safe(tmp_path, address)
