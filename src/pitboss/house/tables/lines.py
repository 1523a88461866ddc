"""What is kept beside the log: a round's line in the books, its hits, the moves of meters."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.games.events import MeterMoved, RoundVoided
from pitboss.house.log import canonical
from pitboss.house.store.unit import Batch
from pitboss.house.tables.state import LiveTable
from pitboss.jackpots.hit import Hit
from pitboss.jackpots.meter import Meter
from pitboss.rounds.record import hits_of
from pitboss.rounds.runner import Runner

_ROUND = (
    "INSERT INTO rounds (table_id, round, game, day, status, cause, dealer, opened_at, ended_at,"
    " opened_version, ended_version, wagers) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_HIT = (
    "INSERT INTO hits (id, jackpot, table_id, round, seat, who, hand, paid_cents, place, state,"
    " steps, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def add_round(table: LiveTable, unit: Batch) -> None:
    """The line of the round that has just ended, with its hits and what it moved on meters."""
    running = table.running
    assert running
    cause = ""
    if running.status == "void":
        cause = next(e.cause for e in running.table.events if isinstance(e, RoundVoided))
    elif table.setup.jackpots:
        _move_meters(table, unit, running)
        _add_hits(table, unit, running)
    unit.add(
        _ROUND,
        (
            *(table.id, table.round, table.setup.key, unit.at[:10], running.status),
            *(cause, table.dealer, table.opened_at, unit.at),
            *(table.opened_version, table.version, canonical(book_values(table, running))),
        ),
    )


def _move_meters(table: LiveTable, unit: Batch, running: Runner) -> None:
    moved = [event for event in running.table.events if type(event) is MeterMoved]
    meters = zip(running.table.opening.meters, running.table.meters, strict=True)
    for number, (before, after) in enumerate(meters, 1):
        sensor = f"jackpot-{number}"
        moves = [(event.cause, event.change) for event in moved if event.jackpot == sensor]
        if moves or before != after:
            name = table.setup.jackpots[number - 1]
            unit.move_meter(name, after, moves, (table.id, table.round))


def _add_hits(table: LiveTable, unit: Batch, running: Runner) -> None:
    """Each hit waits for a supervisor, or is verified and paid by the table at once."""
    for hit in hits_of(running):
        jackpot = table.setup.jackpots[hit.sensor - 1]
        steps = [["hit", "table"], ["locked", "table"]]
        if table.setup.given["verify"] == "table":
            steps += [["verified", "table"], ["paid", "table"]]
        unit.add(
            _HIT,
            (
                *(f"{table.id}-{table.round}-{hit.order}", jackpot, table.id, table.round),
                *(hit.seat, table.seats[hit.seat].who, hit.hand, hit.paid_cents, hit.order),
                *(steps[-1][0], canonical(steps), unit.at),
            ),
        )


def book_values(table: LiveTable, running: Runner) -> dict[str, Any]:
    """What each wager came to: how many, how much, how much squared, and what the house won."""
    books: dict[str, list[int]] = {}
    if running.table.stacks:
        raked = -sum(running.net_cents.values())
        books["rake"] = [1, 0, 0, raked]
    elif running.status == "settled":
        for row in running.settlement:
            book = books.setdefault(row.wager, [0, 0, 0, 0])
            book[0] += 1 if row.cents else 0
            book[1] += row.cents
            book[2] += row.cents**2
            tipped = row.wager == "tip" and row.outcome == "win"
            book[3] -= row.paid_cents if tipped else row.net_cents
    return {"setup": table.setups, "wagers": books}


def advance_hit(unit: Batch, name: str, hit: Hit) -> None:
    """A hit in its next state, with whoever brought it there."""
    unit.add(
        "UPDATE hits SET state = ?, steps = ? WHERE id = ?",
        (hit.state, canonical(hit.steps), name),
    )


def return_to_meter(unit: Batch, jackpot: str, cents: int, where: tuple[str, int]) -> None:
    """A voided hit's money goes back to the meter that it came from."""
    before = unit.jackpot(jackpot).meter
    after = before._replace(value=before.value + cents)
    unit.move_meter(jackpot, after, [("hit voided", Fraction(cents))], where)


def correct_round(unit: Batch, table_id: str, number: int, meters: Mapping[str, Meter]) -> None:
    """A round's line says that it was undone, and the meters stand as they do then."""
    for jackpot, after in meters.items():
        change = after.total - unit.jackpot(jackpot).meter.total
        unit.move_meter(jackpot, after, [("round corrected", change)], (table_id, number))
    unit.add(
        "UPDATE rounds SET status = ?, cause = ? WHERE table_id = ? AND round = ?",
        ("corrected", "void after settling", table_id, number),
    )
