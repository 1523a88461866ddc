"""The site in a real Chromium: reading it asks nothing of any other host, and live cells answer."""

import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from pitboss.cli.main import main
from pitboss.games import find_game
from tests.browser.conftest import PHONE
from website.build import SITE, build, check_site
from website.python import MOST_BYTES

READ = ("index.html", "games/duki.html", "start/player.html", "results/index.html")

PATIENT = 180_000
"""Milliseconds for Python to be there, on a machine that does other things too."""

LOSE = """() => new Promise((done) => {
  const opened = indexedDB.open("pitboss-page", 1);
  opened.onsuccess = () => {
    const written = opened.result.transaction("images", "readwrite");
    const kept = { version: pitboss.version, image: new Blob(["?"]), parts: {} };
    written.objectStore("images").put(kept, "python");
    written.oncomplete = () => done(opened.result.close());
  };
})"""
"""What the browser keeps of Python is lost in part."""


class Quiet(SimpleHTTPRequestHandler):
    sent: ClassVar[list[str]] = []
    """The addresses of all files that were sent."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        self.sent.append(self.path)
        super().copyfile(source, outputfile)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The site, built by the first of the workers that have these tests in turn: half a minute."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent  # of all workers of this run
    with (shared / "website.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "website.built").exists():
            assert build() == []
            (shared / "website.built").touch()


@pytest.fixture(scope="module")
def address(built: None) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE)
    yield context.new_page()
    context.close()


def test_no_link_is_dead_no_picture_missing_and_nothing_is_on_another_host(address: str) -> None:
    assert check_site() == []


def test_reading_asks_nothing_of_another_host_and_nothing_fails(address: str, page: Page) -> None:
    asked: list[str] = []
    failed: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: failed.append(answer.url) if answer.status > 399 else None)
    page.on("pageerror", lambda error: failed.append(str(error)))
    for name in READ:
        page.goto(f"{address}/{name}")
        page.wait_for_load_state("networkidle")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["width"], f"{name} is wider than a phone"
    assert asked
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert failed == []


@pytest.mark.skipif(not shutil.which("npm"), reason="npm brings Pyodide in when the site is built")
def test_a_reader_changes_a_hand_and_a_round_and_sees_the_answer(address: str, page: Page) -> None:
    """By the core of Pitboss in the page, from this site alone, within 15 MB."""
    loaded: dict[str, int] = {}

    def note(answer: Response) -> None:
        loaded[answer.url] = int(answer.headers.get("content-length", 0))

    page.context.on("response", note)
    page.set_default_timeout(PATIENT)
    page.goto(f"{address}/start/player.html")
    page.get_by_role("button", name="Change this hand").click()
    shown = page.locator("output")
    expect(shown).to_contain_text("category pair", timeout=PATIENT)
    page.locator(".pitboss-cell input").fill("duki 9h 9c 6s 6d")
    expect(shown).to_contain_text("category two-pair")
    assert all(url.startswith((address, "data:", "blob:")) for url in loaded)
    assert page.evaluate("pitboss.started") == "anew"
    page.wait_for_function("pitboss.isKept", timeout=PATIENT)
    page.goto(f"{address}/start/developer.html")
    page.get_by_role("button", name="Change this round").click()
    expect(shown).to_contain_text("net +$35", timeout=PATIENT)
    assert page.evaluate("pitboss.started") == "from its image"
    field = page.locator(".pitboss-cell textarea")
    field.fill(field.input_value().replace('"play"', '"fold"'))
    expect(shown).to_contain_text("net −$15")
    field.fill(field.input_value().replace('"fold"', '"raise"'))
    expect(shown).to_have_class("refused")
    assert sum(size for url, size in loaded.items() if "/play/" in url) < MOST_BYTES
    page.evaluate(LOSE)
    page.goto(f"{address}/start/player.html")
    page.get_by_role("button", name="Change this hand").click()
    expect(shown).to_contain_text("category pair", timeout=PATIENT)
    assert page.evaluate("pitboss.started") == "anew"


@pytest.mark.skipif(not shutil.which("npm"), reason="npm brings Pyodide in when the site is built")
def test_a_reader_changes_a_pay_table_and_sees_what_the_command_prints(
    address: str, page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A printed table and rulings, a table of one's own, and one whose best play is not counted."""

    def printed(*words: str) -> str:
        assert main(["odds", *words]) == 0
        return capsys.readouterr().out.strip()

    page.set_default_timeout(PATIENT)
    page.goto(f"{address}/games/duki.html")
    cell = page.locator(".pitboss-price").first
    cell.get_by_role("button", name="Change these pays").click()
    edge, said = cell.locator("output.pitboss-edge"), cell.locator("details output")
    expect(edge).to_have_text("House edge 3.296028 % = 96459473/2926537250", timeout=PATIENT)
    assert said.text_content() == printed("duki")
    cell.get_by_label("ace", exact=True).select_option("high")
    cell.get_by_label("Straight pays").fill("12")
    expect(said).to_contain_text("straight: 10 to 1 -> 12 to 1", timeout=PATIENT)
    table: Any = find_game("duki").paytables["ante"]["ante-4"].to_json()
    rows = [[e, hand, "12" if e == "straight" else pays] for e, hand, pays in table["rows"]]
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"code": "ante-4-own", "rows": rows}))
    assert said.text_content() == printed("duki", "--paytable", str(own), "--ruling", "ace=high")
    cell.get_by_label("Straight pays").fill("many")
    expect(edge).to_contain_text("pay 'many' is unknown", timeout=PATIENT)
    page.goto(f"{address}/games/super-omaha.html")
    cell = page.locator(".pitboss-price[data-wager=ante]")
    edge, said = cell.locator("output.pitboss-edge"), cell.locator("details output")
    cell.get_by_role("button", name="Change these pays").click()
    cell.get_by_label("Pay table").select_option("SOA-03", timeout=PATIENT)
    expect(said).to_contain_text("pay table SOA-03", timeout=PATIENT)
    assert said.text_content() == printed("super-omaha", "--paytable", "SOA-03")
    cell.get_by_label("Straight Flush pays").fill("11")
    expect(edge).to_contain_text("House edge at most ", timeout=PATIENT)


