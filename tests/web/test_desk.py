"""The designer's other pages: each shows what its command answers, for the design of its address,
and says what is wrong in one line."""

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest

from pitboss.extras import EXTRAS
from pitboss.odds.figures import fraction_of
from pitboss.odds.protection import protect
from pitboss.odds.registry import fit, price
from pitboss.odds.request import read_request
from pitboss.odds.sessions.played import fan_of, session
from pitboss.odds.sessions.walk import read_walk
from pitboss.web.pages.design.design import parse_design
from tests.web.room import Browser, Room

PAGE = {"accept": "text/html"}
KIND = "game=duki&wager=bonus&code=bonus-3&of=bonus+bonus-3&pay.straight=4"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    found = Room(tmp_path_factory.mktemp("house"), pages=True)
    found.hurry = 60.0
    yield found
    found.close()


@pytest.fixture
def browser(site: Room) -> Browser:
    return site.browser()


def plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def shown(browser: Browser, address: str) -> str:
    """The page once nothing is waited for."""
    until = time.monotonic() + 90
    while "data-wait" in (text := browser.get(address, headers=PAGE).text):
        assert time.monotonic() < until, plain(text)
    return text


def alert(text: str) -> str:
    (found,) = re.findall(r'role="alert">(.*?)</p>', text)
    return unescape(found)


def test_the_protection_table_is_that_of_the_command(browser: Browser) -> None:
    text = shown(browser, "/designer/protection?game=buyout")
    (leak,) = cast("list[Any]", protect(read_request("buyout", {}))["leaks"])
    assert f'data-exact="{leak["player_edge"]["exact"]}"' in text
    said = plain(text)
    edge, gain = leak["player_edge"]["value"], leak["gain"]["value"]
    rounds, deals = leak["rounds_to_show"], int(leak["deals"])
    for words in (f"{edge:+.3%}", f"{100 * gain:+.3f}", f"{rounds:,}", f"exact, {deals:,} deals"):
        assert words in said
    assert leak["what"] in said
    assert leak["counter_measure"] in said


def test_a_game_without_leaks_and_an_unknown_leak_are_refused_in_one_line(
    browser: Browser,
) -> None:
    text = browser.get("/designer/protection?game=holdout", headers=PAGE).text
    assert alert(text).startswith("protect: holdout has no leak that is counted")
    text = browser.get("/designer/protection?game=duki&count=ceiling", headers=PAGE).text
    assert alert(text).startswith("leak 'ceiling' is unknown in duki; it has dealer-1")


def test_a_session_is_that_of_the_command_with_its_fan(browser: Browser) -> None:
    text = shown(browser, f"/designer/session?{KIND}&rounds=200&unit=5&bankroll=100")
    request = parse_design(KIND).request()
    found: Any = session(request, {"rounds": 200, "unit": 5, "bankroll": 100, "fan": 24})
    said = plain(text)
    for name, title in (("ahead", "ahead at the end"), ("ruin", "ruined with $100.00")):
        assert title in said
        assert f"{100 * found[name]:.3f} %" in said
    assert found["fan"][-1]["quantiles"] == found["quantiles"]
    for moment in found["fan"][:: len(found["fan"]) // 3]:
        assert f"{moment['rounds']:,} {moment['quantiles']['0.01']}" in said
    assert text.count("<svg") >= 2, "one for a desk and one for a phone"


def test_a_fan_has_the_quantiles_of_shorter_sessions() -> None:
    request = parse_design(KIND).request()
    walk, _ = read_walk(request, 100)
    moments = fan_of(walk, 10, 4)
    assert [moment["rounds"] for moment in moments] == [3, 5, 8, 10]
    for moment in moments:
        alone = session(request, {"rounds": moment["rounds"]})
        assert moment["quantiles"] == alone["quantiles"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("bankroll=0", "bankroll 0.00: nothing to play with"),
        ("bankroll=2&unit=5", "bankroll 2.00: one round can ask for 5.00"),
        ("rounds=10000001", "rounds"),
        ("unit=-5", "unit"),
    ],
)
def test_a_session_that_cannot_be_says_why(browser: Browser, fields: str, words: str) -> None:
    text = shown(browser, f"/designer/session?game=duki&wager=bonus&rounds=10&{fields}")
    assert alert(text).startswith(words)


