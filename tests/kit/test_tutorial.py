"""``docs/adding-a-game.md`` from an empty folder to the exact edge and a PAR sheet: its commands,
run as they stand there."""

import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.games import OURS
from tests.kit.packages import OFFLINE, let_find

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adding-a-game.md"
EDGE = Fraction(496, 15925)


def steps() -> list[list[str]]:
    """The commands of each step."""
    found = re.split(r"^\*\*\d+\. ", PAGE.read_text("utf-8").split("## What stands")[0], flags=re.M)
    return [re.findall(r"```sh\n(.*?)```", step, re.S)[0].splitlines() for step in found[1:]]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of the page in a shell, with this Python's programs."""
    programs = Path(sys.executable).parent
    if command.startswith("pip install"):
        words = [sys.executable, "-m", "pip", "install", "--quiet", *OFFLINE]
        rest = command.removeprefix("pip install --editable ")
        command = shlex.join([*words, "--target", str(folder / "site"), "--editable", rest])
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


def test_every_step_does_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "two-cards"
    # An editable install puts a line into the search path of its environment; a folder has none.
    let_find(monkeypatch, tmp_path / "site", package / "src")
    told: dict[str, str] = {}
    for commands in steps():
        for command in commands:
            if command == "pitboss serve":  # tests/browser/test_new_game.py plays at its table
                continue
            ran = run(command, tmp_path)
            assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
            told[command] = ran.stdout
    assert next(iter(told)) == "pitboss new two-cards"
    assert told["pitboss games"].count("a game of") == len(OURS) + 1
    assert "+$200" in next(text for command, text in told.items() if command.startswith("echo"))
    assert "35" in told["pitboss paytables two-cards"]
    assert "22 passed" in told["python -m pytest two-cards"]
    assert told["pitboss check two-cards"].endswith("nothing is missing\n")
    assert "TC-10" in (tmp_path / "two-cards-rules.html").read_text("utf-8")
    assert f"{EDGE.numerator}/{EDGE.denominator}" in told["pitboss odds two-cards"]
    assert "3.1146" in (tmp_path / "two-cards-par.html").read_text("utf-8")


def worth(own: tuple[int, ...], value: int) -> Fraction:
    """What a played hand wins in Antes, against every hand of the dealer."""
    pay = 4 if value == score(48, 49) else 3 if own[0] >> 2 == own[1] >> 2 else 1
    total = 0
    for dealer in combinations([card for card in range(52) if card not in own], 2):
        theirs = score(*dealer)
        if theirs < score(32, 0):  # a ten and a two
            total += 1
        else:
            total += pay + 1 if value > theirs else -2 if value < theirs else 0
    return Fraction(total, 1225)


def score(a: int, b: int) -> int:
    """Pairs above all, then the higher rank, then the lower."""
    high, low = max(a, b) // 4, min(a, b) // 4
    return 1000 + high if high == low else 20 * high + low


def test_the_edge_that_the_page_names_is_counted() -> None:
    hands: dict[int, list[tuple[int, ...]]] = {}
    for own in combinations(range(52), 2):  # suits do not count: one hand of each kind says it
        hands.setdefault(score(*own), []).append(own)
    best = Fraction(0)
    for value, alike in hands.items():
        played = worth(alike[0], value)
        assert (played > -1) == (value >= score(32, 0))
        best += len(alike) * max(played, Fraction(-1))
    assert -best / 1326 == EDGE
    assert "496/15925, or 3.1146 %" in PAGE.read_text("utf-8")
