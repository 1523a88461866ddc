"""Acts of two people: asked for by one, approved by another, done once."""

from typing import Any

import pytest

from pitboss.house import accounts, desk, personnel
from pitboss.house.access import ACTS, TWO_PEOPLE, Forbidden
from pitboss.house.log import Person
from pitboss.house.store import Transaction
from pitboss.house.store import people as kept
from pitboss.refusal import Refused
from tests.house.people_room import Room

BODY = {"jackpot": "j1", "cents": -500}


@pytest.fixture
def sue(room: Room) -> Person:
    return room.hire("Sue", "supervisor")


@pytest.fixture
def asked(room: Room, sue: Person) -> str:
    request: kept.Request = room.act(sue, desk.ask, "adjust-meter", BODY, "fault")
    return request.id


def state(room: Room, identity: str) -> str:
    return str(room.write(kept.find_request, identity).state)


@pytest.mark.parametrize("act", sorted(TWO_PEOPLE - set(personnel.ACTS)))
def test_one_asks_another_approves_and_it_is_done_once(act: str, room: Room, sue: Person):
    asked = room.act(sue, desk.ask, act, BODY, "display fault")
    assert (asked.state, asked.asked_by, asked.body, asked.why) == (
        "asked",
        sue.id,
        BODY,
        "display fault",
    )
    assert room.log[-1] == (
        sue.id,
        "request-asked",
        {"request": asked.id, "act": act, "body": BODY, "why": "display fault"},
    )
    with pytest.raises(Refused, match="is asked; only one that is approved can be carried out"):
        room.write(desk.take_approved, asked.id)
    approved = room.act(room.operator, desk.approve, asked.id)
    assert approved == room.write(kept.find_request, asked.id)
    assert (approved.state, approved.answered_by) == ("approved", room.operator.id)
    assert room.log[-1] == (
        room.operator.id,
        "request-approved",
        {"request": asked.id, "act": act, "asked_by": sue.id, "done": False},
    )
    done = room.write(desk.take_approved, asked.id)
    assert done == approved._replace(state="done") == room.write(kept.find_request, asked.id)
    with pytest.raises(Refused, match="is done; only one that is approved"):
        room.write(desk.take_approved, asked.id)


def test_what_fails_when_carried_out_is_still_to_be_done(room: Room, asked: str):
    room.act(room.operator, desk.approve, asked)

    def carry_out(transaction: Transaction) -> None:
        desk.take_approved(transaction, asked)
        raise Refused("meter: has moved on")

    with pytest.raises(Refused, match="moved on"):
        room.write(carry_out)
    assert state(room, asked) == "approved"


def test_nobody_answers_their_own_request(room: Room, sue: Person, asked: str):
    room.act(room.operator, accounts.rename, sue.id, "Susan")
    room.act(accounts.MACHINE, accounts.change_role, sue.id, "operator")
    for by in (sue, sue._replace(name="Susan", role="operator")):
        with pytest.raises(Forbidden, match=r"^adjust-meter: a second person must approve"):
            room.act(by, desk.approve, asked)
        with pytest.raises(Forbidden, match="a second person must decline"):
            room.act(by, desk.decline, asked, "no")
    assert state(room, asked) == "asked"


@pytest.mark.parametrize("role", ["player", "dealer", "auditor"])
def test_other_roles_neither_ask_nor_answer(role: str, room: Room, asked: str):
    person = room.hire("Ann", role)
    said = f"^adjust-meter: needs the role supervisor or operator, not {role}$"
    acts: list[Any] = [
        (desk.ask, "adjust-meter", BODY, "why"),
        (desk.approve, asked),
        (desk.decline, asked, "why"),
    ]
    for do, *given in acts:
        with pytest.raises(Forbidden, match=said):
            room.act(person, do, *given)
    with pytest.raises(Forbidden, match="only whoever asked may withdraw"):
        room.act(person, desk.withdraw, asked)
    assert state(room, asked) == "asked"
    assert len(room.rows("SELECT id FROM requests")) == 1


def test_the_role_counts_as_it_is_now(room: Room, sue: Person, asked: str):
    tom = room.hire("Tom", "supervisor")
    room.act(room.operator, accounts.change_role, tom.id, "dealer")
    with pytest.raises(Forbidden, match="not dealer"):
        room.act(tom, desk.approve, asked)
    room.act(room.operator, accounts.deactivate, tom.id)
    with pytest.raises(Forbidden, match="your account is closed"):
        room.act(tom, desk.approve, asked)


