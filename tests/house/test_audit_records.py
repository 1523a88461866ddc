"""Manifests, the house's key, and the records as sheets."""

import csv
import io
import os
import shutil
from pathlib import Path

import pytest

from pitboss.games import OURS
from pitboss.house.audit.checks import canonical, digest
from pitboss.house.audit.integrity import open_key
from pitboss.house.books.reports import RECORDS, csv_lines, record_rows
from pitboss.house.log import Draft
from pitboss.house.manifest import (
    PACKAGE,
    check_manifest,
    hash_values,
    make_manifest,
)
from pitboss.refusal import Refused
from tests.house.audit_log import House


def test_a_manifest_names_software_rules_and_pay_tables() -> None:
    manifest = make_manifest()
    assert {"money.py", "games/duki/source.toml", "games/profiles.toml"} <= set(manifest["files"])
    assert not [path for path in manifest["files"] if path.endswith(".pyc")]
    assert set(manifest["games"]) == set(OURS)
    duki = manifest["games"]["duki"]
    assert duki["rules"] == manifest["files"]["games/duki/source.toml"]
    assert {"ante ante-4", "bonus bonus-3"} <= set(duki["paytables"])
    rest = {name: value for name, value in manifest.items() if name != "digest"}
    assert manifest["digest"] == digest(canonical(rest)) == make_manifest()["digest"]


def test_a_later_check_names_the_files_that_changed(tmp_path: Path) -> None:
    copy = tmp_path / "pitboss"
    for name in ("money.py", "refusal.py", "games/duki/paytables.toml"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / name, copy / name)
    manifest = make_manifest(copy)
    assert check_manifest(manifest, copy) == []
    with (copy / "games/duki/paytables.toml").open("a") as file:
        file.write("\n")
    (copy / "money.py").unlink()
    (copy / "extra.py").write_text("")
    assert check_manifest(manifest, copy) == [
        "extra.py: not in the manifest",
        "games/duki/paytables.toml: changed",
        "money.py: missing",
    ]


def test_settings_have_one_hash_whatever_the_order() -> None:
    assert hash_values({"a": 1, "b": [2]}) == hash_values({"b": [2], "a": 1})
    assert hash_values({"a": 1}) != hash_values({"a": "1"})


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "house.key"
    key = open_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(path.parent) == ["house.key"]
    assert open_key(path).public == key.public
    path.chmod(0o640)
    with pytest.raises(Refused, match="others may read it"):
        open_key(path)


def test_a_key_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    path.write_text("not a key")
    path.chmod(0o600)
    with pytest.raises(Refused, match="not a PEM file"):
        open_key(path)
    with pytest.raises(Refused, match="cannot be used"):
        open_key(tmp_path / "house.key" / "inner")


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    for seed in range(4):
        house.play("t1", "duki", seed)
        house.play("t2", "super-omaha", seed)
    house.write("t1", Draft("table-closed", {"why": "=HYPERLINK(1)"}))
    with house.database.transaction() as transaction:
        move = ("link", 1, house.now, "t1", 1, "=cause", "-7/2", "100")
        transaction.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", move)
        hit = ("h1", "link", "t1", 1, 2, "bo", "royal", 500, 1, "hit", "[]", house.now, 0)
        transaction.execute(f"INSERT INTO hits VALUES ({', '.join('?' * 13)})", hit)
    return house


def sheet(house: House, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(csv_lines(record_rows(house.database, name))))))


def test_sheets_hold_every_row_and_no_secret(house: House) -> None:
    entries = sheet(house, "entries")
    assert len(entries) == sum(version for version, _ in house.ends.values()) > 64
    assert [row["round"] for row in entries if row["kind"] == "round-opened"] == list("12341234")
    postings = sheet(house, "postings")
    assert sum(int(row["cents"]) for row in postings) == 0
    assert len(sheet(house, "rounds")) == 8
    text = "".join("".join(csv_lines(record_rows(house.database, name))) for name in RECORDS)
    assert "salt" not in text


def test_sheets_start_no_formula(house: House) -> None:
    (move,) = sheet(house, "moves")
    assert (move["cause"], move["change"]) == ("'=cause", "-7/2")
    assert sheet(house, "hits")[0]["paid_cents"] == "500"
    with pytest.raises(Refused, match="allowed: entries, postings, rounds, moves, hits"):
        sheet(house, "people")
