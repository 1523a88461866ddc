"""Recorded rounds as a viewer may see them: run again from the log, then seen through the view."""

from typing import Any, NamedTuple

from pitboss.house.audit.replay import KINDS, replay_entries
from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries, rounds
from pitboss.house.store.entries import Which
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


def list_rounds(
    transaction: Transaction, table_id: str, who: str, most: int = MOST_LISTED
) -> list[Past]:
    """The last rounds of a table, with what the viewer won or lost in each."""
    listed = []
    for line in rounds.latest(transaction, table_id, most):
        first, last = (
            entries.find(transaction, table_id, version)
            for version in (line.opened_version, line.ended_version)
        )
        assert first
        assert last
        seats = {person: seat for seat, person in first.values.get("who", {}).items()}
        net = last.values.get("result", {}).get("net", {}).get(seats.get(who, ""))
        cents = None if net is None else parse_dollars(net)
        listed.append(Past(line.number, line.status, line.ended_at, len(seats), cents))
    return listed


def load_round(transaction: Transaction, table: Published, number: int) -> Recorded:
    """One round that has ended."""
    found = rounds.load(transaction, table.id, number)
    if found is None:
        raise NotFound(f"round {number}: this table has no such round that has ended")
    line = found.line
    running = replay_entries([_values(entry) for entry in found.entries if entry.kind in KINDS])
    names = _names(transaction, table.id, line.opened_version)
    return Recorded(number, line.status, line.ended_at, found.who, names, running)


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
    taken = entries.search(transaction, Which(table_id, ("seat-taken",), before=version))
    bodies = [entry.values for entry in taken]
    return {body["seat"]: str(body["name"]) for body in bodies}
