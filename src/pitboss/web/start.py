"""What a house does before it opens its doors: its key, its first operator, its first tables."""

import gc
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pitboss.games import all_games
from pitboss.games.contract import Game
from pitboss.house.audit.heads import open_key
from pitboss.house.audit.integrity import Watch
from pitboss.house.engine.house import House
from pitboss.house.log import HOUSE
from pitboss.house.people.accounts import FirstOperator, ensure_operator
from pitboss.house.person import Person
from pitboss.house.store import Conflict
from pitboss.house.store.entries import Unit
from pitboss.house.store.schema import read_meta, write_meta
from pitboss.house.tables.work import Command

OPERATOR = "Operator"
"""The name of the first one."""

KEY_FILE = "key.pem"
OPENED = "practice-tables"
SELF = Person(HOUSE, "House", "operator")
"""Acts for the house at its start, when nobody has logged in yet."""


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
    now = datetime.now(UTC)
    try:
        return ensure_operator(house.database, OPERATOR, None, now)
    except Conflict:  # another server starts at this moment
        return ensure_operator(house.database, OPERATOR, None, now)


def _claim_opening(unit: Unit) -> bool:
    """Whether this start is the one that opens the first tables."""
    mine = read_meta(unit.transaction, OPENED) is None
    if mine:
        write_meta(unit.transaction, OPENED, unit.at)
    return mine


def open_practice_tables(house: House) -> list[str]:
    """One of each game, dealt by itself, under no jurisdiction's profile."""
    return [_open_first_table(house, game) for game in all_games()]


def _open_first_table(house: House, game: Game) -> str:
    first = game.face.first_table
    setup = {**first.setup, "game": game.source.key}
    if first.jackpot:
        link = {"jackpot": house.open_jackpot(SELF, {**first.jackpot, "game": game.source.key})}
        setup["table"] = {**setup.get("table", {}), "jackpots": [link]}
    table = house.open_table(SELF, setup)
    for seat in first.player_seats:
        given = {"seat": seat, "chips": first.player_chips}
        house.ask(Command(table, "seat-bot", SELF, given))
    return table
