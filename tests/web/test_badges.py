"""Badges in the navigation: acts that wait for someone's word, and alerts; nothing is looked for
where nobody could see them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house import desk
from pitboss.house.access import TWO_PEOPLE
from pitboss.house.store import people
from pitboss.web.pages.floor import words
from tests.house.guests import open_jackpot
from tests.web.room import DUKI, Browser, Room

PAGE = {"accept": "text/html"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


def badges(browser: Browser, path: str = "/") -> dict[str, str]:
    """Each link with a badge, and what the badge says."""
    text = browser.get(path, headers=PAGE).text
    links = re.findall(r'<a href="([^"]+)"[^>]*>([^<]*<span class="badge".*?)</a>', text, re.S)
    return {href: " ".join(re.sub(r"<[^>]+>", " ", inner).split()) for href, inner in links}


def raise_alert(site: Room, words: str) -> None:
    with site.house.database.transaction() as transaction:
        people.add_alert(transaction, "2026-01-01T00:00:00.000Z", "", words)


def test_requests_are_counted_for_whoever_may_answer_them_and_alerts_for_all(site: Room) -> None:
    sven = site.hire("Sven", "supervisor")
    site.hire("Saga", "supervisor")
    site.hire("Aldo", "auditor")
    jackpot = open_jackpot(site.house)
    desk.ask_for(site.house, sven, "reseed", {"jackpot": jackpot}, "a drill")
    raise_alert(site, "the clock runs backwards")
    saga, asker, aldo = (site.staff(name) for name in ("Saga", "Sven", "Aldo"))
    assert badges(saga)["/floor"] == "Floor 2 waiting: 1 alert, 1 request"
    assert badges(asker)["/floor"] == "Floor 1 waiting: 1 alert", "their own does not wait for them"
    assert badges(aldo)["/floor"] == "Floor 1 waiting: 1 alert", "nor what they may not approve"
    tabs = badges(saga, "/floor")
    assert tabs["/floor/alerts"] == "Alerts 1 waiting"
    assert tabs["/floor/requests"] == "Two people 1 waiting"


def test_there_is_no_badge_where_nothing_waits(site: Room) -> None:
    assert badges(site.staff("Olga"), "/floor") == {}


def test_nothing_is_looked_for_where_nobody_could_see_it(
    site: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def count(_: object) -> int:
        asked.append("alerts")
        return 0

    monkeypatch.setattr(people, "count_alerts", count)
    site.hire("Dora", "dealer")
    guest, dora, olga = site.guest(), site.staff("Dora"), site.staff("Olga")
    for browser in (site.browser(), guest, dora):
        assert browser.get("/", headers=PAGE).status_code == 200
    assert asked == []
    olga.get("/api/tables")
    assert asked == [], "a program sees no badge"
    olga.get("/", headers=PAGE)
    assert asked == ["alerts"]


def test_an_ended_request_says_what_was_asked_for(site: Room) -> None:
    sven, saga = site.hire("Sven", "supervisor"), site.hire("Saga", "supervisor")
    jackpot = open_jackpot(site.house)
    body = {"jackpot": jackpot, "change": "-12.50", "cause": "display-fault", "reference": "R-7"}
    asked = desk.ask_for(site.house, sven, "adjust-meter", body, "shown too high")
    desk.approve_and_do(site.house, saga, asked.id)
    text = site.staff("Olga").get("/floor/requests", headers=PAGE).text
    ended = text.partition("<h2>Ended</h2>")[2]
    row = " ".join(re.sub(r"<[^>]+>", " ", ended).split())
    assert row.startswith("Act What Asked by When Why State Answered by When Adjust a meter ")
    assert "Change in dollars -12.50" in row
    assert re.search(rf"Jackpot .+ \({jackpot}\)", row)
    assert "Cause display fault" in row
    assert "Reference R-7" in row


def test_what_two_people_do_has_a_name() -> None:
    assert words.ASKED.keys() == TWO_PEOPLE


def test_the_linked_tables_of_a_jackpot_are_told_apart(site: Room) -> None:
    jackpot = open_jackpot(site.house)
    table = {"jackpots": [{"jackpot": jackpot}]}
    setup = {**DUKI, "game": "super-omaha", "table": table}
    ids = [site.open({**setup, "name": name}) for name in ("Garden", "Garden", "Terrace")]
    text = site.staff("Olga").get("/floor/jackpots", headers=PAGE).text
    links = re.findall(r'<a href="/floor/tables/([^"]+)">([^<]+)</a>', text)
    names = dict(links)
    assert sorted(names) == sorted(ids)
    assert len(set(names.values())) == 3, "no two are named alike"
    assert names[ids[2]] == "Terrace"


def test_guests_tables_at_a_jackpot_are_a_number(site: Room) -> None:
    for _ in range(2):
        browser = site.browser()
        assert browser.post("/play/super-omaha", content="").status_code == 303
        site.wait(minutes=1)
    text = site.staff("Olga").get("/floor/jackpots", headers=PAGE).text
    assert "2 practice tables of guests" in " ".join(text.split())
    assert "practice</a>" not in text
