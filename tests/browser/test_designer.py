"""The designer: exact figures of a changed table beside the approved one."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.web.pages import designer, figures
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits
from tests.browser.test_table_reach import find_barriers

SIDES = ("before", "after")
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
    charts = page.locator(".chart svg")
    expect(charts).to_have_count(2)
    width = "all => all.map(e => Number(e.getAttribute('width')))"
    before, after = (charts.first.locator(f".c-{s}").evaluate_all(width) for s in SIDES)
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


def test_a_long_count_says_how_far_it_is_and_may_be_left(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
):
    go = threading.Event()
    real = figures.price_both

    def slow(*given: object) -> object:
        job = given[-1]
        job.progress = "Flops: 12%, 1 min 30 s left"  # type: ignore[attr-defined]
        go.wait(20)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(designer, "price_both", slow)
    monkeypatch.setattr(designer, "WAIT_SECONDS", 0.1)
    address = "/designer?game=duki&wager=bonus&of=bonus bonus-3&pay.straight=7"
    page = visit(address)
    expect(page.locator(".waiting")).to_contain_text("12%, 1 min 30 s left")
    page.goto("/wall")
    page.goto(address)
    expect(page.locator(".waiting")).to_contain_text("Counting")
    go.set()
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
    expect(page.locator(".chart svg")).to_have_count(1, timeout=COUNTED)
    assert_fits(page)
