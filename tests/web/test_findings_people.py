"""Findings of the review of who may do what, each tried again as it was found."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from pitboss.house import accounts
from pitboss.house.access import RateLimited
from pitboss.house.log import HOUSE
from pitboss.house.store import entries
from pitboss.house.store.entries import Change, Unit, Which
from pitboss.house.store.people import add_alert
from pitboss.web.app import create_app
from pitboss.web.common import attempts
from tests.web.room import DUKI, HOLDOUT, PASSWORD, QUICK, SITE, Room, ask
from tests.web.test_tables import play_duki


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


@pytest.mark.parametrize("role", ["auditor", "dealer", "operator"])
def test_m10_play_now_opens_no_table_for_whoever_may_not_sit(pages: Room, role: str) -> None:
    if role != "operator":
        pages.hire("Pat", role)
    client = pages.staff("Olga" if role == "operator" else "Pat")
    assert client.post("/play/duki", data={"bots": "on"}).status_code == 403
    assert client.get("/api/tables").json() == {"tables": []}


def test_h5_one_operator_makes_and_resets_nobody_who_could_approve(room: Room) -> None:
    """As it was found: he makes a supervisor, or resets one's password, and approves as them."""
    sue = room.hire("Sue", "supervisor")
    operator = room.staff("Olga")
    new = {"name": "Sock", "role": "supervisor", "password": PASSWORD}
    assert operator.post("/api/people", json=new).status_code == 403
    path = f"/api/people/{sue.id}"
    reset = {"act": "set-password", "password": "a quite new one"}
    assert operator.post(path, json=reset).status_code == 403
    dealer = operator.post("/api/people", json={**new, "role": "dealer"}).json()["person"]["id"]
    promote = {"act": "change-role", "role": "supervisor"}
    assert operator.post(f"/api/people/{dealer}", json=promote).status_code == 403
    asked = {"act": "make-person", "body": {"name": "Sue 2", "role": "supervisor"}, "why": "more"}
    request = operator.post("/api/requests", json=asked).json()["id"]
    answer = {"act": "approve"}
    assert operator.post(f"/api/requests/{request}", json=answer).status_code == 403
    assert room.staff("Sue").post(f"/api/requests/{request}", json=answer).status_code == 403


def test_h5_two_operators_make_one_who_approves_for_neither_of_them(room: Room) -> None:
    room.hire("Ove", "operator")
    first, second = room.staff("Olga"), room.staff("Ove")
    asked = {"act": "make-person", "body": {"name": "Sue", "role": "supervisor"}, "why": "more"}
    request = first.post("/api/requests", json=asked).json()["id"]
    done = second.post(f"/api/requests/{request}", json={"act": "approve"}).json()
    assert done["state"] == "done"
    assert "password" not in first.get("/api/requests?ended=true").text
    sue = room.browser().post("/api/login", json={"name": "Sue", "password": done["password"]})
    client = room.program(sue.json()["token"])
    assert client.get("/api/alerts").status_code == 403
    assert client.get("/api/me").status_code == 200
    own = {"password": done["password"], "new": PASSWORD}
    assert client.post("/api/password", json=own).status_code == 200
    client = room.staff("Sue")
    assert client.get("/api/alerts").status_code == 200
    table = room.open(DUKI)
    play_duki(room, table)
    body = {"table": table, "round": 1}
    void = {"act": "void-settled", "body": body, "why": "wrong deck"}
    for asker, approver in ((first, client), (second, client), (client, first)):
        asking = asker.post("/api/requests", json=void).json()["id"]
        refused = approver.post(f"/api/requests/{asking}", json={"act": "approve"})
        assert refused.status_code == 403
        assert "for 30 days they do not count as two" in refused.json()["error"]


def test_m4_two_guessing_addresses_keep_no_third_one_out(room: Room) -> None:
    """As it was found: each guesses every three seconds; the right password comes in all the same,
    from where it was known and from where it was not."""
    login = {"name": "Olga", "password": PASSWORD}
    home = room.browser("10.0.0.1")
    assert home.post("/api/login", json=login).status_code == 200
    guessers = [room.browser("10.0.0.2"), room.browser("10.0.0.3")]
    statuses = []
    for turn in range(30):
        room.wait(seconds=3)
        for guesser in guessers:
            guess = {**login, "password": f"guess number {turn}"}
            statuses.append(guesser.post("/api/login", json=guess).status_code)
        if turn % 10 == 9:
            assert home.post("/api/login", json=login).status_code == 200
            third = room.browser(f"10.0.1.{turn}")
            assert third.post("/api/login", json=login).status_code == 200
    assert statuses.count(401) < 20
    assert statuses.count(429) > 40


