"""A table's rounds: opened from a script, what each moves, and what is kept of it beside the log
(its line in the books, its hits, the moves of meters)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.games.contract import Opening
from pitboss.games.events import MeterMoved, RoundVoided
from pitboss.games.opening import open_round, open_seating, reopen_round
from pitboss.games.profile import check_wagers
from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.log import canonical
from pitboss.house.store import jackpots, tables
from pitboss.house.store.entries import Unit
from pitboss.house.store.tables import Round
from pitboss.house.tables.setup import Setup, meter_json
from pitboss.house.tables.state import LiveTable
from pitboss.jackpots.meter import Cause, Meter
from pitboss.jackpots.terms import Hit, wager_of
from pitboss.money import dollars, read_exact
from pitboss.rounds.record import hits_of, settlement_json
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import read_wagers

Wagers = Mapping[int, Mapping[str, int]]
"""Cents by spot, for each seat."""


def make_script(setup: Setup, rest: Mapping[str, Any]) -> dict[str, Any]:
    """A round as ``pitboss deal`` takes it, but for its deck and decisions; between players
    ``rest`` is their sizes and what their game says of seats."""
    table = dict(setup.given.get("table", {}))
    return {"game": setup.key, "table": table, "profile": setup.given["profile"], **rest}


def house_script(
    setup: Setup, wagers: Wagers, meters: Sequence[Meter], deck_name: str
) -> dict[str, Any]:
    """The same against the house."""
    placed = {
        str(seat): {name: dollars(cents) for name, cents in chosen.items()}
        for seat, chosen in wagers.items()
    }
    script = make_script(setup, {"wagers": placed, "deck_name": deck_name})
    if meters:
        script["table"]["jackpots"] = meters_json(setup, meters)
    return script


def meters_json(setup: Setup, meters: Sequence[Meter]) -> list[dict[str, object]]:
    """The jackpots of a table with their meters, as scripts give them."""
    jackpots = zip(setup.settings.jackpots, setup.terms, meters, strict=True)
    return [{**values, **meter_json(terms, meter)} for terms, values, meter in jackpots]


def read_round(
    setup: Setup, script: Mapping[str, Any], cards: tuple[int, ...], meters: Sequence[Meter]
) -> Opening:
    """The opening that a recorded script and deck stand for; its wagers met the limits of its
    day."""
    if setup.game.recorded_seating:
        script = setup.game.recorded_seating(script)
    if setup.game.read_seating:
        return open_seating(setup.game, setup.settings, script, cards)
    wagers, deck_name = read_wagers(script["wagers"]), script["deck_name"]
    opening = reopen_round(setup.game, setup.settings, wagers, cards, deck_name)
    return opening._replace(meters=tuple(meters))


def open_house(
    setup: Setup, wagers: Wagers, cards: tuple[int, ...], deck_name: str, meters: Sequence[Meter]
) -> Opening:
    """A round against the house, its wagers checked."""
    opening = open_round(setup.game, setup.settings, wagers, cards, deck_name)
    check_wagers(setup.profile, opening.wagers)
    return opening._replace(meters=tuple(meters))


def with_meters(running: Runner, meters: Sequence[Meter]) -> Runner:
    """The round as it is on other meters than at its opening: other tables of a link may have
    moved them since. One that has ended is played again."""
    table, game = running.table, running.game
    if table.opening.meters == tuple(meters):
        return running
    opening = table.opening._replace(meters=tuple(meters))
    if running.question and game.contributed_meters:
        table.opening, table.meters = opening, game.contributed_meters(opening)
        return running
    return replay(game, opening, running.decisions)


def all_moved(table: str, setup: Setup, running: Runner) -> Postings:
    """What a round that has ended has moved: also between the jackpots' accounts and the bank, and
    hits that wait for a supervisor, which are kept back from the seats that won them."""
    moved, names = ledger.of_round(table, running), setup.jackpots
    if not names:
        return moved
    on_meters: Postings = {}
    before, after = running.table.opening.meters, running.table.meters
    for name, old, new in zip(names, before, after, strict=True):
        on_meters = ledger.add(on_meters, ledger.meter_change(name, old, new))
    moved = ledger.add(moved, ledger.balance(on_meters, ledger.bank(table)))
    for hit in hits_of(running) if setup.given["verify"] == "supervisor" else ():
        seat, held = ledger.seat(table, hit.seat), ledger.held(names[hit.sensor - 1])
        moved = ledger.add(moved, ledger.transfer(seat, held, hit.paid_cents))
    return moved


def result_values(setup: Setup, running: Runner) -> dict[str, Any]:
    """How a round ended, as it is recorded."""
    values: dict[str, Any] = {
        "status": running.status,
        "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
        "settlement": settlement_json(running),
    }
    if running.table.opening.meters:
        values["meters"] = meters_json(setup, running.table.opening.meters)
    return values


def read_meters(table: Mapping[str, Any]) -> tuple[Meter, ...]:
    """The meters that a recorded round was played with."""
    return tuple(
        Meter(
            read_exact(jackpot["meter"]),
            read_exact(jackpot.get("reserved", "0")),
            read_exact(jackpot.get("overflow", "0")),
        )
        for jackpot in table.get("jackpots", [])
    )


def add_round(table: LiveTable, unit: Unit) -> None:
    """The line of the round that has just ended, with its hits and what it moved on meters."""
    assert table.running
    for name, after, moves in meter_moves(table.setup.jackpots, table.running):
        unit.move_meter(name, after, moves, (table.id, table.round))
    for hit in new_hits(table, unit.at):
        jackpots.HITS.add(unit, hit)
    tables.ROUNDS.add(unit, line_of(table, unit.at))


def line_of(table: LiveTable, at: str) -> Round:
    """The line of a round that has just ended."""
    running = table.running
    assert running
    cause = ""
    if running.status == "void":
        cause = next(e.cause for e in running.table.events if isinstance(e, RoundVoided))
    wagers = canonical({"setup": table.setups, "wagers": _by_wager(running)})
    return Round(
        *(table.id, table.round, table.setup.key, at[:10], running.status, cause),
        *(table.dealer, table.opened_at, at, table.opened_version, table.version, wagers),
    )


def meter_moves(
    names: Sequence[str], running: Runner
) -> list[tuple[str, Meter, list[tuple[str, Fraction]]]]:
    """The jackpots that it moved, where each meter stands then, and the moves that led there."""
    if running.status == "void" or not names:
        return []
    moved = [event for event in running.table.events if type(event) is MeterMoved]
    meters = zip(running.table.opening.meters, running.table.meters, strict=True)
    found = []
    for number, (before, after) in enumerate(meters, 1):
        wager = wager_of(number)
        moves = [(event.cause, event.change) for event in moved if event.jackpot == wager]
        if moves or before != after:
            # where only the reserve grows, its place among the others' moves is kept all the same
            moves = moves or [(str(Cause.CONTRIBUTIONS), Fraction(0))]
            found.append((names[number - 1], after, moves))
    return found


def new_hits(table: LiveTable, at: str) -> list[Hit]:
    """Its hits: each waits for a supervisor, or is verified and paid by the table at once."""
    if table.running is None or not table.setup.jackpots:
        return []
    states = ["hit", "locked"]
    if table.setup.given["verify"] == "table":
        states += ["verified", "paid"]
    return [
        hit._replace(
            state=states[-1],
            steps=tuple((state, "table") for state in states),
            id=f"{table.id}-{table.round}-{hit.order}",
            jackpot=table.setup.jackpots[hit.sensor - 1],
            table=table.id,
            round=table.round,
            who=table.seats[hit.seat].who,
            at=at,
        )
        for hit in hits_of(table.running)
    ]


def _by_wager(running: Runner) -> dict[str, list[int]]:
    """What each wager came to: how many, how much, how much squared, and what the house won."""
    if running.table.stacks:
        return {"rake": [1, 0, 0, -sum(running.net_cents.values())]}
    books: dict[str, list[int]] = {}
    for row in running.settlement if running.status == "settled" else ():
        book = books.setdefault(row.wager, [0, 0, 0, 0])
        book[0] += 1 if row.cents else 0
        book[1] += row.cents
        book[2] += row.cents**2
        tipped = row.wager == "tip" and row.outcome == "win"
        book[3] -= row.paid_cents if tipped else row.net_cents
    return books
