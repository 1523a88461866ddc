"""Which alerts were delivered by which way, and which wait. Several servers deliver from one
database: each alert is claimed for a while by one of them, by an update that only one can make."""

from typing import NamedTuple

from pitboss.house.store.database import Transaction
from pitboss.house.store.people import Alert

MOST = 20
"""Alerts that are claimed at a time."""

_NEW = (
    "FROM alerts a WHERE a.acknowledged_at = ''"
    " AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.alert = a.id AND d.channel = ?)"
)
_IS_DUE = (
    "channel = ? AND delivered_at = '' AND again_at <= ?"
    # A claim ends, and one that reaches too far was made by a clock that was wrong.
    " AND (claimed_until <= ? OR claimed_until > ?)"
)


class Claimed(NamedTuple):
    """An alert to deliver now, and how often that was tried before."""

    alert: Alert
    tries: int


class Claim(NamedTuple):
    """Who claims, when, and for how long. Times are seconds of the wall clock."""

    channel: str
    who: str
    now: float
    seconds: float

    @property
    def due(self) -> tuple[str, float, float, float]:
        return self.channel, self.now, self.now, self.now + 2 * self.seconds


def is_any(transaction: Transaction, claim: Claim) -> bool:
    """Whether there is anything to enroll or to deliver."""
    due = transaction.execute(f"SELECT 1 FROM deliveries WHERE {_IS_DUE} LIMIT 1", claim.due)
    return bool(due or transaction.execute(f"SELECT 1 {_NEW} LIMIT 1", (claim.channel,)))


def enroll(transaction: Transaction, channel: str) -> None:
    """Let every alert be delivered that waits for someone and is not enrolled yet. One that was
    acknowledged before any server has looked is known to people already."""
    transaction.execute(
        "INSERT INTO deliveries (alert, channel, tries, again_at, claimed_by, claimed_until,"
        f" delivered_at, why) SELECT a.id, ?, 0, 0, '', 0, '', '' {_NEW} ON CONFLICT DO NOTHING",
        (channel, channel),
    )


def claim(transaction: Transaction, claim: Claim) -> list[Claimed]:
    """Take what is due, the oldest first; nobody else has it until the claim ends."""
    first = f"SELECT alert FROM deliveries WHERE {_IS_DUE} ORDER BY again_at, alert LIMIT {MOST}"
    taken = transaction.execute(
        f"UPDATE deliveries SET claimed_by = ?, claimed_until = ? WHERE {_IS_DUE}"
        f" AND alert IN ({first}) RETURNING alert, tries",
        (claim.who, claim.now + claim.seconds, *claim.due, *claim.due),
    )
    found = [Claimed(_find(transaction, alert), tries) for alert, tries in taken]
    return sorted(found, key=lambda each: (each.alert.at, each.alert.id))


def _find(transaction: Transaction, alert: str) -> Alert:
    columns = ", ".join(("id", "at", "table_id", "words", "acknowledged_by", "acknowledged_at"))
    ((*row,),) = transaction.execute(f"SELECT {columns} FROM alerts WHERE id = ?", (alert,))
    return Alert(*row)


def settle(transaction: Transaction, channel: str, alert: str, at: str) -> None:
    """It was delivered."""
    transaction.execute(
        "UPDATE deliveries SET delivered_at = ?, claimed_until = 0, why = ''"
        " WHERE alert = ? AND channel = ?",
        (at, alert, channel),
    )


def postpone(transaction: Transaction, channel: str, alert: str, again_at: float, why: str) -> None:
    """It could not be delivered, and is tried again later."""
    transaction.execute(
        "UPDATE deliveries SET tries = tries + 1, again_at = ?, claimed_until = 0, why = ?"
        " WHERE alert = ? AND channel = ?",
        (again_at, why, alert, channel),
    )


def count_waiting(transaction: Transaction) -> dict[str, int]:
    """How many wait, by channel."""
    return dict(
        transaction.execute(
            "SELECT channel, COUNT(*) FROM deliveries WHERE delivered_at = '' GROUP BY channel"
        )
    )


def last_why(transaction: Transaction, channel: str) -> str:
    """Why an alert that waits could not be delivered; nothing where none was tried in vain."""
    rows = transaction.execute(
        "SELECT why FROM deliveries WHERE channel = ? AND delivered_at = '' AND why <> ''"
        " ORDER BY again_at DESC LIMIT 1",
        (channel,),
    )
    return str(rows[0][0]) if rows else ""
