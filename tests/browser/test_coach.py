"""The coach in the browser: advice on request, the cost of a mistake, exams, the scorecard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.store import people
from pitboss.web.pages.notes import Notes, read_notes
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import (
    assert_fits,
    expect_turn,
    play_now,
    play_out,
    text_cents,
    wager,
)
from tests.browser.site import Site
from tests.browser.test_table_reach import SMALL, find_barriers
from tests.training.rounds import GAMES

PATIENT = 60_000
"""Milliseconds: the first sum of a game may have to be compiled."""

KEYS = {"Play": "p", "Fold": "f"}


def ask_coach(page: Page) -> dict[str, int]:
    """Press T; the expectation of each option in cents, the best first."""
    expect(page.locator("[data-advise]")).to_be_enabled(timeout=PATIENT)
    page.keyboard.press("t")
    page.locator("#coach-advice .evs").wait_for(timeout=PATIENT)
    rows = page.locator("#coach-advice .evs tbody tr:not(.ends-row)")
    return {
        row.locator("th").inner_text(): text_cents(row.locator("td").last.inner_text())
        for row in rows.all()
    }


def duki_turn(page: Page) -> dict[str, int]:
    """A turn at a Duki table with a $10 Ante, and what its two options are worth."""
    play_now(page, "duki")
    wager(page, "2", "2")
    expect_turn(page)
    return {words.split()[0]: cents for words, cents in ask_coach(page).items()}


def expect_drill(page: Page) -> None:
    page.locator("#drill[data-ready=yes] [data-ask]").wait_for()


def verdict(page: Page) -> str:
    page.locator("#coach-told .verdict").wait_for(timeout=PATIENT)
    return page.locator("#coach-told .verdict").inner_text()


def notes_of(site: Site, page: Page) -> Notes:
    who = page.request.get("/api/me").json()["person"]["id"]
    with site.house.database.reading() as transaction:
        return read_notes(people.read_scores(transaction, who))


def test_a_mistake_is_told_with_its_cost_and_becomes_a_drill(site: Site, visit: Visit):
    page = visit("/")
    worth = duki_turn(page)
    best, worse = worth
    assert worth[best] > worth[worse]
    own = page.locator("#own .card .vh").all_inner_texts()
    page.keyboard.press(KEYS[worse])
    told = verdict(page)
    assert told.startswith("Costs")
    assert worse in told
    assert best in told
    cost = text_cents(told)
    assert abs(cost - (worth[best] - worth[worse])) <= 1
    assert text_cents(page.locator(".coach-sum b").inner_text()) == cost
    expect(page.locator(".coach-sum")).to_contain_text("0 right, 1 wrong")

    page.goto("/coach")
    expect(page.locator(".kinds > li")).to_have_count(1)
    expect(page.locator(".kind")).to_contain_text("1×")
    assert text_cents(page.locator(".kind-sum").inner_text()) == cost
    page.locator(".example summary").first.click()
    expect(page.locator(".example .verdict")).to_contain_text("Costs")

    page.get_by_role("link", name="Drill 1 waiting hand").click()
    expect_drill(page)
    assert page.locator(".own .card .vh").all_inner_texts() == own
    assert page.locator(".dealer .card .vh").all_inner_texts() == ["face-down card"] * 4
    page.keyboard.press(KEYS[worse])
    expect(page.locator("#drill-h")).to_have_text("A mistake", timeout=PATIENT)
    expect(page.locator(".drill-told")).to_contain_text("It comes back today.")
    page.keyboard.press("n")
    expect_drill(page)
    page.keyboard.press(KEYS[best])
    expect(page.locator("#drill-h")).to_have_text("Right", timeout=PATIENT)
    expect(page.locator("#drill-h")).to_be_focused()
    (drill,) = notes_of(site, page).drills.waiting
    assert (drill.asked, drill.box) == (2, 1)
    expect(page.locator(".drill-told")).to_contain_text(f"It comes back on {drill.due}, box 1")
    page.keyboard.press("n")
    page.wait_for_url("**/drills")
    expect(page.locator("#due")).to_have_text("0")
    page.get_by_role("link", name="Practise ahead").click()
    expect_drill(page)
    page.keyboard.press(KEYS[best])
    expect(page.locator("#drill-h")).to_have_text("Right", timeout=PATIENT)
    notes = notes_of(site, page)
    assert [(one.box, one.due) for one in notes.drills.waiting] == [(1, drill.due)]
    assert (notes.total.right, notes.total.wrong) == (0, 1)


def test_the_best_option_is_right_and_a_decision_is_judged_once(site: Site, visit: Visit):
    page = visit("/")
    best, _ = duki_turn(page)
    page.keyboard.press(KEYS[best])
    assert verdict(page).startswith("Right.")
    for _ in range(2):
        page.reload()
        assert verdict(page).startswith("Right.")
    notes = notes_of(site, page)
    assert (notes.total.right, notes.total.wrong) == (1, 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_figures_and_says_what_they_rest_on(visit: Visit, game: str):
    page = visit("/")
    play_now(page, game)
    wager(page, *(() if game == "holdout" else ("3",)))
    expect_turn(page)
    worth = list(ask_coach(page).values())
    assert worth
    assert worth[0] == max(worth)
    expect(page.locator("#coach-advice .mark")).to_have_text("best")
    model = page.locator("#coach-advice .model")
    model.locator("summary").click()
    if game == "holdout":
        expect(page.locator("#coach-advice")).to_contain_text("as if every player still in calls")
        expect(model).to_contain_text("An opponent's five cards are any unseen ones")
    else:
        expect(model.locator("ul")).to_contain_text("/")
    play_out(page)
    page.locator("#coach-told .verdict").wait_for(timeout=PATIENT)


def test_in_an_exam_nothing_is_told_before_its_end(site: Site, visit: Visit):
    page = visit("/")
    worth = duki_turn(page)
    worse = list(worth)[1]
    page.locator("[data-exam]").click()
    expect(page.locator("#coach-told")).to_contain_text("no advice")
    expect(page.locator("#coach-advice")).to_be_empty()
    expect(page.locator("[data-advise]")).to_have_count(0)
    table = page.url.rpartition("/")[2]
    refused = page.request.get(f"/tables/{table}/coach/advice")
    assert refused.status == 409
    assert "exam" in refused.json()["error"]
    page.keyboard.press(KEYS[worse])
    expect(page.locator(".coach-sum")).to_have_text("1 taken in this exam", timeout=PATIENT)
    expect(page.locator("#coach .verdict")).to_have_count(0)
    page.goto("/coach")
    expect(page.locator(".exam-on")).to_contain_text("1 decision taken")
    expect(page.locator(".kinds")).to_have_count(0)
    assert notes_of(site, page).total.judged == 0
    page.get_by_role("button", name="End the exam").click()
    expect(page.locator(".score")).to_contain_text("0 of 1 right")
    assert (
        abs(text_cents(page.locator(".score").inner_text()) - (max(worth.values()) - worth[worse]))
        <= 1
    )
    expect(page.locator(".kinds > li")).to_have_count(1)
    assert len(notes_of(site, page).drills.waiting) == 1


def test_ending_an_exam_at_the_table_shows_how_it_went(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    page.locator("[data-exam]").click()
    expect(page.locator("#coach-told")).to_contain_text("no advice")
    wager(page, "2", "2")
    expect_turn(page)
    page.keyboard.press("f")
    expect(page.locator(".coach-sum")).to_have_text("1 taken in this exam", timeout=PATIENT)
    page.locator("[data-exam]").click()
    over = page.locator("#coach .exam-over")
    expect(over).to_contain_text("Your exam is over")
    expect(over.locator(".score")).to_contain_text("of 1 right")
    expect(page.locator("#coach-live")).to_contain_text("of 1 right")
    if "0 of 1" in over.inner_text():
        expect(over.locator(".verdict")).to_contain_text("Costs")
    assert find_barriers(page) == []


def test_an_exam_without_a_decision_says_so(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    page.locator("[data-exam]").click()
    expect(page.locator("#coach-told")).to_contain_text("no advice")
    page.goto("/coach")
    page.get_by_role("button", name="End the exam").click()
    page.wait_for_url("**/coach?ended#exam")
    expect(page.locator("#exam")).to_contain_text("Your exam is over")
    expect(page.locator("#exam")).to_contain_text("No decision was taken")
    expect(page.locator("#exam")).to_be_in_viewport()


def test_advice_is_about_ones_own_open_decision_alone(site: Site, visit: Visit):
    page = visit("/")
    table = play_now(page, "duki")
    early = page.request.get(f"/tables/{table}/coach/advice")
    assert early.status == 409
    assert "not your turn" in early.json()["error"]
    wager(page, "2")
    expect_turn(page)
    other = visit(f"/tables/{table}")
    assert other.request.get(f"/tables/{table}/coach/advice").status == 401
    other.goto("/")
    other.request.post("/api/guest", headers={"Origin": site.url})
    assert other.request.get(f"/tables/{table}/coach/advice").status == 409
    other.goto(f"/tables/{table}")
    expect(other.locator("#coach")).to_be_hidden()


def test_hard_hands_are_found_and_drilled_by_a_guest(visit: Visit):
    page = visit("/drills")
    page.get_by_role("button", name="Find hard hands of Duki 4 Poker").click()
    page.wait_for_url("**/drills/*game=duki", timeout=PATIENT)
    expect_drill(page)
    page.keyboard.press("p")
    page.locator(".drill-told .evs").wait_for(timeout=PATIENT)
    expect(page.locator(".drill-told .mark.yours")).to_have_count(1)
    page.keyboard.press("n")
    expect_drill(page)


def coach_pages(page: Page) -> Iterator[str]:
    """The coach's pages, one after the other, with something on each."""
    yield "told"
    page.goto("/coach")
    page.locator(".example summary").first.click()
    yield "coach"
    page.goto("/drills")
    yield "drills"
    page.goto("/drills/next")
    expect_drill(page)
    yield "drill"
    page.keyboard.press("f")
    page.locator(".drill-told .evs").wait_for(timeout=PATIENT)
    yield "judged"


