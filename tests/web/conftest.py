from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house.people import passwords
from tests.web.room import QUICK, Room


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(passwords, "HASHER", QUICK)
    passwords._no_ones_hash.cache_clear()
    found = Room(tmp_path)
    yield found
    found.close()
    passwords._no_ones_hash.cache_clear()