def test_m4_servers_count_attempts_together(room: Room, tmp_path: Path) -> None:
    """What was used up at one is used up at the other."""
    other = create_app(room.house, room.app.state.services.settings)
    guess = {"name": "Olga", "password": "guess number one"}
    transport = httpx.ASGITransport(other, client=("10.0.0.9", 50_000))
    client = httpx.AsyncClient(transport=transport, base_url=SITE)
    here, statuses = room.browser("10.0.0.9"), []
    for _ in range(4):
        statuses.append(here.post("/api/login", json=guess).status_code)
        statuses.append(room.run(client.post("/api/login", json=guess)).status_code)
    other.state.services.close()
    assert statuses == [401] * 5 + [429] * 3


def test_a_distributed_guesser_meets_the_limit_of_the_name_and_a_known_address_does_not(
    room: Room,
) -> None:
    login = {"name": "Olga", "password": PASSWORD}
    assert room.browser("10.0.0.1").post("/api/login", json=login).status_code == 200

    def guess(unit: Unit, number: int) -> None:
        attempts.take(unit, "Olga", f"10.1.{number // 250}.{number % 250}", room.now)

    for number in range(attempts.NAME.tokens - 1):
        room.house.do(partial(guess, number=number))
    with pytest.raises(RateLimited, match=r"^logins under one name: at most 300 in 3600 s"):
        room.house.do(partial(guess, number=999))
    assert room.browser("10.0.0.1").post("/api/login", json=login).status_code == 200


def test_login_failed_records_the_address(room: Room) -> None:
    room.browser("10.9.8.7").post("/api/login", json={"name": "Olga", "password": "wrong one"})
    with room.house.database.reading() as transaction:
        [entry] = entries.search(transaction, Which(HOUSE, ("login-failed",)))
    assert entry.values == {"person": room.operator.id, "address": "10.9.8.7"}


@pytest.mark.parametrize(
    "weak",
    [
        "aaaaaaaaaa",
        " " * 10,
        "password123",
        "qwertyuiop",
        "pitboss2026",
        "Olga Olga 1",
        "1234567890",
    ],
)
def test_easily_guessed_passwords_are_refused(room: Room, weak: str) -> None:
    operator = room.staff("Olga")
    new = {"name": "Nora", "role": "dealer", "password": weak}
    refused = operator.post("/api/people", json={**new, "name": "Olga B"})
    assert refused.status_code == 409
    assert refused.json()["error"].startswith("password: ")
    own = {"password": PASSWORD, "new": weak}
    assert operator.post("/api/password", json=own).status_code == 409


def test_a_new_password_is_not_the_old_one(room: Room) -> None:
    operator = room.staff("Olga")
    same = operator.post("/api/password", json={"password": PASSWORD, "new": PASSWORD})
    assert (same.status_code, same.json()["error"]) == (
        409,
        "password: is the present one; choose another",
    )


def test_the_login_page_strips_no_password(pages: Room) -> None:
    pages.hire("Ann", "player")
    spaced = "  four words and blanks "
    client = pages.staff("Ann")
    own = {"password": PASSWORD, "new": spaced}
    assert client.post("/api/password", json=own).status_code == 200
    pages.wait(minutes=1)
    sent = {"name": "Ann", "password": spaced}
    assert pages.browser().post("/login", data=sent).status_code == 303
    assert (
        pages.browser().post("/login", data={**sent, "password": spaced.strip()}).status_code == 401
    )


def test_a_guests_name_tells_of_no_account(room: Room) -> None:
    """The same answer for the name of an account and for any other."""
    for name in ("Olga", "Nobody"):
        guest = room.browser().post("/api/guest", json={"name": name}).json()
        assert guest["person"]["name"] == f"{name} (guest)"
    operator = room.staff("Olga")
    for name in ("Ann (guest)", "guest 1234"):
        new = {"name": name, "role": "dealer", "password": "a strange long word"}
        refused = operator.post("/api/people", json=new)
        assert (refused.status_code, "is kept for guests" in refused.text) == (409, True)


def test_sessions_are_listed_and_ended(room: Room) -> None:
    room.hire("Ann", "dealer")
    first, second = room.staff("Ann"), room.staff("Ann")
    rows = first.get("/api/sessions").json()["sessions"]
    assert [row["address"] for row in rows] == ["10.0.0.1", "10.0.0.1"]
    other = next(row["session"] for row in rows if not row["this"])
    assert first.post(f"/api/sessions/{other}").json() == {"done": True}
    assert second.get("/api/me").status_code == 401
    assert first.post(f"/api/sessions/{other}").status_code == 409
    operator = room.staff("Olga")
    ann = first.get("/api/me").json()["person"]["id"]
    assert len(operator.get(f"/api/people/{ann}/sessions").json()["sessions"]) == 1
    assert operator.post(f"/api/people/{ann}", json={"act": "end-sessions"}).status_code == 200
    assert first.get("/api/me").status_code == 401


