"""The designer: exact figures of a changed table beside the approved one."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.web.pages.design import page as designer
from pitboss.web.pages.design import program
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits
from tests.browser.site import Site
from tests.browser.staffing import visit_as
from tests.browser.test_table_reach import find_barriers

COUNTED = 60_000
"""Milliseconds for a count on a machine that does other things."""


def edge(page: Page) -> str:
    row = page.locator("#figure-house_edge")
    row.wait_for(timeout=COUNTED)
    return str(row.get_attribute("data-exact"))


def odds(*options: str) -> dict[str, object]:
    command = [sys.executable, "-m", "pitboss", "odds", *options, "--json"]
    answer: dict[str, object] = json.loads(subprocess.check_output(command))
    return answer


def test_a_changed_pay_shows_the_edge_that_the_command_counts(visit: Visit, tmp_path: Path):
    page = visit("/designer?game=duki&wager=bonus")
    assert edge(page) == "1718/54145"
    page.get_by_label("Pay of Straight").fill("4")
    page.get_by_role("button", name="Count it").click()
    expect(page.locator(".changed")).to_contain_text("Straight 5 → 4", timeout=COUNTED)
    expect(page.locator(".label")).to_contain_text("not as approved")
    row = page.locator("#figure-house_edge")
    expect(row).to_contain_text("3.1730 %")
    expect(row.locator(".d-up")).to_contain_text("points")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download JSON").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    counted = odds("duki", "--wager", "bonus", "--paytable", str(file))
    assert counted["house_edge"]["exact"] == edge(page)  # type: ignore[index]
    assert counted["house_edge"]["exact"] != "1718/54145"  # type: ignore[index]


def test_a_ruling_alone_can_be_changed_and_charts_are_drawn(visit: Visit):
    page = visit("/designer?game=duki&wager=bonus&ruling.bonus-pays=for-1")
    counted = odds("duki", "--wager", "bonus", "--ruling", "bonus-pays=for-1")
    assert edge(page) == counted["house_edge"]["exact"]  # type: ignore[index]
    expect(page.locator(".changed")).to_contain_text("ruling bonus-pays to-1 → for-1")
    charts = page.locator(".chart .drawn-wide svg")
    expect(charts).to_have_count(2, timeout=COUNTED)
    width = "all => all.map(e => e.getBBox().width)"
    bars = charts.first.locator(".mark-rect path").evaluate_all(width)
    before, after = bars[0::2], bars[1::2]
    assert before != after
    longest = [max(pair) for pair in zip(before, after, strict=True)]
    assert longest == sorted(longest, reverse=True)


def test_a_jackpot_shows_its_break_even_meter(visit: Visit):
    page = visit("/designer?game=super-omaha&wager=jackpot&code=5CL-E01&players=1")
    assert edge(page) == "52502/162435"
    expect(page.locator("#figure-break_even_meter")).to_contain_text("$160,530.53")


def test_what_is_wrong_is_said_in_one_line(visit: Visit):
    page = visit("/designer?game=duki&wager=bonus&of=bonus bonus-3&pay.straight=-3")
    expect(page.get_by_role("alert")).to_contain_text("row straight: a pay must be above 0")


SLOW = """
import pathlib, runpy, sys, time
sys.stderr.write("\\rFlops: 12%, 1 min 30 s left"); sys.stderr.flush()
while not pathlib.Path({file!r}).exists(): time.sleep(0.05)
runpy.run_module("pitboss.web.pages.design.work", run_name="__main__")
"""


def test_a_long_count_says_how_far_it_is_and_may_be_left(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    go = tmp_path / "go"
    slow = SLOW.format(file=str(go))
    monkeypatch.setattr(program, "COMMAND", (sys.executable, "-c", slow))
    monkeypatch.setattr(designer, "WAIT_SECONDS", 0.1)
    address = "/designer?game=duki&wager=bonus&of=bonus bonus-3&pay.straight=7"
    page = visit(address)
    expect(page.locator(".waiting")).to_contain_text("12%, 1 min 30 s left", timeout=COUNTED)
    page.goto("/wall")
    page.goto(address)
    expect(page.locator(".waiting")).to_contain_text("Counting")
    go.touch()
    edge(page)
    assert page.locator(".waiting").count() == 0


def test_axe_finds_no_serious_barrier_in_the_designer(visit: Visit):
    page = visit("/designer?game=duki&wager=bonus")
    edge(page)
    assert find_barriers(page) == []


def test_the_designer_fits_a_phone(visit: Visit):
    page = visit("/designer?game=super-omaha&wager=jackpot&code=5CL-E01&players=1", viewport=PHONE)
    edge(page)
    assert_fits(page)
    page.goto("/designer?game=holdout")
    expect(page.locator(".chart .drawn-narrow svg")).to_be_visible(timeout=COUNTED)
    assert_fits(page)


LONG = "game=super-omaha&wager=ante&code=SOA-01&of=ante SOA-01&pay.straight-flush=20"
KIND = "game=duki&wager=bonus&code=bonus-3&of=bonus+bonus-3&pay.straight=4"


@pytest.mark.usefixtures("without_book")
def test_a_long_count_has_a_bound_at_once_and_is_stopped(visit: Visit):
    page = visit("/wall")
    page.goto(f"/designer?{LONG}", timeout=COUNTED)
    expect(page.locator("#bound")).to_contain_text("House edge at most 0.7006 %")
    counted = re.compile(r"Done: [\d,]+ of [\d,]+ parts")
    expect(page.locator(".waiting")).to_contain_text(counted, timeout=COUNTED)
    assert find_barriers(page) == []
    assert program._running, "a program counts"
    page.get_by_role("button", name="Stop the count").click()
    expect(page.get_by_role("heading", name="Stopped")).to_be_visible()
    expect(page.locator("#bound")).to_contain_text("at most 0.7006 %")
    end = time.monotonic() + 1
    while program._running and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert not program._running, "and now none does"
    assert find_barriers(page) == []


def test_designs_are_kept_and_stand_side_by_side(visit: Visit):
    page = visit(f"/designer?{KIND}")
    edge(page)
    page.get_by_label("Keep it under a name").fill("Kind straights")
    page.get_by_role("button", name="Keep", exact=True).click()
    kept = page.locator(".kept")
    expect(kept).to_contain_text("Kind straights")
    page.get_by_label("Pay of Straight").fill("6")
    page.get_by_role("button", name="Count it").click()
    expect(page.locator(".changed")).to_contain_text("Straight 5 → 6", timeout=COUNTED)
    kept.get_by_role("link", name="Beside").click()
    row = page.locator("#figure-house_edge td")
    expect(row.last).to_have_text("8.0310 %", timeout=COUNTED)
    expect(page.locator(".figures thead")).to_contain_text("Kind straights")
    assert row.all_inner_texts()[0] == "3.1730 %"
    page.get_by_role("link", name="Keep it beside and go on").click()
    expect(page.locator("#figure-house_edge td")).to_have_count(5)
    assert find_barriers(page) == []
    page.set_viewport_size(PHONE)
    assert_fits(page)
    page.get_by_role("button", name="Forget Kind straights").click()
    expect(page.locator(".kept")).to_have_count(0)


def test_a_guest_plays_at_a_table_of_the_design(visit: Visit):
    page = visit(f"/designer?{KIND}")
    edge(page)
    page.get_by_role("button", name="Play it at a practice table").click()
    page.wait_for_url("**/tables/duki-*")
    expect(page.locator("body")).to_contain_text("not as approved")


def test_an_operator_opens_a_table_with_the_design(visit: Visit, site: Site):
    page = visit_as(visit, site, "Oskar", f"/designer?{KIND}")
    edge(page)
    page.get_by_role("link", name="Open a table with this").click()
    straight = page.get_by_role("group", name="Bonus: table of my own").get_by_label("Straight")
    expect(straight).to_be_visible()
    expect(straight).to_have_value("4")
    page.get_by_label("Name", exact=True).fill("Designed table")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("The table is open.")).to_be_visible()
    table = page.url.rpartition("/")[2].partition("?")[0]
    rows = site.house.table(table).setup.settings.paytables["bonus"].rows
    assert [row.text for row in rows if row.event == "straight"] == ["4 to 1"]


def test_what_the_commands_answer_is_on_the_pages(visit: Visit):
    """Each page by a link of the one before, in keys' reach and without barriers."""
    page = visit("/designer?game=duki&wager=bonus")
    edge(page)
    page.get_by_role("link", name="Target search").click()
    slider = page.get_by_role("slider", name="House edge, per cent, to")
    slider.focus()
    for _ in range(2):
        slider.press("ArrowLeft")
    expect(page.locator("[name='edge.high']")).to_have_value("4.9")
    page.get_by_role("button", name="Search").click()
    found = page.locator(".found tbody tr")
    found.first.wait_for(timeout=COUNTED)
    assert find_barriers(page) == []
    exact = found.first.get_attribute("data-exact")
    found.first.get_by_role("link", name="Open").click()
    page.wait_for_url("**/designer?*")
    assert edge(page) == exact
    page.get_by_role("link", name="Sessions").click()
    expect(page.locator(".fan svg").first).to_be_visible(timeout=COUNTED)
    assert find_barriers(page) == []
    page.get_by_role("link", name="Protection").click()
    page.get_by_label("Game").select_option("buyout")
    page.locator("#leak-hole").wait_for(timeout=COUNTED)
    assert find_barriers(page) == []
    page.set_viewport_size(PHONE)
    assert_fits(page)
    page.get_by_role("link", name="Papers").click()
    expect(page.get_by_role("link", name="PDF of the PAR sheet")).to_be_visible()
    assert find_barriers(page) == []
    assert_fits(page)
