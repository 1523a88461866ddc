"""Pictures of every page at phone, tablet and desktop size: ``make screens``.

Decks come from a seed, so that a picture changes only when the page does. Each page is brought
about once and the window then takes every size, so that all its pictures show the same thing.
Names of parts (``lobby``, ``duki``, ``floor``) take those alone.
"""

import base64
import random
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from pitboss.house import access
from pitboss.house.log import Person
from pitboss.web.common.services import COOKIE
from pitboss.web.pages.dealers import training as dealers
from tests.browser.conftest import ARGUMENTS, CHROMIUM, DESKTOP, PHONE
from tests.browser.playing import (
    end_tour,
    expect_turn,
    play_now,
    play_out,
    press_one,
    wager,
)
from tests.browser.site import Site
from tests.browser.staffing import ask, guest, hit_jackpot, play_duki, staff_of
from tests.browser.test_coach import PATIENT, ask_coach, expect_drill
from tests.browser.test_review import wait_judged
from tests.browser.test_training import at_step, expect_ready, give, run_of, wrong_answer
from tests.house.guests import change_as

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES: dict[str, ViewportSize] = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
QUALITY = 44
LARGE_SCALE = 0.8
LARGEST_TOTAL = 5_000_000
SEED = 11
DRAWN = 60_000
"""Milliseconds: the first chart waits for its engine."""
SETTLING = 350
"""Milliseconds from a change of the window to the picture."""


class Stage:
    """A visitor in front of the site, with a camera."""

    def __init__(self, site: Site, page: Page) -> None:
        self.site = site
        self.page = page
        self._camera = page.context.new_cdp_session(page)
        self.people: dict[str, Person] = {}

    def shoot(self, name: str) -> None:
        """Keep what the page shows now, at every size, once its charts are drawn."""
        self.page.locator("[data-chart]").wait_for(state="detached", timeout=DRAWN)
        self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(600)
        for size, window in SIZES.items():
            self.page.set_viewport_size(window)
            self.page.wait_for_timeout(SETTLING)
            self.keep(f"{name}-{size}")
        self.page.set_viewport_size(DESKTOP)

    def keep(self, name: str) -> None:
        """One picture; large windows are drawn smaller, so that all of them stay light."""
        seen = self._camera.send("Page.getLayoutMetrics")["cssVisualViewport"]
        width, height = seen["clientWidth"], seen["clientHeight"]
        scale = LARGE_SCALE if width > PHONE["width"] else 1
        clip = {"x": seen["pageX"], "y": seen["pageY"], "width": width, "height": height}
        options = {"format": "webp", "quality": QUALITY, "clip": {**clip, "scale": scale}}
        taken = self._camera.send("Page.captureScreenshot", options)
        path = FOLDER / f"{name}.webp"
        path.write_bytes(base64.b64decode(taken["data"]))
        print(path.name, path.stat().st_size, flush=True)

    def visit(self, path: str, name: str) -> None:
        """A page by its address."""
        self.page.goto(path)
        self.shoot(name)

    def become(self, name: str) -> None:
        """Another person's session."""
        begun = change_as(self.site.house, self.people[name], access.begin_session)
        self.page.context.add_cookies(
            [{"name": COOKIE, "value": begun.token, "url": self.site.url}]
        )


def lobby(stage: Stage) -> None:
    stage.visit("/", "lobby")


def posts(stage: Stage) -> None:
    """Pages that ask for nothing: rules, guide, strategy card, login, error, offline."""
    page = stage.page
    stage.visit("/games", "games")
    stage.visit("/games/duki", "guide")
    page.set_default_timeout(PATIENT)
    stage.visit("/games/super-omaha/strategy", "strategy-card")
    page.emulate_media(media="print")
    stage.shoot("strategy-card-print")
    page.emulate_media(media="screen")
    stage.visit("/login", "login")
    stage.visit("/tables/zzz", "error")
    stage.visit("/offline", "offline")
    stage.visit("/review", "review-empty")


def buyout(stage: Stage) -> None:
    page = stage.page
    play_now(page, "buyout")
    page.locator("#tour:not([hidden])").wait_for()
    stage.shoot("tour")
    end_tour(page)
    for key in "3nn2":
        page.keyboard.press(key)
    stage.shoot("table-buyout-wagers")
    wager(page)
    expect_turn(page)
    stage.shoot("table-buyout")
    page.keyboard.press("?")
    stage.shoot("keys")
    page.keyboard.press("Escape")
    play_out(page)
    stage.shoot("table-buyout-settled")


