"""Memory of the house: for each table, and whether it grows with the rounds that are played."""

import gc
import os
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from benchmarks.house import Players
from pitboss.house.engine import House
from pitboss.house.store.schema import create_schema
from tests.campaigns.scan import Unsynced

TABLES = 150
RUN_UP_ROUNDS, ROUNDS = 250, 1_000
"""At one table of each game; a live table deals fewer than a hundred an hour."""


def resident_bytes(process: int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def open_house(folder: str) -> House:
    """Nothing waits for the disk here: only memory is looked at."""
    database = Unsynced(f"{folder}/house.db")
    create_schema(database)
    return House(database)


def held_bytes() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def play_to(house: House, players: Players, table: str, round_number: int) -> None:
    while (shown := house.table(table)).round < round_number or shown.question:
        players.ask(table)


def measure_tables() -> str:
    """Tables of all games, each with six or seven players, mid-round or after one."""
    with tempfile.TemporaryDirectory() as folder:
        house = open_house(folder)
        few = Players(house, 4)
        for table in few.people:
            play_to(house, few, table, 2)
        before = held_bytes()
        many = Players(house, TABLES)
        for table in many.people:
            play_to(house, many, table, 2)
        each = (held_bytes() - before) / TABLES
        house.close()
    return f"memory of a live table with its players: {each / 1024:,.0f} KiB"


def measure_growth() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        house = open_house(folder)
        players = Players(house, 4)
        for table in players.people:
            game = house.table(table).setup.key
            play_to(house, players, table, RUN_UP_ROUNDS)
            before = held_bytes()
            play_to(house, players, table, ROUNDS)
            grown = held_bytes() - before
            yield (
                f"{game}: memory from round {RUN_UP_ROUNDS} to {ROUNDS:,} of one table:"
                f" {grown / 1024:+,.0f} KiB"
            )
        house.close()


def lines() -> Iterator[str]:
    tracemalloc.start()
    yield measure_tables()
    yield from measure_growth()
    tracemalloc.stop()
