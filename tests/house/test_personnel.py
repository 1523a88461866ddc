"""Acts of two operators about accounts that may approve, and whom they may answer for."""

from datetime import timedelta
from typing import Any

import pytest

from pitboss.house import accounts, desk, personnel
from pitboss.house.access import Forbidden
from pitboss.house.log import Person
from pitboss.refusal import Refused
from tests.house.people_room import Room


@pytest.fixture
def ove(room: Room) -> Person:
    return room.hire("Ove", "operator")


@pytest.fixture
def sue(room: Room) -> Person:
    return room.hire("Sue", "supervisor")


@pytest.mark.parametrize("role", ["supervisor", "operator"])
def test_what_one_operator_may_not_do_alone(room: Room, ove: Person, sue: Person, role: str):
    dealer = room.hire("Dora", "dealer")
    closed = room.hire("Cleo", role)
    room.act(room.operator, accounts.deactivate, closed.id)
    before = room.rows("SELECT * FROM people")
    acts: list[Any] = [
        ("make-person", accounts.make_person, "New", role, room.hashed),
        ("change-role", accounts.change_role, dealer.id, role),
        ("set-password", accounts.set_password, (sue if role == "supervisor" else ove).id, "x"),
        ("reactivate", accounts.reactivate, closed.id),
    ]
    for act, do, *given in acts:
        with pytest.raises(Forbidden, match=f"^{act}: a {role} may approve .* takes two operators"):
            room.act(room.operator, do, *given)
    assert room.rows("SELECT * FROM people") == before


def test_two_of_them_do_it_and_the_log_names_both(room: Room, ove: Person):
    both = [ove.id, room.operator.id]
    asked = room.act(ove, desk.ask, "make-person", {"name": "Ann", "role": "supervisor"}, "growing")
    room.act(room.operator, personnel.carry_out, asked, room.hashed)
    who, kind, body = room.log[-1]
    assert (who, kind, body["people"]) == (room.operator.id, "person-made", both)
    begun = room.log_in("Ann")
    assert begun.session.person.name == "Ann"
    person = {"person": body["person"]}
    for act, kinds, state in (
        ("set-password", ["password-changed"], {}),
        ("change-role", ["role-changed", "password-changed"], {"role": "operator"}),
    ):
        asked = room.act(ove, desk.ask, act, {**person, **state}, "growing")
        room.act(room.operator, personnel.carry_out, asked, room.hashed)
        told = room.log[-len(kinds) :]
        assert [entry[1] for entry in told] == kinds
        assert all(entry[2]["people"] == both for entry in told)
    room.act(room.operator, accounts.deactivate, body["person"])
    asked = room.act(ove, desk.ask, "reactivate", person, "she is back")
    room.act(room.operator, personnel.carry_out, asked, None)
    assert room.log[-1][2] == {**person, "people": both}


@pytest.mark.parametrize(
    ("act", "body", "words"),
    [
        ("make-person", {"name": "Sue", "role": "operator"}, "is taken"),
        ("make-person", {"name": "Ann", "role": "dealer"}, "one operator does this alone"),
        ("make-person", {"name": "Ann"}, "an account may be"),
        ("change-role", {"person": "person-none", "role": "operator"}, "there is no such account"),
        ("change-role", {"person": "sue", "role": "supervisor"}, "has it already"),
        ("set-password", {"person": "dora"}, "one operator does this alone"),
        ("reactivate", {"person": "sue"}, "is open already"),
        ("set-password", {"person": "ove"}, "of your own account another operator asks"),
    ],
)
def test_what_could_not_be_done_is_refused_when_it_is_asked(
    room: Room, ove: Person, sue: Person, act: str, body: dict[str, str], words: str
):
    known = {"sue": sue.id, "ove": ove.id, "dora": room.hire("Dora", "dealer").id}
    given = {**body, **({"person": known.get(body["person"], "")} if "person" in body else {})}
    with pytest.raises(Refused, match=words):
        room.act(ove, personnel.check, act, given)


def test_whoever_had_a_hand_in_an_account_does_not_count_beside_it(room: Room, ove: Person):
    """In either direction, for thirty days; one's own password and the machine are no hold."""
    dora = room.hire("Dora", "dealer")
    now = room.now

    def pair(one: Person, other: Person) -> None:
        room.write(personnel.refuse_pair, one, other, room.now)

    pair(dora, ove)
    room.act(room.operator, accounts.set_password, dora.id, room.hashed)
    pair(dora, ove)
    for two in ((dora, room.operator), (room.operator, dora)):
        with pytest.raises(Forbidden, match="Olga had a hand in the account of Dora on 2024-05-01"):
            pair(*two)
    room.now = now + timedelta(days=30) - timedelta(seconds=1)
    with pytest.raises(Forbidden, match="for 30 days they do not count"):
        pair(dora, room.operator)
    room.now = now + timedelta(days=30, seconds=1)
    pair(dora, room.operator)
    proof = accounts.prove(room.database, "Dora", "correct horse")
    room.act(dora, accounts.change_own_password, proof, room.hashed)
    pair(dora, room.operator)
