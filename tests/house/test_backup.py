"""Backup and restore, as a drill: play under load, a backup in the middle of it, the house made
anew elsewhere, verified, compared with the log at that moment, and played on."""

import json
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.house import accounts
from pitboss.house.access import begin_guest, begin_session, read_session
from pitboss.house.audit.integrity import Key, Watch, announce_key, open_key
from pitboss.house.backup.archive import (
    KEY,
    MANIFEST,
    SIGNATURE,
    Backup,
    Manifest,
    Taking,
    manifest_text,
    write_backup,
    written_whole,
)
from pitboss.house.backup.restore import STRICT, Place, Trust, restore
from pitboss.house.engine import House
from pitboss.house.log import Entry, stamp
from pitboss.house.store import Database, Keys, connect, open_database, people
from pitboss.house.store.copy import find_schema, list_tables
from pitboss.house.store.entries import ROWS, Change, Unit
from pitboss.house.store.schema import STEPS, advance
from pitboss.refusal import Refused
from tests.campaigns.floor_plan import find_spots, lay_out
from tests.campaigns.load import Play
from tests.house.auditor import audit
from tests.house.guests import open_table

AT = "2026-03-01T12:00:00.000+00:00"
PAIRS = (("sqlite", "postgresql"), ("postgresql", "sqlite"), ("sqlite", "sqlite"))


class Silent:
    def note(self, kind: str, **values: object) -> None:
        """Nobody compares what the players have seen."""


@contextmanager
def playing(house: House) -> Iterator[Callable[[int], None]]:
    """Every table is played at until this ends; gives what waits for so many more steps."""
    stopped, failed = threading.Event(), []
    counted = threading.Condition()
    steps = [0]

    def play_on(play: Play) -> None:
        try:
            while not stopped.is_set():
                play.step()
                with counted:
                    steps[0] += 1
                    counted.notify_all()
        except BaseException as error:
            failed.append(error)

    def wait(more: int) -> None:
        with counted:
            until = steps[0] + more
            assert counted.wait_for(lambda: steps[0] >= until or bool(failed), 60)
        assert not failed, failed

    spots = find_spots(house)
    plays = [Play(house, spot, Silent(), f"p{number}") for number, spot in enumerate(spots)]
    threads = [threading.Thread(target=play_on, args=(play,)) for play in plays]
    for thread in threads:
        thread.start()
    try:
        yield wait
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
    assert not failed, failed


def log_of(database: Database) -> list[Entry]:
    with database.reading() as transaction:
        return ROWS.find(transaction, "ORDER BY chain, version")


def take(database: Database, path: Path, key: Key | None, key_file: bytes = b"") -> Manifest:
    with written_whole(path, may_replace=False) as file:
        return write_backup(database, file, Taking(AT, ["port"], key, key_file))


