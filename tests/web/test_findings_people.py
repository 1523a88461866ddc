"""Findings of the review of who may do what, each tried again as it was found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house import accounts
from pitboss.house.store.people import add_alert
from tests.web.room import DUKI, HOLDOUT, PASSWORD, QUICK, Room, ask
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
