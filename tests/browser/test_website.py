"""The site in a real Chromium: reading it asks nothing of any other host, and live cells answer."""

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.conftest import PHONE
from website.build import SITE, build, check_site
from website.cells import MOST_BYTES

READ = ("index.html", "games/duki.html", "start/player.html", "results/index.html")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert build() == []
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
    page.set_default_timeout(60_000)
    page.goto(f"{address}/start/player.html")
    page.get_by_role("button", name="Change this hand").click()
    shown = page.locator("output")
    expect(shown).to_contain_text("category pair", timeout=60_000)
    page.locator(".pitboss-cell input").fill("duki 9h 9c 6s 6d")
    expect(shown).to_contain_text("category two-pair")
    assert all(url.startswith((address, "data:", "blob:")) for url in loaded)
    page.goto(f"{address}/start/developer.html")
    page.get_by_role("button", name="Change this round").click()
    expect(shown).to_contain_text("net +$35", timeout=60_000)
    field = page.locator(".pitboss-cell textarea")
    field.fill(field.input_value().replace('"play"', '"fold"'))
    expect(shown).to_contain_text("net −$15")
    field.fill(field.input_value().replace('"fold"', '"raise"'))
    expect(shown).to_have_class("refused")
    assert sum(file.stat().st_size for file in FIRST_LOAD.iterdir()) < MOST_BYTES


FIRST_LOAD = SITE / "assets" / "pyodide"
