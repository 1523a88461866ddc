"""Sessions: who holds a token. Only its SHA-256 is stored, so a copy of the database opens none."""

import hmac
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256

from pitboss.house.people.change import Change, Record, read_stamp, stamp
from pitboss.house.people.roles import STAFF, Forbidden
from pitboss.house.person import Person, make_guest
from pitboss.house.store import Database, Transaction
from pitboss.refusal import Refused

STAFF_IDLE = timedelta(hours=2)
STAFF_LONGEST = timedelta(hours=12)
PLAYER_IDLE = timedelta(days=30)
SEEN_EVERY = timedelta(minutes=1)
"""A write costs a sync of the disk, so a session's last use is kept to the minute."""

TOKEN_LETTERS = 64
"""256 bits in hexadecimal. With "-Ac-" in it, as other letters allow, a token would read like a
card to whoever looks for cards where none should be."""

LIVE = "(p.active = 1 AND p.role = s.role OR p.id IS NULL AND s.role = 'guest')"


@dataclass(frozen=True, slots=True)
class Session:
    """What is known of a session; ``key`` stands for the token and may be shown to staff."""

    key: str
    person: Person
    csrf: str = field(repr=False)
    made_at: datetime
    seen_at: datetime
    ends_at: datetime
    """When it ends if it is not used again."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A new session with the only copy of its token."""

    session: Session
    token: str = field(repr=False)


def begin(change: Change, old_token: str = "") -> Begun:
    """A session for ``change.by``, at a login; the token that the client held before ends."""
    person = change.by
    rows = change.transaction.execute(
        f"SELECT role, active FROM people WHERE id = ?{change.transaction.locking}", (person.id,)
    )
    if rows != [(person.role, 1)]:
        raise Refused("session: the account is closed or its role has changed; log in again")
    end(change.transaction, old_token)
    return _store(change)


def begin_guest(
    transaction: Transaction, at: datetime, record: Record, name: str | None = None
) -> Begun:
    """A session for a guest, who has no account and exists only in it."""
    guest = make_guest(name)
    if name is not None:
        refuse_taken(transaction, guest.name)
    return _store(Change(transaction, guest, at, record))


def refuse_taken(transaction: Transaction, name: str, but: str = "") -> None:
    """Refuse the name of an account, in capitals or not; ``but`` is whoever may have it."""
    for person, taken in transaction.execute("SELECT id, name FROM people"):
        if taken.casefold() == name.casefold() and person != but:
            raise Refused(f"name {name}: is taken; give another")


def read(transaction: Transaction, token: str, now: datetime) -> Session | None:
    """The session of a token, while it lasts and its account is open with the same role."""
    if len(token) != TOKEN_LETTERS or not token.isascii():
        return None
    key = _key(token)
    rows = transaction.execute(
        "SELECT s.person, COALESCE(p.name, s.name), s.role, s.csrf, s.made_at, s.seen_at,"
        " s.ends_at FROM sessions s LEFT JOIN people p ON p.id = s.person"
        f" WHERE s.token = ? AND s.ends_at > ? AND {LIVE}",
        (key, stamp(now)),
    )
    if not rows:
        return None
    person, name, role, csrf, *times = rows[0]
    made_at, seen_at, ends_at = map(read_stamp, times)
    return Session(key, Person(person, name, role), csrf, made_at, seen_at, ends_at)


def find(database: Database, token: str, now: datetime) -> Session | None:
    """As ``read``, and keeps the session alive; not to be called inside a transaction."""
    with database.reading() as transaction:
        session = read(transaction, token, now)
    if session and now - session.seen_at >= SEEN_EVERY:
        with database.transaction() as transaction:
            touch(transaction, session, now)
    return session


def touch(transaction: Transaction, session: Session, now: datetime) -> None:
    """Note that a session was used."""
    ends_at = _ends_at(session.person.role, session.made_at, now)
    transaction.execute(
        "UPDATE sessions SET seen_at = ?, ends_at = ? WHERE token = ? AND seen_at < ?",
        (stamp(now), stamp(ends_at), session.key, stamp(now)),
    )


def rotate(transaction: Transaction, token: str, now: datetime) -> Begun | None:
    """The same session under a new token; it does not last longer for it."""
    transaction.execute(
        f"SELECT token FROM sessions WHERE token = ?{transaction.locking}", (_key(token),)
    )
    old = read(transaction, token, now)
    if old is None:
        return None
    end(transaction, token)
    return _insert(transaction, old.person, old.made_at, now)


def end(transaction: Transaction, token: str) -> None:
    """End the session of a token, if there is one."""
    transaction.execute("DELETE FROM sessions WHERE token = ?", (_key(token),))


def end_all(transaction: Transaction, person_id: str) -> None:
    transaction.execute("DELETE FROM sessions WHERE person = ?", (person_id,))


def sweep(transaction: Transaction, now: datetime) -> None:
    """Forget the sessions that have ended by themselves."""
    transaction.execute("DELETE FROM sessions WHERE ends_at <= ?", (stamp(now),))


def require_csrf(session: Session, given: str) -> None:
    """Refuse a change that did not come from a page of this session."""
    if not hmac.compare_digest(session.csrf.encode(), given.encode(errors="replace")):
        raise Forbidden("csrf token: is missing or of another session; load the page again")


def _store(change: Change) -> Begun:
    begun = _insert(change.transaction, change.by, change.at, change.at)
    person = change.by
    change.note("session-begun", {"person": person.id, "name": person.name, "role": person.role})
    return begun


def _insert(transaction: Transaction, person: Person, made_at: datetime, now: datetime) -> Begun:
    token, csrf = secrets.token_hex(32), secrets.token_hex(32)
    ends_at = _ends_at(person.role, made_at, now)
    times = (stamp(made_at), stamp(now), stamp(ends_at))
    transaction.execute(
        "INSERT INTO sessions (token, person, name, role, csrf, made_at, seen_at, ends_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (_key(token), *person, csrf, *times),
    )
    return Begun(Session(_key(token), person, csrf, *map(read_stamp, times)), token)


def _ends_at(role: str, made_at: datetime, now: datetime) -> datetime:
    if role in STAFF:
        return min(now + STAFF_IDLE, made_at + STAFF_LONGEST)
    return now + PLAYER_IDLE


def _key(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()
