"""A server and a real Chromium for the whole run; each visitor has a context of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.site import Site
from tests.servers import find_chromium

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
DESKTOP: ViewportSize = {"width": 1360, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
CHROMIUM = find_chromium()

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("house")
    found = Site(folder)
    yield found
    found.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Visit]:
    """A new visitor at an address of the site; a script that fails, fails the test."""
    contexts = []
    failures: list[str] = []

    def open_page(path: str = "/", viewer: str = "", **options: Any) -> Page:
        options.setdefault("viewport", DESKTOP)
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("service_workers", "block")  # the app has tests of its own
        if viewer:
            options["extra_http_headers"] = {"X-Viewer": viewer}
        context = browser.new_context(base_url=site.url, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not failures
