"""Coming in at a running table between players: post a blind or wait for it, with keys alone."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from pitboss.house.engine import TABLE
from pitboss.house.tables.play import Command
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.playing import sit
from tests.browser.site import Site
from tests.browser.staffing import ask, guest
from tests.browser.test_table_reach import find_barriers

PICTURES = os.environ.get("PITBOSS_PICTURES")


@pytest.mark.parametrize(("size", "first"), [(DESKTOP, 1), (PHONE, 11)])
def test_a_newcomer_is_asked_whether_to_post_or_to_wait(
    site: Site, visit: Visit, size: ViewportSize, first: int
):
    table = site.open_table("holdout", "Blinds", dealer="person")
    for seat in (1, 2, 3):
        ask(site, table, "sit", guest(site, first + seat), seat=seat, chips=100)
    site.house.ask(Command(table, "deal", TABLE))
    page = visit("/", viewport=size)
    sit(page, table)
    owed = page.locator(".owed")
    expect(owed).to_contain_text("You owe a big blind of")
    expect(owed).to_contain_text("You wait, and are dealt in when the big blind reaches you")
    assert find_barriers(page) == []
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"blinds-{size['width']}.png")
    page.keyboard.press("p")
    expect(owed).to_contain_text("You post when you are next dealt in")
    page.keyboard.press("w")
    expect(owed).to_contain_text("You wait")
    if size is PHONE:
        page.get_by_role("button", name="Seat", exact=True).click()
    page.get_by_role("button", name="Sit out").click()
    expect(owed.get_by_role("button", name=re.compile("Sit in and post"))).to_be_visible()
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"away-{size['width']}.png")
    page.keyboard.press("i")
    expect(owed).to_contain_text("You post when")
