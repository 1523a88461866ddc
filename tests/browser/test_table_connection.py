"""A lost connection freezes the page, says so, and recovers with the table as it stands."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.playing import expect_turn, play_now, play_out, wager
from tests.browser.site import Site


def test_a_lost_connection_freezes_actions_and_recovers(site: Site, visit: Visit):
    page = visit("/")
    table_id = play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost")).to_contain_text("Connection lost")
    assert page.locator("#controls").evaluate("e => e.inert")
    version = site.house.table(table_id).version
    page.keyboard.press("p")
    page.wait_for_timeout(200)
    assert site.house.table(table_id).version == version
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    play_out(page)
    assert site.house.table(table_id).status == "settled"


def test_loading_the_page_anew_in_a_round_shows_the_same_question(visit: Visit):
    page = visit("/")
    play_now(page, "super-omaha")
    wager(page, "3")
    expect_turn(page)
    cards = page.locator("#own .card .vh").all_inner_texts()
    name = page.locator("[data-ask]").get_attribute("data-ask")
    page.reload()
    expect(page.locator(f"[data-ask='{name}']")).to_be_visible()
    assert page.locator("#own .card .vh").all_inner_texts() == cards
    page.locator("body[data-live=yes]").wait_for()
    play_out(page)


def test_focus_stays_where_it_is_when_the_table_changes(site: Site, visit: Visit):
    page = visit("/")
    table_id = play_now(page, "buyout")
    page.locator("[data-key='v']").focus()
    guest = visit(f"/tables/{table_id}")
    guest.locator("[data-key=s]").click()
    expect(page.locator(".seat .who", has_text="Guest")).to_be_visible()
    assert page.evaluate("document.activeElement.dataset.key") == "v"