def duki(stage: Stage) -> None:
    """A table, and all that is there to look back at it."""
    page = stage.page
    table = play_now(page, "duki")
    end_tour(page)
    for key in "3nn2":
        page.keyboard.press(key)
    stage.shoot("table-duki-wagers")
    wager(page)
    expect_turn(page)
    stage.shoot("table-duki")
    play_out(page)
    stage.shoot("table-duki-settled")
    for keys in (("f",), ("p",), ("p",), ("f",), ("p",), ("p",)):
        wager(page, "a")
        play_out(page, keys)
    stage.visit(f"/tables/{table}/rounds", "history")
    stage.visit(f"/tables/{table}/rounds/1?step=12", "replay")
    page.goto(f"/tables/{table}/rounds/1/picture.svg")
    stage.keep("picture")  # an image, of one size
    page.goto(f"/review/{table}")
    wait_judged(page)
    stage.shoot("review-session")
    page.goto(f"/review/{table}?round=2&turn=1#round-h")
    stage.shoot("review-decision")
    stage.visit("/review", "review")


def super_omaha(stage: Stage) -> None:
    page = stage.page
    table = play_now(page, "super-omaha")
    end_tour(page)
    for key in "3n2n2jk":
        page.keyboard.press(key)
    stage.shoot("table-super-omaha-wagers")
    wager(page)
    expect_turn(page)
    stage.shoot("table-super-omaha")
    play_out(page)
    stage.shoot("table-super-omaha-settled")
    stage.visit(f"/tables/{table}/rules", "rules")


def holdout(stage: Stage) -> None:
    page = stage.page
    play_now(page, "holdout")
    end_tour(page)
    stage.shoot("table-holdout-wagers")
    wager(page)
    expect_turn(page)
    stage.shoot("table-holdout-bet")
    for _ in range(12):
        expect_turn(page)
        if page.locator(".pick").count():
            break
        press_one(page, ("c", "f"))
    for key in "134":
        page.keyboard.press(key)
    stage.shoot("table-holdout")
    page.keyboard.press("1")
    page.keyboard.press("3")
    play_out(page, ("c", "f"))
    stage.shoot("table-holdout-settled")


def coach(stage: Stage) -> None:
    """The coach, after decisions of which some were folded away."""
    page = stage.page
    play_now(page, "duki")
    end_tour(page)
    wager(page, "3")
    expect_turn(page)
    ask_coach(page)
    stage.shoot("coach-table")
    play_out(page, ("f",))
    for _ in range(3):
        wager(page, "a")
        play_out(page, ("f", "p"))
        page.wait_for_timeout(800)
    stage.visit("/coach", "coach")
    page.get_by_role("button", name="Begin an exam").click()
    play_now(page, "duki")
    wager(page, "3")
    play_out(page, ("f", "p"))
    page.wait_for_timeout(2_000)
    page.goto("/coach")
    page.get_by_role("button", name="End the exam").click()
    page.locator("#exam").wait_for()
    stage.shoot("coach-exam")
    stage.visit("/drills", "drills")
    page.goto("/drills/next")
    expect_drill(page)
    stage.shoot("drill")
    press_one(page, ("f", "p"))
    page.locator(".verdict").first.wait_for(timeout=PATIENT)
    stage.shoot("drill-answered")


def training(stage: Stage) -> None:
    """An exercise of a dealer, its question, a mistake in it, and how it ended."""
    page, numbers = stage.page, count(7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealers, "new_seed", lambda: str(next(numbers)))
        for right in range(3):
            page.goto("/training")
            page.locator(".choose input[name=game][value=duki]").check(force=True)
            page.locator(".choose input[name=irregularities]").set_checked(False)
            page.get_by_role("button", name="Begin").click()
            expect_ready(page)
            steps = run_of(stage.site, page).exercise.steps
            for number, step in enumerate(steps):
                at_step(page, number)
                is_shown = right == 2 and number == len(steps) // 2
                if is_shown:
                    stage.shoot("training-run")
                is_right = not is_shown and (right or number % 5)
                give(page, step, step.expected if is_right else wrong_answer(step))
                if not is_right:
                    page.locator(".wrongs").wait_for()
                if is_shown:
                    stage.shoot("training-mistake")
                if not is_right:
                    page.keyboard.press("n")
                    page.locator(".wrongs").wait_for(state="detached")
            page.locator("#summary").wait_for()
    stage.shoot("training-result")
    stage.visit("/training", "training")


