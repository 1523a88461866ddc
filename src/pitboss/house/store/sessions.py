"""Sessions: who holds a token. Only its SHA-256 is stored, so a copy of the database opens none."""

from dataclasses import dataclass, field
from datetime import datetime

from pitboss.house.log import read_stamp, stamp
from pitboss.house.person import Person
from pitboss.house.store.connection import Transaction

_LIVE = "(p.active = 1 AND p.role = s.role OR p.id IS NULL AND s.role = 'guest')"
"""An account that is open with the same role, or a guest, who has none."""


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


def add(transaction: Transaction, session: Session) -> None:
    times = map(stamp, (session.made_at, session.seen_at, session.ends_at))
    transaction.execute(
        "INSERT INTO sessions (token, person, name, role, csrf, made_at, seen_at, ends_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (session.key, *session.person, session.csrf, *times),
    )


def find(transaction: Transaction, key: str, now: datetime) -> Session | None:
    """A session while it lasts and its account is open with the same role."""
    rows = transaction.execute(
        "SELECT s.person, COALESCE(p.name, s.name), s.role, s.csrf, s.made_at, s.seen_at,"
        " s.ends_at FROM sessions s LEFT JOIN people p ON p.id = s.person"
        f" WHERE s.token = ? AND s.ends_at > ? AND {_LIVE}",
        (key, stamp(now)),
    )
    if not rows:
        return None
    person, name, role, csrf, *times = rows[0]
    return Session(key, Person(person, name, role), csrf, *map(read_stamp, times))


def touch(transaction: Transaction, key: str, now: datetime, ends_at: datetime) -> None:
    """Note that a session was used; an earlier use changes nothing."""
    transaction.execute(
        "UPDATE sessions SET seen_at = ?, ends_at = ? WHERE token = ? AND seen_at < ?",
        (stamp(now), stamp(ends_at), key, stamp(now)),
    )


def remove(transaction: Transaction, key: str) -> None:
    transaction.execute("DELETE FROM sessions WHERE token = ?", (key,))


def remove_all(transaction: Transaction, person_id: str) -> None:
    """All sessions of one person."""
    transaction.execute("DELETE FROM sessions WHERE person = ?", (person_id,))


def remove_ended(transaction: Transaction, now: datetime) -> None:
    transaction.execute("DELETE FROM sessions WHERE ends_at <= ?", (stamp(now),))
