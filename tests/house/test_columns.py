"""A log as Parquet tables: read back, they say what the log says."""

import json
from collections import Counter
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from pitboss.cli.main import main
from pitboss.house.log import Draft
from tests.house.audit_log import House

GAMES = ("buyout", "duki", "holdout", "super-omaha")
COLUMNS = {
    "entries": "chain version at kind who command body hash",
    "postings": "chain version at account cents",
    "rounds": "table round version at game opened_version opened_at status reason seats"
    " wagered_cents net_cents",
    "settlements": "table round version at place seat wager cents outcome pays paid_cents net_cents"
    " row rule cut_from_cents cut_rule",
    "decisions": "table round version at seat action cents by cards",
    "meters": "table round version at number paytable meter_cents meter reserved overflow",
    "corrections": "table round version at kind who why body",
}
"""Version 1 of the format; a change of these is a new version."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some rounds of every game, one of them undone, and one still in play."""
    folder = tmp_path_factory.mktemp("log")
    house = House(folder)
    for seed in range(12):
        house.play(f"t{seed % 4}", GAMES[seed % 4], seed)
    undone = {"round": 1, "why": "a card fell", "people": ["ann", "bob"], "uncollected": {}}
    house.write("t1", Draft("round-corrected", undone))
    house.play("t2", "holdout", 99, until="call")
    file = folder / "log.jsonl"
    file.write_bytes(b"".join(house.export()))
    return file


@pytest.fixture(scope="module")
def tables(log: Path) -> dict[str, list[dict[str, Any]]]:
    assert main(["data", str(log), "-o", str(log.parent / "tables")]) == 0
    return {name: parquet.read_table(file_of(log, name)).to_pylist() for name in COLUMNS}


def file_of(log: Path, name: str) -> Path:
    return log.parent / "tables" / f"{name}.parquet"


def entries_of(log: Path) -> list[dict[str, Any]]:
    lines = map(json.loads, log.read_bytes().splitlines())
    return [line["entry"] for line in lines if "entry" in line]


def cents(amount: str) -> int:
    return int(Decimal(amount) * 100)


def test_schemas_are_those_that_are_documented(tables: dict[str, Any], log: Path):
    page = Path("docs/columns.md").read_text(encoding="utf-8")
    for name, columns in COLUMNS.items():
        schema = parquet.read_schema(file_of(log, name))
        assert schema.names == columns.split()
        assert schema.metadata[b"version"] == b"1"
        assert f"## {name}\n" in page
        section = page.partition(f"## {name}\n")[2].partition("\n## ")[0]
        for field in schema:
            assert f"`{field.name}`" in section or f"`{field.name}`" in page.partition("\n## ")[0]
            is_whole = field.name.endswith("cents")
            assert not is_whole or str(field.type) == "int64"


def test_every_entry_and_posting_is_there(tables: dict[str, Any], log: Path):
    written = entries_of(log)
    assert [
        {**row, "at": row["at"].isoformat(), "body": json.loads(row["body"])}
        for row in tables["entries"]
    ] == [{name: each for name, each in entry.items() if name != "secret"} for entry in written]
    posted = [
        (entry["chain"], entry["version"], account, moved)
        for entry in written
        for account, moved in entry["body"].get("postings", {}).items()
    ]
    rows = tables["postings"]
    assert [(r["chain"], r["version"], r["account"], r["cents"]) for r in rows] == posted
    sums: Counter[tuple[str, int]] = Counter()
    for row in rows:
        sums[row["chain"], row["version"]] += row["cents"]
    assert set(sums.values()) == {0}


def test_rounds_and_settled_rows_are_those_of_the_log(tables: dict[str, Any], log: Path):
    ended = [entry for entry in entries_of(log) if "result" in entry["body"]]
    assert len(tables["rounds"]) == len(ended) == 12
    settled = iter(tables["settlements"])
    for row, entry in zip(tables["rounds"], ended, strict=True):
        result = entry["body"]["result"]
        assert (row["table"], row["version"]) == (entry["chain"], entry["version"])
        assert row["game"] == GAMES[int(row["table"][1])]
        assert row["at"] == datetime.fromisoformat(entry["at"]) >= row["opened_at"]
        assert (row["status"], row["reason"]) == (result["status"], entry["body"].get("reason"))
        assert row["net_cents"] == sum(map(cents, result["net"].values()))
        assert row["seats"] == len(result["net"])
        assert row["wagered_cents"] == sum(cents(one["amount"]) for one in result["settlement"])
        for place, one in enumerate(result["settlement"], 1):
            found = next(settled)
            assert (found["round"], found["place"]) == (row["round"], place)
            for name in ("seat", "wager", "outcome", "pays", "row", "rule"):
                assert found[name] == one[name]
            money = [found[name] for name in ("cents", "paid_cents", "net_cents")]
            assert money == [cents(one[name]) for name in ("amount", "paid", "net")]
    assert next(settled, None) is None
    assert tables["settlements"]


def test_decisions_meters_and_corrections_are_those_of_the_log(tables: dict[str, Any], log: Path):
    written = entries_of(log)
    decided = [entry for entry in written if entry["kind"] == "decided"]
    assert [
        [row[name] for name in ("table", "version", "seat", "action", "cents", "cards")]
        for row in tables["decisions"]
    ] == [
        [
            *(entry["chain"], entry["version"], entry["body"]["seat"], entry["body"]["action"]),
            *(entry["body"].get("cents"), (entry["secret"] or {}).get("cards")),
        ]
        for entry in decided
    ]
    assert any(row["cards"] for row in tables["decisions"])
    meters = [
        (entry["chain"], number, meter)
        for entry in written
        for number, meter in enumerate(entry["body"].get("result", {}).get("meters", ()), 1)
    ]
    assert meters
    assert [(r["table"], r["number"], r["meter"]) for r in tables["meters"]] == meters
    assert [row["meter_cents"] for row in tables["meters"]] == [cents(m) for *_, m in meters]
    (undone,) = tables["corrections"]
    assert (undone["table"], undone["round"], undone["why"]) == ("t1", 1, "a card fell")


def test_what_is_no_whole_log_leaves_nothing_behind(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    data = log.read_bytes()
    lines = data.splitlines(keepends=True)
    target = tmp_path / "out"
    cases = {
        b"{}\n": "no exported log",
        b"cards\n": "line 1 is none of a log",
        b"".join(lines[:-1]): "its end is missing",
        b"".join(lines[:3] + lines[4:]): "another digest",
        data + lines[1]: "is none of a log",
        data.replace(b'"amount":"', b'"amount":"x', 1): "a part of the wrong kind",
        b"": "its end is missing",
    }
    for given, words in cases.items():
        file = tmp_path / "given"
        file.write_bytes(given)
        assert main(["data", str(file), "-o", str(target)]) == 2
        told = capsys.readouterr().err
        assert words in told
        assert told.count("\n") == 1
        assert not target.exists() or not list(target.iterdir())


def test_tables_that_are_there_are_kept(
    tables: dict[str, Any], log: Path, capsys: pytest.CaptureFixture[str]
):
    target = str(log.parent / "tables")
    assert main(["data", str(log), "-o", target]) == 2
    assert "entries.parquet is there; add --force" in capsys.readouterr().err
    assert main(["data", str(log), "-o", target, "--force", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert counts[f"{target}/rounds.parquet"] == 12
