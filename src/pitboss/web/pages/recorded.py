"""Recorded rounds as a viewer may see them: run again from the log, then seen through the view."""

import json
from typing import Any, NamedTuple

from pitboss.house.audit.replay import KINDS, replay_entries
from pitboss.house.log import COLUMNS, Entry
from pitboss.house.store import Transaction
from pitboss.house.tables.view import Published
from pitboss.money import parse_dollars
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import SPECTATOR
from pitboss.web.common.errors import NotFound

MOST_LISTED = 50


class Past(NamedTuple):
    """A line of the list of rounds."""

    round: int
    status: str
    ended_at: str
    seats: int
    net_cents: int | None


class Recorded(NamedTuple):
    """One recorded round: who sat where, and the round run again."""

    number: int
    status: str
    ended_at: str
    who: dict[int, str]
    names: dict[int, str]
    running: Runner

    def seat_of(self, who: str) -> int:
        return next((seat for seat, person in self.who.items() if person == who), SPECTATOR)


def list_rounds(transaction: Transaction, table_id: str, who: str) -> list[Past]:
    """The last rounds of a table, with what the viewer won or lost in each."""
    rows = transaction.execute(
        "SELECT round, status, ended_at, opened_version, ended_version FROM rounds"
        " WHERE table_id = ? ORDER BY round DESC LIMIT ?",
        (table_id, MOST_LISTED),
    )
    listed = []
    for number, status, ended_at, opened, ended in rows:
        first, last = (_body(transaction, table_id, version) for version in (opened, ended))
        seats = {person: seat for seat, person in first.get("who", {}).items()}
        net = last.get("result", {}).get("net", {}).get(seats.get(who, ""))
        cents = None if net is None else parse_dollars(net)
        listed.append(Past(number, status, ended_at, len(seats), cents))
    return listed


def _body(transaction: Transaction, table_id: str, version: int) -> dict[str, Any]:
    rows = transaction.execute(
        "SELECT body FROM entries WHERE chain = ? AND version = ?", (table_id, version)
    )
    found: dict[str, Any] = json.loads(rows[0][0])
    return found


def load_round(transaction: Transaction, table: Published, number: int) -> Recorded:
    """One round that has ended."""
    rows = transaction.execute(
        "SELECT status, ended_at, opened_version, ended_version FROM rounds"
        " WHERE table_id = ? AND round = ?",
        (table.id, number),
    )
    if not rows:
        raise NotFound(f"round {number}: this table has no such round that has ended")
    status, ended_at, opened, ended = rows[0]
    found = transaction.execute(
        f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version BETWEEN ? AND ?"
        " ORDER BY version",
        (table.id, opened, ended),
    )
    entries = [Entry(*row) for row in found]
    running = replay_entries([_values(entry) for entry in entries if entry.kind in KINDS])
    who = {int(seat): person for seat, person in entries[0].values.get("who", {}).items()}
    names = _names(transaction, table.id, opened)
    return Recorded(number, status, ended_at, who, names, running)


def _values(entry: Entry) -> dict[str, Any]:
    return {
        "chain": entry.chain,
        "version": entry.version,
        "kind": entry.kind,
        "body": entry.values,
        "secret": entry.hidden or None,
    }


def _names(transaction: Transaction, table_id: str, version: int) -> dict[int, str]:
    """Who had last taken each seat before a version."""
    rows = transaction.execute(
        "SELECT body FROM entries WHERE chain = ? AND kind = 'seat-taken' AND version < ?"
        " ORDER BY version",
        (table_id, version),
    )
    return {body["seat"]: str(body["name"]) for body in (json.loads(row[0]) for row in rows)}
