"""The first page: small, from this host alone, and a seat within ten seconds."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.playing import play_now, sit, wager
from tests.browser.site import Site

LARGEST_FIRST_PAGE = 300_000


FILES = """() => ['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
    .filter(file => !file.name.endsWith('/stream'))
    .map(file => [file.name, file.encodedBodySize])"""


def test_the_first_page_is_small_and_comes_from_one_host(site: Site, visit: Visit):
    files = visit("/").evaluate(FILES)
    assert len(files) > 6
    assert all(name.startswith(site.url) and size > 0 for name, size in files)
    assert sum(size for _, size in files) < LARGEST_FIRST_PAGE


def test_the_lobby_lists_open_tables_and_their_seats(site: Site, visit: Visit):
    table_id = site.open_table("buyout", "Corner table")
    page = visit("/")
    card = page.locator(f"#t-{table_id}")
    expect(card).to_contain_text("0 of 7 seats")
    expect(card).to_contain_text("First $5 to $500")
    guest = visit("/")
    sit(guest, table_id)
    expect(card).to_contain_text("1 of 7 seats")


def test_a_practice_table_is_found_by_its_link_alone(visit: Visit):
    host = visit("/")
    table_id = play_now(host, "buyout")
    friend = visit("/")
    expect(friend.locator(".tables, #open-tables").first).to_be_visible()
    assert friend.locator(f"#t-{table_id}").count() == 0
    sit(friend, table_id)
    expect(host.locator(".seat .who", has_text="Guest")).to_be_visible()
    host.goto("/")
    expect(host.locator(f"#t-{table_id}")).to_contain_text("yours")


def test_meters_tick_for_everyone(site: Site, visit: Visit):
    links = [{"jackpot": site.jackpots[0]}]
    table = site.open_table("super-omaha", "Meter table", table={"jackpots": links})
    watcher = visit("/")
    meter = watcher.locator(f"#m-{site.jackpots[0]}")
    before = meter.get_attribute("aria-label")
    player = visit("/")
    sit(player, table)
    wager(player, "2", "j")
    player.locator("[data-ask]").wait_for()
    player.keyboard.press("f")
    expect(meter).not_to_have_attribute("aria-label", before or "")


def test_history_lists_rounds_and_replays_them_step_by_step(visit: Visit):
    page = visit("/")
    table_id = play_now(page, "duki")
    wager(page, "2")
    page.locator("[data-ask]").wait_for()
    page.keyboard.press("f")
    page.locator("#own[data-status=settled]").wait_for()
    page.keyboard.press("h")
    page.locator("tbody a").click()
    steps = page.locator(".replay-steps li")
    total = steps.count()
    expect(page.locator(".replay-bar")).to_contain_text(f"Step {total} of {total}")
    page.goto(f"/tables/{table_id}/rounds/1?step=1")
    assert page.locator(".dealer .card").count() == 0
    page.locator("body[data-ready]").wait_for()
    for step in range(2, 6):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-bar")).to_contain_text(f"Step {step} of")
    steps.last.locator("a").click()
    expect(page.locator(".replay-bar")).to_contain_text(f"Step {total} of")
    expect(page.locator(".dealer .card.up")).to_have_count(4)


def test_what_is_not_there_is_said_on_a_page(visit: Visit):
    page = visit("/tables/duki-00000000")
    expect(page.locator("main")).to_contain_text("there is no such table")
    page.goto("/games/bingo")
    expect(page.locator("main")).to_contain_text("bingo")
    page.goto("/nowhere")
    expect(page.locator("main")).to_contain_text("There is nothing here")


def test_the_lobby_promises_no_number_of_jackpots(visit: Visit):
    """A table has as many as its house links: the lobby once promised two where there was one."""
    page = visit("/")
    for blurb in page.locator(".game > p").all_inner_texts():
        assert not re.search(r"\b(one|two|three|\d+)\b[^.,]*jackpot", blurb), blurb


def test_play_now_stands_clear_of_the_heading_below(visit: Visit):
    page = visit("/games/duki")
    button = page.get_by_role("button", name="Play now").bounding_box()
    heading = page.locator(".rules h2").first.bounding_box()
    assert button
    assert heading
    assert heading["y"] - (button["y"] + button["height"]) >= 16
