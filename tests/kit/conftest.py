"""One package, written and installed once for all tests of a run."""

from pathlib import Path

import pytest

from tests.kit.packages import let_find, write_and_install


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a package that ``pitboss new`` wrote."""
    return write_and_install(tmp_path_factory.mktemp("kit"))


@pytest.fixture
def installed(package: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, where the programs that the test starts find it."""
    let_find(monkeypatch, package.parent / "site")
    return package
