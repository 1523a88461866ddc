"""The designer without a browser: a bound at once, counts that can be stopped, designs that are
kept and put beside each other, and tables opened with one."""

import re
import subprocess
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote, urlencode

import pytest

from pitboss.odds.figures import fraction_of
from pitboss.odds.registry import find_solver, price_by
from pitboss.odds.request import read_request
from pitboss.web.pages.design import program
from pitboss.web.pages.design.bench import open_bench
from pitboss.web.pages.design.design import parse_design
from pitboss.web.pages.design.page import Bounds
from pitboss.web.pages.jobs import Job, Jobs
from pitboss.web.pages.words import STOPPED
from tests.web.room import Room

PAGE = {"accept": "text/html"}
KIND = "game=duki&wager=bonus&code=bonus-3&of=bonus+bonus-3&pay.straight=4"
LONG = "game=super-omaha&wager=ante&code=SOA-01&of=ante+SOA-01&pay.straight-flush=20"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, pages=True)
    found.hurry = 60.0
    yield found
    found.close()


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def token(text: str) -> str:
    found = re.search(r'name="csrf" value="([^"]*)"', text)
    assert found
    return found[1]


def test_a_bound_is_the_printed_tables_play_at_the_new_pays() -> None:
    """Straight flushes won with, times what each pays more, is what the edge falls by."""
    solver, given = find_solver("super-omaha"), {"wager": "ante", "paytables": {"ante": "SOA-01"}}
    printed = read_request("super-omaha", given)
    before = solver.price(printed)
    request = parse_design(LONG).request()
    found = price_by(request, printed)
    assert found
    won = sum(
        (
            fraction_of(row["probability"])
            for row in cast("list[Any]", before["outcomes"])
            if "won with straight flush" in row["event"]
        ),
        Fraction(0),
    )
    fell = fraction_of(before["house_edge"]) - fraction_of(found["house_edge"])
    assert fell == won * (20 - 15)
    same = price_by(printed, printed)
    assert same
    assert same["house_edge"] == before["house_edge"], "as printed it is no bound but the figure"


def test_a_bound_is_no_lower_than_the_exact_edge() -> None:
    """SOA-02 is printed, so its exact figure is there: a bound by SOA-01's play is above it."""
    solver = find_solver("super-omaha")
    one, other = (
        read_request("super-omaha", {"wager": "ante", "paytables": {"ante": code}})
        for code in ("SOA-01", "SOA-02")
    )
    bound = price_by(other, one)
    assert bound
    exact = fraction_of(solver.price(other)["house_edge"])
    assert fraction_of(bound["house_edge"]) >= exact


def test_there_is_a_bound_where_the_play_hangs_on_the_pays_and_nowhere_else() -> None:
    assert Bounds().find(parse_design(LONG))
    for query in (KIND, "game=super-omaha&wager=ante", "game=holdout"):
        assert Bounds().find(parse_design(query)) is None


def wait_for_process(site: Room, job: str) -> "subprocess.Popen[bytes]":
    """The real count that is under way, as soon as the bench has begun it."""
    programs = site.app.state.services.keep(open_bench).programs
    end = time.monotonic() + 30
    while not (job in programs and programs[job]._process):
        assert time.monotonic() < end, "nothing is begun"
        time.sleep(0.02)
    process: subprocess.Popen[bytes] = programs[job]._process
    return process


@pytest.mark.usefixtures("without_book")
def test_the_bound_is_there_at_once_and_stopping_ends_the_work(site: Room) -> None:
    browser = site.browser()
    text = browser.get(f"/designer?{LONG}", headers=PAGE).text
    assert "House edge at most 0.7006 %" in plain(text)
    assert "can only lose less" in plain(text)
    assert "data-wait" in text
    job = re.search(r'name="job" value="([0-9a-f]+)"', text)
    assert job
    process = wait_for_process(site, job[1])
    answer = browser.post("/designer/stop", data={"job": job[1], "address": LONG})
    place = answer.headers["location"]
    assert place == f"/designer?{LONG}&stopped=1"
    assert process.wait(10) != 0, "its process has ended"
    text = plain(browser.get(place, headers=PAGE).text)
    assert "Stopped" in text
    assert "House edge at most 0.7006 %" in text
    assert process not in program._running
    assert job[1] not in site.app.state.services.keep(open_bench).programs, (
        "looking does not begin it again"
    )


def test_a_job_that_was_stopped_is_begun_anew_when_it_is_asked_for_again() -> None:
    jobs, begun = Jobs("test", workers=1, most=2), []

    def work(job: Job) -> str:
        begun.append(job)
        for _ in range(200):
            time.sleep(0.01)
            if len(begun) == 1:
                job.go_on()
        return "counted"

    first = jobs.start("a", work)
    time.sleep(0.05)
    jobs.stop(first.id)
    assert first.wait(5)
    assert (first.problem, first.value) == (STOPPED, None)
    again = jobs.start("a", work)
    assert again is not first
    assert again.wait(10)
    assert again.value == "counted"