def open_table(page: Page, where: str, game: str) -> None:
    page.set_default_timeout(PATIENT)
    page.goto(where)
    expect(page.locator("#loading")).to_have_text("Ready.", timeout=PATIENT)
    page.locator(f"#{game} button").click()
    page.locator("[data-build]").wait_for()


def play_round(page: Page) -> None:
    """By keys: a chip, the deal, and the main button of each question; then the check."""
    page.keyboard.press("3")
    page.keyboard.press("d")
    page.locator("[data-ask]").wait_for()
    page.keyboard.press("t")
    page.locator("#coach-advice .evs").wait_for()
    while page.locator("[data-ask]").count():
        asked = page.locator("[data-ask]").get_attribute("data-ask")
        page.locator("[data-ask] .acts .main").click()
        changed = "asked => document.querySelector('[data-ask]')?.dataset.ask !== asked"
        page.wait_for_function(changed, arg=asked)
    expect(page.locator("#coach .coach-sum")).to_contain_text("right", timeout=PATIENT)
    page.get_by_role("button", name="Round", exact=True).click()
    page.locator("[data-check]").click()
    expect(page.locator("[data-report]")).to_contain_text("Everything fits.", timeout=PATIENT)
    expect(page.locator("[data-report]")).to_contain_text("noted the same commitment")


needs_npm = pytest.mark.skipif(not shutil.which("npm"), reason="npm brings Pyodide in at the build")


BEST = re.compile(r"Fold|Flop \$(5|15)\b")
KEPT = "() => caches.match(`data/${pitboss.optimum['super-omaha']}.js`).then(Boolean)"


@needs_npm
def test_the_folder_plays_from_a_disk_without_a_network(address: str, browser: Browser) -> None:
    """With the coach and the verifier, within the bytes of a first load."""
    context = browser.new_context(viewport=PHONE, offline=True, reduced_motion="reduce")
    page = context.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    open_table(page, (SITE / "play" / "index.html").as_uri(), "duki")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    play_round(page)
    page.locator(".brand").click()
    page.locator("#super-omaha button").click()
    expect(page.locator(".felt h1")).to_have_text("Super Omaha", timeout=PATIENT)
    page.locator("[data-chip='5']").click()
    page.locator("[data-do=deal]").click()
    expect(page.locator(".community .card.up")).to_have_count(3, timeout=PATIENT)
    page.keyboard.press("t")
    expect(page.locator("#coach-advice")).to_contain_text(BEST, timeout=PATIENT)
    page.locator("[data-ask] [data-decide=fold]").click()
    expect(page.locator("#coach .coach-sum")).to_contain_text("right", timeout=PATIENT)
    assert failed == []
    assert all(one.url.startswith(("file:", "data:", "blob:")) for one in page.workers)
    needed = [file for file in (SITE / "play").rglob("*") if not file.name.endswith(".actions.js")]
    assert sum(file.stat().st_size for file in needed) < MOST_BYTES
    context.close()


@needs_npm
def test_the_folder_plays_on_when_the_network_has_gone(address: str, browser: Browser) -> None:
    """A first load is within its bytes, with all that is kept for later; what one game alone needs
    comes when it is opened, and is kept then."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    Quiet.sent.clear()
    page.goto(f"{address}/play/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    first = [name.split("?")[0].lstrip("/") for name in Quiet.sent]
    sizes = [(SITE / f"{name}index.html" if name.endswith("/") else SITE / name) for name in first]
    assert len(first) > 50
    assert sum(file.stat().st_size for file in sizes) < MOST_BYTES
    assert [name for name in first if name.endswith(".actions.js")] == []
    open_table(page, f"{address}/play/", "super-omaha")
    page.wait_for_function(KEPT, timeout=PATIENT)
    context.set_offline(True)
    Quiet.sent.clear()
    open_table(page, f"{address}/play/", "super-omaha")
    page.locator("[data-chip='5']").click()
    page.locator("[data-do=deal]").click()
    page.locator("[data-ask]").wait_for()
    page.keyboard.press("t")
    expect(page.locator("#coach-advice")).to_contain_text(BEST, timeout=PATIENT)
    page.locator("[data-ask] [data-decide=fold]").click()
    open_table(page, f"{address}/play/", "buyout")
    play_round(page)
    assert Quiet.sent == []
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    context.close()
