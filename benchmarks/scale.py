"""``python -m benchmarks.scale``: what one server, several, and one PostgreSQL carry, at ten to
five thousand tables; prints the tables of docs/scale.md. What is timed stands beside a plain
measure of the same machine in the same run, so that a busy machine shows."""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from benchmarks.fair_shares import (
    WARMING_SECONDS,
    SeatedPlayer,
    processor_seconds,
    seat_player,
)
from benchmarks.house import plain_commits
from benchmarks.house_clients import serving
from benchmarks.house_memory import resident_bytes
from benchmarks.house_servers import servers
from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.integrity import passing_key
from pitboss.house.driver import STEP_SECONDS, Driver
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from pitboss.web.connections import raise_file_limit
from pitboss.web.server import collect_seldom
from tests.house.guests import WAGERS, guest, open_table
from tests.postgresql import Server
from tests.servers import find_postgresql

COUNTS = (10, 100, 1_000, 5_000)
SECONDS = 6.0
IN_FLIGHT = 128
STREAMS = 480
SETUP = {"buy_in": [20, 1_000_000], "clock": {"decision": 0, "wagers": 0}}


class Carried(NamedTuple):
    """What a house with so many tables does on SQLite."""

    tables: int
    commands: float
    plain: float
    round_bytes: float
    memory_mib: float
    start_seconds: float
    driver_share: float
    head_ms: float
    head_bytes: int
    whole_head_ms: float


def fill(house: House, count: int) -> dict[str, Person]:
    """Tables of Duki, each with one player: two commands are a round."""
    seated = {}
    for number in range(count):
        table, person = open_table(house, "duki", **SETUP), guest(house, number)
        house.issue_chips(person, 1_000_000_00)
        house.ask(Command(table, "sit", person, {"chips": 1_000_000}))
        seated[table] = person
    return seated


def play(house: House, seated: dict[str, Person], seconds: float) -> tuple[float, int]:
    """Every table in turn, many commands in flight: how many a second, and how many rounds."""
    acts: dict[str, dict[str, object]] = {
        "wager": {"wagers": WAGERS["duki"], "deal": True},
        "decide": {"action": "fold"},
    }
    start, done, rounds = time.perf_counter(), 0, 0
    names = list(seated)
    while time.perf_counter() - start < seconds:
        for first in range(0, len(names), IN_FLIGHT):
            part = names[first : first + IN_FLIGHT]
            for act, given in acts.items():
                sent = [house.command(Command(each, act, seated[each], given)) for each in part]
                for one in sent:
                    one.result()
                done += len(sent)
            rounds += len(part)
            if time.perf_counter() - start >= seconds:
                break
    return done / (time.perf_counter() - start), rounds


def file_bytes(path: str) -> int:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return os.path.getsize(path)


def driver_share(house: House) -> float:
    """The part of a processor that looking at every table takes, with nothing to do."""
    driver = Driver(house)
    driver.step(time.monotonic())
    start = time.thread_time()
    for _ in range(10):
        driver.step(time.monotonic())
    return (time.thread_time() - start) / 10 / STEP_SECONDS


def head_costs(house: House, seated: dict[str, Person]) -> tuple[float, int, float]:
    """The first head, which names every chain; then one after a round at one table."""
    key, times, size = passing_key(), [], 0
    for _ in range(2):
        start = time.perf_counter()
        head = house.do(lambda unit: sign_head(unit.transaction, unit.at, key, ""))
        times.append(1_000 * (time.perf_counter() - start))
        size = len(head.body)
        play(house, dict(list(seated.items())[:1]), 0.001)
    return times[1], size, times[0]


def measure(count: int, folder: str) -> Carried:
    path = f"{folder}/house.db"
    house = House(open_database(path))
    seated = fill(house, count)
    collect_seldom()
    whole, before = resident_bytes(os.getpid()), file_bytes(path)
    rate, rounds = play(house, seated, SECONDS)
    plain = plain_commits(open_database(f"{folder}/plain.db"))(1.0)
    size = (file_bytes(path) - before) / max(rounds, 1)
    head_ms, head_bytes, first_ms = head_costs(house, seated)
    share = driver_share(house)
    house.close()
    start = time.perf_counter()
    House(open_database(path)).close()
    begun = time.perf_counter() - start
    memory = whole / 2**20
    costs = (head_ms, head_bytes, first_ms)
    return Carried(count, rate, plain, size, memory, begun, share, *costs)


