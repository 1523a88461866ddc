"""Rounds that have ended: run again from the log, and shown as far as their viewer may see them."""

from typing import Any, NamedTuple

from pitboss.house.engine.floor import setup_before
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.entries import Which
from pitboss.house.store.tables import Recorded, Round
from pitboss.house.tables.apply import deal_anew
from pitboss.money import parse_dollars
from pitboss.rounds.record import events_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import SPECTATOR, view
from pitboss.web.common.errors import NotFound

MOST_LISTED = 50


class Line(NamedTuple):
    """A line of the list of rounds, with what the viewer won or lost."""

    round: int
    status: str
    ended_at: str
    seats: int
    net_cents: int | None


class Past(NamedTuple):
    """A round that has ended: its line in the books, who was dealt it, by which names they had
    taken their seats, and the round run again."""

    line: Round
    who: dict[int, str]
    names: dict[int, str]
    running: Runner

    def seat_of(self, who: str) -> int:
        return next((seat for seat, person in self.who.items() if person == who), SPECTATOR)


def read_lines(
    transaction: Transaction, table_id: str, before: int, most: int
) -> list[dict[str, Any]]:
    """The newest first."""
    return [_line(line) for line in tables.latest_rounds(transaction, table_id, most, before)]


def _line(line: Round) -> dict[str, Any]:
    names = ("status", "cause", "opened_at", "ended_at")
    return {"round": line.number, **{name: getattr(line, name) for name in names}}


def list_rounds(
    transaction: Transaction, table_id: str, who: str, most: int = MOST_LISTED
) -> list[Line]:
    """The last rounds of a table, with what the viewer won or lost in each."""
    listed = []
    for line in tables.latest_rounds(transaction, table_id, most):
        first, last = (
            entries.find(transaction, table_id, version)
            for version in (line.opened_version, line.ended_version)
        )
        assert first
        assert last
        seats = {person: seat for seat, person in first.values.get("who", {}).items()}
        net = last.values.get("result", {}).get("net", {}).get(seats.get(who, ""))
        cents = None if net is None else parse_dollars(net)
        listed.append(Line(line.number, line.status, line.ended_at, len(seats), cents))
    return listed


def find_round(transaction: Transaction, table_id: str, number: int) -> Recorded:
    """A round as the log has it; one in play is not there yet."""
    found = tables.load_round(transaction, table_id, number)
    if found is None:
        raise NotFound(f"round {number}: table {table_id} has no such round that has ended")
    return found


def load_round(transaction: Transaction, table_id: str, number: int) -> Past:
    """One round that has ended, run again."""
    found = find_round(transaction, table_id, number)
    names = _names(transaction, table_id, found.line.opened_version)
    return Past(found.line, found.who, names, _run_again(transaction, found))


def _run_again(transaction: Transaction, found: Recorded) -> Runner:
    setup = setup_before(transaction, found.line.table, found.line.opened_version)
    return deal_anew(setup, found.entries)


def _names(transaction: Transaction, table_id: str, version: int) -> dict[int, str]:
    """Who had last taken each seat before a version."""
    taken = entries.search(transaction, Which(table_id, ("seat-taken",), before=version))
    bodies = [entry.values for entry in taken]
    return {body["seat"]: str(body["name"]) for body in bodies}


def round_values(
    transaction: Transaction, table_id: str, number: int, who: str, sees_all: bool
) -> dict[str, Any]:
    """Whoever sat there in that round sees what their seat saw; the hidden cards of others only
    whoever reads everything."""
    found = find_round(transaction, table_id, number)
    opened, running = found.entries[0], _run_again(transaction, found)
    seat = next((seat for seat, person in found.who.items() if person == who), SPECTATOR)
    events = running.table.events
    values = {
        "table": found.line.table,
        **_line(found.line),
        "game": running.game.source.key,
        "you": seat or None,
        "seats": list(running.table.seats),
        "commitment": opened.values["commitment"],
        "net": found.result["net"],
        "settlement": found.result["settlement"],
        "events": events_json(events if sees_all else view(events, seat)),
    }
    if sees_all:
        values |= {"deck": opened.hidden["deck"], "salt": opened.hidden["salt"]}
    return values
