"""What a house does before it opens its doors: its key, its first operator, its first tables."""

import gc
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.house.audit.heads import open_key
from pitboss.house.engine.house import House
from pitboss.house.engine.writer import Done
from pitboss.house.log import HOUSE, Draft
from pitboss.house.people.accounts import FirstOperator, ensure_operator
from pitboss.house.person import Person
from pitboss.house.services.integrity import Watch
from pitboss.house.store import Conflict, Transaction
from pitboss.house.store.schema import read_meta, write_meta
from pitboss.house.store.unit import Batch
from pitboss.house.tables.work import Command

OPERATOR = "Operator"
"""The name of the first one."""

KEY_FILE = "key.pem"
OPENED = "practice-tables"
SELF = Person(HOUSE, "House", "operator")
"""Acts for the house at its start, when nobody has logged in yet."""

LIMITS = {"min": 5, "max": 100, "bonus": [1, 25]}
JACKPOT: Mapping[str, Any] = {
    "name": "Practice progressive",
    "terms": {
        "paytable": "5CL-E01",
        "type": "progressive",
        "wager": 1,
        "seed": 10_000,
        "rate": "0.2",
        "reserve": "0.02",
    },
}
BOTS = (2, 4, 5)
"""Seats of practice players where people play against each other."""


class Started(NamedTuple):
    """What watches over the house, and its first operator where this start made one."""

    watch: Watch
    first: FirstOperator | None


def start_house(house: House, data: Path) -> Started:
    """Make what is missing and put the start on the log."""
    watch = Watch(house, open_key(data / KEY_FILE))
    watch.start()
    first = _ensure_operator(house)
    if house.do(_claim_opening):
        open_practice_tables(house)
    collect_seldom()
    return Started(watch, first)


def collect_seldom() -> None:
    """What a house has in memory lives long and seldom forms rings: Python's collector would go
    through it for nothing every few dozen commands."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _ensure_operator(house: House) -> FirstOperator | None:
    def record(transaction: Transaction, who: str, draft: Draft) -> None:
        batch = Batch(transaction, house.writer.stamp())
        batch.append_house(draft, who)
        batch.flush()

    now = datetime.now(UTC)
    try:
        return ensure_operator(house.database, OPERATOR, None, now, record)
    except Conflict:  # another server starts at this moment
        return ensure_operator(house.database, OPERATOR, None, now, record)


def _claim_opening(batch: Batch) -> Done:
    """Whether this start is the one that opens the first tables."""
    mine = read_meta(batch.transaction, OPENED) is None
    if mine:
        write_meta(batch.transaction, OPENED, batch.at)
    return lambda: mine


def open_practice_tables(house: House) -> list[str]:
    """One of each game, dealt by itself, under no jurisdiction's profile."""
    jackpot = house.open_jackpot(SELF, JACKPOT)
    omaha = {
        "paytables": {"ante": "SOA-01", "high-hand": "HHW-01", "flop-bonus": "SOA-03"},
        "limits": {"min": 5, "max": 100, "high-hand": [1, 25], "flop-bonus": [1, 25]},
        "jackpots": [{"jackpot": jackpot}],
    }
    setups: list[dict[str, Any]] = [
        {"game": "buyout", "table": {"limits": LIMITS}},
        {"game": "duki", "table": {"limits": LIMITS}},
        {"game": "super-omaha", "table": omaha},
        {"game": "holdout", "blinds": [2, 4], "buy_in": [40, 400]},
    ]
    tables = [house.open_table(SELF, setup) for setup in setups]
    for seat in BOTS:
        house.ask(Command(tables[-1], "seat-bot", SELF, {"seat": seat, "chips": "200.00"}))
    return tables
