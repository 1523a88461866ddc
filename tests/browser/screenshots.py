"""Pictures of every page at phone and desktop size: ``python -m tests.browser.screenshots``.

Decks come from a seed, so that a picture changes only when the page does.
"""

import base64
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from pitboss.house import access
from pitboss.web.common.services import COOKIE
from tests.browser.conftest import ARGUMENTS, CHROMIUM, DESKTOP, PHONE
from tests.browser.playing import expect_turn, play_now, play_out, press_one, wager
from tests.browser.site import Site
from tests.browser.staffing import ask, guest, hit_jackpot, play_duki, staff_of
from tests.browser.test_coach import ask_coach
from tests.house.guests import change_as

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


def learning(stage: Stage) -> None:
    """Coach and training, after a round in which everything was folded."""
    page = stage.page
    play_now(page, "duki")
    wager(page, "3")
    expect_turn(page)
    ask_coach(page)
    stage.shoot("coach-table")
    page.keyboard.press("f")
    page.wait_for_timeout(1_500)
    page.goto("/coach")
    stage.shoot("coach")
    page.goto("/drills")
    stage.shoot("drills")
    page.goto("/training")
    stage.shoot("training")
    page.get_by_role("button", name="Begin").click()
    page.locator("#exercise[data-ready=yes]").wait_for(timeout=30_000)
    stage.shoot("training-run")


def designer(stage: Stage) -> None:
    stage.page.goto("/designer")
    stage.page.wait_for_timeout(4_000)
    stage.shoot("designer")


def wall(stage: Stage) -> None:
    stage.page.goto("/wall")
    stage.shoot("wall")


def floor(stage: Stage) -> None:
    """The pages of staff, with a hit that waits and a few rounds in the books."""
    site, page = stage.site, stage.page
    people = staff_of(site)
    table = site.open_table("duki", "High table")
    player = guest(site, 77)
    ask(site, table, "sit", player, seat=1, chips=500)
    for number in range(6):
        play_duki(site, table, player, "fold" if number % 3 else "play")
    with pytest.MonkeyPatch.context() as patch:
        hit_jackpot(site, patch, "Royal table", 78)
    for name, path, title in (
        ("Oskar", "/floor", "floor"),
        ("Oskar", f"/floor/tables/{table}", "floor-table"),
        ("Sven", "/floor/jackpots", "floor-jackpots"),
        ("Oskar", "/floor/reports", "floor-reports"),
        ("Aldo", "/audit", "audit"),
    ):
        begun = change_as(site.house, people[name], access.begin_session)
        page.context.add_cookies([{"name": COOKIE, "value": begun.token, "url": site.url}])
        page.goto(path)
        stage.shoot(title)


PAGES: tuple[Callable[[Stage], None], ...] = (
    *(lobby, buyout, duki, super_omaha, holdout),
    *(learning, designer, wall, floor),
)


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
