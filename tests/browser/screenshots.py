"""Pictures of every page at phone and desktop size: ``python -m tests.browser.screenshots``.

Decks come from a seed, so that a picture changes only when the page does.
"""

import base64
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM, DESKTOP, PHONE
from tests.browser.playing import expect_turn, play_now, play_out, press_one, wager
from tests.browser.site import Site

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
SIZES: dict[str, ViewportSize] = {"desktop": DESKTOP, "phone": PHONE}
QUALITY = 82
LARGEST_TOTAL = 3_000_000
SEED = 11


class Stage:
    """A visitor in front of the site, with a camera."""

    def __init__(self, site: Site, page: Page, size: str) -> None:
        self.site = site
        self.page = page
        self.size = size
        self._camera = page.context.new_cdp_session(page)

    def shoot(self, name: str) -> None:
        """Keep what the page shows now."""
        self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(900)
        options = {"format": "webp", "quality": QUALITY}
        taken = self._camera.send("Page.captureScreenshot", options)
        path = FOLDER / f"{name}-{self.size}.webp"
        path.write_bytes(base64.b64decode(taken["data"]))
        print(path.relative_to(FOLDER.parents[1]), path.stat().st_size)


def lobby(stage: Stage) -> None:
    stage.page.goto("/")
    stage.shoot("lobby")


def buyout(stage: Stage) -> None:
    play_now(stage.page, "buyout")
    wager(stage.page, "3", "n", "2")
    expect_turn(stage.page)
    stage.shoot("table-buyout")


def duki(stage: Stage) -> None:
    table = play_now(stage.page, "duki")
    wager(stage.page, "3", "n", "2")
    expect_turn(stage.page)
    stage.shoot("table-duki")
    play_out(stage.page)
    stage.page.goto(f"/tables/{table}/rounds")
    stage.shoot("history")
    stage.page.goto(f"/tables/{table}/rounds/1?step=12")
    stage.shoot("replay")


def super_omaha(stage: Stage) -> None:
    table = play_now(stage.page, "super-omaha")
    wager(stage.page, "3", "n", "2", "n", "2", "j", "k")
    expect_turn(stage.page)
    stage.shoot("table-super-omaha")
    play_out(stage.page)
    stage.shoot("table-super-omaha-settled")
    stage.page.goto(f"/tables/{table}/rules")
    stage.shoot("rules")


def holdout(stage: Stage) -> None:
    play_now(stage.page, "holdout")
    wager(stage.page)
    for _ in range(12):
        expect_turn(stage.page)
        if stage.page.locator(".pick").count():
            break
        press_one(stage.page, ("c", "f"))
    for key in "134":
        stage.page.keyboard.press(key)
    stage.shoot("table-holdout")


PAGES: tuple[Callable[[Stage], None], ...] = (lobby, buyout, duki, super_omaha, holdout)


def shoot_all(browser: Browser, size: str, wanted: set[str]) -> None:
    """Every page at one size, in a house of its own."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), take=random.Random(SEED).randbytes)
        links = {"jackpots": [{"jackpot": name} for name in site.jackpots]}
        for game, name in (("buyout", "Corner table"), ("duki", "Window table")):
            site.open_table(game, name)
        site.open_table("super-omaha", "Jackpot table", table=links)
        context = browser.new_context(
            viewport=SIZES[size], base_url=site.url, reduced_motion="reduce"
        )
        stage = Stage(site, context.new_page(), size)
        for show in PAGES:
            if not wanted or show.__name__ in wanted:
                show(stage)
        context.close()
        site.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for size in SIZES:
            shoot_all(browser, size, set(sys.argv[1:]))
        browser.close()
    total = sum(path.stat().st_size for path in FOLDER.glob("*.webp"))
    assert total < LARGEST_TOTAL, f"{total} bytes of pictures, at most {LARGEST_TOTAL}"


if __name__ == "__main__":
    main()
