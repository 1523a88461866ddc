"""Playing at a table through the page, with keys alone."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Page, ViewportSize, expect

GAMES = ("buyout", "duki", "super-omaha", "holdout")
PREFERRED = ("b", "p", "1", "c", "f")
"""Keys of actions, the first that is offered is taken."""


def play_now(page: Page, game: str) -> str:
    """From the lobby to a seat; gives the table's id."""
    if urlsplit(page.url).path != "/":
        page.goto("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    wait_live(page)
    return page.url.rpartition("/")[2]


def sit(page: Page, table: str) -> None:
    """A seat at a table by its link."""
    page.goto(f"/tables/{table}")
    page.locator("[data-key=s]").first.click()
    wait_live(page)


def wait_live(page: Page) -> None:
    page.locator("body[data-live=yes] #own").wait_for()


def end_tour(page: Page) -> None:
    """What leads through a first round stays away, as after it was closed in every game."""
    page.evaluate("games => localStorage.setItem('pitboss-tour', games)", ",".join(GAMES))
    page.reload()
    wait_live(page)


def wager(page: Page, *keys: str) -> None:
    """Build wagers with these keys, then ask for the deal."""
    for key in keys:
        page.keyboard.press(key)
    before = page.locator("#own").get_attribute("data-round")
    page.keyboard.press("d")
    page.locator(f"#own:not([data-round='{before}'])").wait_for()


def press_one(page: Page, keys: Sequence[str] = PREFERRED) -> str:
    """Answer the open question with the first of these keys that is offered."""
    page.locator("body:not([data-frozen])").wait_for()
    ask = page.locator("[data-ask]")
    name = ask.get_attribute("data-ask")
    if page.locator("[data-ask] .pick").count():
        chosen = "12k"
    else:
        offered = ask.locator("[data-key]").evaluate_all("all => all.map(e => e.dataset.key)")
        chosen = next(key for key in keys if key in offered)
    # The answer to the last command may still come.
    page.locator("body:not([data-frozen])").wait_for()
    for key in chosen:
        page.keyboard.press(key)
    page.locator(f"[data-ask='{name}']").wait_for(state="detached")
    return chosen


def play_out(page: Page, keys: Sequence[str] = PREFERRED) -> None:
    """Answer every question until the round has ended."""
    ended = "#own[data-status=settled], #own[data-status=void]"
    for _ in range(40):
        page.locator(f"[data-ask], {ended}").first.wait_for()
        if page.locator(ended).count():
            return
        press_one(page, keys)
    raise AssertionError("the round does not end")


def text_cents(text: str) -> int:
    """``−$12.50`` in cents."""
    found = re.search(r"([+−]?)\$([\d,]+)(?:\.(\d\d))?", text)
    assert found, text
    cents = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -cents if found[1] == "−" else cents


def assert_fits(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")


def resize(window: CDPSession, size: ViewportSize, scale: float = 0.1) -> None:
    """As ``set_viewport_size`` does, without its wait for the next frames. The page does not know
    of the scale: at a tenth only its painting costs less, but no click finds its place."""
    metrics = {**size, "deviceScaleFactor": 1, "mobile": False, "scale": scale}
    window.send("Emulation.setDeviceMetricsOverride", metrics)


def expect_turn(page: Page) -> None:
    expect(page.locator("[data-ask]")).to_be_visible(timeout=10_000)
