"""Promotions over HTTP: made and ended by command and by form, posted wherever the table posts."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pitboss.house import accounts
from tests.house.guests import deal_from
from tests.web.room import DUKI, QUICK, Browser, Room, ask

QUADS = "9h 9c 9s 9d 2c 3d 4s 6c"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


def terms(room: Room, first: int = 0, last: int = 1, **more: object) -> dict[str, object]:
    """A promotion from so many days after today to so many."""
    days = [(room.now + timedelta(days=n)).date().isoformat() for n in (first, last)]
    given = {"wager": "bonus", "terms": "Double <b>Friday</b>", "multiplier": "2"}
    return {**given, "first": days[0], "last": days[1], **more}


def send(client: Browser, path: str, **fields: object) -> tuple[int, str]:
    answer = client.post(path, data={name: str(text) for name, text in fields.items()})
    return answer.status_code, answer.text


def test_it_is_made_listed_posted_paid_and_ended_by_the_api(
    site: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, olga, one = site.open(DUKI), site.staff("Olga"), site.guest()
    posted = f"/api/tables/{table}/posted"
    assert one.get(posted).json()["promotions"] == []
    ask(olga, table, "make-promotion", promotion=terms(site, row="three-of-a-kind"), id="make-1")
    ask(olga, table, "make-promotion", promotion=terms(site, row="three-of-a-kind"), id="make-1")
    ask(olga, table, "make-promotion", promotion=terms(site, 1, 2, multiplier="1.5"))
    [shown] = one.get(posted).json()["promotions"]
    assert (shown["title"], shown["pays"]) == ("Bonus, Three of a Kind", "2 times the posted pay")
    assert shown["terms"] == "Double <b>Friday</b>"
    assert "consent" not in shown
    listed = olga.get("/api/promotions").json()["promotions"]
    assert [each["state"] for each in listed] == ["running", "scheduled"]
    assert [each["multiplier"] for each in listed] == ["2", "1.5"]
    assert one.get("/api/promotions").status_code == 403
    ask(one, table, "sit", chips="100")
    deal_from(monkeypatch, QUADS)
    ask(one, table, "wager", wagers={"ante": "10", "bonus": "5"}, deal=True)
    ask(one, table, "decide", action="play")
    [pay] = one.get(f"/api/tables/{table}").json()["promoted"]
    assert (pay["promotion"], pay["seat"], pay["wager"]) == (shown["promotion"], 1, "bonus")
    page = one.get(f"/tables/{table}").text
    assert f"+${float(pay['paid']):.0f}" in page
    ask(olga, table, "end-promotion", promotion=shown["promotion"], why="enough")
    assert one.get(posted).json()["promotions"] == []
    ask(one, table, "wager", wagers={"ante": "10", "bonus": "5"}, deal=True)
    assert one.get(f"/api/tables/{table}").json()["promoted"] == []


def test_whoever_may_not_is_told_so(site: Room) -> None:
    table, one = site.open(DUKI), site.guest()
    command = {"act": "make-promotion", "promotion": terms(site)}
    answer = one.post(f"/api/tables/{table}/commands", json=command)
    assert (answer.status_code, answer.json()["error"]) == (
        403,
        "make-promotion: needs the role operator, not guest",
    )
    olga = site.staff("Olga")
    bad = {**command, "promotion": terms(site, colour="red")}
    assert olga.post(f"/api/tables/{table}/commands", json=bad).status_code == 422


def test_it_is_made_and_ended_on_a_page_and_posted_on_every_sign(site: Room) -> None:
    table, olga = site.open(DUKI), site.staff("Olga")
    path = f"/floor/tables/{table}/promotions"
    given = {**terms(site), "win": "bonus/three-of-a-kind", "pays": "multiplier", "amount": "2"}
    status, text = send(olga, path, **{**given, "last": "2020-01-01"})
    assert status == 409
    assert "promotion: its last day 2020-01-01 is before its first" in text
    assert 'value="2020-01-01"' in text
    assert send(olga, path, **given)[0] == 303
    words = "Bonus, Three of a Kind"
    for place in (path, "/floor/promotions", f"/floor/tables/{table}"):
        assert words in olga.get(place).text, place
    for place in (f"/tables/{table}", f"/tables/{table}/rules", f"/wall?tables={table}"):
        text = site.browser().get(place).text
        assert words in text, place
        assert "Double &lt;b&gt;Friday&lt;/b&gt;" in text, place
    [made] = site.house.table(table).setup.promotions
    site.wait(days=2)
    olga = site.staff("Olga")
    assert words not in site.browser().get(f"/tables/{table}").text
    assert ">over<" in olga.get(path).text
    site.wait(days=-2)
    olga = site.staff("Olga")
    assert send(olga, f"{path}/{made.id}", why="")[0] == 409
    assert send(olga, f"{path}/{made.id}", why="enough")[0] == 303
    assert words not in site.browser().get(f"/tables/{table}").text
    page = olga.get(path).text
    assert f"{made.id} ended" in page
    assert f"{made.id} made" in page


def test_staff_who_may_not_make_one_see_them_without_forms(site: Room) -> None:
    table = site.open(DUKI)
    site.hire("Sven", "supervisor")
    sven = site.staff("Sven")
    page = sven.get(f"/floor/tables/{table}/promotions")
    assert (page.status_code, "Make it and post it" in page.text) == (200, False)
    status, text = send(sven, f"/floor/tables/{table}/promotions", win="bonus")
    assert status == 403
    assert "needs the role operator" in text
