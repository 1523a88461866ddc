"""A game that another package brings is dealt, listed and scored like ours."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import GROUP, OURS
from tests.commands.fifth_game import install
from tests.commands.program import Ran, run_program

SCRIPT = {
    "game": "high-card",
    "deck": "As Kd 2c Qh",
    "wagers": {"1": {"ante": 10}, "2": {"ante": 5}, "3": {"ante": 5}},
    "decisions": [[1, "stay"], [2, "fold"], [3, "stay"]],
}


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The fifth game is installed for the programs that a test starts."""
    folder = tmp_path / "installed"
    install(folder)
    search = [str(folder), *filter(None, sys.path)]
    monkeypatch.setenv("PYTHONPATH", ":".join(search))
    return folder


def answer(*arguments: str, given: object = None) -> dict[str, Any]:
    ran = run_program(*arguments, "--json", given=json.dumps(given).encode() if given else b"")
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.usefixtures("brought")
def test_a_brought_game_is_dealt() -> None:
    dealt = answer("deal", "-", given=SCRIPT)
    assert dealt["status"] == "settled"
    assert dealt["net"] == {"1": "20.00", "2": "-5.00", "3": "-5.00"}
    assert [row["rule"] for row in dealt["settlement"]] == ["HIGH-02", "HIGH-03", "HIGH-03"]


@pytest.mark.usefixtures("brought")
def test_a_brought_game_is_listed_after_ours() -> None:
    assert [game["game"] for game in answer("games")["games"]] == [*OURS, "high-card"]
    assert answer("rules", "high-card")["rules"][0]["id"] == "HIGH-01"
    assert answer("paytables", "high-card")["paytables"][0]["code"] == "HC-1"
    assert answer("score", "high-card", "As")["rank"] == 12


@pytest.mark.usefixtures("brought")
def test_nobody_prices_a_game_without_a_solver() -> None:
    run_program("odds", "high-card").refused("high-card", "no solver")


def test_a_key_of_ours_stays_ours(brought: Path) -> None:
    install(brought, "duki", "other_duki")
    assert answer("score", "duki", "9h 9c 6s Jd")["duki"] == 4
    assert [game["game"] for game in answer("games")["games"]] == [*OURS, "high-card"]


def test_a_key_that_two_packages_bring_is_refused(brought: Path) -> None:
    install(brought, package="higher_card")
    run_program("games").refused("high-card", "two packages")


def test_a_package_that_brings_no_game_is_refused(brought: Path) -> None:
    (brought / "high_card" / "__init__.py").write_text("GAME = 1\n", encoding="utf-8")
    run_program("score", "high-card", "As").refused("high-card", "is no game")
    (brought / "high_card" / "__init__.py").write_text("import nothing_of_that_name\n")
    run_program("score", "high-card", "As").refused("high-card", "cannot be loaded")


def run_code(code: str) -> Ran:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_our_games_are_found_without_a_search() -> None:
    code = (
        "import sys; from pitboss.games import find_game\n"
        f"for key in {list(OURS)}: find_game(key)\n"
        "print('importlib.metadata' in sys.modules)"
    )
    assert run_code(code).out == "False\n"


def test_our_games_are_declared_as_entry_points_too() -> None:
    text = Path(__file__).resolve().parents[2].joinpath("pyproject.toml").read_text("utf-8")
    declared = tomllib.loads(text)["project"]["entry-points"][GROUP]
    assert declared == {key: f"{package}:GAME" for key, package in OURS.items()}


@pytest.mark.usefixtures("brought")
def test_a_brought_game_has_papers(tmp_path: Path) -> None:
    file, script = tmp_path / "rules.html", tmp_path / "round.json"
    assert run_program("report", "high-card", "--sheet", "rules", "-o", str(file)).status == 0
    text = file.read_text(encoding="utf-8")
    assert "HIGH-01" in text
    assert "The player loses" in text
    script.write_text(json.dumps(SCRIPT))
    assert "wins $" in run_program("deal", str(script)).out
    run_program("report", "high-card", "-o", str(tmp_path / "par.pdf")).refused("rules, round")
