"""Everyone can use it: keyboard only, screen reader, phone, large targets, reduced motion."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import GAMES, assert_fits, expect_turn, play_now, play_out, wager

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
SMALL = """() => [...document.querySelectorAll('button, summary, .button, nav a')]
    .filter(e => e.getClientRects().length && !e.closest('[inert]'))
    .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""


def find_barriers(page: Page) -> list[str]:
    """What axe-core calls serious or critical; of the other theme the contrast, all it changes."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    answer = run_axe(page, "")
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    answer += run_axe(page, "runOnly: ['color-contrast']")
    page.emulate_media(color_scheme="dark" if dark else "light")
    return [
        f"{found['id']}: {node['html'][:150]} {node.get('failureSummary', '')[:200]}"
        for found in answer
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


def run_axe(page: Page, which: str) -> list[Any]:
    """Told is only what is wrong: of all that is right there is more than of the page itself."""
    wrong = f"axe.run(document, {{resultTypes: ['violations'], {which}}})"
    found: list[Any] = page.evaluate(f"{wrong}.then(answer => answer.violations)")
    return found


def test_axe_finds_no_serious_barrier(visit: Visit):
    page = visit("/")
    assert find_barriers(page) == []
    table_id = play_now(page, "super-omaha")
    wager(page, "3", "n", "2", "j")
    expect_turn(page)
    assert find_barriers(page) == []
    play_out(page)
    assert find_barriers(page) == []
    for path in ("rules", "rounds", "rounds/1?step=5"):
        page.goto(f"/tables/{table_id}/{path}")
        assert find_barriers(page) == [], path


def test_axe_finds_no_serious_barrier_in_the_dark(visit: Visit):
    page = visit("/", color_scheme="dark")
    assert find_barriers(page) == []
    play_now(page, "buyout")
    wager(page, "3", "n", "2")
    play_out(page)
    assert find_barriers(page) == []


def test_axe_finds_no_serious_barrier_while_holding_cards(visit: Visit):
    page = visit("/", viewport=PHONE)
    play_now(page, "holdout")
    wager(page)
    for _ in range(6):
        expect_turn(page)
        if page.locator(".pick").count():
            break
        page.keyboard.press("c")
        page.wait_for_timeout(300)
    assert find_barriers(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_nothing_scrolls_sideways_and_actions_are_at_the_thumb(visit: Visit, game: str):
    page = visit("/", viewport=PHONE, has_touch=True)
    assert_fits(page)
    play_now(page, game)
    assert_fits(page)
    wager(page, *(() if game == "holdout" else ("3",)))
    expect_turn(page)
    assert_fits(page)
    for button in page.locator("[data-ask] .acts .button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL) == []
    bottom = page.locator(".dock .acts").evaluate("e => e.getBoundingClientRect().bottom")
    assert PHONE["height"] - 80 <= bottom <= PHONE["height"]


def test_a_round_with_the_keyboard_alone_from_the_first_page(visit: Visit):
    page = visit("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Play now: Duki 4 Poker":
            break
    page.keyboard.press("Enter")
    page.locator("body[data-live=yes] #own").wait_for()
    wager(page, "2")
    expect_turn(page)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.decide") == "fold":
            break
    page.keyboard.press("Enter")
    page.locator("#own[data-status=settled]").wait_for()


def test_cards_hands_and_turns_are_told_in_words(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    own = page.locator("#own .card .vh").all_inner_texts()
    assert len(own) == 4
    assert all(" of " in words for words in own)
    assert page.locator(".dealer .card .vh").all_inner_texts() == ["face-down card"] * 4
    expect(page.locator("#said")).to_contain_text("Your turn. Play for $5 or fold?")
    assert page.locator("#said").get_attribute("aria-live") == "polite"
    log = page.locator(".log")
    assert log.get_attribute("aria-live") == "off"
    expect(log).to_contain_text(own[0].split(",")[0])


def test_the_deck_has_four_colours_and_the_page_two_themes(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    root = page.locator("html")
    page.locator("[data-look=deck]").click()
    page.locator("[data-look=theme]").click()
    chosen = root.get_attribute("data-theme")
    page.reload()
    expect(root).to_have_attribute("data-deck", "four")
    expect(root).to_have_attribute("data-theme", chosen or "")


def test_the_dealing_moves_in_order_and_can_be_skipped(visit: Visit):
    page = visit("/", reduced_motion="no-preference")
    play_now(page, "buyout")
    wager(page, "2")
    # Held still, they end by the click alone; cards that others are dealt meanwhile do not count.
    page.wait_for_function("""() => {
        const cards = document.getAnimations().filter(a => a.effect.target.matches('.card'));
        cards.forEach(a => a.pause());
        window.dealt = cards;
        return cards.length > 0;
    }""")
    page.locator(".felt").click(position={"x": 30, "y": 90})
    assert page.evaluate("dealt.every(a => a.playState === 'finished')")


def test_nothing_moves_where_motion_is_not_wanted(visit: Visit):
    page = visit("/")
    play_now(page, "buyout")
    wager(page, "2")
    assert page.evaluate("document.getAnimations().length") == 0