def test_axe_finds_no_serious_barrier(visit: Visit):
    page = visit("/")
    worse = list(duki_turn(page))[1]
    assert find_barriers(page) == []
    page.keyboard.press(KEYS[worse])
    verdict(page)
    for name in coach_pages(page):
        assert find_barriers(page) == [], name


def test_on_a_phone_nothing_scrolls_sideways_and_targets_are_large(visit: Visit):
    page = visit("/", viewport=PHONE, has_touch=True)
    worse = list(duki_turn(page))[1]
    assert_fits(page)
    expect(page.locator(f"[data-decide={worse.lower()}]")).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL) == []
    page.locator(f"[data-decide={worse.lower()}]").click()
    short = page.locator(".coach-short")
    expect(short).to_be_attached(timeout=PATIENT)
    words = short.text_content() or ""
    expect(page.locator("#coach-live")).to_contain_text(words)
    assert_fits(page)
    tab = page.locator("button[data-tab=coach]")
    marked = tab.evaluate("e => getComputedStyle(e, '::after').content")
    assert marked == '" !"', "the tab says that there is something to look at"
    tab.click()
    expect(page.locator("#coach-told .verdict")).to_be_in_viewport()
    assert verdict(page).startswith(words)
    for name in coach_pages(page):
        assert_fits(page)
        assert page.evaluate(SMALL) == [], name
