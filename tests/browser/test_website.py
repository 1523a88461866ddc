"""The site in a real Chromium: reading it asks nothing of any other host, and live cells answer."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE
from website.build import SITE, build, check_site

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
