"""People with an account, their sessions and scorecards, and what waits for them: requests that
need two of them, and alerts for the floor."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from pitboss.house.log import Person, canonical, is_id, make_id, read_stamp, stamp
from pitboss.house.store.database import Rows, Sink, Transaction
from pitboss.refusal import Refused

LONGEST_SCORES = 64_000
"""Letters of one scorecard as JSON."""
LONGEST_ALERT = 500
MOST_ALERTS = 1_000
MOST_KEYS = 500
"""Sessions that are asked for at a time."""


class Account(NamedTuple):
    """A person as kept. The password is kept apart: no account that is read has one in it."""

    person: Person
    is_active: bool
    made_at: str


_PEOPLE = Rows(
    "people",
    ("id", "name", "role", "active", "made_at"),
    lambda *row: Account(Person(*row[:3]), bool(row[3]), row[4]),
    lambda account: (*account.person, int(account.is_active), account.made_at),
)


def add(transaction: Transaction, account: Account, password: str) -> None:
    transaction.execute(
        "INSERT INTO people (id, name, role, active, made_at, password) VALUES (?, ?, ?, ?, ?, ?)",
        (*account.person, int(account.is_active), account.made_at, password),
    )


def keep(transaction: Transaction, account: Account) -> None:
    """Let an account stand with another name, another role, closed or open."""
    _PEOPLE.keep(transaction, account, "name", "role", "active")


def find(transaction: Transaction, person_id: str) -> Account | None:
    """Locked until the end of a transaction that writes."""
    return _PEOPLE.lock(transaction, person_id) if is_id(person_id) else None


def find_by_name(transaction: Transaction, name: str) -> Account | None:
    return _PEOPLE.first(transaction, "WHERE name = ?", (name,))


def read_all(transaction: Transaction) -> list[Account]:
    """In the order of their names."""
    found = _PEOPLE.find(transaction)
    return sorted(found, key=lambda account: (account.person.name.casefold(), account.person.id))


def read_names(transaction: Transaction) -> dict[str, str]:
    """The names of everyone with an account, by id."""
    return dict(transaction.execute("SELECT id, name FROM people"))


def read_operators(transaction: Transaction) -> list[str]:
    """The ids of all who manage accounts; locked in a transaction that writes."""
    rows = transaction.execute(
        "SELECT id FROM people WHERE role = 'operator' AND active = 1"
        f" ORDER BY id{transaction.locking}"
    )
    return [row[0] for row in rows]


def read_password(transaction: Transaction, person_id: str) -> str:
    """The hash of someone's password."""
    rows = transaction.execute("SELECT password FROM people WHERE id = ?", (person_id,))
    return str(rows[0][0]) if rows else ""


def keep_password(transaction: Transaction, person_id: str, password: str) -> None:
    transaction.execute("UPDATE people SET password = ? WHERE id = ?", (password, person_id))


def keep_temporary(transaction: Transaction, person_id: str, is_temporary: bool) -> None:
    """Whether the password was made for the person, who is to choose another."""
    values = (int(is_temporary), person_id)
    transaction.execute("UPDATE people SET temporary = ? WHERE id = ?", values)


@dataclass(frozen=True, slots=True)
class Session:
    """Who holds a token. Only its SHA-256 is kept, so a copy of the database opens no session:
    ``key`` stands for the token and may be shown to staff."""

    key: str
    person: Person
    csrf: str = field(repr=False)
    made_at: datetime
    seen_at: datetime
    ends_at: datetime
    """When it ends if it is not used again."""
    is_temporary: bool = False
    """Whether its person must choose a password before anything else."""
    address: str = ""
    """Where it was begun."""
    has_factor: bool = False
    """Whether its person logs in with a second factor."""


def add_session(transaction: Transaction, session: Session) -> None:
    times = map(stamp, (session.made_at, session.seen_at, session.ends_at))
    transaction.execute(
        "INSERT INTO sessions (token, person, name, role, csrf, made_at, seen_at, ends_at, address)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (session.key, *session.person, session.csrf, *times, session.address),
    )


def find_session(transaction: Transaction, key: str, now: datetime) -> Session | None:
    """A session while it lasts and its account is open with the same role; a guest has none."""
    rows = transaction.execute(
        "SELECT s.person, COALESCE(p.name, s.name), s.role, COALESCE(p.temporary, 0), s.csrf,"
        " COALESCE(p.factored, 0),"
        " s.address, s.made_at, s.seen_at, s.ends_at"
        " FROM sessions s LEFT JOIN people p ON p.id = s.person WHERE s.token = ? AND s.ends_at > ?"
        " AND (p.active = 1 AND p.role = s.role OR p.id IS NULL AND s.role = 'guest')",
        (key, stamp(now)),
    )
    if not rows:
        return None
    person, name, role, temporary, csrf, factored, address, *times = rows[0]
    known = Person(person, name, role)
    made_at, seen_at, ends_at = map(read_stamp, times)
    return Session(
        key, known, csrf, made_at, seen_at, ends_at, bool(temporary), address, bool(factored)
    )


