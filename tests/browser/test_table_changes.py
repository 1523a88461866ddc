"""What a message changes on the table's page: no more than what is new."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.playing import expect_turn, play_now, play_out, wager
from tests.browser.site import Site

WATCH = """() => {
    window.takenOut = new Set();
    const watch = new MutationObserver((changes) => {
        for (const { removedNodes } of changes)
            for (const node of removedNodes) if (node.id) window.takenOut.add(node.id);
    });
    watch.observe(document.getElementById("region"), { childList: true, subtree: true });
}"""
BESIDE = {"side", "side-seat", "side-story", "side-fair", "side-limits", "side-pays", "controls"}


def taken_out(page: Page) -> set[str]:
    return set(page.evaluate("() => [...window.takenOut]"))


def test_what_stays_is_not_taken_out_of_the_page(visit: Visit):
    page = visit("/")
    play_now(page, "super-omaha")
    page.evaluate(WATCH)
    wager(page, "2")
    expect_turn(page)
    play_out(page)
    wager(page, "2")
    expect_turn(page)
    out = taken_out(page)
    assert "side-results" in out, "the last round's results have gone"
    assert not out & BESIDE


def test_only_a_slow_command_is_shown_to_be_under_way(site: Site, visit: Visit):
    page = visit("/")
    table = play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    held = []
    page.route("**/commands", lambda route: held.append(route))
    page.keyboard.press("p")
    expect(page.locator("body.frozen.dimmed")).to_be_attached()
    assert page.locator("#controls").evaluate("e => e.inert")
    page.keyboard.press("p")
    page.locator("[data-decide=play]").dispatch_event("click")
    assert len(held) == 1, "nothing else is sent meanwhile"
    held[0].continue_()
    expect(page.locator("#own[data-status=settled]")).to_be_attached()
    expect(page.locator("body:not(.frozen):not(.dimmed)")).to_be_attached()
    assert site.house.table(table).status == "settled"
