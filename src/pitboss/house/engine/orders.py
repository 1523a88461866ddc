"""What may be asked of a table, by whom, and what answers it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from pitboss.cards import parse_cards
from pitboss.games.contract import Decision
from pitboss.house.log import Draft, Entry
from pitboss.house.people.roles import require
from pitboss.house.person import Person
from pitboss.house.tables import play as dealing
from pitboss.house.tables import seats as seating
from pitboss.house.tables import staff as managing
from pitboss.house.tables.apply import ReadSetup
from pitboss.house.tables.state import LiveTable
from pitboss.house.tables.view import deadline, publish
from pitboss.house.tables.work import Command, Stale, Work
from pitboss.refusal import Refused
from pitboss.rounds.clock import safe_decision

Act = Callable[[Work], None]

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
}
OWN = frozenset({"seat-bot", "remove-seat", "close-table", "change-table"})
"""What the owner of a practice table may do there without being staff."""


def carry_out(work: Work, command: Command, read: ReadSetup) -> None:
    """Check the role and the version, and act."""
    table, act = work.table, command.act
    if command.version is not None and command.version != table.version:
        raise Stale(f"version {command.version}: the table is at version {table.version} now")
    if command.person is TABLE:
        BY_TABLE[act](work)
        return
    if act in BY_SEAT:
        require(command.person, act)
        BY_SEAT[act](work)
    elif act in BY_STAFF:
        if not _is_own(table, command):
            require(command.person, act)
        BY_STAFF[act](work)
    elif act == "change-table":
        if not _is_own(table, command):
            require(command.person, act)
        managing.change_settings(work, read)
    else:
        known = ", ".join([*BY_SEAT, *BY_STAFF, "change-table"])
        raise Refused(f"act {act[:40]!r}: is unknown; there are {known}")


def _is_own(table: LiveTable, command: Command) -> bool:
    """A practice table's owner runs it; anyone seated may have an automatic table deal."""
    if command.act == "deal" and table.setup.automatic:
        return table.seat_of(command.person.id) is not None
    if command.act not in OWN or table.owner != command.person.id:
        return False
    seat = table.seats.get(command.given.get("seat", 0))
    return command.act != "remove-seat" or (seat is not None and seat.is_bot)


def tick(work: Work) -> None:
    """The clock has run out: the safe default for the seat, or no more wagers."""
    table = work.table
    shown = publish(table)
    due = deadline(shown)
    question = shown.question
    if question:
        seat = table.seats[question.seat]
        if not (seat.leaving or seat.away) and (due is None or not _is_past(due, work.now)):
            raise Refused("clock: time is not up")
        dealing.take(work, safe_decision(question), "table")
        _sit_out(work, question.seat)
    elif due is not None and _is_past(due, work.now):
        dealing.open_next(work)
    else:
        raise Refused("clock: time is not up")


def _sit_out(work: Work, number: int) -> None:
    """Whoever missed a decision is not waited for again until they sit in or wager."""
    seat = work.table.seats.get(number)
    if seat and not seat.away and not seat.leaving and not seat.is_bot:
        work.write(Draft("sat-out", {"seat": number}))
        seat.away = True


def abandon(work: Work) -> None:
    """Close a practice table at which nothing has happened for long; a round in play is void."""
    table = work.table
    if table.is_playing:
        work.given = {"reason": "nobody is at the table"}
        dealing.void(work)
    work.given = {"why": "nobody is at the table"}
    managing.close(work)


def _is_past(due: str, now: str) -> bool:
    return datetime.fromisoformat(due) <= datetime.fromisoformat(now)


def play_bot(work: Work) -> None:
    """A practice player's decision, thought out beforehand."""
    question = work.table.running.question if work.table.running else None
    given = work.given
    if question is None or question.seat != given["seat"]:
        raise Refused("bot: it is not its turn")
    cards = parse_cards(given["cards"]) if given.get("cards") else None
    decision = Decision(given["seat"], given["action"], given.get("cents"), cards=cards)
    try:
        dealing.take(work, decision, "bot")
    except Refused:
        dealing.take(work, safe_decision(question), "bot")


def deal_by_table(work: Work) -> None:
    """A table that deals by itself opens the next round."""
    dealing.check_open(work.table)
    if work.table.is_playing:
        raise Refused("deal: the round is still being played")
    dealing.open_next(work)


def refill_bot(work: Work) -> None:
    """A practice player that has run out buys in again."""
    seat = work.table.seats[work.given["seat"]]
    work.person = Person(seat.who, seat.name, "bot")
    seating.buy_chips(work)


BY_TABLE: Mapping[str, Act] = {
    "tick": tick,
    "bot": play_bot,
    "deal": deal_by_table,
    "refill-bot": refill_bot,
    "abandon": abandon,
}


def answer(table_id: str, entry: Entry) -> dict[str, Any]:
    """What a client is told; the same for a command that it repeats."""
    return {"table": table_id, "version": entry.version, "kind": entry.kind, "at": entry.at}