def test_an_auditor_takes_no_chips(room: Room) -> None:
    room.hire("Aldo", "auditor")
    auditor = room.staff("Aldo")
    assert auditor.post("/api/chips").status_code == 403
    assert auditor.get("/api/me").json()["balance"] == "0.00"


def test_a_dealer_sees_neither_win_nor_alerts_on_the_floor(pages: Room) -> None:
    pages.hire("Dora", "dealer")
    table = pages.open(DUKI)
    with pages.house.database.transaction() as transaction:
        add_alert(transaction, pages.house.writer.stamp(), table, "the light is out")
        add_alert(transaction, pages.house.writer.stamp(), "", "the door is open")
    dealer, operator = pages.staff("Dora"), pages.staff("Olga")
    for path in ("/floor", f"/floor/tables/{table}"):
        shown, all_of_it = dealer.get(path).text, operator.get(path).text
        for words in ("Win today", "the light is out"):
            assert words not in shown, path
            assert words in all_of_it, path
    assert "the door is open" not in dealer.get("/floor").text
    assert dealer.get("/floor/alerts").status_code == 403


def test_whoever_decides_out_of_turn_is_not_told_the_others_options(room: Room) -> None:
    table = room.open(HOLDOUT)
    seats = {number: room.guest() for number in (1, 2, 3)}
    for number, seat in seats.items():
        ask(seat, table, "sit", seat=number, chips="200")
    ask(seats[1], table, "deal")
    question = room.house.table(table).question
    assert question
    other = next(number for number in seats if number != question.seat)
    sent = {"act": "decide", "action": "fold"}
    answer = seats[other].post(f"/api/tables/{table}/commands", json=sent)
    assert answer.status_code == 409
    words = answer.json()["error"]
    assert words.startswith(f"seat {other}: fold is out of turn; it is seat {question.seat}'s turn")
    assert "allowed" not in words


def test_m4_blanks_and_more_behind_a_name_count_as_that_name(pages: Room) -> None:
    """The account was looked for under the name's first letters, attempts were counted under all
    of them: with another end each time nobody was ever refused."""
    client = pages.browser()
    forms = [{"name": "Olga" + " " * 170 + str(i), "password": "wrong-guess"} for i in range(7)]
    statuses = [client.post("/login", data=form).status_code for form in forms]
    assert statuses == [401] * 5 + [429] * 2


def test_people_are_led_to_where_they_must_go(pages: Room) -> None:
    stranger = pages.browser().get("/floor", headers={"Accept": "text/html"})
    assert (stranger.status_code, stranger.headers["Location"]) == (303, "/login?next=/floor")
    with pages.house.database.transaction() as transaction:
        unit = Unit(transaction, pages.house.writer.stamp())
        change = Change(unit, accounts.MACHINE, pages.now)
        accounts._store_password(change, pages.operator.id, pages.hashed, is_temporary=True)
        unit.flush()
    pending = pages.staff("Olga").get("/floor", headers={"Accept": "text/html"})
    assert (pending.status_code, pending.headers["Location"]) == (303, "/account")


@pytest.mark.parametrize("act", ["reset-second-factor", "change-role"])
def test_h5_nobody_approves_what_is_done_to_their_own_account(room: Room, act: str) -> None:
    """It would be the word of the one who asked alone, and tie neither to the other."""
    ove = room.hire("Ove", "operator")
    body = {"person": ove.id, "role": "supervisor"}
    asked = {"act": act, "body": body, "why": "the device is lost"}
    request = room.staff("Olga").post("/api/requests", json=asked).json()["id"]
    answer = room.staff("Ove").post(f"/api/requests/{request}", json={"act": "approve"})
    assert answer.status_code == 403
    assert "of your own account another operator approves" in answer.json()["error"]


def test_h5_a_promoted_account_does_not_keep_a_password_that_its_maker_knows(room: Room) -> None:
    """Else whoever made a dealer's account would count as two people once thirty days are over."""
    room.hire("Ove", "operator")
    first, second = room.staff("Olga"), room.staff("Ove")
    new = {"name": "Dan", "role": "dealer", "password": PASSWORD}
    dan = first.post("/api/people", json=new).json()["person"]["id"]
    asked = {"act": "change-role", "body": {"person": dan, "role": "supervisor"}, "why": "able"}
    request = first.post("/api/requests", json=asked).json()["id"]
    done = second.post(f"/api/requests/{request}", json={"act": "approve"}).json()
    known = room.browser().post("/api/login", json={"name": "Dan", "password": PASSWORD})
    assert known.status_code == 401
    made = room.browser().post("/api/login", json={"name": "Dan", "password": done["password"]})
    assert room.program(made.json()["token"]).get("/api/alerts").status_code == 403
