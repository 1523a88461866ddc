"""What other tests rely on: whoever is given a context that was left finds nothing in it."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, Contexts
from tests.browser.playing import play_now

PLAIN: dict[str, Any] = {"viewport": DESKTOP, "service_workers": "block"}
WRITE = """async () => {
    localStorage.setItem("kept", "here");
    sessionStorage.setItem("kept", "here");
    await caches.open("kept");
    await new Promise((done) => { indexedDB.open("kept").onsuccess = done; });
}"""
READ = """async () => [
    localStorage.length, sessionStorage.length, (await caches.keys()).length,
    (await indexedDB.databases()).length,
]"""


def who(page: Page) -> str:
    play_now(page, "duki")
    name: str = page.request.get("/api/me").json()["person"]["id"]
    return name


def test_a_context_that_was_left_is_as_good_as_new(contexts: Contexts):
    first = contexts.open_page(PLAIN)
    guest = who(first)
    before = first.evaluate(READ)
    first.evaluate(WRITE)
    assert all(now > then for now, then in zip(first.evaluate(READ), before, strict=True))
    first.context.set_offline(True)
    contexts.leave(first, is_plain=True)
    second = contexts.open_page(PLAIN)
    assert second.context is first.context
    assert who(second) != guest
    assert second.evaluate(READ) == before
    contexts.leave(second, is_plain=False)
    third = contexts.open_page(PLAIN)
    assert third.context is not first.context
