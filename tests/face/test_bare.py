"""Where only Python is installed the core works, and what does not says what to install."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pitboss.extras import EXTRAS
from pitboss.house.audit.export import export_round
from tests.house.audit_log import House
from tests.tidy.tree import ROOT

DUKI = {"game": "duki", "deck": "9h 9c 6s Jd 9d 9s 5h 8c", "wagers": {"1": {"ante": 10}}}
HOLDOUT = {
    "game": "holdout",
    "deck": "As Kd Qh Js 2c 3c 4c 5c Ts 9d",
    "stacks": {"1": 100, "2": 100},
    "button": 1,
    "blinds": [2, 4],
    "decisions": [[1, "fold"]],
}
PROGRAM = f"""
import sys
for name in {[module for modules in EXTRAS.values() for module in modules]}:
    sys.modules[name] = None  # importing it fails as if it were not there
"""
COMMAND = f"{PROGRAM}\nfrom pitboss.cli.main import main\nsys.exit(main(sys.argv[1:]))"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command without any extra, with two scripts at hand."""
    (folder / "duki.json").write_text(json.dumps(DUKI))
    (folder / "holdout.json").write_text(json.dumps(HOLDOUT))
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *words], cwd=folder, capture_output=True, text=True
    )


@pytest.mark.parametrize(
    "words",
    [
        "games",
        "games --json",
        "rules duki",
        "paytables super-omaha",
        "score buyout As4s",
        "deal duki.json",
        "deal duki.json --json",
        "history holdout.json",
        "history holdout.json --format phh",
        "replay duki.json",
        "replay holdout.json --viewer 2",
        "odds duki --json",
        "odds buyout",
        "odds super-omaha --wager jackpot --paytable 5CL-E01 --meter 50000 --json",
    ],
)
def test_the_core_needs_nothing(tmp_path: Path, words: str):
    ran = run(tmp_path, *words.split())
    assert (ran.returncode, ran.stderr) == (0, "")
    program = [sys.executable, "-m", "pitboss", *words.split()]
    full = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout == full.stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [("serve", "serve"), ("simulate duki --rounds 10", "odds"), ("mcp", "mcp")],
)
def test_a_missing_part_is_named_in_one_line(tmp_path: Path, words: str, extra: str):
    ran = run(tmp_path, *words.split())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert f"pip install 'pitboss[{extra}]'" in ran.stderr


def test_a_round_is_verified_bare_and_a_signature_needs_its_part(tmp_path: Path):
    house = House(tmp_path)
    house.play("t1", "duki", 2)
    with house.database.reading() as transaction:
        exported = export_round(transaction, "t1", 1)
    (tmp_path / "round.json").write_text(json.dumps(exported))
    (tmp_path / "log.jsonl").write_bytes(b"".join(house.export()))
    for command in ("verify", "replay"):
        ran = run(tmp_path, command, "round.json")
        assert (ran.returncode, ran.stderr) == (0, "")
    ran = run(tmp_path, "verify", "log.jsonl")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "verify needs cryptography: pip install 'pitboss[serve]'" in ran.stderr


def test_the_face_plays_without_extras():
    code = f"""{PROGRAM}
import pitboss
r = pitboss.deal("duki", {{1: {{"ante": 10}}}}, seed=1)
r.play("play")
assert r.settled and repr(r) and pitboss.price("duki").house_edge
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def _module(package: str) -> str:
    return package.removesuffix("-cffi").removesuffix("-python").replace("-", "_")


def test_extras_are_those_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert project["dependencies"] == []
    assert set(extras) == {*EXTRAS, "all"}
    assert extras["all"] == [f"pitboss[{','.join(EXTRAS)}]"]
    for extra, modules in EXTRAS.items():
        for needed in extras[extra]:
            name = needed.partition(";")[0].partition("[")[0]
            assert name == "pitboss" or _module(name) in modules, needed
