"""What a real house has played, checked by the verifier: logs, exported rounds, records.

``PITBOSS_VERIFIED_LIVE`` sets how many rounds are played at each of the 24 tables.
"""

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.integrity import Watch, open_key, passing_key
from pitboss.house.engine import House
from pitboss.house.store import open_database
from tests.golden.test_golden import FILES
from tests.golden.transcript import read_head
from tests.house import random_floor
from tests.house.test_older_data import KEPT
from tests.verifier.checking import CHECK, check_file, check_lines, needs_node, run_check
from tests.verifier.floor import AT, Floor
from tests.verifier.forging import as_recorded, canonical
from tests.verifier.sides import by_pitboss, by_verifier, disagreements
from tests.verifier.test_verifier_holdout import essence as poker_essence

pytestmark = needs_node

GAMES = {"buyout", "duki", "super-omaha", "holdout"}
TABLES = 24
CORRECTED = 70


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    found = Floor(tmp_path_factory.mktemp("floor"), 1)
    found.play_all(TABLES, int(os.environ.get("PITBOSS_VERIFIED_LIVE") or 4))
    yield found
    found.house.close()


def test_a_log_of_every_game_has_nothing_wrong(floor: Floor, tmp_path: Path) -> None:
    status, said = check_lines(tmp_path, floor.export())
    assert (status, said["findings"]) == (0, [])
    counts = said["counts"]
    assert counts["rounds dealt from their seeds"] == len(floor.ended)
    assert {game for game in GAMES if counts.get(game)} == GAMES
    assert counts["moves of meters"] > 5
    assert counts["seals"] >= len(floor.ended)


def test_a_log_that_another_key_has_signed_is_named(floor: Floor, tmp_path: Path) -> None:
    for _ in range(3):
        floor.play("duki", 1)
        with floor.house.database.transaction() as transaction:
            sign_head(transaction, AT, floor.key, floor.manifest["digest"])
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(floor.export()))
    assert run_check(path, "--key", floor.key.public).returncode == 0
    assert run_check(path).returncode == 0
    run = run_check(path, "--key", passing_key().public)
    assert run.returncode == 1
    assert "head 2 is not signed" in run.stdout
    lines = path.read_bytes().splitlines(keepends=True)
    heads = [line for line in lines if line.startswith(b'{"head"')]
    lines.remove(heads[1])
    path.write_bytes(b"".join(lines))
    assert "head 3 does not follow head 1" in run_check(path).stdout


def test_a_part_of_a_log_has_nothing_wrong(floor: Floor, tmp_path: Path) -> None:
    table = next(table for table, _ in floor.ended if table.startswith("super-omaha"))
    status, said = check_lines(tmp_path, floor.export(table))
    assert (status, said["findings"]) == (0, [])


def test_rounds_and_records_have_nothing_wrong(floor: Floor, tmp_path: Path) -> None:
    for table, number in floor.ended[:: max(1, len(floor.ended) // 10)]:
        for value in (floor.export_round(table, number), floor.record(table, number)):
            status, said = check_file(tmp_path, value)
            assert (status, said["findings"]) == (0, []), (table, number)
            assert all(step["good"] for step in said["steps"])


def test_what_is_said_to_people(floor: Floor, tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(floor.record(*floor.ended[0]), indent=2))
    run = run_check(path)
    assert run.returncode == 0
    assert "the seed fits the commitment" in run.stdout
    assert run.stdout.endswith("nothing is wrong\n")
    path.write_bytes(b"".join(floor.export()))
    assert "rounds dealt from their seeds" in run_check(path).stdout


@pytest.mark.parametrize("text", ["", "{}", "[]", "no", '{"format": "pitboss-round"}', "[" * 9999])
def test_what_is_no_round_and_no_log_is_refused_in_a_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    run = run_check(path)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert run_check(tmp_path / "missing").returncode == 2


@pytest.mark.parametrize("nasty", [None, 7, "x", [[]], {"a": 1}])
def test_values_of_another_form_are_findings(nasty: object, floor: Floor, tmp_path: Path) -> None:
    record = floor.record(*next(one for one in floor.ended if one[0].startswith("super-omaha")))
    for name in ("script", "decisions", "dealt", "result", "fair"):
        status, _ = check_file(tmp_path, {**record, name: nasty})
        assert status == 1 if name != "fair" or isinstance(nasty, dict) else status == 2
    lines = floor.export()
    place = next(n for n, line in enumerate(lines) if b'"round-opened"' in line)
    value = json.loads(lines[place])
    for name in ("script", "added", "postings", "round"):
        body = {**value["entry"]["body"], name: nasty}
        changed = {"entry": {**value["entry"], "body": body}}
        lines[place] = (canonical(changed) + "\n").encode()
        assert check_lines(tmp_path, lines)[0] == 1


@pytest.mark.parametrize("seed", [2, 6])
def test_corrected_floors_have_nothing_wrong(seed: int, tmp_path: Path) -> None:
    """Hits held, paid and voided, rounds undone, meters adjusted, links, promotions, tips."""
    floor = random_floor.Floor(seed)
    floor.play(CORRECTED)
    lines = as_recorded(random_floor.export_lines(floor.house))
    floor.close()
    status, said = check_lines(tmp_path, lines)
    assert (status, said["findings"]) == (0, [])
    assert said["counts"]["rounds dealt from a recorded deck"] > 10
    assert said["counts"]["corrections"] > 3


def test_a_log_of_an_earlier_pitboss_has_nothing_wrong(tmp_path: Path) -> None:
    address = tmp_path / "house.db"
    file = sqlite3.connect(address)
    file.executescript(KEPT.read_text("utf-8"))
    file.close()
    house = House(open_database(str(address)))
    watch = Watch(house, open_key(tmp_path / "key.pem"))
    watch.start()
    watch.stop()
    signer = Signer(watch.key, AT, watch.manifest["digest"])
    lines = [line.encode() for line in export_log(house.database, signer)]
    house.close()
    status, said = check_lines(tmp_path, lines)
    assert (status, said["findings"]) == (0, [])
    assert said["counts"]["rounds dealt from a recorded deck"] > 5


def test_the_short_way_to_the_verifier_leads_there(floor: Floor, tmp_path: Path) -> None:
    link = Path(__file__).parents[2] / "verifier"
    assert (link / "check.mjs").samefile(CHECK)
    path = tmp_path / "round.json"
    path.write_text(json.dumps(floor.record(*floor.ended[0])))
    run = subprocess.run(["node", str(link / "check.mjs"), str(path)], check=False)
    assert run.returncode == 0


def test_golden_rounds_are_the_same_on_both_sides() -> None:
    scripts = [read_head(path)[1] for path in FILES]
    poker = [script for script in scripts if script["game"] == "holdout"]
    others = [script for script in scripts if script["game"] != "holdout"]
    assert not disagreements(others)
    assert len(poker) > 4
    for script, theirs in zip(poker, by_verifier(poker), strict=True):
        ours = {**by_pitboss(script), "questions": theirs.get("questions")}
        assert poker_essence(ours) == poker_essence(theirs)