def test_a_stopped_job_that_waits_for_room_ends_too() -> None:
    jobs = Jobs("test", workers=1, most=2)
    long = jobs.start("long", lambda job: time.sleep(1.5))
    waiting = jobs.start("waiting", lambda job: "never")
    jobs.stop(waiting.id)
    assert waiting.wait(1.2)
    assert waiting.is_stopped
    assert long.wait(5)


def test_progress_is_told_in_tenths() -> None:
    job = Job("x")
    job.progress = "super-omaha: 0.3%, 4 min 10 s left"
    assert job.percent == 0.3


def test_a_design_is_kept_under_a_name_for_the_person(site: Room) -> None:
    browser = site.browser()
    answer = browser.post("/designer/designs", data={"name": "Kind straights", "design": KIND})
    assert answer.status_code == 303
    text = browser.get("/designer?game=duki&wager=bonus", headers=PAGE).text
    link = quote(KIND, safe="=&+").replace("&", "&amp;")
    assert f'<a class="tap" href="/designer?{link}">Kind straights</a>' in text
    stranger = site.browser("10.0.0.2").get("/designer?game=duki&wager=bonus", headers=PAGE).text
    assert "Kind straights" not in stranger
    forget = {"csrf": token(text), "name": "Kind straights", "forget": "1"}
    assert browser.post("/designer/designs", data=forget).status_code == 303
    assert "Kind straights" not in browser.get("/designer?game=duki", headers=PAGE).text


def test_what_is_no_design_is_not_kept(site: Room) -> None:
    bad = {"name": "Bad", "design": "game=duki&wager=bonus&of=bonus+bonus-3&pay.straight=-1"}
    assert site.browser().post("/designer/designs", data=bad).status_code == 409
    assert site.browser().post("/designer/designs", data={"design": KIND}).status_code == 409


def test_three_tables_and_more_stand_side_by_side(site: Room) -> None:
    browser = site.browser()
    browser.post("/designer/designs", data={"name": "Four", "design": KIND})
    six = KIND.replace("=4", "=6")
    address = f"{KIND.replace('=4', '=7')}&{urlencode([('beside', KIND), ('beside', six)])}"
    for _ in range(60):
        text = browser.get(f"/designer?{address}", headers=PAGE).text
        row = plain(text.partition('id="figure-house_edge"')[2].partition("</tr>")[0])
        if row and "…" not in row:
            break
        time.sleep(0.5)
    edges = re.findall(r"-?\d+\.\d+ %", row)
    assert edges[0] == "3.1730 %", "the approved one"
    assert len(edges) == 4
    assert edges[2:] == ["8.0310 %", "-1.6851 %"], "one point of pay is 4.858 %"
    heads = plain(text.partition('class="figures many"')[2].partition("</thead>")[0])
    assert "Four Remove Four Design 2 Remove Design 2" in heads


def test_an_operator_is_led_to_the_form_with_the_pay_table_in_it(site: Room) -> None:
    olga = site.staff("Olga")
    text = olga.get(f"/designer?{KIND}&ruling.ace=high", headers=PAGE).text
    link = re.search(r'href="(/floor/open/duki\?design=[^"]+)"', text)
    assert link
    assert "Open a table with this" in plain(text)
    form = olga.get(link[1].replace("&amp;", "&"), headers=PAGE).text
    assert re.search(r'name="paytables.bonus.rows.straight" value="4"', form)
    assert re.search(r'id="f-paytables.bonus".*?<option value="own" selected', form, re.S)
    assert re.search(r'id="f-rulings.ace".*?<option value="high" selected', form, re.S)


def test_a_guest_plays_a_design_at_a_practice_table(site: Room) -> None:
    browser = site.browser()
    text = browser.get(f"/designer?{KIND}", headers=PAGE).text
    assert "Play it at a practice table" in plain(text)
    assert "/floor/open/" not in text
    answer = browser.post("/designer/play", data={"design": KIND})
    table = answer.headers["location"].removeprefix("/tables/")
    published = site.house.table(table)
    bonus = published.setup.settings.paytables["bonus"]
    assert [row.text for row in bonus.rows if row.event == "straight"] == ["4 to 1"]
    assert published.setup.given["practice"]
    assert len(published.seats) == 1
    assert published.setup.settings.labels, "it is labelled"


def test_a_jackpots_pays_and_a_printed_table_open_no_table(site: Room) -> None:
    for query in ("game=duki&wager=bonus", "game=super-omaha&wager=jackpot&code=5CL-E01"):
        text = plain(site.browser().get(f"/designer?{query}", headers=PAGE).text)
        assert "practice table" not in text
