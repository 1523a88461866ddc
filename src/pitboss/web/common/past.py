"""A round that has ended, dealt anew from the log and shown as far as its viewer may see it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.house.engine.floor import setup_before
from pitboss.house.log import Entry
from pitboss.house.store import Transaction, rounds
from pitboss.house.store.rounds import Round
from pitboss.house.tables.apply import deal_anew
from pitboss.house.tables.setup import Setup
from pitboss.rounds.record import events_json
from pitboss.rounds.view import SPECTATOR, view


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
    return [_line(line) for line in rounds.latest(transaction, table_id, most, before)]


def _line(line: Round) -> dict[str, Any]:
    names = ("status", "cause", "opened_at", "ended_at")
    return {"round": line.number, **{name: getattr(line, name) for name in names}}


def load_round(transaction: Transaction, table_id: str, number: int) -> Past | None:
    """None while the round is being played, or where there is none."""
    found = rounds.load(transaction, table_id, number)
    if found is None:
        return None
    setup = setup_before(transaction, table_id, found.line.opened_version)
    return Past(table_id, _line(found.line), setup, tuple(found.entries))


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
