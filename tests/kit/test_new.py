"""``pitboss new``: a package that installs, plays and passes its own tests at once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import OURS
from pitboss.kit.package import HOMES, check_name
from tests.commands.program import run_program
from tests.kit.packages import KEY

SCRIPT: dict[str, Any] = {
    "game": KEY,
    "deck": "Ah Qc Ad 2d",
    "wagers": {"1": {"ante": 10, "bonus": 5}},
    "decisions": [[1, "play"]],
}

WASHINGTON = {"name": "washington", "licence": "house-banked"}


def answer(*arguments: str, given: object = None) -> dict[str, Any]:
    ran = run_program(*arguments, "--json", given=json.dumps(given).encode() if given else b"")
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.usefixtures("installed")
def test_every_command_has_it() -> None:
    assert [game["game"] for game in answer("games")["games"]] == [*OURS, KEY]
    assert len(answer("rules", KEY)["rules"]) == 10
    assert [table["code"] for table in answer("paytables", KEY)["paytables"]] == [
        "ante-1",
        "bonus-1",
    ]
    assert answer("score", KEY, "9h 9d")["rank"] > answer("score", KEY, "As Kd")["rank"]
    dealt = answer("deal", "-", given=SCRIPT)
    assert dealt["net"] == {"1": "200.00"}  # 40 on the ante, 10 on the play wager, 150
    assert [row["rule"] for row in dealt["settlement"]] == ["TC-09", "TC-09", "TC-10"]


@pytest.mark.usefixtures("installed")
def test_it_has_papers_and_says_that_nobody_approved_it(tmp_path: Path) -> None:
    script = tmp_path / "round.json"
    script.write_text(json.dumps(SCRIPT))
    paper = tmp_path / "round.html"
    ran = run_program("report", KEY, "--sheet", "round", "--round", str(script), "-o", str(paper))
    assert ran.status == 0, ran.err
    assert "Pair of Aces" in paper.read_text(encoding="utf-8")
    assert "its designer, not approved" in run_program("rules", KEY).out
    lawful = {**SCRIPT, "profile": {**WASHINGTON, "date": "2026-01-01"}}
    run_program("deal", "-", given=json.dumps(lawful).encode()).refused(
        "washington", "Two Cards has no approval"
    )


def test_its_own_tests_pass_and_notice_a_wrong_rule(installed: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=installed, capture_output=True, text=True)
    assert "22 passed" in done.stdout, done.stdout
    rules = installed / "src" / "two_cards" / "rules.py"
    text = rules.read_text("utf-8")
    try:
        rules.write_text(text.replace("own > dealer", "own >= dealer"), "utf-8")
        done = subprocess.run(command, cwd=installed, capture_output=True, text=True)
    finally:
        rules.write_text(text, "utf-8")
    assert "test_the_higher_hand_wins" in done.stdout
    assert "1 failed" in done.stdout


def test_it_says_what_it_wrote(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    ran = run_program("new", "three-suits", "-o", str(folder))
    *files, following = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert sorted(map(Path, files)) == sorted(path for path in folder.rglob("*") if path.is_file())
    assert len(files) == sum(map(len, HOMES.values()))
    assert f"pip install --editable {folder}" in following
    assert not any("$" in path.read_text("utf-8") for path in map(Path, files))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Two Cards", "small letters"),
        ("9-up", "small letters"),
        ("-up", "small letters"),
        ("two--cards", "small letters"),
        ("a-name-of-21-characters", "up to 20"),
        ("duki", "a game of that key is installed"),
        ("random", "module random already"),
        ("class", "module class already"),
    ],
)
def test_a_bad_name_is_refused_in_one_line(tmp_path: Path, name: str, words: str) -> None:
    folder = tmp_path / "mine"
    # "--" because a name may begin with a hyphen.
    run_program("new", "-o", str(folder), "--", name).refused(repr(name), words)
    assert not folder.exists()


@pytest.mark.usefixtures("installed")
def test_the_name_of_a_brought_game_is_refused(tmp_path: Path) -> None:
    run_program("new", KEY, "-o", str(tmp_path / "mine")).refused(KEY, "is installed")


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("kept")
    run_program("new", "three-suits", "-o", str(tmp_path)).refused("it is there already")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]
    below = tmp_path / "nowhere" / "mine"
    run_program("new", "three-suits", "-o", str(below)).refused("nowhere is not there")


@pytest.mark.parametrize(
    ("name", "rule"), [("two-cards", "TC"), ("war", "WAR"), ("pai-9", "PAI"), ("b2b", "BB")]
)
def test_rules_are_numbered_by_the_name(name: str, rule: str) -> None:
    assert check_name(name)["rule"] == rule
