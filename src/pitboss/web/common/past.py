"""A round that has ended, dealt anew from the log and shown as far as its viewer may see it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.cards import parse_cards
from pitboss.house.engine.floor import open_jackpots
from pitboss.house.log import COLUMNS, Entry
from pitboss.house.store import Transaction
from pitboss.house.tables.apply import read_meters
from pitboss.house.tables.rounds import read_decision, read_round, with_meters
from pitboss.house.tables.setup import Setup, read_setup
from pitboss.rounds.record import events_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import SPECTATOR, view

LINE = "round, status, cause, opened_at, ended_at"
STEPS = ("decided", "round-voided")


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
    setup = read_setup(_setup_before(transaction, table_id, first), open_jackpots(transaction))
    return Past(table_id, _line(tuple(line)), setup, tuple(Entry(*row) for row in entries))


def _setup_before(transaction: Transaction, table_id: str, version: int) -> Mapping[str, Any]:
    """The setup in force when an entry was written."""
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version < ?"
        " AND kind IN ('table-opened', 'settings-changed') ORDER BY version DESC LIMIT 1",
        (table_id, version),
    )
    entry = Entry(*rows[0])
    found: Mapping[str, Any] = entry.values["setup" if entry.kind == "table-opened" else "after"]
    return found


def deal_anew(past: Past) -> Runner:
    """The round from its opening and its decisions, on the meters at which it was settled."""
    opened = past.entries[0]
    script = opened.values["script"]
    meters = read_meters(script["table"])
    deck = parse_cards(opened.hidden["deck"])
    running = Runner(past.setup.game, read_round(past.setup, script, deck, meters))
    result = opened.values.get("result", {})
    for entry in past.entries[1:]:
        if entry.kind in STEPS:
            running.decide(read_decision(entry.values, entry.hidden))
            result = entry.values.get("result", result)
    if "meters" in result:
        running = with_meters(running, read_meters({"jackpots": result["meters"]}))
    return running


def round_values(past: Past, who: str, sees_all: bool) -> dict[str, Any]:
    """Whoever sat there in that round sees what their seat saw; the hidden cards of others only
    whoever reads everything."""
    opened = past.entries[0]
    running = deal_anew(past)
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