def place_of(folder: Path, address: str) -> Place:
    file = None if "://" in address else Path(address)
    return Place(folder, folder / "key.pem", address, file, Keys(folder / "vault.key"))


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_drill(source: str, target: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    def address(kind: str, folder: Path) -> str:
        if kind == "sqlite":
            return str(folder / "house.db")
        return str(request.getfixturevalue("postgresql").new_database())

    old, new = tmp_path / "old", tmp_path / "new"
    house = House(open_database(address(source, old)))
    watch = Watch(house, open_key(old / "key.pem"))
    watch.start()
    lay_out(house)
    backup = tmp_path / "backup.zip"
    own = connect(house.database.path if source == "sqlite" else house.database.address)  # type: ignore[attr-defined]
    with playing(house) as wait:
        wait(60)
        manifest = take(own, backup, watch.key, (old / "key.pem").read_bytes())
        wait(20)
    own.close()
    watch.stop()
    whole = log_of(house.database)
    house.close()
    place = place_of(new, address(target, new))
    with Backup(str(backup)) as opened:
        restored = restore(opened, place)
    assert restored.report.findings == []
    assert restored.report.counts["entries"] == manifest.entries
    assert restored.has_key
    modes = {path.name: path.stat().st_mode & 0o777 for path in new.iterdir()}
    expected = ["key.pem", "house.db"] if place.file else ["key.pem"]
    assert modes == dict.fromkeys(expected, 0o600)
    again = House(open_database(place.address))
    then = log_of(again.database)
    assert len(then) == manifest.entries
    assert len(then) < len(whole)
    assert set(then) <= set(whole)
    assert audit(again.database) == len(then)
    assert open_key(place.key).public == watch.key.public
    with playing(again) as wait:
        wait(60)
    assert audit(again.database) > len(then)
    again.close()


class Small:
    """A house with one table, its key and a backup."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = open_database(str(folder / "old" / "house.db"))
        self.key = open_key(folder / "old" / "key.pem")
        house = House(self.database)
        house.do(lambda unit: unit.append_house(announce_key(self.key), "house"))
        watch = Watch(house, self.key)
        watch.start()
        watch.stop()
        open_table(house, "duki")
        self.backup = folder / "backup.zip"
        self.manifest = take(self.database, self.backup, self.key)
        house.close()
        self.place = place_of(folder / "new", str(folder / "new" / "house.db"))

    def change(self, name: str, change: Callable[[bytes], bytes | None]) -> Path:
        """The backup with one member changed, or left out."""
        made = self.folder / "changed.zip"
        with zipfile.ZipFile(self.backup) as old, zipfile.ZipFile(made, "w") as new:
            for member in old.namelist():
                data: bytes | None = old.read(member)
                if member == name and data is not None:
                    data = change(data)
                if data is not None:
                    new.writestr(member, data)
        return made

    def refuse(self, path: Path, words: str, trust: Trust = STRICT) -> None:
        """Refused in one line, and nothing is left behind."""
        with pytest.raises(Refused, match=words), Backup(str(path)) as opened:
            restore(opened, self.place, trust)
        assert not self.place.folder.exists()


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)


def test_whatever_was_changed_is_refused_and_leaves_nothing_behind(small: Small) -> None:
    whole = small.backup.read_bytes()
    member = "tables/people.jsonl"
    changed = small.change(member, lambda data: data + b'["forged"]\n')
    small.refuse(changed, "table people is not as its manifest says")
    small.refuse(small.change(member, lambda data: None), "not a backup of Pitboss, or cut short")
    resealed = small.change(MANIFEST, lambda data: data.replace(b'"rows": 0', b'"rows": 1', 1))
    small.refuse(resealed, "not the one that was signed")
    unsigned = small.change(SIGNATURE, lambda data: None)
    small.refuse(unsigned, "is not signed by the house")
    small.refuse(small.backup, f"is not signed with the key {'0' * 64}", Trust(key="0" * 64))
    for length in (0, 10, len(whole) // 2, len(whole) - 30):
        cut = small.folder / "cut.zip"
        cut.write_bytes(whole[:length])
        small.refuse(cut, "not a backup of Pitboss, or cut short")
    for place in range(0, len(whole), 997):
        flipped = small.folder / "flipped.zip"
        flipped.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            with Backup(str(flipped)) as opened:
                opened.check()
        except Refused:
            pass
        else:  # a byte that means nothing, such as a time of the archive
            with Backup(str(flipped)) as opened, Backup(str(small.backup)) as right:
                for table in right.manifest.tables:
                    assert list(opened.rows(table)) == list(right.rows(table))


def test_a_log_with_findings_is_restored_only_on_demand(small: Small) -> None:
    """Changed, and all hashes of the backup made anew: the log's own hashes show it."""
    with Backup(str(small.backup)) as opened:
        manifest = opened.manifest
    forged = small.change("tables/entries.jsonl", lambda data: data.replace(b"duki", b"ikud", 1))
    with zipfile.ZipFile(forged) as archive:
        data = archive.read("tables/entries.jsonl")
    tables = [
        table._replace(sha256=sha256(data).hexdigest()) if table.name == "entries" else table
        for table in manifest.tables
    ]
    text = manifest_text(manifest._replace(tables=tables))
    small.backup = forged.rename(small.folder / "forged.zip")
    small.backup = small.change(MANIFEST, lambda _: text.encode()).rename(small.folder / "f2.zip")
    resigned = small.change(SIGNATURE, lambda _: small.key.sign(text).encode())
    small.refuse(resigned, "its log has .* findings")
    with Backup(str(resigned)) as opened:
        done = restore(opened, small.place, Trust(findings=True))
    assert done.report.findings
    assert not done.has_key


def test_a_place_that_is_taken_is_refused(small: Small) -> None:
    with Backup(str(small.backup)) as opened:
        restore(opened, small.place)
        before = (small.folder / "new" / "house.db").read_bytes()
        with pytest.raises(Refused, match="is there already; restore into an empty place"):
            restore(opened, small.place)
    assert (small.folder / "new" / "house.db").read_bytes() == before


def test_a_backup_is_not_replaced_unless_that_is_said(small: Small, tmp_path: Path) -> None:
    database = connect(str(tmp_path / "old" / "house.db"))
    before = small.backup.read_bytes()
    with pytest.raises(Refused, match="--force"):
        take(database, small.backup, small.key)
    assert small.backup.read_bytes() == before
    assert small.backup.stat().st_mode & 0o777 == 0o600
    with pytest.raises(Refused, match="cannot be written"):
        take(database, tmp_path / "none" / "b.zip", small.key)
    stranger = open_key(tmp_path / "stranger.pem")
    with pytest.raises(Refused, match="not one that the log records"):
        take(database, tmp_path / "b.zip", stranger)
    database.close()
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part"))
    assert not (tmp_path / "b.zip").exists()


def test_a_backup_holds_every_table_and_no_key_unless_asked(small: Small) -> None:
    database = connect(str(small.folder / "old" / "house.db"))
    with database.reading() as transaction:
        there = transaction.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        assert sorted(list_tables(database, transaction)) == [name for (name,) in there]
    database.close()
    with zipfile.ZipFile(small.backup) as archive:
        names = archive.namelist()
        values = json.loads(archive.read(MANIFEST))
    assert KEY not in names
    assert {f"tables/{name}.jsonl" for (name,) in there} == set(names) - {MANIFEST, SIGNATURE}
    assert values["settings"] == ["port"]
    assert b"PRIVATE" not in small.backup.read_bytes()


def test_a_backup_of_an_older_schema_is_brought_forward(tmp_path: Path) -> None:
    old = connect(str(tmp_path / "old.db"))
    with old.transaction() as transaction:
        advance(old, transaction, 2)
    backup = tmp_path / "backup.zip"
    assert take(old, backup, None).schema == 2
    old.close()
    place = place_of(tmp_path / "new", str(tmp_path / "new" / "house.db"))
    with Backup(str(backup)) as opened:
        restore(opened, place, Trust(findings=True, unsigned=True))
    new = connect(place.address)
    with new.reading() as transaction:
        assert find_schema(new, transaction) == len(STEPS)
    new.close()


def test_the_commands(small: Small, capsys: pytest.CaptureFixture[str]) -> None:
    data, into = small.folder / "old", small.folder / "backups"
    into.mkdir()
    assert main(["backup", str(into), "--data", str(data), "--with-key"]) == 0
    (made,) = into.iterdir()
    assert made.name.startswith("pitboss-20")
    assert f"Written: {made}" in capsys.readouterr().out
    assert main(["backup", str(made), "--data", str(data)]) == 2
    assert main(["backup", str(into), "--data", str(small.folder / "none")]) == 2
    assert not (small.folder / "none").exists()
    capsys.readouterr()
    assert main(["restore", str(made), "--data", str(small.folder / "new")]) == 0
    out = capsys.readouterr().out
    assert "Nothing is wrong." in out
    assert "not in the backup" not in out
    assert open_key(small.place.key).public == small.key.public
    assert main(["restore", str(made), "--data", str(small.folder / "new")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", ["house.db", "house.db-wal", "key.pem"])
def test_a_backup_takes_the_place_of_nothing_of_the_house(
    small: Small, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even by another way there, and not if it is to replace what is there."""
    data = small.folder / "old"
    way = small.folder / "way"
    way.symlink_to(data)
    own = data / name
    before = own.read_bytes() if own.exists() else b""
    assert main(["backup", str(way / name), "--data", str(data), "--force"]) == 2
    assert "is the house's own file" in capsys.readouterr().err
    assert (own.read_bytes() if own.exists() else b"") == before


def test_sessions_of_accounts_end_with_a_restore(small: Small) -> None:
    """One that was ended after the backup would be good again, be it a thief's; a guest has
    nothing else to come back with."""
    now = datetime.now(UTC)
    database = connect(str(small.folder / "old" / "house.db"))
    accounts.ensure_operator(database, "Olga", "correct horse", now)
    with database.transaction() as transaction:
        (olga,) = people.read_all(transaction)
        unit = Unit(transaction, stamp(now))
        staff = begin_session(Change(unit, olga.person, now))
        guest = begin_guest(unit, now)
        unit.flush()
    path = small.folder / "later.zip"
    take(database, path, small.key)
    database.close()
    with Backup(str(path)) as backup:
        restore(backup, small.place)
    database = connect(small.place.address)
    with database.reading() as transaction:
        assert read_session(transaction, staff.token, now) is None
        assert read_session(transaction, guest.token, now)
    database.close()