def sessions_of(transaction: Transaction, person_id: str, now: datetime) -> list[Session]:
    """Those that last, the one used last first; none of them has its CSRF token in it."""
    rows = transaction.execute(
        "SELECT s.token, s.person, s.name, s.role, s.address, s.made_at, s.seen_at, s.ends_at"
        " FROM sessions s WHERE s.person = ? AND s.ends_at > ? ORDER BY s.seen_at DESC, s.token",
        (person_id, stamp(now)),
    )
    return [
        Session(
            *(key, Person(*person), ""),
            read_stamp(made_at),
            read_stamp(seen_at),
            read_stamp(ends_at),
            address=address,
        )
        for key, *person, address, made_at, seen_at, ends_at in rows
    ]


def sessions_by_person(transaction: Transaction) -> dict[str, int]:
    """How many each person has; those that have ended by themselves may be among them."""
    return dict(transaction.execute("SELECT person, COUNT(*) FROM sessions GROUP BY person"))


def read_attempts(transaction: Transaction, key: str) -> tuple[float, float] | None:
    """How many attempts were left and when; locked in a transaction that writes."""
    rows = transaction.execute(
        f"SELECT left_over, at FROM attempts WHERE key = ?{transaction.locking}", (key,)
    )
    return (float(rows[0][0]), float(rows[0][1])) if rows else None


def keep_attempts(transaction: Transaction, key: str, left: float, at: float) -> None:
    transaction.execute(
        "INSERT INTO attempts (key, left_over, at) VALUES (?, ?, ?) ON CONFLICT (key)"
        " DO UPDATE SET left_over = excluded.left_over, at = excluded.at",
        (key, left, at),
    )


def forget_attempts(transaction: Transaction, before: float, known_before: float) -> None:
    transaction.execute(
        "DELETE FROM attempts WHERE at < ? AND (key NOT LIKE ? OR at < ?)",
        (before, "known %", known_before),
    )


def touch_session(transaction: Transaction, key: str, now: datetime, ends_at: datetime) -> None:
    """Note that a session was used; an earlier use changes nothing."""
    transaction.execute(
        "UPDATE sessions SET seen_at = ?, ends_at = ? WHERE token = ? AND seen_at < ?",
        (stamp(now), stamp(ends_at), key, stamp(now)),
    )


def name_sessions(transaction: Transaction, person_id: str, name: str) -> None:
    """Someone who exists in their sessions alone goes by another name."""
    transaction.execute("UPDATE sessions SET name = ? WHERE person = ?", (name, person_id))


def remove_session(transaction: Transaction, key: str, person_id: str = "") -> bool:
    """Whether there was one, of a certain person where that matters."""
    sql, values = "DELETE FROM sessions WHERE token = ?", [key]
    if person_id:
        sql, values = f"{sql} AND person = ?", [key, person_id]
    return bool(transaction.execute(f"{sql} RETURNING token", values))


def remove_sessions(transaction: Transaction, person_id: str) -> list[str]:
    """All sessions of one person; gives their keys."""
    return [
        key
        for (key,) in transaction.execute(
            "DELETE FROM sessions WHERE person = ? RETURNING token", (person_id,)
        )
    ]


def living_sessions(transaction: Transaction, keys: Sequence[str], now: datetime) -> set[str]:
    """Which of these sessions still last, under the same conditions as each alone."""
    found: set[str] = set()
    for start in range(0, len(keys), MOST_KEYS):
        some = keys[start : start + MOST_KEYS]
        rows = transaction.execute(
            "SELECT s.token FROM sessions s LEFT JOIN people p ON p.id = s.person"
            f" WHERE s.token IN ({', '.join('?' * len(some))}) AND s.ends_at > ?"
            " AND (p.active = 1 AND p.role = s.role OR p.id IS NULL AND s.role = 'guest')",
            (*some, stamp(now)),
        )
        found.update(key for (key,) in rows)
    return found


def remove_ended_sessions(transaction: Transaction, now: datetime, most: int = 1_000) -> int:
    """How many there were, at most so many."""
    ended = f"SELECT token FROM sessions WHERE ends_at <= ? LIMIT {most}"
    tokens = transaction.execute(ended, (stamp(now),))
    transaction.execute_each("DELETE FROM sessions WHERE token = ?", tokens)
    return len(tokens)


def remove_account_sessions(transaction: Transaction) -> None:
    """Of everybody who can log in again; a guest has nothing but the session."""
    transaction.execute("DELETE FROM sessions WHERE role <> 'guest'")


def count_sessions(transaction: Transaction, now: datetime) -> dict[str, int]:
    """How many last, by role."""
    sql = "SELECT role, COUNT(*) FROM sessions WHERE ends_at > ? GROUP BY role"
    return dict(transaction.execute(sql, (stamp(now),)))


