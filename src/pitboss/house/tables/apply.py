"""Applying recorded entries to a table: after a crash, or to catch up with another process.

What was recorded is recomputed on the way; a difference stops the table rather than go on wrong.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.cards import parse_cards
from pitboss.house import ledger
from pitboss.house.log import Entry
from pitboss.house.tables import rounds
from pitboss.house.tables.end import clear_wagers, end_round
from pitboss.house.tables.play import set_wagers, start_round
from pitboss.house.tables.seats import leave_seat, set_seat, take_seat
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import LiveTable
from pitboss.house.tables.work import post
from pitboss.jackpots.meter import Meter

ReadSetup = Callable[[Mapping[str, Any]], Setup]


class Corrupt(Exception):
    """The log does not agree with the rules: the table must not be played."""


def apply_entry(table: LiveTable, entry: Entry, read: ReadSetup) -> None:
    """Bring a table one entry further."""
    if entry.version != table.version + 1:
        raise Corrupt(f"{entry.chain}: entry {entry.version} does not follow {table.version}")
    body, hidden = entry.values, entry.hidden
    postings: Mapping[str, int] = body.get("postings", {})
    kind = entry.kind
    if kind == "seat-taken":
        take_seat(table, body)
    elif kind == "seat-leaving":
        set_seat(table, body, leaving=True)
    elif kind in ("sat-out", "sat-in"):
        set_seat(table, body, away=kind == "sat-out")
    elif kind == "wagers-placed":
        set_wagers(table, body, entry.at)
    elif kind in ("round-opened", "decided", "round-voided"):
        _apply_round(table, entry, body, hidden)
    elif kind == "settings-changed":
        table.setup = read(body["after"])
        table.setups += 1
        clear_wagers(table)
    elif kind == "table-closed":
        table.status = "closed"
    post(table, postings)
    if kind == "seat-left":
        leave_seat(table, body)
    table.version, table.hash = entry.version, entry.hash


def _apply_round(
    table: LiveTable, entry: Entry, body: Mapping[str, Any], hidden: Mapping[str, Any]
) -> None:
    if entry.kind == "round-opened":
        deck = parse_cards(hidden["deck"])
        script = body["script"]
        opening = rounds.read_round(table.setup, script, deck, read_meters(script["table"]))
        start_round(table, body, opening)
        table.opened_version, table.opened_at = entry.version, entry.at
        table.dealer = entry.who
    else:
        assert table.running
        table.running.decide(rounds.read_decision(body, hidden))
    assert table.running
    table.since = entry.at
    result = body.get("result")
    if result is None:
        moved = rounds.totals(table, table.running)
        if ledger.subtract(moved, table.posted) != body.get("postings", {}):
            raise Corrupt(f"{entry.chain}: entry {entry.version} moved other amounts")
        table.posted = moved
        return
    if "meters" in result:
        table.running = rounds.with_meters(
            table.running, read_meters({"jackpots": result["meters"]})
        )
    if rounds.result_values(table.setup, table.running) != result:
        raise Corrupt(f"{entry.chain}: entry {entry.version} has another result")
    end_round(table)


def read_meters(table: Mapping[str, Any]) -> tuple[Meter, ...]:
    """The meters that a recorded round was played with."""
    return tuple(
        Meter(
            Fraction(jackpot["meter"]) * 100,
            Fraction(jackpot.get("reserved", "0")) * 100,
            Fraction(jackpot.get("overflow", "0")) * 100,
        )
        for jackpot in table.get("jackpots", [])
    )
