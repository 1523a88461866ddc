"""An example package in a fresh environment: installed by pip, played to the settlement in a
browser, priced, and its PAR sheet made. No file of Pitboss names the game."""

import json
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import pitboss
from pitboss.odds.figures import fraction_of
from tests.browser.conftest import DESKTOP
from tests.browser.playing import play_now, play_out, text_cents, wager
from tests.examples.packages import FOLDER
from tests.kit.packages import OFFLINE
from tests.web.program import Place, Process

KEY, PACKAGE = "three-card-poker", FOLDER / "three_card_poker"
EDGE = Fraction(13_733_780, 407_170_400)


@pytest.fixture
def python(tmp_path: Path) -> str:
    """The Python of a new environment: beside it Pitboss and what it needs, as they stand here,
    since nothing is fetched in tests."""
    folder = tmp_path / "fresh"
    venv.create(folder)
    program = folder / "bin" / "python"
    own = subprocess.check_output([program, "-c", "import site; print(site.getsitepackages()[0])"])
    sources, installed = Path(pitboss.__file__).parents[1], sysconfig.get_path("purelib")
    lines = f"{sources}\nimport site; site.addsitedir({installed!r})\n"
    (Path(own.decode().strip()) / "beside.pth").write_text(lines, encoding="utf-8")
    return str(program)


def told(python: str, *arguments: str) -> str:
    done = subprocess.run(
        [python, "-m", "pitboss", *arguments], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def keys(python: str) -> list[str]:
    return [game["game"] for game in json.loads(told(python, "games", "--json"))["games"]]


@pytest.fixture
def installed(python: str) -> str:
    """The same, with the example's package."""
    assert KEY not in keys(python)
    command = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *OFFLINE]
    subprocess.run([*command, str(PACKAGE)], check=True)
    return python


@pytest.fixture
def server(installed: str, tmp_path: Path) -> Iterator[Process]:
    serve = (installed, "-m", "pitboss.cli.main", "serve")
    found = Process(Place(tmp_path / "house", ""), serve)
    yield found
    assert "Traceback" not in found.stop()


def test_an_example_is_played_priced_and_has_its_sheet(
    server: Process, installed: str, tmp_path: Path, browser: Browser
) -> None:
    assert keys(installed)[-1] == KEY
    with browser.new_context(
        base_url=str(server.client.base_url), viewport=DESKTOP, reduced_motion="reduce"
    ) as context:
        page, failures = context.new_page(), list[str]()
        page.on("pageerror", lambda error: failures.append(str(error)))
        table = play_now(page, KEY)
        wager(page, "3", "n", "2")
        play_out(page, ("p",))
        expect(page.locator("#own[data-status=settled]")).to_be_visible()
        chips = text_cents(page.locator("#stack").inner_text())
        assert chips - 500_00 == text_cents(page.locator(".own-line .net").inner_text())
        rules = page.locator(".results .result .why b").all_inner_texts()
        assert rules[-1] == "TCP-09"
        answer = context.request.get(f"/api/tables/{table}/rounds/1").json()
        assert answer["status"] == "settled"
        assert not failures
    priced = json.loads(told(installed, "odds", KEY, "--json"))
    assert fraction_of(priced["house_edge"]) == EDGE
    sheet = tmp_path / "par.html"
    told(installed, "report", KEY, "--sheet", "par", "-o", str(sheet))
    assert "3.3730" in sheet.read_text("utf-8")


def test_no_file_of_pitboss_names_an_example() -> None:
    named = re.compile(
        r"three.card.poker|caribbean|let.it.ride|mississippi|ultimate.(texas|hold)", re.I
    )
    package = Path(pitboss.__file__).parent
    texts = (".py", ".toml", ".html", ".css", ".js", ".mjs", ".template")
    files = [file for file in package.rglob("*") if file.suffix in texts]
    assert len(files) > 100
    assert [file for file in files if named.search(file.read_text("utf-8"))] == []
