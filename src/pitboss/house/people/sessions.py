"""Sessions: who begins one, for how long, and by which token it is known."""

import hmac
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256

from pitboss.house.log import read_stamp, stamp
from pitboss.house.people.roles import STAFF, Forbidden
from pitboss.house.person import make_guest
from pitboss.house.store import Transaction, people
from pitboss.house.store.entries import Change, Unit
from pitboss.house.store.people import Session
from pitboss.refusal import Refused

STAFF_IDLE = timedelta(hours=2)
STAFF_LONGEST = timedelta(hours=12)
PLAYER_IDLE = timedelta(days=30)
SEEN_EVERY = timedelta(minutes=1)
"""A write costs a sync of the disk, so a session's last use is kept to the minute."""

TOKEN_LETTERS = 64
"""256 bits in hexadecimal. With "-Ac-" in it, as other letters allow, a token would read like a
card to whoever looks for cards where none should be."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A new session with the only copy of its token."""

    session: Session
    token: str = field(repr=False)


def begin(change: Change, old_token: str = "") -> Begun:
    """A session for ``change.by``, at a login; the token that the client held before ends."""
    person = change.by
    account = people.find(change.transaction, person.id)
    if account is None or not account.is_active or account.person.role != person.role:
        raise Refused("session: the account is closed or its role has changed; log in again")
    end(change.transaction, old_token)
    return _store(change)


def begin_guest(unit: Unit, at: datetime, name: str | None = None) -> Begun:
    """A session for a guest, who has no account and exists only in it."""
    guest = make_guest(name)
    if name is not None:
        refuse_taken(unit.transaction, guest.name)
    return _store(Change(unit, guest, at))


def refuse_taken(transaction: Transaction, name: str, but: str = "") -> None:
    """Refuse the name of an account, in capitals or not; ``but`` is whoever may have it."""
    for person, taken in people.read_names(transaction).items():
        if taken.casefold() == name.casefold() and person != but:
            raise Refused(f"name {name}: is taken; give another")


def read(transaction: Transaction, token: str, now: datetime) -> Session | None:
    """The session of a token, while it lasts and its account is open with the same role."""
    if len(token) != TOKEN_LETTERS or not token.isascii():
        return None
    return people.find_session(transaction, _key(token), now)


def touch(transaction: Transaction, session: Session, now: datetime) -> None:
    """Note that a session was used."""
    ends_at = _ends_at(session.person.role, session.made_at, now)
    people.touch_session(transaction, session.key, now, ends_at)


def end(transaction: Transaction, token: str) -> None:
    """End the session of a token, if there is one."""
    people.remove_session(transaction, _key(token))


def require_csrf(session: Session, given: str) -> None:
    """Refuse a change that did not come from a page of this session."""
    if not hmac.compare_digest(session.csrf.encode(), given.encode(errors="replace")):
        raise Forbidden("csrf token: is missing or of another session; load the page again")


def _store(change: Change) -> Begun:
    token, person = secrets.token_hex(32), change.by
    at = read_stamp(stamp(change.at))  # as exact as it is kept
    ends_at = _ends_at(person.role, at, at)
    session = Session(_key(token), person, secrets.token_hex(32), at, at, ends_at)
    people.add_session(change.transaction, session)
    change.note("session-begun", {"person": person.id, "name": person.name, "role": person.role})
    return Begun(session, token)


def _ends_at(role: str, made_at: datetime, now: datetime) -> datetime:
    if role in STAFF:
        return min(now + STAFF_IDLE, made_at + STAFF_LONGEST)
    return now + PLAYER_IDLE


def _key(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()
