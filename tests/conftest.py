"""Settings for the whole suite."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.postgresql import Server

# Houses write every entry through to their disk: on one in memory that costs nothing. No test asks
# what a real one keeps when the power goes; those that cut it bring a file system of their own.
MEMORY = Path("/dev/shm")
ROOM = 4 << 30

if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# The same tree gives the same result, on a slow machine too. To look for new counterexamples:
# pytest --hypothesis-profile=search
settings.register_profile("fixed", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A real server, for whoever asks for it."""
    server = Server()
    yield server
    server.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser's driver keeps an event loop for itself until the end: its tests come last."""
    items.sort(key=lambda item: "browser" in item.path.parts)


@pytest.fixture
def without_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that counts is compiled, and has kept nothing to answer from."""
    from pitboss.odds.cache import cache_folder

    (tmp_path / "pitboss").mkdir()
    for compiled in cache_folder().glob("compiled-*"):
        (tmp_path / "pitboss" / compiled.name).symlink_to(compiled)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
