"""Accounts: who may log in. Only operators manage them, and one operator always remains. An account
that may approve what others ask for is made, promoted, reset or opened again by two operators, or
at the machine itself.

Passwords are kept only as argon2id hashes. Hashing takes a tenth of a second and 64 MiB on purpose,
so it is done before a transaction begins, never inside one. ``Hashed`` is a type of its own: an
account cannot be given a plain password.
"""

import secrets
import unicodedata
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import NamedTuple, NewType

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.house import access
from pitboss.house.access import APPROVERS, STAFF, Forbidden, read_role, require
from pitboss.house.log import HOUSE, Draft, Person, make_id, stamp
from pitboss.house.names import clean_name, refuse_house, refuse_weak, typed_name
from pitboss.house.store import Database, Transaction, derived, factors, people
from pitboss.house.store.entries import Change, Unit
from pitboss.house.store.people import Account
from pitboss.refusal import Refused

SHORTEST = 10
LONGEST = 200

Hashed = NewType("Hashed", str)

HASHER = PasswordHasher()
"""The library's own defaults; a hash made with others is renewed at the next login."""


def hash_password(text: str) -> Hashed:
    """Refuse one that is too short, too long or not text."""
    if not SHORTEST <= len(text) <= LONGEST:
        raise Refused(f"password: give {SHORTEST} to {LONGEST} characters, not {len(text)}")
    encoded = _encode(text)
    if encoded is None:
        raise Refused("password: has characters that cannot be stored")
    return Hashed(HASHER.hash(encoded))


def choose_password(text: str, name: str = "", old: str = "") -> Hashed:
    """A password that somebody chooses: not one that is easily guessed, nor the one they had."""
    if SHORTEST <= len(text) <= LONGEST:
        refuse_weak(text, name, old)
    return hash_password(text)


