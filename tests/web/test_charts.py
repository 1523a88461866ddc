"""Charts of one's own: drawn by a program beside the server, and put into the page when they are
there."""

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from pitboss.reports.charts import Course, Mark, Trend, draw_course, draw_trend
from pitboss.web.pages import charts, words
from pitboss.web.pages.charts import Chart, Charts, Pencil
from tests.web.room import DUKI, Browser, Room
from tests.web.test_review import judged, look, play_well, sit

TREND = Trend("Duki 4 Poker", (50.0, 100.0), (5.0, 2.0), "It went up.")
HERE = "from pitboss.reports import pencil; pencil.{}; pencil.main()"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, pages=True)
    found.hurry = 60.0
    yield found
    found.close()


@pytest.fixture
def drawn() -> Iterator[Charts]:
    found = Charts()
    yield found
    found.close()


def wait(chart: Chart) -> Chart:
    asyncio.run(chart.wait(120))
    return chart


def play(room: Room, rounds: int = 3) -> tuple[str, Browser]:
    """Rounds at a table of which only the first was decided well."""
    table = room.open(DUKI)
    client = sit(room, table, 1)
    for number in range(rounds):
        play_well(room, table, client, is_right=number == 0)
    judged(client, f"/review/{table}")
    return table, client


def graph(client: Browser, table: str) -> str:
    """The graph alone, once it is drawn; the first takes as long as the engine does to start."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        part = look(client, f"/review/{table}?from=1&part=graph")
        assert part.status_code == 200
        if 'data-chart="' not in part.text:
            return part.text
    raise AssertionError("not drawn in two minutes")


def test_a_course_has_two_lines_marks_that_are_links_and_nothing_from_elsewhere():
    mark = Mark(2, "blunder", 'Round 7: "blunder" & more', "?from=6&round=7")
    course = Course("Course", [(0, 0), (10, -0.5), (-10, -12.25)], [mark], "Told.")
    svg = draw_course(course, 260).svg
    for name in ("won", "worth", "blunder"):
        assert svg.count(f"role-mark {name}_marks") == 1
    assert "mistake_marks" not in svg
    assert '<a href="?from=6&amp;round=7" tabindex="-1">' in svg
    assert "<title>Round 7: &quot;blunder&quot; &amp; more</title>" in svg
    assert ">$0<" in svg
    assert ">+$0<" not in svg
    hosts = set(re.findall(r"https?://[^/\"]+", svg))
    assert hosts == {"http://www.w3.org"}, "names of XML alone"
    for refused in ("style=", "<script", "<style"):
        assert refused not in svg, "a page's security policy refuses it"


def test_a_trend_has_both_figures_each_with_its_scale():
    svg = draw_trend(TREND, 230).svg
    for name in ("right", "pace", "dots"):
        assert svg.count(f"role-mark {name}_marks") == 1
    for title in ("right, %", "seconds a step", "exercises"):
        assert f">{title}</text>" in svg


def test_the_graph_of_a_session_comes_when_it_is_drawn(room: Room):
    table, client = play(room)
    part = graph(client, table)
    assert re.search(r'role="img" aria-label="After 3 rounds: won [^"]+, play was worth', part)
    links = [unescape(each) for each in re.findall(r'<a href="(\?[^"]+)" tabindex="-1">', part)]
    assert set(links) <= {"?from=1&round=2#round-h", "?from=1&round=3#round-h"}
    tags = re.findall(r"<title>Round \d: (mistake|blunder)</title>", part)
    assert len(tags) == len(links), "in two widths"
    for link in links:
        number = link.partition("#")[0][-1]
        assert f"Round {number}" in look(client, f"/review/{table}{link}").text
    page = look(client, f"/review/{table}").text
    assert part.strip() in page, "what is drawn is in the page from then on"
    assert 'data-chart="' not in page
    stranger = room.guest()
    assert look(stranger, f"/review/{table}?from=1&part=graph").status_code == 404


def test_a_page_is_there_before_its_graph(room: Room, monkeypatch: pytest.MonkeyPatch):
    never = "import sys, time; sys.stdin.readline(); time.sleep(600)"
    monkeypatch.setattr(charts, "COMMAND", (sys.executable, "-c", never))
    table, client = play(room, 2)
    began = time.monotonic()
    page = look(client, f"/review/{table}").text
    assert time.monotonic() - began < charts.FRAGMENT_SECONDS
    assert 'data-chart="?from=1&amp;part=graph">The chart is being drawn' in page
    assert '<noscript><meta http-equiv="refresh"' in page


def test_without_the_extra_one_line_says_so(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(charts, "has_extra", lambda extra: extra != "papers")
    table, client = play(room, 2)
    page = look(client, f"/review/{table}").text
    assert "The chart needs the extra papers: pip install" in page
    assert 'data-chart="' not in page
    assert "Round 2" in page
    assert look(client, "/training").status_code == 200


def test_what_is_drawn_is_kept_and_a_pencil_that_has_ended_is_begun_anew(
    drawn: Charts, monkeypatch: pytest.MonkeyPatch
):
    first = wait(drawn.trend(TREND)).drawn
    assert first
    assert "<svg" in first["narrow"]
    process = drawn._pencil._process
    assert process
    process.kill()
    assert not drawn.trend(TREND).is_waiting
    assert wait(drawn.trend(TREND._replace(title="Another"))).drawn
    monkeypatch.setattr(charts, "COMMAND", (sys.executable, "-c", ""))
    broken = Charts()
    failed = wait(broken.trend(TREND))
    assert (failed.problem, failed.drawn) == (words.CHART_FAILED, None)
    assert broken.trend(TREND).problem, "told once more, for the page that asked is another"
    assert broken.trend(TREND).is_waiting, "and tried again"
    broken.close()


def test_too_many_at_once_are_asked_for_again_later(drawn: Charts, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(charts, "MOST_WAITING", 0)
    assert drawn.trend(TREND).is_waiting
    monkeypatch.setattr(charts, "MOST_WAITING", 1)
    assert wait(drawn.trend(TREND)).drawn


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
def test_the_pencil_ends_when_nobody_asks_and_with_its_server():
    for change, ends in (("IDLE_SECONDS = 0.1", False), ("IDLE_SECONDS = 600", True)):
        process = subprocess.Popen(
            (sys.executable, "-c", HERE.format(change)), stdin=subprocess.PIPE
        )
        assert process.stdin
        if ends:
            process.stdin.close()
        assert process.wait(60) == 0
        process.stdin.close()


def test_a_pencil_draws_nothing_once_it_is_closed():
    pencil = Pencil()
    pencil.close()
    with pytest.raises(charts.Closed, match="closing"):
        pencil.draw(b"{}")