def test_a_target_lists_what_the_command_finds_each_a_click_from_a_design(
    browser: Browser,
) -> None:
    address = "/designer/target?game=duki&wager=bonus&find=1&edge.low=2&edge.high=3&limit=10"
    text = shown(browser, address)
    found: Any = fit("duki", {"wager": "bonus", "edge": "2..3", "limit": 10})
    assert f"{found['found']} found of 1,050 screened" in plain(text)
    links = [unescape(link) for link in re.findall(r'href="/designer\?([^"]+)">Open', text)]
    assert len(links) == len(found["tables"]) == 10
    for link, table in zip(links[::4], found["tables"][::4], strict=True):
        figures: Any = price(parse_design(link).request())
        assert fraction_of(figures["house_edge"]) == fraction_of(table["house_edge"])


def test_a_band_nobody_can_meet_says_the_nearest(browser: Browser) -> None:
    address = "/designer/target?game=duki&wager=bonus&find=1&edge.low=2&edge.high=2.001"
    assert "no table meets it; the nearest house edge is" in alert(shown(browser, address))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("edge.low=3&edge.high=2", "edge 3..2: the bounds are crossed"),
        ("edge.low=2&row.straight.low=-3&row.straight.high=4", "row straight: -3 is no pay"),
        ("edge.low=two", "edge 'two..1000000' is no band"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(browser: Browser, fields: str, words: str) -> None:
    text = browser.get(f"/designer/target?game=duki&wager=bonus&find=1&{fields}", headers=PAGE).text
    assert alert(text).startswith(words)


def test_nothing_is_searched_before_somebody_asks(browser: Browser) -> None:
    text = browser.get("/designer/target?game=duki&wager=bonus", headers=PAGE).text
    assert "Nothing searched yet" in plain(text)
    text = browser.get("/designer/target?game=holdout", headers=PAGE).text
    assert "no wager of it has one" in alert(text)


def test_a_paper_of_the_design_is_downloaded(browser: Browser) -> None:
    text = plain(browser.get(f"/designer/papers?{KIND}", headers=PAGE).text)
    for title in ("PAR sheet", "Protection sheet", "Strategy card", "Rack card", "The pack"):
        assert title in text
    answer = browser.get(f"/designer/paper?{KIND}&sheet=rack&suffix=.html")
    for _ in range(10):
        if answer.status_code == 200:
            break
        answer = browser.get(f"/designer/paper?{KIND}&sheet=rack&suffix=.html")
    assert answer.headers["content-disposition"] == 'attachment; filename="duki-rack-designed.html"'
    assert "Straight" in answer.text
    assert "Not as approved: pay table designed for bonus is not printed" in answer.text
    assert "of your design, and marked on every page" in text


def test_a_paper_that_is_not_there_and_one_without_the_extra(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = browser.get(f"/designer/paper?{KIND}&sheet=menu&suffix=.pdf")
    assert answer.json()["error"].startswith("paper 'menu'.pdf: there is none; there are par")
    monkeypatch.setitem(EXTRAS, "papers", ("no_such_typesetter",))
    text = browser.get(f"/designer/papers?{KIND}", headers=PAGE).text
    assert "needs no_such_typesetter for them: pip install 'pitboss[papers]'" in alert(text)
    assert "/designer/paper?" not in text


def test_the_approved_tables_of_a_wager_stand_beside_it(browser: Browser) -> None:
    page = "/designer?game=super-omaha&wager=high-hand&stopped=1"
    text = browser.get(page, headers=PAGE).text
    (link,) = re.findall(r'href="(/designer[^"]+)">Approved tables beside', text)
    text = shown(browser, unescape(link)).partition('class="figures many"')[2]
    heads = plain(text.partition("</thead>")[0])
    assert "HHW-02 Remove HHW-02 HHW-03 Remove HHW-03" in heads


def test_a_terminal_is_told_a_bound_before_a_long_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from pitboss.cli import odds

    given = {"wager": "ante", "paytables": parse_design(LONG).document()["paytables"]}
    request = read_request("super-omaha", given)
    monkeypatch.setattr(odds, "is_counted_anew", lambda _: True)
    odds.tell_bound(request)
    assert capsys.readouterr().err == "", "not to a file"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    odds.tell_bound(request)
    said = capsys.readouterr().err
    assert said.startswith("house edge at most 0.7006")
    assert said.count("\n") == 1


LONG = "game=super-omaha&wager=ante&code=SOA-01&of=ante+SOA-01&pay.straight-flush=20"
