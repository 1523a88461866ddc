"""Which heads have left the house, where to and when; and how each destination does. Several
servers send from one database: a destination is claimed for a while by one of them, so that heads
leave in their order and once."""

from typing import NamedTuple

from pitboss.house.store.database import Transaction
from pitboss.house.store.entries import HEADS, Head

MOST = 20
"""Heads that are sent under one claim."""

_NEXT = (
    "SELECT COALESCE((SELECT MAX(d.head) + 1 FROM departures d WHERE d.destination = n.name),"
    " n.first_head) FROM destinations n WHERE n.name = ?"
)
_IS_DUE = (
    "name = ?"
    # What reaches too far was written by a clock that was wrong.
    " AND (again_at <= ? OR again_at > ?)"
    " AND (claimed_by = ? OR claimed_until <= ? OR claimed_until > ?)"
)


class Claim(NamedTuple):
    """Who claims a destination, when, for how long, and the longest pause after a failure. Times
    are seconds of the wall clock."""

    destination: str
    who: str
    now: float
    seconds: float
    pause: float

    @property
    def due(self) -> tuple[object, ...]:
        name, who, now, seconds, pause = self
        return name, now, now + 2 * pause, who, now, now + 2 * seconds


class State(NamedTuple):
    """How a destination does: how often in a row it has failed, since when and why."""

    tries: int
    failing_since: float
    why: str


WELL = State(0, 0.0, "")


class Departure(NamedTuple):
    """A head that has left; ``token`` is what a timestamp authority answered, in base64."""

    destination: str
    head: int
    left_at: str
    token: str
    head_at: str


def read_state(transaction: Transaction, destination: str) -> State:
    rows = transaction.execute(
        "SELECT tries, failing_since, why FROM destinations WHERE name = ?", (destination,)
    )
    return State(*rows[0]) if rows else WELL


def is_due(transaction: Transaction, claim: Claim) -> bool:
    """Whether a head is to be sent there now."""
    rows = transaction.execute(_NEXT, (claim.destination,))
    if not rows:
        return bool(transaction.execute("SELECT 1 FROM heads LIMIT 1"))
    waits = transaction.execute("SELECT 1 FROM heads WHERE number >= ? LIMIT 1", rows[0])
    due = f"SELECT 1 FROM destinations WHERE {_IS_DUE}"
    return bool(waits and transaction.execute(due, claim.due))


def claim(transaction: Transaction, claim: Claim) -> list[Head]:
    """The heads to be sent next, in their order; nobody else has them until the claim ends. For a
    new destination the last head is the first, because it binds all before it."""
    transaction.execute(
        "INSERT INTO destinations (name, first_head, tries, again_at, claimed_by, claimed_until,"
        " failing_since, why) SELECT ?, number, 0, 0, '', 0, 0, '' FROM heads"
        " WHERE number = (SELECT MAX(number) FROM heads) ON CONFLICT DO NOTHING",
        (claim.destination,),
    )
    taken = transaction.execute(
        f"UPDATE destinations SET claimed_by = ?, claimed_until = ? WHERE {_IS_DUE} RETURNING name",
        (claim.who, claim.now + claim.seconds, *claim.due),
    )
    if not taken:
        return []
    ((number,),) = transaction.execute(_NEXT, (claim.destination,))
    return HEADS.find(transaction, f"WHERE number >= ? ORDER BY number LIMIT {MOST}", (number,))


def settle(transaction: Transaction, claim: Claim, head: int, left_at: str, token: str) -> None:
    """It has left; the claim goes on."""
    transaction.execute(
        "INSERT INTO departures (destination, head, left_at, token) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (claim.destination, head, left_at, token),
    )
    transaction.execute(
        "UPDATE destinations SET tries = 0, again_at = 0, failing_since = 0, why = ''"
        " WHERE name = ?",
        (claim.destination,),
    )
    transaction.execute(
        "UPDATE destinations SET claimed_until = ? WHERE name = ? AND claimed_by = ?",
        (claim.now + claim.seconds, claim.destination, claim.who),
    )


def release(transaction: Transaction, claim: Claim) -> None:
    """Others may send, too."""
    transaction.execute(
        "UPDATE destinations SET claimed_until = 0 WHERE name = ? AND claimed_by = ?",
        (claim.destination, claim.who),
    )


def postpone(transaction: Transaction, claim: Claim, again_at: float, why: str) -> None:
    """It failed, and is tried again later; what comes after it waits."""
    transaction.execute(
        "UPDATE destinations SET tries = tries + 1, again_at = ?, claimed_until = 0, why = ?,"
        " failing_since = CASE WHEN failing_since > 0 THEN failing_since ELSE ? END"
        " WHERE name = ?",
        (again_at, why, claim.now, claim.destination),
    )


_LEFT = (
    "SELECT d.destination, d.head, d.left_at, d.token, h.at FROM departures d"
    " JOIN heads h ON h.number = d.head"
)


def read_last(transaction: Transaction, destination: str) -> Departure | None:
    """The last head that has left to there."""
    rows = transaction.execute(
        f"{_LEFT} WHERE d.destination = ? ORDER BY d.head DESC LIMIT 1", (destination,)
    )
    return Departure(*rows[0]) if rows else None


def has_lost(transaction: Transaction, destination: str) -> bool:
    """Whether heads have left to there that the house does not have any more."""
    lost = "SELECT 1 FROM departures WHERE destination = ? AND head > COALESCE((SELECT MAX(number)"
    return bool(transaction.execute(f"{lost} FROM heads), 0) LIMIT 1", (destination,)))


def read_of(transaction: Transaction, head: int) -> list[Departure]:
    """Where one head has left to."""
    rows = transaction.execute(f"{_LEFT} WHERE d.head = ? ORDER BY d.destination", (head,))
    return [Departure(*row) for row in rows]


def find_head(transaction: Transaction, number: int) -> Head | None:
    return HEADS.first(transaction, "WHERE number = ?", (number,))


def count_waiting(transaction: Transaction, destination: str) -> int:
    """How many heads are still to leave to there."""
    rows = transaction.execute(_NEXT, (destination,))
    if not rows:
        return 0
    return int(transaction.execute("SELECT COUNT(*) FROM heads WHERE number >= ?", rows[0])[0][0])


def count_since(transaction: Transaction, at: str) -> tuple[int, int]:
    """How many entries there are from this time on, and how many rounds they have opened. An entry
    of the very time of a head was written with it and is not in it."""
    ((entries, rounds),) = transaction.execute(
        "SELECT COUNT(*), COALESCE(SUM(CASE WHEN kind = 'round-opened' THEN 1 ELSE 0 END), 0)"
        " FROM entries WHERE at >= ?",
        (at,),
    )
    return int(entries), int(rounds)
