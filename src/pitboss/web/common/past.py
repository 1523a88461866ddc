"""A round that has ended, dealt anew from the log and shown as far as its viewer may see it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.house.engine.floor import setup_before
from pitboss.house.log import COLUMNS, Entry
from pitboss.house.store import Transaction
from pitboss.house.tables.apply import deal_anew
from pitboss.house.tables.setup import Setup
from pitboss.rounds.record import events_json
from pitboss.rounds.view import SPECTATOR, view

LINE = "round, status, cause, opened_at, ended_at"


class Past(NamedTuple):
    """An ended round as the log has it: its line in the books, its setup and its entries."""

    table: str
    line: Mapping[str, Any]
    setup: Setup
    entries: tuple[Entry, ...]


def read_lines(
    transaction: Transaction, table_id: str, before: int, most: int
) -> list[dict[str, Any]]:
    """The newest first."""
    rows = transaction.execute(
        f"SELECT {LINE} FROM rounds WHERE table_id = ? AND round < ? ORDER BY round DESC LIMIT ?",
        (table_id, before, most),
    )
    return [_line(row) for row in rows]


def _line(row: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(LINE.split(", "), row, strict=True))


def load_round(transaction: Transaction, table_id: str, number: int) -> Past | None:
    """None while the round is being played, or where there is none."""
    rows = transaction.execute(
        f"SELECT opened_version, ended_version, {LINE} FROM rounds"
        " WHERE table_id = ? AND round = ?",
        (table_id, number),
    )
    if not rows:
        return None
    first, last, *line = rows[0]
    entries = transaction.execute(
        f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version BETWEEN ? AND ?"
        " ORDER BY version",
        (table_id, first, last),
    )
    setup = setup_before(transaction, table_id, first)
    return Past(table_id, _line(tuple(line)), setup, tuple(Entry(*row) for row in entries))


def round_values(past: Past, who: str, sees_all: bool) -> dict[str, Any]:
    """Whoever sat there in that round sees what their seat saw; the hidden cards of others only
    whoever reads everything."""
    opened = past.entries[0]
    running = deal_anew(past.setup, past.entries)
    seated: Mapping[str, str] = opened.values.get("who", {})
    seat = next((int(number) for number, person in seated.items() if person == who), SPECTATOR)
    events = running.table.events
    result = past.entries[-1].values.get("result") or _last_result(past)
    values = {
        "table": past.table,
        **past.line,
        "game": past.setup.key,
        "you": seat or None,
        "seats": list(running.table.seats),
        "commitment": opened.values["commitment"],
        "net": result["net"],
        "settlement": result["settlement"],
        "events": events_json(events if sees_all else view(events, seat)),
    }
    if sees_all:
        values |= {"deck": opened.hidden["deck"], "salt": opened.hidden["salt"]}
    return values


def _last_result(past: Past) -> Mapping[str, Any]:
    found = [e.values["result"] for e in past.entries if "result" in e.values]
    result: Mapping[str, Any] = found[-1]
    return result
