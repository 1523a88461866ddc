"""How a table goes on: people who have gone, the pause before the next hand, the end of a hand at
once; and its moments: the line with the result, cards and chips that move, sounds, words."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.company.reactions import WORDS
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.playing import play_now, play_out, sit, text_cents, wager
from tests.browser.site import Site

STATIC = Path(__file__).resolve().parents[2] / "src/pitboss/web/pages/static"
HOUSE_GAMES = ("duki", "buyout", "super-omaha")
LOUDEST_BYTES = 60_000

COUNT_SOUNDS = """
window.made = 0; window.tones = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.made += 1; }
  createOscillator() { window.tones += 1; return super.createOscillator(); }
  createBufferSource() { window.tones += 1; return super.createBufferSource(); }
};
"""
KEEP_GHOSTS = """
window.ghosts = [];
new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (node.classList?.contains("ghost")) window.ghosts.push(node.outerHTML);
}).observe(document, { childList: true, subtree: true });
"""


class Later:
    """The time by which the house knows who is there: it stands still but for what a test adds."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def later(site: Site) -> Iterator[Later]:
    site.house.presence._now = found = Later()
    yield found
    site.house.presence._now = time.monotonic


def test_a_closed_tab_is_marked_and_played_on_without(
    site: Site, visit: Visit, later: Later
) -> None:
    one, two = visit(), visit()
    table = site.open_table("duki", "Duki for two")
    for page in (one, two):
        sit(page, table)
    one.keyboard.press("2")
    one.keyboard.press("d")
    expect(one.locator("#own .prompt")).to_contain_text("Waiting for the others")
    assert not one.locator(".gone-mark, [data-key=o]").count()
    who = site.house.table(table).seats[2]["who"]
    two.context.close()
    while site.house.presence._stays[table][who].streams:
        one.wait_for_timeout(50)
    later.now += 8
    expect(one.locator("#seat-2 .gone-mark")).to_have_text("gone", timeout=15_000)
    assert not one.locator("[data-key=o]").count(), "20 s are waited"
    later.now += 12
    words = "Play on without Guest"
    expect(one.locator("[data-key=o]")).to_contain_text(words, timeout=15_000)
    one.keyboard.press("o")
    one.locator("#own[data-round='1']").wait_for()
    assert list(site.house.table(table).dealt) == [1]


def test_the_next_hand_is_counted_down_to_paused_and_dealt(site: Site, visit: Visit) -> None:
    page = visit()
    table = play_now(page, "holdout")
    expect(page.locator("[data-next]")).to_contain_text("in ")
    seconds = [int(page.locator("[data-next]").inner_text().split()[1])]
    expect(page.locator("[data-next]")).not_to_contain_text(f"in {seconds[0]}")
    seconds.append(int(page.locator("[data-next]").inner_text().split()[1]))
    assert seconds[0] - 4 <= seconds[1] < seconds[0]
    page.keyboard.press("z")
    expect(page.locator("#own .prompt")).to_contain_text("Paused by Guest")
    assert not page.locator("[data-next]").count()
    page.keyboard.press("g")
    expect(page.locator("[data-next]")).to_contain_text("in ")
    page.keyboard.press("d")
    page.locator("#own[data-round='1']").wait_for()
    assert site.house.table(table).round == 1


def test_after_a_fold_the_rest_comes_at_once(site: Site, visit: Visit) -> None:
    page = visit()
    play_now(page, "holdout")
    try:
        for _ in range(12):
            site.driver.pace = 0.05
            page.keyboard.press("d")
            page.locator("[data-ask]").wait_for()
            site.driver.pace = 3.0  # slow from the fold on: what came before it is not tried
            page.keyboard.press("f")
            ended = page.locator("#own[data-status=settled]")
            page.locator("[data-key=e]").or_(ended).first.wait_for()
            if page.locator("[data-key=e]").count():
                break
        page.keyboard.press("e")
        page.locator("#own[data-status=settled]").wait_for(timeout=2_900)
    finally:
        site.driver.pace = 0.05


