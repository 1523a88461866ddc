"""At one's own seat: the first click wagers, one press deals again, results stay in sight, leaving
is asked twice, chips are offered where there are none, and the clock is seen and heard of."""

import re

from playwright.sync_api import Page, expect

from pitboss.house.tables.state import seat_of
from tests.browser.conftest import Visit
from tests.browser.playing import expect_turn, play_now, play_out, sit, wager
from tests.browser.site import Site


def test_the_first_click_on_a_spot_drops_a_chip(visit: Visit):
    page = visit("/")
    play_now(page, "buyout")
    page.locator("[data-spot=bonus]").click()
    expect(page.locator("[data-spot=bonus] .sum")).to_have_text("$5")
    page.locator("[data-chip='25']").click()
    expect(page.locator("[data-spot=bonus] .sum")).to_have_text("$30")
    page.locator("[data-spot=first]").click()
    expect(page.locator("[data-spot=first] .sum")).to_have_text("$25")


def test_one_press_wagers_the_same_again_and_deals(site: Site, visit: Visit):
    page = visit("/")
    table_id = play_now(page, "duki")
    wager(page, "3", "n", "1")
    play_out(page, ("f",))
    deal = page.locator("[data-do=deal]")
    expect(deal).to_contain_text("Deal again")
    expect(deal.locator("output")).to_have_text("$26")
    page.keyboard.press("d")
    page.locator("#own[data-round='2']").wait_for()
    opening = site.house.table(table_id).opening
    assert opening
    assert opening.wagers[4] == {"ante": 25_00, "tip": 1_00}


def test_own_rings_keep_chips_and_outcome_until_the_next_wager(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    wager(page, "3")
    play_out(page, ("f",))
    ante = page.locator(".spot:has([data-spot=ante])")
    expect(ante).to_have_class(re.compile("is-lose"))
    expect(ante.locator(".sum")).to_have_text("$25")
    page.keyboard.press("2")
    expect(ante).not_to_have_class(re.compile("is-lose"))
    expect(ante.locator(".sum")).to_have_text("$5")


def test_whoever_is_quicker_than_the_page_acts_on_what_stands_there_now(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    page.evaluate("scheduler.postTask = () => {}")  # what may wait for the paint never comes
    wager(page, "4")
    expect_turn(page)
    page.keyboard.press("l")
    expect(page.locator("[data-confirm]")).not_to_have_attribute("data-key", "l")
    expect(page.locator("#confirm")).to_be_hidden()


def test_leaving_takes_two_steps_and_no_key_while_a_question_is_open(site: Site, visit: Visit):
    page = visit("/")
    table_id = play_now(page, "duki")
    wager(page, "4")
    expect_turn(page)
    seat = seat_of(site.house.table(table_id), str(site.house.table(table_id).owner))
    page.keyboard.press("l")
    expect(page.locator("#confirm")).to_be_hidden()
    page.get_by_role("button", name="Leave the seat").click()
    expect(page.locator("#confirm")).to_contain_text("Your hand is given up")
    page.keyboard.press("n")
    expect(page.locator("#confirm")).to_be_hidden()
    expect_turn(page)
    assert not site.house.table(table_id).seats[seat]["leaving"]
    play_out(page, ("f",))
    page.keyboard.press("l")
    expect(page.locator("#confirm")).to_contain_text("$400 goes with you")
    page.keyboard.press("y")
    expect(page.locator("#own")).to_have_count(0)


def test_a_broke_player_is_offered_chips_where_the_deal_would_be(visit: Visit):
    page = visit("/")
    play_now(page, "buyout")
    place = box(page)
    wager(page, "5")
    play_out(page, ("f",))
    expect(page.locator("#stack")).to_have_text("$0")
    main = page.locator(".dock .main")
    expect(main).to_contain_text("Get chips")
    assert box(page) == place
    page.keyboard.press("d")
    expect(page.locator("#stack")).to_have_text("$500")
    expect(main).to_contain_text("Deal")


def box(page: Page) -> object:
    return page.locator(".dock .main").bounding_box()


def test_the_clock_is_a_ring_and_says_what_it_did(site: Site, visit: Visit):
    clock = {"decision": 4, "wagers": 0}
    page = visit("/")
    sit(page, site.open_table("duki", "In a hurry", clock=clock))
    wager(page, "3")
    expect_turn(page)
    expect(page.locator(".dock .main .clock-ring")).to_be_visible()
    page.wait_for_function("""() => {
        const ring = document.querySelector(".clock-ring");
        const left = ring && Number(getComputedStyle(ring).getPropertyValue("--left"));
        return 0 < left && left < 1;
    }""")
    expect(page.locator(".own-line .late")).to_have_text("Time ran out: folded for you")
    expect(page.locator("#said")).to_contain_text("Time ran out: folded for you.")


def test_the_rule_behind_a_question_is_one_tap_away(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    wager(page, "3")
    expect_turn(page)
    expect(page.locator(".prompt p")).to_have_text("Play for $25 or fold?")
    words = page.locator(".rule-text")
    expect(words).to_be_hidden()
    page.locator(".rule-of").click()
    expect(words).to_contain_text("DUKI-04")


def test_whoever_waits_for_a_dealer_is_told_so(site: Site, visit: Visit):
    page = visit("/")
    sit(page, site.open_table("duki", "By hand", dealer="person"))
    page.keyboard.press("3")
    page.keyboard.press("d")
    expect(page.locator(".dock .prompt")).to_have_text(
        "Wagers placed. Waiting for the dealer to deal."
    )


def test_tabs_open_over_the_felt_where_there_is_no_room_and_close_with_the_next_action(
    visit: Visit,
):
    page = visit("/", viewport={"width": 390, "height": 664})
    play_now(page, "duki")
    pays = page.locator(".paysigns")
    expect(pays).to_be_hidden()
    page.get_by_role("button", name="Pays", exact=True).click()
    expect(pays).to_be_visible()
    page.keyboard.press("Escape")
    expect(pays).to_be_hidden()
    page.get_by_role("button", name="Pays", exact=True).click()
    page.locator("[data-chip='25']").click()
    page.locator(".dock .main").click()
    expect_turn(page)
    expect(pays).to_be_hidden()
