"""What is kept beside the log: a round's line in the books, its hits, the moves of meters."""

from typing import Any

from pitboss.games.events import MeterMoved, RoundVoided
from pitboss.house.log import canonical
from pitboss.house.store import jackpots, tables
from pitboss.house.store.entries import Unit
from pitboss.house.store.tables import Round
from pitboss.house.tables.state import LiveTable
from pitboss.jackpots.terms import wager_of
from pitboss.rounds.record import hits_of
from pitboss.rounds.runner import Runner


def add_round(table: LiveTable, unit: Unit) -> None:
    """The line of the round that has just ended, with its hits and what it moved on meters."""
    running = table.running
    assert running
    cause = ""
    if running.status == "void":
        cause = next(e.cause for e in running.table.events if isinstance(e, RoundVoided))
    elif table.setup.jackpots:
        _move_meters(table, unit, running)
        _add_hits(table, unit, running)
    wagers = canonical(book_values(table, running))
    tables.add_round(
        unit,
        Round(
            *(table.id, table.round, table.setup.key, unit.at[:10], running.status, cause),
            *(table.dealer, table.opened_at, unit.at, table.opened_version, table.version, wagers),
        ),
    )


def _move_meters(table: LiveTable, unit: Unit, running: Runner) -> None:
    moved = [event for event in running.table.events if type(event) is MeterMoved]
    meters = zip(running.table.opening.meters, running.table.meters, strict=True)
    for number, (before, after) in enumerate(meters, 1):
        wager = wager_of(number)
        moves = [(event.cause, event.change) for event in moved if event.jackpot == wager]
        if moves or before != after:
            name = table.setup.jackpots[number - 1]
            unit.move_meter(name, after, moves, (table.id, table.round))


def _add_hits(table: LiveTable, unit: Unit, running: Runner) -> None:
    """Each hit waits for a supervisor, or is verified and paid by the table at once."""
    states = ["hit", "locked"]
    if table.setup.given["verify"] == "table":
        states += ["verified", "paid"]
    for hit in hits_of(running):
        jackpots.add_hit(
            unit,
            hit._replace(
                state=states[-1],
                steps=tuple((state, "table") for state in states),
                id=f"{table.id}-{table.round}-{hit.order}",
                jackpot=table.setup.jackpots[hit.sensor - 1],
                table=table.id,
                round=table.round,
                who=table.seats[hit.seat].who,
                at=unit.at,
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
