"""``pitboss history`` as people run it, and the example on its page."""

import json
import re
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.rounds.script import answer_script, run_script
from pitboss.rounds.view import SPECTATOR
from tests.history.hands import PRINTED, printed, read_phh, write_phh, write_text

PAGE = Path(__file__).parents[2] / "docs" / "phh.md"


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(PRINTED), encoding="utf-8")
    return str(path)


def refused(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of a refusal, with nothing on standard output."""
    assert main(["history", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    return err


def printed_by(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["history", *arguments]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    return out


def test_text_and_phh_for_each_viewer(capfd, script):
    assert printed_by(capfd, script) == write_text(printed())
    assert printed_by(capfd, script, "--viewer", "2") == write_text(printed(), 2)
    assert printed_by(capfd, script, "--format", "phh") == write_phh(printed())
    view = printed_by(capfd, script, "--format", "phh", "--viewer", "spectator")
    assert view == write_phh(printed(), SPECTATOR)


def test_json_has_the_same_history(capfd, script):
    document = json.loads(printed_by(capfd, script, "--format", "phh", "--viewer", "3", "--json"))
    assert document == {
        "game": "holdout",
        "format": "phh",
        "viewer": "3",
        "history": write_phh(printed(), 3),
    }


def test_a_file_is_written_and_imported(capfd, script, tmp_path):
    path = str(tmp_path / "round.phh")
    assert printed_by(capfd, script, "--format", "phh", "-o", path) == ""
    assert Path(path).read_text(encoding="utf-8") == write_phh(printed())
    again = json.loads(printed_by(capfd, "--import", path))
    assert answer_script(again) == answer_script(PRINTED)
    assert "note" not in again


def test_a_view_is_imported_only_with_fill(capfd, tmp_path):
    path = tmp_path / "view.phh"
    path.write_text(write_phh(printed(), 2), encoding="utf-8")
    assert f"pitboss: {path}: actions, entry 1" in refused(capfd, "--import", str(path))
    filled = json.loads(printed_by(capfd, "--import", str(path), "--fill"))
    assert filled["note"].startswith("these cards stand in for unknown ones: 2d 2s 3c")
    answer = answer_script(filled)
    assert answer["stacks"] == answer_script(PRINTED)["stacks"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "give a script, or a PHH file with --import"),
        (["SCRIPT", "--import", "x.phh"], "give a script, or a PHH file with --import"),
        (["SCRIPT", "--format", "pgn"], "--format 'pgn' is unknown; allowed: phh, text"),
        (
            ["SCRIPT", "--viewer", "4"],
            "viewer '4' is nobody of this round; allowed: all, spectator",
        ),
        (["SCRIPT", "--viewer", "0"], "viewer '0' is nobody of this round"),
        (["SCRIPT", "--fill"], "--fill goes with --import only"),
        (["--import", "SCRIPT", "--viewer", "2"], "go with a script only"),
        (["--import", "SCRIPT"], "no valid TOML"),
        (["--import", "missing.phh"], "missing.phh: cannot be read"),
        (["missing.json"], "missing.json: cannot be read"),
    ],
)
def test_bad_arguments(capfd, script, arguments, words):
    assert words in refused(capfd, *[script if word == "SCRIPT" else word for word in arguments])


def test_nothing_is_written_where_the_script_or_the_place_is_bad(capfd, script, tmp_path):
    place = tmp_path / "missing" / "round.phh"
    assert "cannot be written" in refused(capfd, script, "-o", str(place))
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({**PRINTED, "decisions": [[1, "fold"]]}), encoding="utf-8")
    output = tmp_path / "out.phh"
    assert "out of turn" in refused(capfd, str(bad), "-o", str(output))
    assert not output.exists()


def test_other_games_have_no_history(capfd, tmp_path):
    path = tmp_path / "duki.json"
    duki = {"game": "duki", "deck": "9h 9c 6s Jd 9d 9s 5h 8c", "wagers": {"1": {"ante": 10}}}
    path.write_text(json.dumps(duki), encoding="utf-8")
    assert "only holdout has one; pitboss deal shows a round of duki" in refused(capfd, str(path))


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def test_the_page_s_example_is_what_the_program_writes_and_reads():
    (script,) = map(json.loads, blocks("json"))
    open_file, view = blocks("toml")
    running = run_script(script)
    assert write_phh(running) == open_file
    assert write_phh(running, SPECTATOR) == view
    assert read_phh(open_file).running.table.events == running.table.events
    assert read_phh(view, fill=True).running.table.stacks == running.table.stacks


def test_the_page_names_every_field():
    page = PAGE.read_text(encoding="utf-8")
    source = Path(__file__).parents[2] / "src/pitboss/games/holdout/history/phh.py"
    own = set(re.findall(r'"(_\w+)"', source.read_text(encoding="utf-8")))
    assert len(own) > 12
    assert [name for name in sorted(own) if f"`{name}`" not in page] == []
