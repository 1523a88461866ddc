"""What a viewer may see of a table. Hidden cards are not in it, so nothing can show them.

``Published`` is a table as it stood after a commit; views are made from it alone.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from pitboss.games.contract import Decision, Opening, Question
from pitboss.games.events import Event
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import LiveTable
from pitboss.money import dollars
from pitboss.rounds.record import event_json, option_json
from pitboss.rounds.view import SPECTATOR, see


class Published(NamedTuple):
    """A table as everyone may know that it stands, and what only the table knows of its round."""

    id: str
    version: int
    owner: str
    setup: Setup
    phase: str
    round: int
    status: str
    seats: Mapping[int, Mapping[str, Any]]
    events: Sequence[Event]
    length: int
    question: Question | None
    since: str
    started: str
    opening: Opening | None
    decisions: tuple[Decision, ...]
    dealt: Mapping[int, str]


def publish(table: LiveTable) -> Published:
    """Freeze a table as it stands."""
    running = table.running
    round_ = running.table if running else None
    return Published(
        table.id,
        table.version,
        table.owner,
        table.setup,
        table.phase,
        table.round,
        running.status if running else "",
        {number: table.seats[number].values() for number in sorted(table.seats)},
        round_.events if round_ else (),
        len(round_.events) if round_ else 0,
        running.question if running else None,
        table.since,
        table.started,
        round_.opening if round_ else None,
        tuple(running.decisions) if running else (),
        table.dealt,
    )


def seat_of(table: Published, who: str) -> int:
    """The viewer's seat, or that of a spectator."""
    return next((n for n, seat in table.seats.items() if seat["who"] == who), SPECTATOR)


def dealt_seat_of(table: Published, who: str) -> int:
    """The seat at which the viewer was dealt the round that is shown: whoever takes the seat after
    it sees no more of it than a spectator."""
    return next((n for n, person in table.dealt.items() if person == who), SPECTATOR)


def seen_events(table: Published, viewer: int, start: int = 0) -> list[dict[str, Any]]:
    """The round's events from one on, as this seat sees them."""
    events = (table.events[index] for index in range(start, table.length))
    return [event_json(see(event, viewer)) for event in events]


def table_view(table: Published, who: str, start: int = 0) -> dict[str, Any]:
    """The table as this person sees it, with the round's events from ``start`` on."""
    viewer, dealt = seat_of(table, who), dealt_seat_of(table, who)
    return {
        "table": table.id,
        "version": table.version,
        "name": table.setup.name,
        "game": table.setup.key,
        "phase": table.phase,
        "round": table.round,
        "round_status": table.status,
        "you": viewer or None,
        "owner": table.owner == who,
        "seats": {str(number): _seat_view(seat) for number, seat in table.seats.items()},
        "empty": [n for n in range(1, table.setup.seats + 1) if n not in table.seats],
        "waiting": _waiting_view(table, dealt),
        "deadline": deadline(table),
        "from": start,
        "events": seen_events(table, dealt, start),
    }


def _seat_view(seat: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": seat["name"],
        "kind": seat["kind"],
        "stack": dollars(seat["stack_cents"]),
        "wagers": {name: dollars(cents) for name, cents in seat["wagers"].items()},
        "ready": seat["ready"],
        "away": seat["away"],
        "leaving": seat["leaving"],
    }


def _waiting_view(table: Published, viewer: int) -> dict[str, Any] | None:
    """Whose turn it is; the options, which may name cards, only for that seat."""
    question = table.question
    if question is None:
        return None
    waiting: dict[str, Any] = {"seat": question.seat, "rule": question.rule}
    if question.seat == viewer:
        waiting["options"] = [option_json(option) for option in question.options]
    return waiting


def deadline(table: Published) -> str | None:
    """When the clock decides for the seat that is asked, or locks the wagers."""
    if table.question and table.since:
        seconds, start = table.setup.decision_seconds, table.since
    elif not table.question and table.started and table.setup.automatic:
        seconds, start = table.setup.wager_seconds, table.started
    else:
        return None
    if not seconds:
        return None
    due = datetime.fromisoformat(start) + timedelta(seconds=seconds)
    return due.isoformat(timespec="milliseconds")
