"""Learning a game in the browser: how to play, the strategy card on paper, keys, a first round."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import (
    GAMES,
    assert_fits,
    expect_turn,
    play_now,
    play_out,
    resize,
    wager,
)
from tests.browser.test_table_reach import find_barriers

PATIENT = 60_000
TOUR = "#tour [data-step]:not([hidden])"
COVERED = """() => {
    const box = (e) => e.getBoundingClientRect();
    const tour = document.getElementById('tour');
    if (tour.hidden || tour.classList.contains('away')) return [];
    const one = box(tour);
    const kept = '.card, .pickable, .dock button, .dock .spot, .prompt, .own-line, .pot';
    return [...document.querySelectorAll(kept)]
        .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}))
        .filter(e => {
            const other = box(e);
            return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
                && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
        })
        .map(e => e.outerHTML.slice(0, 90));
}"""
PLACED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The tour goes to its place in the first frame of a size."""
SIZES = ((320, 568), (390, 664), (844, 390), (820, 1180), (1360, 900), (1920, 1080))


@pytest.mark.parametrize("game", GAMES)
def test_a_games_page_begins_with_how_to_play_in_pictures(visit: Visit, game: str):
    page = visit(f"/games/{game}")
    expect(page.locator(".how-steps > li")).to_have_count(4)
    assert page.locator(".how img.face").count() >= 4
    broken = "all => all.filter(e => !e.complete || !e.naturalWidth || !e.alt).length"
    assert page.locator(".how img.face").evaluate_all(broken) == 0
    rule = page.locator(".cites a").first.get_attribute("href") or ""
    expect(page.locator(rule)).to_be_attached()
    above = "(a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert page.evaluate(
        f"({above})(document.querySelector('.how'), document.querySelector('.rulelist'))"
    )
    assert find_barriers(page) == []
    page.set_viewport_size(PHONE)
    assert_fits(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_strategy_card_fits_on_one_sheet(visit: Visit, game: str):
    page = visit("/", color_scheme="dark")
    page.set_default_timeout(PATIENT)
    page.goto(f"/games/{game}/strategy")
    expect(page.locator("h1")).to_contain_text("Strategy card")
    assert page.locator(".strategy table").count() >= 1
    assert find_barriers(page) == []
    sheet = page.pdf(format="A4", prefer_css_page_size=True)
    assert re.findall(rb"/Count (\d+)", sheet) == [b"1"]
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)
    assert_fits(page)


def listed(page: Page) -> dict[str, str]:
    """The keys of the overlay, each with what it does."""
    rows = page.locator("#keys[open] #keys-now > div").all()
    return {row.locator("kbd").inner_text(): row.locator("dd").inner_text() for row in rows}


def test_the_question_mark_lists_the_keys_that_work_now(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    page.keyboard.press("?")
    page.locator("#keys[open]").wait_for()
    wagering = listed(page)
    assert wagering["D"].startswith("Deal")
    assert wagering["V"] == "Rules and pays"
    assert wagering["1"] == "Add $1"
    assert "P" not in wagering
    assert find_barriers(page) == []
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()
    wager(page, "2")
    expect_turn(page)
    page.keyboard.press("?")
    page.locator("#keys[open]").wait_for()
    deciding = listed(page)
    assert deciding["P"] == "Play $5"
    assert deciding["F"] == "Fold"
    assert "D" not in deciding
    page.keyboard.press("p")
    expect_turn(page)
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.locator("#own[data-status=settled]").wait_for()


def test_keys_can_be_turned_off_in_their_list(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    page.locator("[data-open=keys]").click()
    page.locator("#keys [data-look=keys]").click()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()
    page.locator("[data-open=keys]").click()
    expect(page.locator("#keys [data-look=keys]")).to_have_attribute("aria-pressed", "false")


def covers_nothing(page: Page) -> None:
    """Wherever the tour goes as the window changes, once it has gone there."""
    window = page.context.new_cdp_session(page)
    for width, height in SIZES:
        resize(window, {"width": width, "height": height})
        page.evaluate(PLACED)
        assert page.evaluate("innerWidth") == width
        assert page.evaluate(COVERED) == [], (width, height)


@pytest.mark.parametrize("game", GAMES)
def test_a_first_round_is_led_through_in_three_steps(visit: Visit, game: str):
    page = visit("/")
    play_now(page, game)
    steps = [page.locator(TOUR).inner_text()]
    assert page.evaluate("document.activeElement.closest('#tour')") is None
    covers_nothing(page)
    wager(page, *(() if game == "holdout" else ("3",)))
    expect_turn(page)
    expect(page.locator(TOUR)).to_contain_text("step 2 of 3")
    steps.append(page.locator(TOUR).inner_text())
    said = page.locator("#said").inner_text()
    covers_nothing(page)
    assert find_barriers(page) == []
    play_out(page)
    expect(page.locator("#tour [data-step=settle]")).to_be_attached()
    covers_nothing(page)
    if game != "holdout":
        expect(page.locator("#tour [data-step=settle]")).not_to_have_attribute("hidden", "")
    assert "step 1 of 3" in steps[0]
    assert "First round, step 1 of 3" in said
    assert "First round, step 2 of 3" in said


def test_the_tour_is_closed_for_good_and_for_its_game_alone(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    expect(page.locator("#tour")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#tour")).to_be_hidden()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(done), 60))")
    expect(page.locator("#tour")).to_be_hidden()
    page.reload()
    page.locator("body[data-live=yes] #own").wait_for()
    wager(page, "2")
    expect_turn(page)
    expect(page.locator("#tour")).to_be_hidden()
    play_now(page, "buyout")
    expect(page.locator("#tour")).to_be_visible()


def test_after_one_round_the_tour_stays_away(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    for _ in range(2):
        wager(page, "2")
        expect_turn(page)
        play_out(page)
    expect(page.locator("#tour")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('pitboss-tour')") == "duki"


def test_whoever_watches_is_not_taught(visit: Visit):
    page = visit("/")
    table = play_now(page, "duki")
    other = visit(f"/tables/{table}")
    other.locator("body[data-live=yes]").wait_for()
    expect(other.locator("#tour")).to_be_hidden()


@pytest.mark.parametrize("suit", ["♥", "♣"])
def test_with_colours_of_the_system_cards_keep_their_suits(visit: Visit, suit: str):
    page = visit("/", forced_colors="active")
    play_now(page, "buyout")
    wager(page, "2")
    look = """(sign) => [...document.querySelectorAll('.card.up')]
        .filter(e => e.textContent.includes(sign))
        .map(e => [getComputedStyle(e).forcedColorAdjust, getComputedStyle(e).backgroundColor])"""
    for adjust, back in page.evaluate(look, suit):
        assert adjust == "none"
        assert back in ("rgb(255, 255, 255)", "rgb(255, 253, 248)")
