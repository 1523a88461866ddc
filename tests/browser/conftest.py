"""A server and a real Chromium for the whole run; each visitor has a context of their own.

A new context is a new program with an empty cache: a third of what a short test takes. So one that
its visitor has left is emptied of all but the cache, and is the next visitor's.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

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


class Contexts:
    """Those that visitors have left, by what they were made with."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.kinds: dict[BrowserContext, str] = {}
        self.left: dict[str, list[BrowserContext]] = defaultdict(list)

    def open_page(self, options: dict[str, Any]) -> Page:
        kind = json.dumps(options, sort_keys=True)
        if not self.left[kind]:
            context = self.browser.new_context(base_url=self.url, **options)
            self.kinds[context] = kind
            return context.new_page()
        context = self.left[kind].pop()
        context.clear_cookies()
        context.set_offline(False)
        page = context.new_page()
        session = context.new_cdp_session(page)
        kept = {"origin": self.url, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", kept)
        session.detach()
        return page

    def leave(self, page: Page, is_plain: bool) -> None:
        """Its pages end with it, and with them their scripts, routes and sizes."""
        context = page.context
        if not context.pages or not is_plain:
            context.close()
            del self.kinds[context]
            return
        for each in context.pages:
            each.close()
        self.left[self.kinds[context]].append(context)

    def close(self) -> None:
        for context in self.kinds:
            context.close()


@pytest.fixture(scope="module")
def contexts(browser: Browser, site: Site) -> Iterator[Contexts]:
    found = Contexts(browser, site.url)
    yield found
    found.close()


@pytest.fixture
def visit(contexts: Contexts) -> Iterator[Visit]:
    """A new visitor at an address of the site; a script that fails, fails the test."""
    pages: list[tuple[Page, bool]] = []
    failures: list[str] = []

    def open_page(path: str = "/", viewer: str = "", **options: Any) -> Page:
        options.setdefault("viewport", DESKTOP)
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("service_workers", "block")  # the app has tests of its own
        is_kept = viewer or "storage_state" in options or options["service_workers"] == "allow"
        if viewer:
            options["extra_http_headers"] = {"X-Viewer": viewer}
        page = contexts.open_page(options)
        pages.append((page, not is_kept))
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for page, is_plain in pages:
        contexts.leave(page, is_plain)
    assert not failures
