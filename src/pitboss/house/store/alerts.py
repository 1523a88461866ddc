"""Alerts for the floor, kept until someone acknowledges them; none is ever deleted."""

from typing import NamedTuple

from pitboss.house.person import make_id
from pitboss.house.store.connection import Sink, Transaction
from pitboss.refusal import Refused

COLUMNS = "id, at, table_id, words, acknowledged_by, acknowledged_at"
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


def add(sink: Sink, at: str, table: str, words: str) -> str:
    """Put up an alert of a table, or of the whole house where that is empty. Gives its id."""
    alert = Alert(make_id("alert"), at, table, words[:LONGEST])
    sink.add(f"INSERT INTO alerts ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", alert)
    return alert.id


def add_once(transaction: Transaction, at: str, table: str, words: str) -> str:
    """The same, but equal words wait for acknowledgement only once."""
    waiting = transaction.execute(
        "SELECT id FROM alerts WHERE table_id = ? AND words = ? AND acknowledged_at = ''",
        (table, words[:LONGEST]),
    )
    return str(waiting[0][0]) if waiting else add(transaction, at, table, words)


def read_all(transaction: Transaction, acknowledged: bool = False) -> list[Alert]:
    """The latest first: those that wait, or the latest of those that were acknowledged."""
    sign = "<>" if acknowledged else "="
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM alerts WHERE acknowledged_at {sign} ''"
        " ORDER BY at DESC, id LIMIT ?",
        (MOST,),
    )
    return [Alert(*row) for row in rows]


def find(transaction: Transaction, identity: str) -> Alert:
    """Locked until the end of a transaction that writes."""
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM alerts WHERE id = ?{transaction.locking}", (identity,)
    )
    if not rows:
        raise Refused(f"alert {identity[:40]!r}: there is none of this id")
    return Alert(*rows[0])


def keep(sink: Sink, alert: Alert) -> None:
    """Keep who acknowledged an alert and when."""
    sink.add(
        "UPDATE alerts SET acknowledged_by = ?, acknowledged_at = ? WHERE id = ?",
        (alert.acknowledged_by, alert.acknowledged_at, alert.id),
    )
