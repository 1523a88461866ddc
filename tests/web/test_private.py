"""The house's files are its owner's alone; its key is not replaced without a word."""

import os
from pathlib import Path

import pytest

from pitboss.house.audit.integrity import open_key, recorded_keys
from pitboss.house.engine import House
from pitboss.house.store import open_database, people
from pitboss.refusal import Refused
from pitboss.web.server import serve, start_house
from pitboss.web.settings import Options
from tests.web.program import Place, Process

NO_PORT = 99_999
"""Refused too, later: so that a start that should have been refused does not serve for ever."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_m5_a_data_folder_that_others_may_open_is_refused(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    folder.chmod(0o755)
    with pytest.raises(Refused, match=rf"mode 0755\).*: chmod 700 {folder}$"):
        serve(Options(port=NO_PORT, data=str(folder)))
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("elsewhere", [False, True])
def test_m5_database_files_that_others_may_read_are_refused(folder: Path, elsewhere: bool) -> None:
    """In the data folder, and wherever else the database may be."""
    folder.mkdir(mode=0o700)
    place = folder.parent if elsewhere else folder
    for name, mode in (("house.db", 0o644), ("house.db-wal", 0o640), ("house.db-shm", 0o600)):
        (place / name).write_bytes(b"")
        (place / name).chmod(mode)
    given = str(place / "house.db") if elsewhere else ""
    with pytest.raises(Refused) as refused:
        serve(Options(port=NO_PORT, data=str(folder), database=given))
    assert str(refused.value).endswith(f"chmod 600 {place / 'house.db'} {place / 'house.db-wal'}")


def test_m5_whatever_the_server_makes_is_its_owners_alone(folder: Path) -> None:
    before = os.umask(0o022)
    try:
        server = Process(Place(folder, ""))
        modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
        server.stop()
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert set(modes) >= {"house.db", "house.db-wal", "house.db-shm", "key.pem"}
    assert set(modes.values()) == {0o600}


def test_m5_a_database_made_by_another_command_is_private_too(folder: Path) -> None:
    before = os.umask(0o022)
    try:
        open_database(str(folder / "house.db")).close()
    finally:
        os.umask(before)
    assert (folder / "house.db").stat().st_mode & 0o777 == 0o600


class Starts:
    """Starts of one house, without its doors."""

    def __init__(self, folder: Path) -> None:
        self.options = Options(data=str(folder))

    def __call__(self, new_key: bool = False) -> tuple[list[str], list[str]]:
        """The keys and the alerts that are recorded once it has started."""
        house = House(open_database(self.options.address))
        try:
            watch, _ = start_house(house, self.options._replace(new_key=new_key), lambda _: None)
            watch.stop()
            with house.database.reading() as transaction:
                alerts = [alert.words for alert in people.read_alerts(transaction)]
                return recorded_keys(transaction), alerts
        finally:
            house.close()


def test_low_a_lost_key_is_not_replaced_without_a_word(folder: Path) -> None:
    start, key = Starts(folder), folder / "key.pem"
    (first,), alerts = start()
    assert alerts == []
    key.unlink()
    with pytest.raises(Refused, match=f"is missing, and the log was signed with {first}.*--new"):
        start()
    assert not key.exists()
    keys, alerts = start(new_key=True)
    assert keys[0] == first
    assert len(keys) == 2
    assert len(alerts) == 1
    assert keys[1] in alerts[0]
    assert start() == (keys, alerts)


def test_low_another_key_in_the_place_of_the_house_s_is_refused(folder: Path) -> None:
    start, key = Starts(folder), folder / "key.pem"
    start()
    key.unlink()
    open_key(key)
    with pytest.raises(Refused, match="not with this one"):
        start()
