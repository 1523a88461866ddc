"""The big screen: meters that tick, signs in turn, and letters for a room."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits
from tests.browser.site import Site
from tests.browser.staffing import ask, guest
from tests.browser.test_table_reach import find_barriers

SCREEN = {"width": 1920, "height": 1080}


def jackpot_table(site: Site, name: str, number: int) -> str:
    table = site.open_table(
        "super-omaha",
        name,
        table={"limits": {"min": 5}, "jackpots": [{"jackpot": site.jackpots[1]}]},
    )
    ask(site, table, "sit", guest(site, number), chips=300)
    return table


def test_meters_tick_without_anyone_logging_in(visit: Visit, site: Site):
    table = jackpot_table(site, "Wall table", 701)
    person = guest(site, 702)._replace(id=site.house.table(table).seats[1]["who"])
    page = visit(f"/wall?tables={table}", viewport=SCREEN)
    meter = page.locator(f"#w-{site.jackpots[1]}")
    before = site.house.meters[site.jackpots[1]]
    shown = f"${before / 100:,.2f}".removesuffix(".00")
    expect(meter).to_have_attribute("aria-label", re.compile(re.escape(shown)))
    ask(site, table, "wager", person, wagers={"ante": 10, "jackpot-1": 5}, deal=True)
    ask(site, table, "decide", person, action="fold")
    after = site.house.meters[site.jackpots[1]]
    assert after == before + 1_00
    shown = f"${after / 100:,.2f}".removesuffix(".00")
    expect(meter).to_have_attribute("aria-label", re.compile(re.escape(shown)))


def test_the_address_chooses_and_the_signs_take_turns(visit: Visit, site: Site):
    table = jackpot_table(site, "Sign table", 703)
    page = visit(f"/wall?tables={table}", viewport=SCREEN)
    boards = page.locator(".board")
    count = boards.count()
    assert {boards.nth(n).locator("header p").inner_text()[:10] for n in [0]} == {"Sign table"}
    expect(page.locator(".board:visible")).to_have_count(1)
    first = page.locator(".board:visible h2").inner_text()
    page.get_by_role("button", name="Next sign").click()
    assert page.locator(".board:visible h2").inner_text() != first
    titles = {first}
    for _ in range(count):
        titles.add(page.locator(".board:visible h2").inner_text())
        page.get_by_role("button", name="Next sign").click()
    assert {"Limits", "Ante", "Jackpot 1"} <= titles
    page.goto(f"/wall?jackpots={site.jackpots[0]}")
    expect(page.locator(".wall-meter")).to_have_count(1)


def test_signs_can_be_read_from_five_metres(visit: Visit, site: Site):
    """On a screen 1.2 m wide a pixel is 0.63 mm; letters of 20 mm need 32 pixels of height."""
    table = jackpot_table(site, "Far table", 704)
    page = visit(f"/wall?tables={table}", viewport=SCREEN)
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    for _ in range(page.locator(".board").count()):
        for cell in page.locator(".board:visible :is(td, th, dd)").all():
            if cell.is_visible():
                assert cell.evaluate(size) * 0.7 >= 32
        bottom = page.locator(".board:visible").evaluate("e => e.getBoundingClientRect().bottom")
        assert bottom <= SCREEN["height"]
        page.get_by_role("button", name="Next sign").click()
    assert page.locator(".wall-meter .odo").first.evaluate(size) * 0.7 >= 70


def test_the_wall_has_no_serious_barrier_and_fits_a_phone(visit: Visit, site: Site):
    jackpot_table(site, "Reached wall", 705)
    page = visit("/wall", viewport=SCREEN)
    assert find_barriers(page) == []
    expect(page.locator(".practice")).to_be_visible()
    phone = visit("/wall", viewport=PHONE)
    assert_fits(phone)