def designer(stage: Stage) -> None:
    stage.page.goto("/designer")
    stage.page.wait_for_timeout(4_000)
    stage.shoot("designer")


def wall(stage: Stage) -> None:
    stage.visit("/wall", "wall")


def floor(stage: Stage) -> None:
    """The pages of staff, with a hit that waits, a request and a few rounds in the books."""
    site, page = stage.site, stage.page
    stage.people = staff_of(site)
    table = site.open_table("duki", "High table")
    player = guest(site, 77)
    ask(site, table, "sit", player, seat=1, chips=500)
    for number in range(6):
        play_duki(site, table, player, "fold" if number % 3 else "play")
    with pytest.MonkeyPatch.context() as patch:
        hit_jackpot(site, patch, "Royal table", 78)
    stage.become("Sven")
    stage.visit("/floor/jackpots", "floor-jackpots")
    page.goto(f"/floor/requests?jackpot={site.jackpots[1]}")
    form = page.locator("#adjust-meter")
    form.get_by_label("Change in dollars").fill("-100.50")
    form.get_by_label("Reference").fill("R-7")
    form.get_by_label("Why").fill("display showed too much")
    form.get_by_role("button", name="Ask").click()
    stage.become("Saga")
    stage.visit("/floor/requests", "floor-requests")
    stage.become("Oskar")
    for path, name in (
        ("/floor", "floor"),
        (f"/floor/tables/{table}", "floor-table"),
        ("/floor/open", "floor-open"),
        ("/floor/open/super-omaha", "floor-form"),
    ):
        stage.visit(path, name)
    page.get_by_label("Ante, least").fill("500")
    page.get_by_label("Most chips at a seat").fill("10")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("alert").first.wait_for()
    stage.shoot("floor-form-refused")
    promotions(stage, table)


def promotions(stage: Stage, table: str) -> None:
    """The rest of the operator's pages, and the auditor's."""
    page = stage.page
    page.goto(f"/floor/tables/{table}/promotions")
    page.get_by_label("Wins that it adds to").select_option(label="Bonus, Straight")
    page.get_by_label("How much").fill("2")
    page.get_by_label("Terms, as they are posted").fill("Straight week")
    page.keyboard.press("Enter")
    page.get_by_label("How much").wait_for()
    for path, name in (
        (f"/floor/tables/{table}/promotions", "floor-table-promotions"),
        (f"/floor/tables/{table}/change", "floor-change"),
        ("/floor/promotions", "floor-promotions"),
        ("/floor/people", "floor-people"),
        ("/floor/reports", "floor-reports"),
        ("/floor/alerts", "floor-alerts"),
        ("/account", "account"),
    ):
        stage.visit(path, name)
    stage.become("Aldo")
    stage.visit("/audit", "audit")
    stage.visit(f"/audit/entries/{table}/4", "audit-entry")
    stage.visit(f"/audit/rounds/{table}/1?step=9", "audit-round")
    page.goto("/audit/verify")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict h2")).to_be_visible(timeout=PATIENT)
    stage.shoot("audit-verify")


PARTS: tuple[Callable[[Stage], None], ...] = (
    *(lobby, posts, buyout, duki, super_omaha, holdout),
    *(coach, training, designer, wall, floor),
)


def shoot_all(browser: Browser, wanted: set[str]) -> None:
    """Every page, in a house of its own."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), take=random.Random(SEED).randbytes)
        links = {"jackpots": [{"jackpot": name} for name in site.jackpots]}
        for game, name in (("buyout", "Corner table"), ("duki", "Window table")):
            site.open_table(game, name)
        site.open_table("super-omaha", "Jackpot table", table=links)
        context = browser.new_context(
            viewport=DESKTOP,
            base_url=site.url,
            reduced_motion="reduce",
            service_workers="block",
        )
        stage = Stage(site, context.new_page())
        for show in PARTS:
            if not wanted or show.__name__ in wanted:
                show(stage)
        context.close()
        site.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        shoot_all(browser, set(sys.argv[1:]))
        browser.close()
    total = sum(path.stat().st_size for path in FOLDER.glob("*.webp"))
    assert total < LARGEST_TOTAL, f"{total} bytes of pictures, at most {LARGEST_TOTAL}"


if __name__ == "__main__":
    main()
