"""A session reviewed in a real browser, with and without scripts, on a phone and to axe-core."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import play_now, play_out, press_one, wager
from tests.browser.test_table_reach import find_barriers

WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
JUDGED = 120_000
DRAWN = 60_000
"""The first chart waits for its engine."""


def play_rounds(page: Page, game: str, rounds: int, *keys: str) -> str:
    """Some rounds played by keys; gives the table's id."""
    table = play_now(page, game)
    for number in range(1, rounds + 1):
        wager(page, *(keys if number == 1 else ("a",)))
        play_out(page)
    return table


def wait_judged(page: Page) -> None:
    expect(page.locator(".judging[role=status]")).to_have_count(0, timeout=JUDGED)


def shown_graph(page: Page) -> Locator:
    """Of its two widths the one that is seen."""
    return page.locator(".graph svg").locator("visible=true")


def test_a_session_is_reviewed_beside_the_felt(visit: Visit):
    page = visit()
    table = play_rounds(page, "duki", 3, "3")
    page.goto(f"/review/{table}")
    wait_judged(page)
    expect(shown_graph(page)).to_be_visible(timeout=DRAWN)
    for line in ("won", "worth"):
        expect(shown_graph(page).locator(f".{line}_marks path")).to_have_count(1)
    expect(page.locator(".review-list li")).to_have_count(3)
    expect(page.locator(".review-list li").first.locator(".minis").first).to_be_visible()
    # another round is chosen without the page being loaded anew
    page.evaluate("window.here = true")
    page.locator(".review-list a").last.click()
    expect(page.locator("#round-h")).to_contain_text("Round 1")
    page.get_by_role("link", name=re.compile("Decision 1")).click()
    expect(page.locator(".evs caption")).to_have_text("What each option was worth")
    expect(page.locator(".evs svg.ends").first).to_be_visible()
    assert page.evaluate("window.here")
    assert "round=1" in page.url
    page.get_by_role("button", name="Drill this").click()
    expect(page.locator("h1")).to_contain_text("drill")


def test_a_review_is_read_without_scripts_and_fits_a_phone(visit: Visit):
    page = visit()
    table = play_rounds(page, "duki", 2, "3")
    page.goto(f"/review/{table}")
    wait_judged(page)
    plain = visit(
        java_script_enabled=False, storage_state=page.context.storage_state(), viewport=PHONE
    )
    for address in (f"/review/{table}", "/review", f"/tables/{table}/rounds"):
        plain.goto(address)
        expect(plain.locator("h1")).to_be_visible()
    plain.goto(f"/review/{table}?round=1&turn=1")
    expect(shown_graph(plain)).to_be_visible(timeout=DRAWN)  # the page is loaded again till then
    expect(plain.locator(".evs")).to_be_visible()
    phone = visit(storage_state=page.context.storage_state(), viewport=PHONE)
    for address in (f"/review/{table}", "/review", f"/tables/{table}/rounds"):
        phone.goto(address)
        assert not phone.evaluate(WIDE), address
    phone.goto(f"/review/{table}")
    expect(phone.locator(".graph .drawn-narrow svg")).to_be_visible(timeout=DRAWN)
    expect(phone.locator(".graph .drawn-wide")).to_be_hidden()
    assert not phone.evaluate(WIDE)


def test_on_a_phone_a_chosen_round_is_shown(visit: Visit):
    """The felt is far below the graph and the list there; with and without scripts."""
    page = visit()
    table = play_rounds(page, "duki", 2, "3")
    seen = page.context.storage_state()
    for scripts in (True, False):
        phone = visit(viewport=PHONE, storage_state=seen, java_script_enabled=scripts)
        phone.goto(f"/review/{table}")
        expect(phone.locator("#round-h")).not_to_be_in_viewport()
        phone.locator(".review-list a").last.click()
        expect(phone.locator("#round-h")).to_contain_text("Round 1")
        expect(phone.locator("#round-h")).to_be_in_viewport()
        expect(phone.locator(".review-main .felt .cards").first).to_be_in_viewport()


def test_the_steps_of_a_replay_stand_beside_the_felt(visit: Visit):
    """They lay below the whole side column; and the coach speaks at one's own decision."""
    page = visit()
    table = play_rounds(page, "duki", 1, "3")
    page.goto(f"/tables/{table}/rounds/1")
    felt, steps = (page.locator(name).bounding_box() for name in (".felt", ".replay-steps"))
    assert felt
    assert steps
    assert steps["x"] >= felt["x"] + felt["width"]
    assert abs(steps["y"] - felt["y"]) < 60
    page.goto(f"/review/{table}")
    wait_judged(page)
    page.goto(f"/tables/{table}/rounds/1")
    page.locator(".replay-steps li:has(.grade) a").first.click()
    expect(page.locator(".replay-side .evs caption")).to_have_text("What each option was worth")
    with page.expect_download() as download:
        page.locator(".downloads a", has_text="text").click()
    assert download.value.suggested_filename == f"{table}-round-1.txt"


def test_a_holdout_review_says_that_it_goes_by_a_model(visit: Visit):
    page = visit()
    table = play_now(page, "holdout")
    page.keyboard.press("d")
    page.locator("[data-ask]").wait_for()
    press_one(page, ("f",))
    page.locator("#own[data-status=settled]").wait_for()
    page.goto(f"/review/{table}")
    wait_judged(page)
    expect(page.locator(".tiles")).to_contain_text("if the model holds")


def test_axe_finds_no_serious_barrier(visit: Visit):
    page = visit()
    table = play_rounds(page, "duki", 2, "3")
    page.goto(f"/review/{table}")
    wait_judged(page)
    for address in (
        f"/review/{table}?round=1&turn=1",
        f"/review/{table}?round=1&turn=2",
        "/review",
        f"/tables/{table}/rounds",
        f"/tables/{table}/rounds/1?step=8",
    ):
        page.goto(address)
        if address.startswith("/review/"):
            expect(page.locator(".graph svg").first).to_be_attached(timeout=DRAWN)
        assert find_barriers(page) == [], address
