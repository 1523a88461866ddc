"""Names that nobody gets, wherever one is given."""

import pytest

from pitboss.house import accounts
from pitboss.house.store.entries import Change, Unit
from tests.web.room import DUKI, Room

UNREADABLE = ("\u2800", "A\u202eB", "P\u0430ul")
LIKENESSES = ("House", "H\u043euse", "P1tboss", "\u041elga", "Dealer 7", *UNREADABLE)
JACKPOT = {
    "game": "super-omaha",
    "terms": {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "meter": 100, "rate": 0.2},
}


@pytest.mark.parametrize("name", LIKENESSES)
def test_low_guests_and_players(room: Room, name: str) -> None:
    answer = room.browser().post("/api/guest", json={"name": name})
    assert answer.status_code == 409
    assert answer.json()["error"].startswith("name")
    body = {"name": name, "role": "player", "password": "a long new password"}
    answer = room.staff("Olga").post("/api/people", json=body)
    assert answer.status_code == 409, answer.text
    assert answer.json()["error"].startswith("name")


@pytest.mark.parametrize("name", ["H\u043euse", "0lga", *UNREADABLE])
def test_low_tables_and_jackpots(room: Room, name: str) -> None:
    olga = room.staff("Olga")
    answer = olga.post("/api/tables", json={**DUKI, "name": name})
    assert answer.status_code == 409, answer.text
    assert "name" in answer.json()["error"]
    answer = olga.post("/api/jackpots", json={**JACKPOT, "name": name})
    assert answer.status_code == 409, answer.text
    assert "name" in answer.json()["error"]


def test_guests_may_not_open_the_houses_table(room: Room) -> None:
    setup = {"game": "duki", "practice": True, "name": "House table"}
    answer = room.guest().post("/api/tables", json=setup)
    assert answer.status_code == 409
    assert "could be taken for the house" in answer.json()["error"]


def test_staff_may_be_called_by_what_they_are(room: Room) -> None:
    body = {"name": "Dealer Dan", "role": "dealer", "password": "a long new password"}
    assert room.staff("Olga").post("/api/people", json=body).status_code == 201


def test_who_has_an_old_name_still_logs_in(room: Room) -> None:
    """Names that are refused now stand where they were given before."""
    old = "P\u0430ul \u2800"
    person = room.hire("Somebody", "player")
    renamed = {"person": person.id, "before": person.name, "after": old}
    with room.house.database.transaction() as transaction:
        transaction.execute("UPDATE people SET name = ? WHERE id = ?", (old, person.id))
        unit = Unit(transaction, room.house.writer.stamp())
        Change(unit, accounts.MACHINE, room.now).note("person-renamed", renamed)
        unit.flush()
    assert room.staff(old).get("/api/me").json()["person"]["name"] == old