def test_whoever_asked_must_still_be_entitled(room: Room, sue: Person, asked: str):
    room.act(room.operator, accounts.change_role, sue.id, "dealer")
    with pytest.raises(Forbidden, match="not dealer"):
        room.act(room.operator, desk.approve, asked)
    room.act(room.operator, accounts.deactivate, sue.id)
    with pytest.raises(Refused, match="account of whoever asked is closed"):
        room.act(room.operator, desk.approve, asked)
    assert room.act(room.operator, desk.decline, asked, "has left").state == "declined"


@pytest.mark.parametrize("approved_first", [False, True])
@pytest.mark.parametrize("answer", ["declined", "withdrawn"])
def test_what_is_declined_or_withdrawn_is_never_done(
    answer: str, approved_first: bool, room: Room, sue: Person, asked: str
):
    if approved_first:
        room.act(room.operator, desk.approve, asked)
    if answer == "declined":
        room.act(room.operator, desk.decline, asked, "wrong  figure")
        assert room.log[-1][2]["why"] == "wrong figure"
    else:
        room.act(sue, desk.withdraw, asked)
    assert room.log[-1][1] == f"request-{answer}"
    assert state(room, asked) == answer
    with pytest.raises(Refused, match=f"is {answer}"):
        room.write(desk.take_approved, asked)
    answers: list[Any] = [
        (room.operator, desk.approve, asked),
        (room.operator, desk.decline, asked, "why"),
        (sue, desk.withdraw, asked),
    ]
    for by, do, *given in answers:
        with pytest.raises(Refused, match=f"is {answer}"):
            room.act(by, do, *given)


def test_what_is_done_can_no_longer_be_answered(room: Room, sue: Person, asked: str):
    room.act(room.operator, desk.approve, asked)
    with pytest.raises(Refused, match="is approved; only one that is asked"):
        room.act(room.operator, desk.approve, asked)
    room.write(desk.take_approved, asked)
    with pytest.raises(Refused, match="is done; only one that is asked or approved"):
        room.act(sue, desk.withdraw, asked)


@pytest.mark.parametrize("act", [*sorted(ACTS.keys() - TWO_PEOPLE), "nothing"])
def test_other_acts_are_not_asked_for(act: str, room: Room):
    with pytest.raises(Refused, match=r"two people are for adjust-meter, .* or void-settled"):
        room.act(room.operator, desk.ask, act, BODY, "why")


@pytest.mark.parametrize("why", ["", " \n ", "x" * 201, "a\x00b", "a\u202eb"])
def test_a_reason_is_needed(why: str, room: Room, asked: str):
    with pytest.raises(Refused, match=r"^why: "):
        room.act(room.operator, desk.ask, "reseed", BODY, why)
    with pytest.raises(Refused, match=r"^why: "):
        room.act(room.operator, desk.decline, asked, why)
    assert state(room, asked) == "asked"


def test_an_endless_body_is_refused(room: Room):
    with pytest.raises(Refused, match="at most 4000 letters of JSON"):
        room.act(room.operator, desk.ask, "reseed", {"a": "x" * 4_000}, "why")


def test_open_requests_are_listed_in_order(room: Room, sue: Person, asked: str):
    room.wait(seconds=1)
    second = room.act(room.operator, desk.ask, "reseed", {}, "new seed")
    assert [one.id for one in room.write(kept.read_requests, desk.OPEN)] == [asked, second.id]
    room.act(sue, desk.decline, second.id, "no")
    assert [one.id for one in room.write(kept.read_requests, desk.OPEN)] == [asked]
    assert [one.why for one in room.write(kept.read_requests, ("declined",))] == ["new seed"]


@pytest.mark.parametrize("bad", ["", "request-1", "request-0000000000000000", "\x00", "\ud800"])
def test_an_unknown_request_is_refused(bad: str, room: Room):
    with pytest.raises(Refused, match="there is none of this id"):
        room.act(room.operator, desk.approve, bad)
    with pytest.raises(Refused, match="there is none of this id"):
        room.write(desk.take_approved, bad)
