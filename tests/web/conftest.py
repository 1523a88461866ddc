from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house import accounts
from tests.web.room import QUICK, Room


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    accounts._no_ones_hash.cache_clear()
    found = Room(tmp_path)
    yield found
    found.close()
    accounts._no_ones_hash.cache_clear()
