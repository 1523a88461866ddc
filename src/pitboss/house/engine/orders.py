"""What may be asked of a table, by whom, and what answers it."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from pitboss.games.contract import Decision
from pitboss.house.log import Entry
from pitboss.house.people.roles import require
from pitboss.house.person import Person
from pitboss.house.tables import play as dealing
from pitboss.house.tables import seats as seating
from pitboss.house.tables import staff as managing
from pitboss.house.tables.entries import Happening, SatOut
from pitboss.house.tables.state import LiveTable
from pitboss.house.tables.view import deadline, publish
from pitboss.house.tables.work import Act, Command, Stale, Work
from pitboss.refusal import Refused
from pitboss.rounds.runner import safe_decision

TABLE = Person("table", "the table", "table")
"""Acts for the table itself: clocks and practice players."""

BY_SEAT: Mapping[str, Act] = {
    "sit": seating.sit,
    "leave": seating.leave,
    "buy-chips": seating.buy_chips,
    "sit-out": seating.sit_out,
    "sit-in": seating.sit_in,
    "wager": dealing.place_wagers,
    "decide": dealing.decide,
}
BY_STAFF: Mapping[str, Act] = {
    "deal": dealing.deal,
    "void": dealing.void,
    "seat-bot": seating.seat_bot,
    "remove-seat": seating.remove_seat,
    "close-table": managing.close,
    "advance-hit": managing.advance_hit,
    "change-table": managing.change_settings,
}
OWN = frozenset({"seat-bot", "remove-seat", "close-table", "change-table"})
"""What the owner of a practice table may do there without being staff."""


def carry_out(work: Work, command: Command) -> None:
    """Check the role and the version, and act."""
    if command.version is not None and command.version != work.table.version:
        raise Stale(f"version {command.version}: the table is at version {work.table.version} now")
    work.do(_find_act(work.table, command))


def _find_act(table: LiveTable, command: Command) -> Act:
    if command.person is TABLE:
        return BY_TABLE[command.act]
    act = BY_SEAT.get(command.act) or BY_STAFF.get(command.act)
    if act is None:
        known = ", ".join([*BY_SEAT, *BY_STAFF])
        raise Refused(f"act {command.act[:40]!r}: is unknown; there are {known}")
    if not _is_own(table, command):
        require(command.person, command.act)
    return act


def _is_own(table: LiveTable, command: Command) -> bool:
    """A practice table's owner runs it; anyone seated may have an automatic table deal."""
    if command.act == "deal" and table.setup.automatic:
        return table.seat_of(command.person.id) is not None
    if command.act not in OWN or table.owner != command.person.id:
        return False
    seat = table.seats.get(command.given.get("seat", 0))
    return command.act != "remove-seat" or (seat is not None and seat.is_bot)


def tick(work: Work) -> Iterator[Happening]:
    """The clock has run out: the safe default for the seat, or no more wagers."""
    table = work.table
    shown = publish(table)
    due = deadline(shown)
    is_due = due is not None and datetime.fromisoformat(due) <= datetime.fromisoformat(work.now)
    question = shown.question
    if question:
        seat = table.seats[question.seat]
        if not (seat.leaving or seat.away or is_due):
            raise Refused("clock: time is not up")
        yield from dealing.take(work, safe_decision(question), "table")
        yield from _sit_out(table, question.seat)
    elif is_due:
        yield from dealing.open_next(work)
    else:
        raise Refused("clock: time is not up")


def _sit_out(table: LiveTable, number: int) -> Iterator[Happening]:
    """Whoever missed a decision is not waited for again until they sit in or wager."""
    seat = table.seats.get(number)
    if seat and not seat.away and not seat.leaving and not seat.is_bot:
        yield SatOut(number)


def abandon(work: Work) -> Iterator[Happening]:
    """Close a practice table at which nothing has happened for long; a round in play is void."""
    why = "nobody is at the table"
    if work.table.is_playing:
        yield from dealing.void_round(work, why)
    dealing.check_open(work.table)
    yield from managing.close_table(work, why)


def play_bot(work: Work) -> Iterator[Happening]:
    """A practice player's decision, thought out beforehand."""
    question = work.table.running.question if work.table.running else None
    decision: Decision = work.given["decision"]
    if question is None or question.seat != decision.seat:
        raise Refused("bot: it is not its turn")
    try:
        dealing.check_decision(work.table, decision)
    except Refused:
        decision = safe_decision(question)
    yield from dealing.take(work, decision, "bot")


def refill_bot(work: Work) -> Iterator[Happening]:
    """A practice player that has run out buys in again."""
    seat = work.table.seats[work.given["seat"]]
    work.person = Person(seat.who, seat.name, "bot")
    yield from seating.buy_chips(work)


BY_TABLE: Mapping[str, Act] = {
    "tick": tick,
    "bot": play_bot,
    "deal": dealing.deal,
    "refill-bot": refill_bot,
    "abandon": abandon,
}


def answer(table_id: str, entry: Entry) -> dict[str, Any]:
    """What a client is told; the same for a command that it repeats."""
    return {"table": table_id, "version": entry.version, "kind": entry.kind, "at": entry.at}