def in_child(answers: Connection, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        answers.send(measure(count, folder))


def carried(count: int) -> Carried:
    """In a process of its own, so that memory is that of these tables."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=in_child, args=(theirs, count))
    child.start()
    theirs.close()
    found: Carried = ours.recv()
    child.join()
    return found


def house_lines() -> Iterator[str]:
    yield "| tables | commands/s | of plain commits | bytes a round | memory | start | driver |"
    yield "|---|---|---|---|---|---|---|"
    heads = []
    for count in COUNTS:
        one = carried(count)
        heads.append(one)
        yield (
            f"| {count:,} | {one.commands:,.0f} | {one.commands / one.plain:.2f} |"
            f" {one.round_bytes:,.0f} | {one.memory_mib:,.0f} MiB | {one.start_seconds:.2f} s |"
            f" {one.driver_share:.1%} |"
        )
    yield ""
    yield "| chains | first head, all chains | head after one round | its bytes |"
    yield "|---|---|---|---|"
    for one in heads:
        yield (
            f"| {one.tables + 1:,} | {one.whole_head_ms:,.1f} ms | {one.head_ms:,.1f} ms |"
            f" {one.head_bytes:,} |"
        )


async def _listen(port: int, token: str, table: str, seen: list[int]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    head = f"GET /api/stream?tables={table} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
    while line := await reader.readline():
        seen[0] += line.startswith(b"event: table")


def listeners(orders: Connection, port: int, places: list[tuple[str, str]]) -> None:
    async def run() -> None:
        seen = [0]
        tasks = []
        for token, table in places:
            tasks.append(asyncio.create_task(_listen(port, token, table, seen)))
            await asyncio.sleep(0.004)
        await asyncio.sleep(2)
        orders.send(0)
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, orders.recv):
            orders.send(seen[0])
        for task in tasks:
            task.cancel()

    raise_file_limit()
    asyncio.run(run())


def stream_lines() -> Iterator[str]:
    """Spectators of the player's tables: memory of a stream, and what a frame costs the server."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        address = str(Path(folder) / "house.db")
        house = House(open_database(address))
        places = seat_player(house)
        house.close()
        port, server = stack.enter_context(serving(folder, address))
        time.sleep(WARMING_SECONDS)
        player = SeatedPlayer(port, server, places)
        player.play(2)
        before = resident_bytes(server)
        alone = player.play(4)
        ours, theirs = get_context("spawn").Pipe()
        watched = [(place.token, place.table) for place in places] * (STREAMS // len(places))
        args = (theirs, port, watched)
        child = get_context("spawn").Process(target=listeners, args=args, daemon=True)
        child.start()
        ours.recv()
        memory = (resident_bytes(server) - before) / len(watched)
        ours.send(True)
        first = ours.recv()
        used = processor_seconds(server)
        heard = player.play(4)
        time.sleep(0.5)
        used = processor_seconds(server) - used
        ours.send(True)
        frames = ours.recv() - first
        ours.send(False)
        child.join()
    cost = max(used - len(heard.seconds) / alone.cpu_rate, 0.0) / max(frames, 1)
    yield (
        f"A stream takes {memory / 1_024:,.0f} KiB of the server, a frame {1e6 * cost:,.0f} µs of"
        f" its processor; a command over HTTP {1e6 / alone.cpu_rate:,.0f} µs"
        f" ({alone.rate:,.0f}/s, one after the other)."
    )


def server_lines() -> Iterator[str]:
    yield "| database | servers | tables | commands/s | of plain commits |"
    yield "|---|---|---|---|---|"
    with tempfile.TemporaryDirectory() as folder:
        numbers = iter(range(9))
        yield from _side_by_side("SQLite", lambda: f"{folder}/{next(numbers)}.db")
    if find_postgresql():
        server = Server(durable=True)
        try:
            yield from _side_by_side("PostgreSQL", server.new_database)
        finally:
            server.stop()


def _side_by_side(name: str, address: Callable[[], str]) -> Iterator[str]:
    plain = plain_commits(open_database(address()))
    for count in (1, 2):
        with servers(address(), count, 100) as together:
            together(1.5)
            rate, commits = together(4.0), plain(1.0)
        ratio = rate / commits
        yield f"| {name} | {count} | 100 full ones | {rate:,.0f} | {ratio:.2f} |"


def main() -> None:
    raise_file_limit()
    start = time.monotonic()
    for line in chain(house_lines(), [""], server_lines(), [""], stream_lines()):
        print(line, flush=True)
    print(f"\nMeasured in {time.monotonic() - start:,.0f} s on {os.cpu_count()} cores.", flush=True)


if __name__ == "__main__":
    main()
