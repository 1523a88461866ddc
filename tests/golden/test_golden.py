"""Golden rounds: each file's transcript is written anew and must be the same.

To add a round, write the head of a file (see any of them) and run

    PITBOSS_UPDATE_GOLDEN=1 python -m pytest tests/golden

which writes the transcripts below the heads. Then read what it wrote against the document: a
golden file is evidence only because a person has checked it.
"""

import os
from pathlib import Path

import pytest

from pitboss.rounds.script import run_script
from tests.golden.transcript import LINE, read_head, transcribe

FOLDER = Path(__file__).parent
GAMES = ("buyout", "duki", "holdout", "super_omaha")
FILES = [path for game in GAMES for path in sorted((FOLDER / game).glob("*.txt"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_round(path: Path):
    head, script = read_head(path)
    text = f"{head}\n{LINE}\n{transcribe(run_script(script))}\n"
    if os.environ.get("PITBOSS_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_golden_rounds(game: str):
    assert len([path for path in FILES if path.parent.name == game]) >= 4
