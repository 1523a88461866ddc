"""Alerts for the floor: raised with the entry that calls for one, kept until acknowledged.

Who acknowledged an alert and when is kept too; an alert is never deleted.
"""

from typing import NamedTuple

from pitboss.house.log import stamp
from pitboss.house.people.change import Change
from pitboss.house.people.roles import require
from pitboss.house.person import make_id
from pitboss.house.store import Transaction
from pitboss.refusal import Refused

COLUMNS = "id, at, table_id, words, acknowledged_by, acknowledged_at"
INSERT = f"INSERT INTO alerts ({COLUMNS}) VALUES (?, ?, ?, ?, '', '')"
LONGEST = 500
MOST = 1_000


class Alert(NamedTuple):
    """One alert; whoever acknowledged it is empty until then."""

    id: str
    at: str
    table: str
    words: str
    acknowledged_by: str = ""
    acknowledged_at: str = ""


def _row(at: str, table: str, words: str) -> tuple[str, str, str, str]:
    return make_id("alert"), at, table, words[:LONGEST]


def raise_alert(transaction: Transaction, at: str, table: str, words: str) -> str:
    """An alert that no entry calls for, such as a table that was stopped; the same words wait
    for acknowledgement only once. Gives its id."""
    row = _row(at, table, words)
    waiting = transaction.execute(
        "SELECT id FROM alerts WHERE table_id = ? AND words = ? AND acknowledged_at = ''", row[2:]
    )
    if waiting:
        return str(waiting[0][0])
    transaction.execute(INSERT, row)
    return row[0]


def list_alerts(transaction: Transaction, acknowledged: bool = False) -> list[Alert]:
    """The latest first: those that wait, or the latest of those that were acknowledged."""
    sign = "<>" if acknowledged else "="
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM alerts WHERE acknowledged_at {sign} ''"
        " ORDER BY at DESC, id LIMIT ?",
        (MOST,),
    )
    return [Alert(*row) for row in rows]


def acknowledge(change: Change, identity: str) -> Alert:
    """By someone in charge, once; it goes on the log."""
    require(change.by, "acknowledge-alert")
    rows = change.transaction.execute(
        f"SELECT {COLUMNS} FROM alerts WHERE id = ?{change.transaction.locking}", (identity,)
    )
    if not rows:
        raise Refused(f"alert {identity[:40]!r}: there is none of this id")
    alert = Alert(*rows[0])
    if alert.acknowledged_at:
        raise Refused(f"alert {identity}: was acknowledged at {alert.acknowledged_at}")
    done = alert._replace(acknowledged_by=change.by.id, acknowledged_at=stamp(change.at))
    change.transaction.execute(
        "UPDATE alerts SET acknowledged_by = ?, acknowledged_at = ? WHERE id = ?",
        (done.acknowledged_by, done.acknowledged_at, identity),
    )
    change.note("alert-acknowledged", {"alert": identity, "words": alert.words})
    return done
