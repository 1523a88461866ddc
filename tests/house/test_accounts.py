"""Accounts: names, passwords, who manages them, and the first operator."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.house import accounts
from pitboss.house.access import Forbidden
from pitboss.house.accounts import hash_password, verify_password
from pitboss.house.names import clean_name
from pitboss.house.store import Conflict, people
from pitboss.house.store.derived import digest_of
from pitboss.refusal import Refused
from tests.house.people_room import PASSWORD, QUICK, START, Room


def test_the_librarys_defaults_make_argon2id():
    hashed = hash_password(PASSWORD)
    assert hashed.startswith("$argon2id$")
    assert accounts.HASHER.check_needs_rehash(QUICK.hash("x"))
    assert verify_password(hashed, PASSWORD)
    assert not verify_password(hashed, PASSWORD + "!")


@pytest.mark.parametrize(("length", "fits"), [(9, False), (10, True), (200, True), (201, False)])
def test_a_password_has_10_to_200_characters(length: int, fits: bool, monkeypatch):
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    if fits:
        assert verify_password(hash_password("é" * length), "é" * length)
    else:
        with pytest.raises(Refused, match=f"10 to 200 characters, not {length}$"):
            hash_password("é" * length)


def test_passwords_are_the_same_however_accents_were_typed(monkeypatch):
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    assert verify_password(hash_password("caf\u00e9 caf\u00e9 cafe"), "cafe\u0301 cafe\u0301 cafe")


@pytest.mark.parametrize("text", ["\ud800" * 12, "x" * 100_000])
def test_what_cannot_be_a_password_fails_quietly(text: str, room: Room):
    assert room.log_in("Olga", text) is None
    with pytest.raises(Refused, match=r"^password: "):
        hash_password(text)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("  Ann  Lee ", "Ann Lee"), ("\uff21\uff4e\uff4e", "Ann"), ("x" * 40, "x" * 40)],
)
def test_a_name_is_kept_in_one_form(given: str, kept: str):
    assert clean_name(given) == kept


@pytest.mark.parametrize(
    "given", ["", "   ", "x" * 41, "x" * 10_000, "A\u200bnn", "A\x00n", "\ud800"]
)
def test_a_bad_name_is_refused(given: str, room: Room):
    with pytest.raises(Refused, match=r"^name: "):
        room.hire(given, "player")
    assert len(room.rows("SELECT id FROM people")) == 1


def test_a_person_is_made_and_logged_without_the_password(room: Room):
    ann = room.hire("Ann", "player")
    body = {"person": ann.id, "name": "Ann", "role": "player", "temporary": False}
    body["hashed"] = digest_of(room.hashed)  # of the hash, which is not there itself
    assert room.log[-1] == (room.operator.id, "person-made", body)
    assert room.hashed not in str(room.log)
    assert accounts.prove(room.database, " Ann ", PASSWORD).person == ann


def test_a_name_is_held_by_one_person(room: Room):
    ann = room.hire("Ann", "player")
    with pytest.raises(Refused, match=r"^name ANN: is taken"):
        room.hire("ANN", "dealer")
    with pytest.raises(Refused, match=r"^name olga: is taken"):
        room.act(room.operator, accounts.rename, ann.id, "olga")
    assert room.act(room.operator, accounts.rename, ann.id, "ANN").name == "ANN"
    assert room.log[-1][2] == {"person": ann.id, "before": "Ann", "after": "ANN"}
    with pytest.raises(Conflict):
        room.write(lambda t: t.execute("UPDATE people SET name = 'x'"))


@pytest.mark.parametrize("role", ["guest", "owner", ""])
def test_an_account_has_a_role_of_the_house(role: str, room: Room):
    with pytest.raises(Refused, match="an account may be player, dealer, supervisor, operator or"):
        room.hire("Ann", role)


@pytest.mark.parametrize("role", ["player", "dealer", "supervisor", "auditor"])
def test_only_operators_manage_people(role: str, room: Room):
    person = room.hire("Ann", role)
    acts: list[Any] = [
        (accounts.make_person, "Bob", "player", room.hashed),
        (accounts.change_role, person.id, "operator"),
        (accounts.rename, person.id, "Bob"),
        (accounts.deactivate, room.operator.id),
        (accounts.reactivate, person.id),
        (accounts.set_password, room.operator.id, room.hashed),
    ]
    before = room.rows("SELECT * FROM people"), len(room.log)
    for do, *given in acts:
        with pytest.raises(Forbidden, match=r"^manage-people: needs the role operator"):
            room.act(person, do, *given)
    assert (room.rows("SELECT * FROM people"), len(room.log)) == before


def test_who_was_an_operator_a_moment_ago_manages_nobody(room: Room):
    other = room.hire("Ann", "operator")
    room.act(room.operator, accounts.change_role, other.id, "auditor")
    with pytest.raises(Forbidden, match="no longer"):
        room.act(other, accounts.make_person, "Bob", "player", room.hashed)


def test_one_operator_always_remains(room: Room):
    olga = room.operator
    with pytest.raises(Refused, match="last operator"):
        room.act(olga, accounts.deactivate, olga.id)
    with pytest.raises(Refused, match="last operator"):
        room.act(olga, accounts.change_role, olga.id, "dealer")
    second = room.hire("Ann", "operator")
    room.act(second, accounts.deactivate, olga.id)
    with pytest.raises(Refused, match="last operator"):
        room.act(second, accounts.deactivate, second.id)


def test_a_closed_account_cannot_log_in_until_it_is_opened(room: Room):
    ann = room.hire("Ann", "dealer")
    room.act(room.operator, accounts.deactivate, ann.id)
    assert room.log[-1][1:] == ("person-deactivated", {"person": ann.id})
    assert accounts.prove(room.database, "Ann", PASSWORD) == accounts.Proof(None, ann.id)
    assert room.log_in("Ann") is None
    with pytest.raises(Refused, match="closed already"):
        room.act(room.operator, accounts.deactivate, ann.id)
    room.act(room.operator, accounts.reactivate, ann.id)
    assert room.log_in("Ann").session.person == ann


def test_a_failed_login_is_logged_without_what_was_typed(room: Room):
    for name, password, known in [
        ("Olga", "wrong password", room.operator.id),
        ("my secret pass", PASSWORD, ""),
        ("\x00", PASSWORD, ""),
    ]:
        assert room.log_in(name, password) is None
        assert room.log[-1] == ("visitor", "login-failed", {"person": known, "address": ""})
    assert str(accounts.LoginRefused()) == "log in: the name or the password is wrong"


def test_an_unknown_name_costs_a_hash_too(room: Room, monkeypatch):
    verified = []

    class Counting:
        def __getattr__(self, name):
            return getattr(QUICK, name)

        def verify(self, stored, given):
            verified.append(stored)
            return QUICK.verify(stored, given)

    monkeypatch.setattr(accounts, "HASHER", Counting())
    for name in ("Olga", "nobody", "x" * 99):
        accounts.prove(room.database, name, "wrong password")
    assert len(verified) == 3


def test_the_hash_of_no_one_opens_nothing(monkeypatch):
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    monkeypatch.setattr(accounts, "_no_ones_hash", lambda: QUICK.hash(PASSWORD))
    assert not verify_password(None, PASSWORD)


def test_an_old_hash_is_renewed_at_login(room: Room, monkeypatch):
    stronger = type(QUICK)(time_cost=2, memory_cost=16, parallelism=1)
    monkeypatch.setattr(accounts, "HASHER", stronger)
    assert room.log_in("Olga", "wrong password") is None
    stored = [row[0] for row in room.rows("SELECT password FROM people")]
    assert stronger.check_needs_rehash(stored[0])
    assert room.log_in("Olga")
    stored = [row[0] for row in room.rows("SELECT password FROM people")]
    assert not stronger.check_needs_rehash(stored[0])
    assert room.log_in("Olga")


def test_a_proof_is_worth_nothing_once_the_account_has_changed(room: Room):
    ann = room.hire("Ann", "player")
    proof = accounts.prove(room.database, "Ann", PASSWORD)
    room.act(room.operator, accounts.set_password, ann.id, hash_password("another one"))
    refused = room.work(accounts.log_in, proof, START)
    assert isinstance(refused, accounts.LoginRefused)
    with pytest.raises(accounts.LoginRefused):
        room.act(ann, accounts.change_own_password, proof, room.hashed)


def test_ones_own_password_is_changed_with_the_present_one(room: Room):
    olga = room.operator
    new = hash_password("new password")
    with pytest.raises(Refused, match="give the present one too"):
        room.act(olga, accounts.set_password, olga.id, new)
    ann = room.hire("Ann", "player")
    of_ann = accounts.prove(room.database, "Ann", PASSWORD)
    wrong = accounts.prove(room.database, "Olga", "wrong password")
    for proof in (of_ann, wrong):
        with pytest.raises(accounts.LoginRefused):
            room.act(olga, accounts.change_own_password, proof, new)
    room.act(ann, accounts.change_own_password, of_ann, new)
    assert room.log[-1][:2] == (ann.id, "password-changed")
    assert room.log[-1][2].keys() == {"person", "hashed", "temporary"}
    assert room.log_in("Ann") is None
    assert room.log_in("Ann", "new password")


def test_the_first_operator_is_made_once(room: Room, tmp_path: Path):
    made = accounts.ensure_operator(room.database, "Eve", "another one", START)
    assert made is None
    assert [row.person.name for row in room.write(people.read_all)] == ["Olga"]
    assert room.log[0][:2] == ("house", "person-made")
    told = {"person": room.operator.id, "name": "Olga", "role": "operator"}
    assert room.log[0][2].items() >= told.items()


def test_a_random_password_is_told_once(room: Room):
    room.write(lambda t: t.execute("DELETE FROM people"))
    made = accounts.ensure_operator(room.database, "Olga", None, START)
    assert made
    assert made.password
    assert len(set(made.password)) > 5
    assert room.log_in("Olga", made.password)
    assert made.password not in str(room.log)
    room.write(lambda t: t.execute("DELETE FROM people"))
    again = accounts.ensure_operator(room.database, "Olga", None, START)
    assert again
    assert again.password != made.password


@pytest.mark.parametrize("bad", ["person-", "person-0000000000000000", "\x00", "\ud800"])
def test_an_unknown_person_is_refused(bad: str, room: Room):
    with pytest.raises(Refused, match="there is no such account"):
        room.act(room.operator, accounts.deactivate, bad)