@pytest.mark.parametrize("game", HOUSE_GAMES)
@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 664}, DESKTOP])
def test_the_result_is_said_over_no_card(visit: Visit, game: str, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    play_now(page, game)
    wager(page, "3")
    assert not page.locator(".moment").count()
    play_out(page)
    moment = page.locator(".moment")
    net = text_cents(page.locator("#own .own-line .net").inner_text())
    words = moment.inner_text()
    start = "You win $" if net > 0 else "You lose $" if net < 0 else "You are even"
    assert words.startswith(start)
    if net:
        assert text_cents(words) == abs(net)
    expect(moment).to_be_in_viewport(ratio=1)
    assert not covered(page), "the line lies over a card or a button"
    page.keyboard.press("2")
    expect(moment).to_be_hidden()


def covered(page: Page) -> list[str]:
    """The cards and buttons that the line with the result lies over."""
    found: list[str] = page.evaluate(
        """() => {
          const own = document.querySelector(".moment").getBoundingClientRect();
          const meets = (a) => a.width && a.left < own.right - 1 && a.right > own.left + 1 &&
            a.top < own.bottom - 1 && a.bottom > own.top + 1;
          return [...document.querySelectorAll(".felt .card, #own .card, #own button")]
            .filter((each) => meets(each.getBoundingClientRect()))
            .map((each) => each.id || each.outerHTML.slice(0, 60));
        }"""
    )
    return found


def test_cards_and_chips_move_and_one_key_skips(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    page.add_init_script(KEEP_GHOSTS)
    play_now(page, "duki")
    wager(page, "3")
    page.wait_for_function("() => document.getAnimations().length > 4")
    page.locator("[data-ask], #own .prompt").first.wait_for()
    page.keyboard.press("Space")
    moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate(moving) <= 1, "the clock of nothing else runs on"
    play_out(page)
    page.wait_for_function("() => window.ghosts.length > 0")
    for ghost in page.evaluate("window.ghosts"):
        assert "card" not in ghost, "only chips are on their way"
        assert not any(sign in ghost for sign in "♣♦♥♠")
    page.wait_for_function("() => !document.querySelector('.ghost')", timeout=5_000)


def test_nothing_moves_for_whoever_wishes_that(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.add_init_script(KEEP_GHOSTS)
    play_now(page, "duki")
    wager(page, "3")
    assert page.evaluate("document.getAnimations().length") == 0
    play_out(page)
    assert page.evaluate("window.ghosts") == []


def test_a_question_waits_for_no_animation(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    table = play_now(page, "duki")
    assert table
    while page.locator(".let-go").count():
        count = page.locator(".let-go").count()
        page.locator(".let-go").first.click()
        expect(page.locator(".let-go")).to_have_count(count - 1)
    page.keyboard.press("3")
    page.keyboard.press("d")
    ask = page.locator("[data-ask]")
    ask.wait_for()
    assert page.evaluate("document.getAnimations().length") > 0, "the cards are still coming"
    page.keyboard.press("p")
    page.locator("#own[data-status=settled]").wait_for()


def test_there_is_no_sound_before_a_gesture_nor_after_mute(visit: Visit) -> None:
    page = visit()
    page.add_init_script(COUNT_SOUNDS)
    play_now(page, "duki")
    page.reload()
    page.locator("body[data-live=yes]").wait_for()
    assert page.evaluate("window.made") == 0
    wager(page, "3")
    page.wait_for_function("() => window.tones > 0")
    assert page.evaluate("window.made") == 1
    page.keyboard.press("m")
    expect(page.locator("[data-sound]").first).to_have_attribute("aria-pressed", "false")
    before = page.evaluate("window.tones")
    play_out(page)
    assert page.evaluate("window.tones") == before
    page.reload()
    expect(page.locator("[data-sound]").first).to_have_attribute("aria-pressed", "false")


def test_sounds_are_small() -> None:
    assert (STATIC / "js/sounds.js").stat().st_size < LOUDEST_BYTES
    assert not [*STATIC.rglob("*.mp3"), *STATIC.rglob("*.ogg"), *STATIC.rglob("*.wav")]


def test_words_reach_the_table_and_may_be_muted(site: Site, visit: Visit) -> None:
    one, two = visit(), visit()
    table = site.open_table("duki", "Duki to talk")
    for page in (one, two):
        sit(page, table)
    one.locator("[data-say=nice-hand]").click()
    expect(two.locator(".bubble")).to_have_text(WORDS["nice-hand"])
    expect(two.locator("#said")).to_contain_text(WORDS["nice-hand"])
    two.locator("[data-hear]").uncheck()
    one.locator("[data-say=wow]").click()
    expect(one.locator(".bubble").last).to_have_text(WORDS["wow"])
    two.wait_for_timeout(300)
    assert WORDS["wow"] not in " ".join(two.locator(".bubble").all_inner_texts())


def test_the_level_of_opponents_is_chosen(site: Site, visit: Visit) -> None:
    page = visit()
    page.locator("#level-holdout").select_option("hard")
    table = play_now_here(page, "holdout")
    levels = [seat["level"] for seat in site.house.table(table).seats.values() if seat["level"]]
    assert levels == ["hard"] * 3
    page.locator("#seat-more summary").click()
    page.locator("#level").select_option("easy")
    page.locator(".seat.empty [data-send]").first.click()
    expect(page.locator(".seat.empty")).to_have_count(4)
    levels = [seat["level"] for seat in site.house.table(table).seats.values() if seat["level"]]
    assert sorted(levels) == ["easy", *["hard"] * 3]


def play_now_here(page: Page, game: str) -> str:
    """From the lobby as it stands."""
    page.locator(f"form[action='/play/{game}'] button").click()
    page.locator("body[data-live=yes] #own").wait_for()
    return page.url.rpartition("/")[2]
