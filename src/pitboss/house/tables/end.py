"""The end of a round: meters, hits, promotions, the books, and seats that were to be freed."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.approval import promotion_pay
from pitboss.games.events import MeterMoved, RoundVoided
from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.log import Draft, canonical
from pitboss.house.tables import rounds
from pitboss.house.tables.seats import free
from pitboss.house.tables.state import LiveTable
from pitboss.house.tables.work import Work
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


def finish(
    work: Work, kind: str, body: dict[str, Any], secret: Mapping[str, object] | None
) -> None:
    """Write the last step of a round: its result, all money, and the table as it then stands."""
    table = work.table
    assert table.running
    moved = {}
    if table.running.status == "settled" and table.setup.jackpots:
        moved = _settle_meters(work)
    running = table.running
    body["result"] = rounds.result_values(table.setup, running)
    moved = ledger.add(moved, rounds.totals(table, running), rounds.held_postings(table, running))
    postings = ledger.subtract(moved, table.posted)
    end_round(table)
    entry = work.write(Draft(kind, body, postings, secret))
    _add_hits(work, running)
    _add_round(work, running, entry.version)
    _pay_promotions(work, running)
    for number in [n for n, seat in table.seats.items() if seat.leaving]:
        free(work, number)


def end_round(table: LiveTable) -> None:
    """Clear the spots for the next round."""
    table.posted, table.since = {}, ""
    clear_wagers(table)


def clear_wagers(table: LiveTable) -> None:
    """Nobody has wagered or said that they are ready."""
    table.started = ""
    for seat in table.seats.values():
        seat.wagers, seat.ready = {}, False


def _settle_meters(work: Work) -> dict[str, int]:
    """Settle on the meters as they stand now, whatever other tables of a link have added since
    the deal, and move them; all in this transaction."""
    table, batch = work.table, work.batch
    assert table.running
    names = table.setup.jackpots
    before = [batch.jackpot(name).meter for name in names]
    running = table.running = rounds.with_meters(table.running, before)
    after = running.table.meters
    moved = [event for event in running.table.events if type(event) is MeterMoved]
    for number, name in enumerate(names, 1):
        sensor = f"jackpot-{number}"
        moves = [(event.cause, event.change) for event in moved if event.jackpot == sensor]
        if moves or before[number - 1] != after[number - 1]:
            batch.move_meter(name, after[number - 1], moves, (table.id, table.round))
    return rounds.meter_postings(table.setup, before, after, ledger.bank(table.id))


def _add_hits(work: Work, running: Runner) -> None:
    """Each hit waits for a supervisor, or is verified and paid by the table at once."""
    table = work.table
    for hit in hits_of(running) if table.setup.jackpots else ():
        jackpot = table.setup.jackpots[hit.sensor - 1]
        steps = [["hit", "table"], ["locked", "table"]]
        if table.setup.given["verify"] == "table":
            steps += [["verified", "table"], ["paid", "table"]]
        work.batch.add(
            _HIT,
            (
                *(f"{table.id}-{table.round}-{hit.order}", jackpot, table.id, table.round),
                *(hit.seat, table.seats[hit.seat].who, hit.hand, hit.paid_cents, hit.order),
                *(steps[-1][0], canonical(steps), work.now),
            ),
        )


def _pay_promotions(work: Work, running: Runner) -> None:
    """Extra pays come from the house's promotion account, never from a bank or a meter."""
    table = work.table
    paid: Postings = {}
    for promotion in table.setup.promotions if running.status == "settled" else ():
        for row in running.settlement:
            cents = promotion_pay(promotion, row, work.now[:10])
            seat = ledger.seat(table.id, row.seat)
            paid = ledger.add(paid, ledger.transfer(ledger.PROMOTIONS, seat, cents))
    if paid:
        work.write(Draft("promotion-paid", {"round": table.round}, paid))


def _add_round(work: Work, running: Runner, version: int) -> None:
    """The round's line in the books."""
    table = work.table
    cause = ""
    if running.status == "void":
        cause = next(e.cause for e in running.table.events if isinstance(e, RoundVoided))
    work.batch.add(
        _ROUND,
        (
            *(table.id, table.round, table.setup.key, work.now[:10], running.status),
            *(cause, table.dealer, table.opened_at, work.now),
            *(table.opened_version, version, canonical(book_values(table, running))),
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
