"""Alerts for the floor, kept until someone acknowledges them; none is ever deleted."""

from typing import NamedTuple

from pitboss.house.person import make_id
from pitboss.house.store.connection import Rows, Sink, Transaction
from pitboss.refusal import Refused

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


_COLUMNS = ("id", "at", "table_id", "words", "acknowledged_by", "acknowledged_at")
_ROWS = Rows("alerts", _COLUMNS, Alert)


def add(sink: Sink, at: str, table: str, words: str) -> str:
    """Put up an alert of a table, or of the whole house where that is empty. Gives its id."""
    alert = Alert(make_id("alert"), at, table, words[:LONGEST])
    _ROWS.add(sink, alert)
    return alert.id


def add_once(transaction: Transaction, at: str, table: str, words: str) -> str:
    """The same, but equal words wait for acknowledgement only once."""
    where = "WHERE table_id = ? AND words = ? AND acknowledged_at = ''"
    waiting = _ROWS.first(transaction, where, (table, words[:LONGEST]))
    return waiting.id if waiting else add(transaction, at, table, words)


def read_all(transaction: Transaction, acknowledged: bool = False) -> list[Alert]:
    """The latest first: those that wait, or the latest of those that were acknowledged."""
    sign = "<>" if acknowledged else "="
    return _ROWS.find(
        transaction, f"WHERE acknowledged_at {sign} '' ORDER BY at DESC, id LIMIT {MOST}"
    )


def find(transaction: Transaction, identity: str) -> Alert:
    """Locked until the end of a transaction that writes."""
    found = _ROWS.lock(transaction, identity)
    if found is None:
        raise Refused(f"alert {identity[:40]!r}: there is none of this id")
    return found


def keep(sink: Sink, alert: Alert) -> None:
    """Keep who acknowledged an alert and when."""
    _ROWS.keep(sink, alert, "acknowledged_by", "acknowledged_at")