def read_scores(transaction: Transaction, person: str) -> dict[str, Any]:
    """The coach's scorecard of a person, kept from visit to visit; empty when nothing was."""
    rows = transaction.execute("SELECT body FROM scorecards WHERE person = ?", (person,))
    found: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
    return found


def keep_scores(transaction: Transaction, person: str, values: object) -> None:
    """Keep a scorecard in place of what was kept."""
    if not isinstance(values, Mapping):
        raise Refused("scorecard: a JSON object is needed")
    try:
        text = canonical(values)
    except (TypeError, ValueError):
        raise Refused("scorecard: only JSON values can be kept") from None
    if len(text) > LONGEST_SCORES:
        raise Refused(f"scorecard: at most {LONGEST_SCORES} letters of JSON, not {len(text)}")
    transaction.execute(
        "INSERT INTO scorecards (person, body) VALUES (?, ?)"
        " ON CONFLICT (person) DO UPDATE SET body = excluded.body",
        (person, text),
    )


class Request(NamedTuple):
    """An act that needs two people: asked, approved, then done; or declined or withdrawn before it
    is done. ``answered_by`` is whoever approved, declined or withdrew it."""

    id: str
    act: str
    body: Mapping[str, Any]
    why: str
    asked_by: str
    asked_at: str
    state: str = "asked"
    answered_by: str = ""
    answered_at: str = ""

    @property
    def text(self) -> str:
        """What is to be done and why, as it is kept."""
        return canonical({"body": self.body, "why": self.why})


def _request(identity: str, act: str, text: str, *rest: str) -> Request:
    kept = json.loads(text)
    return Request(identity, act, kept["body"], kept["why"], *rest)


REQUESTS = Rows(
    "requests",
    ("id", "act", "body", "asked_by", "asked_at", "state", "answered_by", "answered_at"),
    _request,
    lambda request: (request.id, request.act, request.text, *request[4:]),
)


def keep_request(transaction: Transaction, request: Request) -> None:
    """Keep what a request has come to, and who answered it."""
    REQUESTS.keep(transaction, request, "state", "answered_by", "answered_at")


def find_request(transaction: Transaction, identity: str) -> Request:
    """Locked until the end of a transaction that writes."""
    found = REQUESTS.lock(transaction, identity) if is_id(identity) else None
    if found is None:
        raise Refused(f"request {identity}: there is none of this id")
    return found


def read_requests(transaction: Transaction, states: tuple[str, ...]) -> list[Request]:
    """In the order in which they were asked."""
    marks = ", ".join("?" * len(states))
    return REQUESTS.find(transaction, f"WHERE state IN ({marks}) ORDER BY asked_at, id", states)


class Alert(NamedTuple):
    """For the floor, kept until someone acknowledges it; whoever did is empty until then. None is
    ever deleted."""

    id: str
    at: str
    table: str
    words: str
    acknowledged_by: str = ""
    acknowledged_at: str = ""


_ALERTS = Rows(
    "alerts", ("id", "at", "table_id", "words", "acknowledged_by", "acknowledged_at"), Alert
)


def add_alert(sink: Sink, at: str, table: str, words: str) -> str:
    """Put up an alert of a table, or of the whole house where that is empty. Gives its id."""
    alert = Alert(make_id("alert"), at, table, words[:LONGEST_ALERT])
    _ALERTS.add(sink, alert)
    return alert.id


def is_waiting(transaction: Transaction, table: str, words: str) -> bool:
    """Whether an alert of the same words waits for acknowledgement."""
    where = "WHERE table_id = ? AND words = ? AND acknowledged_at = ''"
    return _ALERTS.first(transaction, where, (table, words[:LONGEST_ALERT])) is not None


def read_alerts(transaction: Transaction, acknowledged: bool = False) -> list[Alert]:
    """The latest first: those that wait, or the latest of those that were acknowledged."""
    where = f"WHERE acknowledged_at {'<>' if acknowledged else '='} ''"
    return _ALERTS.find(transaction, f"{where} ORDER BY at DESC, id LIMIT {MOST_ALERTS}")


def count_alerts(transaction: Transaction) -> int:
    """How many wait."""
    ((number,),) = transaction.execute("SELECT COUNT(*) FROM alerts WHERE acknowledged_at = ''")
    return int(number)


def find_alert(transaction: Transaction, identity: str) -> Alert:
    """Locked until the end of a transaction that writes."""
    found = _ALERTS.lock(transaction, identity)
    if found is None:
        raise Refused(f"alert {identity[:40]!r}: there is none of this id")
    return found


def keep_alert(sink: Sink, alert: Alert) -> None:
    """Keep who acknowledged an alert and when."""
    _ALERTS.keep(sink, alert, "acknowledged_by", "acknowledged_at")