def verify_password(stored: Hashed | None, text: str) -> bool:
    """Whether it is the password; without a stored one the same work is done for nothing, so that
    the time taken does not tell which names exist."""
    encoded = _encode(text) if len(text) <= LONGEST else None
    if encoded is None:
        return False
    no_ones = _no_ones_hash()
    try:
        HASHER.verify(stored or no_ones, encoded)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def make_password() -> str:
    """A random one of 120 bits, in letters that are hard to confuse."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(6)) for _ in range(4))


def _encode(text: str) -> bytes | None:
    """The same bytes whichever keyboard composed the accents."""
    try:
        return unicodedata.normalize("NFKC", text).encode()
    except UnicodeEncodeError:
        return None


@cache
def _no_ones_hash() -> Hashed:
    return Hashed(HASHER.hash(secrets.token_bytes(32)))


VISITOR = "visitor"
"""Stands in the log for whoever failed to log in."""

MACHINE = Person("machine", "the machine itself", "operator")
"""Whoever works at the machine, with its files and its database in hand: no second person could
keep them from anything, and the log says that it was done there."""


class Proof(NamedTuple):
    """What came of checking a password: ``person`` is None where it failed. The rest lets the
    login see whether the account has changed since, and renew an outdated hash."""

    person: Person | None
    known_id: str = ""
    stored: Hashed = Hashed("")
    renewed: Hashed | None = None
    code: str = ""
    """Of the second factor, as it was given."""


class FirstOperator(NamedTuple):
    """The operator made at the first start; the password is there only if it was made here."""

    person: Person
    password: str | None


class LoginRefused(Refused):
    """One answer for a wrong name, a wrong password and a closed account."""

    def __init__(self) -> None:
        super().__init__("log in: the name or the password is wrong")


def read_account(transaction: Transaction, person_id: str) -> Account:
    """Locked until the end of a transaction that writes."""
    account = people.find(transaction, person_id)
    if account is None:
        raise Refused(f"person {person_id}: there is no such account")
    return account


def make_person(
    change: Change, name: str, role: str, password: Hashed, asked_by: str = ""
) -> Person:
    """A new account; ``asked_by`` is the other operator, where it takes two: then the password was
    made for its owner, who chooses another."""
    _require_operator(change)
    require_two(change, "make-person", role, asked_by)
    return _insert(change, (name, role), password, bool(asked_by), asked_by)


def change_role(change: Change, person_id: str, role: str, asked_by: str = "") -> Person:
    """Sessions under the old role end; the person logs in again."""
    operators = _require_operator(change)
    account = read_account(change.transaction, person_id)
    before, after = account.person, account.person._replace(role=read_role(role))
    if after == before:
        raise Refused(f"role {role}: {before.name} has it already")
    require_two(change, "change-role", role, asked_by)
    _keep_an_operator(operators, before, "change the role of")
    people.keep(change.transaction, account._replace(person=after))
    access.end_sessions(change.unit, person_id)
    body = {"person": person_id, "before": before.role, "after": after.role}
    change.note("role-changed", body | _both(change, asked_by))
    return after


def rename(change: Change, person_id: str, name: str) -> Person:
    _require_operator(change)
    account = read_account(change.transaction, person_id)
    before, after = account.person, account.person._replace(name=clean_name(name))
    access.refuse_taken(change.transaction, after.name, but=person_id)
    _refuse_office(after)
    people.keep(change.transaction, account._replace(person=after))
    change.note("person-renamed", {"person": person_id, "before": before.name, "after": after.name})
    return after


def deactivate(change: Change, person_id: str) -> None:
    """Close an account and end its sessions. It stays, for the log names it."""
    operators = _require_operator(change)
    account = read_account(change.transaction, person_id)
    if not account.is_active:
        raise Refused(f"person {account.person.name}: the account is closed already")
    _keep_an_operator(operators, account.person, "close the account of")
    people.keep(change.transaction, account._replace(is_active=False))
    access.end_sessions(change.unit, person_id)
    change.note("person-deactivated", {"person": person_id})


def reactivate(change: Change, person_id: str, asked_by: str = "") -> None:
    _require_operator(change)
    account = read_account(change.transaction, person_id)
    if account.is_active:
        raise Refused(f"person {account.person.name}: the account is open already")
    require_two(change, "reactivate", account.person.role, asked_by)
    people.keep(change.transaction, account._replace(is_active=True))
    change.note("person-reactivated", {"person": person_id} | _both(change, asked_by))


def set_password(change: Change, person_id: str, password: Hashed, asked_by: str = "") -> None:
    """An operator gives someone else a new password."""
    _require_operator(change)
    if person_id == change.by.id:
        raise Refused("password: to change your own, give the present one too")
    account = read_account(change.transaction, person_id)
    require_two(change, "set-password", account.person.role, asked_by)
    _store_password(change, person_id, password, bool(asked_by), asked_by)


def end_sessions(change: Change, person_id: str) -> list[str]:
    """An operator ends all sessions of someone; gives their keys."""
    _require_operator(change)
    read_account(change.transaction, person_id)
    ended = access.end_sessions(change.unit, person_id)
    change.note("sessions-ended", {"person": person_id, "sessions": len(ended)})
    return ended


def end_own_session(change: Change, key: str) -> None:
    access.end_one(change.unit, key, change.by.id)
    change.note("sessions-ended", {"person": change.by.id, "sessions": 1})


def require_two(change: Change, act: str, role: str, asked_by: str) -> None:
    """Refuse one person alone what concerns an account that may approve."""
    if role in APPROVERS and not asked_by and change.by.id != MACHINE.id:
        raise Forbidden(
            f"{act}: a {role} may approve what others ask for, so it takes two operators;"
            " ask for it with a reason, and another approves"
        )


def _both(change: Change, asked_by: str) -> dict[str, object]:
    """Who did it together, where two did."""
    return {"people": [asked_by, change.by.id]} if asked_by else {}


def change_own_password(change: Change, proof: Proof, password: Hashed) -> None:
    """Whoever has just proved the present password; all sessions of the account end."""
    is_own = proof.person is not None and proof.person.id == change.by.id
    if not is_own or not _still_holds(change.transaction, proof):
        raise LoginRefused
    _store_password(change, change.by.id, password, False)


def prove(database: Database, name: str, password: str) -> Proof:
    """Check a password, taking as long for a name that does not exist. Writes nothing, and hashes
    outside any transaction: not to be called inside one."""
    with database.reading() as transaction:
        found = None
        with suppress(UnicodeError):  # nobody can have such a name
            found = people.find_by_name(transaction, typed_name(name))
        stored = Hashed(people.read_password(transaction, found.person.id)) if found else None
    known_id = found.person.id if found else ""
    verified = verify_password(stored, password)
    if not verified or found is None or stored is None or not found.is_active:
        return Proof(None, known_id)
    renewed = None
    if HASHER.check_needs_rehash(stored):
        # Its length is not looked at again: the rule may have changed since.
        renewed = Hashed(HASHER.hash(_encode(password) or b""))
    return Proof(found.person, known_id, stored, renewed)


class CodeNeeded(LoginRefused):
    """The password is right; the code of the second factor is missing or not good."""

    def __init__(self) -> None:
        Refused.__init__(self, "log in: give a code of your second factor, one not used before")


def log_in(
    unit: Unit, proof: Proof, at: datetime, old_token: str = "", address: str = ""
) -> access.Begun | LoginRefused:
    """A session for whoever proved a password. A failure is put on the log and answered with
    the refusal: the caller commits and then raises it."""
    if proof.person is None or not _still_holds(unit.transaction, proof):
        _fail(unit, proof, address)
        return LoginRefused()
    is_barred = proof.known_id in derived.read_barred(unit.transaction).people
    if is_barred or not derived.is_sound(unit.transaction, proof.known_id):
        unit.alert_once("", derived.OTHER.format(proof.known_id))
        _fail(unit, proof, address, "log")
        return LoginRefused()
    if not _takes_code(unit.transaction, proof.known_id, proof.code, at):
        _fail(unit, proof, address, "code")
        return CodeNeeded()
    if proof.renewed:
        people.keep_password(unit.transaction, proof.known_id, proof.renewed)
        renewed = {"person": proof.known_id, "hashed": derived.digest_of(proof.renewed)}
        unit.append_house(Draft("password-renewed", renewed), proof.known_id)
    return access.begin_session(Change(unit, proof.person, at), old_token, address)


def _fail(unit: Unit, proof: Proof, address: str, why: str = "") -> None:
    body = {"person": proof.known_id, "address": address} | ({"why": why} if why else {})
    unit.append_house(Draft("login-failed", body), VISITOR)


def _takes_code(transaction: Transaction, person_id: str, code: str, at: datetime) -> bool:
    """Whether the code is good, or none is needed."""
    factor, is_on = factors.read(transaction, person_id)
    if factor is None or not is_on:
        return True
    used = factors.use(factor, code, at)
    if used:
        factors.keep(transaction, person_id, used, True)
    return used is not None


def begin_factor(change: Change, proof: Proof) -> factors.Factor:
    """A secret for whoever has just proved the password; it is in force once a code came of it."""
    if proof.person != change.by or not _still_holds(change.transaction, proof):
        raise LoginRefused
    if factors.read(change.transaction, change.by.id)[1]:
        raise Refused("second factor: you have one; it is reset by two operators or at the machine")
    begun = factors.begin()
    factors.keep(change.transaction, change.by.id, begun, False)
    return begun


def reset_factor(change: Change, person_id: str, asked_by: str = "") -> None:
    """An account without a second factor again, for whose device is lost; its sessions end."""
    _require_operator(change)
    account = read_account(change.transaction, person_id)
    require_two(change, "reset-second-factor", account.person.role, asked_by)
    factors.keep(change.transaction, person_id, None, False)
    access.end_sessions(change.unit, person_id)
    change.note("second-factor-reset", {"person": person_id} | _both(change, asked_by))


def ensure_operator(
    database: Database, name: str, password: str | None, at: datetime
) -> FirstOperator | None:
    """Make the first operator, with a random password where none is given; None if there is an
    operator already. Not to be called inside a transaction."""
    with database.reading() as transaction:
        if people.read_operators(transaction):
            return None
    given = make_password() if password is None else password
    hashed = hash_password(given)
    with database.transaction() as transaction:
        if people.read_operators(transaction):
            return None
        unit = Unit(transaction, stamp(at))
        change = Change(unit, Person(HOUSE, "House", "operator"), at)
        person = _insert(change, (name, "operator"), hashed, password is None)
        unit.flush()
    return FirstOperator(person, given if password is None else None)


def _insert(
    change: Change, who: tuple[str, str], password: Hashed, is_temporary: bool, asked_by: str = ""
) -> Person:
    """By name and role."""
    person = Person(make_id("person"), clean_name(who[0]), read_role(who[1]))
    access.refuse_taken(change.transaction, person.name)
    _refuse_office(person)
    people.add(change.transaction, Account(person, True, stamp(change.at)), password)
    people.keep_temporary(change.transaction, person.id, is_temporary)
    body = {"person": person.id, "name": person.name, "role": person.role}
    hashed = {"hashed": derived.digest_of(password), "temporary": is_temporary}
    change.note("person-made", body | hashed | _both(change, asked_by))
    return person


def _refuse_office(person: Person) -> None:
    """Staff may be called by what they are; others may not."""
    if person.role not in STAFF:
        refuse_house(person.name)


def _store_password(
    change: Change, person_id: str, password: Hashed, is_temporary: bool, asked_by: str = ""
) -> None:
    people.keep_password(change.transaction, person_id, password)
    people.keep_temporary(change.transaction, person_id, is_temporary)
    access.end_sessions(change.unit, person_id)
    body = {"hashed": derived.digest_of(password), "temporary": is_temporary}
    change.note("password-changed", {"person": person_id} | body | _both(change, asked_by))


def _still_holds(transaction: Transaction, proof: Proof) -> bool:
    """Whether the account is as it was when the password was checked."""
    account = people.find(transaction, proof.known_id)
    if account is None or not account.is_active or account.person != proof.person:
        return False
    return people.read_password(transaction, proof.known_id) == proof.stored


def _require_operator(change: Change) -> list[str]:
    """All operators' accounts, locked: changes of accounts wait for each other, and whoever has
    just ceased to be an operator is noticed."""
    require(change.by, "manage-people")
    operators = people.read_operators(change.transaction)
    if change.by.id not in (*operators, MACHINE.id):
        raise Forbidden("manage-people: your account is no longer that of an operator")
    return operators


def _keep_an_operator(operators: list[str], person: Person, doing: str) -> None:
    if operators == [person.id]:
        raise Refused(f"person {person.name}: cannot {doing} the last operator")
