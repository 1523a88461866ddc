"""A thousand seated programs at 150 tables over HTTP: a real server in a process of its own.

Each client holds an event stream, acts when its turn comes after a moment of thought, and times
each command from sending it to having its answer, which comes after the commit.
"""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.house import GAMES, TABLES, seats_at
from benchmarks.house_memory import resident_bytes
from pitboss.house import access
from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from pitboss.web.connections import raise_file_limit
from tests.house.guests import WAGERS, omaha_table, open_jackpot, open_table

CHIPS = 100_000
THOUGHT = (1.0, 5.0)
"""Seconds from one's turn to one's command."""
RUN_UP_SECONDS, SECONDS = 12.0, 20.0
MANY = ("--connections", "15000", "--address-connections", "15000")


class Place(NamedTuple):
    """A seated client: its token, its table and the game."""

    token: str
    table: str
    game: str


def fill(address: str) -> list[Place]:
    """Open the tables and seat everyone, before the server starts."""
    house = House(open_database(address))
    jackpot = open_jackpot(house)
    places = []
    for number in range(TABLES):
        game = GAMES[number % len(GAMES)]
        setup = {"table": omaha_table(jackpot)} if game == "super-omaha" else {}
        table = open_table(house, game, buy_in=[20, CHIPS], **setup)
        places += [seat_guest(house, table, game) for _ in range(seats_at(number))]
    house.close()
    return places


def seat_guest(house: House, table: str, game: str) -> Place:
    begun = house.do(lambda unit: access.begin_guest(unit, datetime.now(UTC)))
    house.issue_chips(begun.session.person, CHIPS * 100)
    house.ask(Command(table, "sit", begun.session.person, {"chips": CHIPS}))
    return Place(begun.token, table, game)


class Player:
    """One client: a stream to watch and a connection for its commands."""

    def __init__(self, port: int, place: Place, seen: "Seen") -> None:
        self.port = port
        self.place = place
        self.seen = seen
        self.rng = random.Random(place.token)
        self._turn: object = None
        self._asking: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._acting: asyncio.Task[None] | None = None

    async def watch(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        writer.write(self._head("GET", f"/api/stream?tables={self.place.table}"))
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self.seen.frames += 1
                values = json.loads(line[6:])
                if "phase" in values:
                    self._consider(values)

    def _head(self, method: str, path: str, body: bytes = b"") -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
        lines.append(f"Authorization: Bearer {self.place.token}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def _consider(self, view: dict[str, Any]) -> None:
        """Act once for each turn."""
        waiting, you = view["waiting"], view["you"]
        if waiting and waiting["seat"] == you:
            turn, command = (view["round"], view["version"]), choose(waiting["options"], self.rng)
        elif not waiting and self.place.game != "holdout" and not view["seats"][str(you)]["ready"]:
            turn = view["round"]
            wagers = WAGERS[self.place.game]
            command = {"act": "wager", "wagers": wagers, "deal": True}
        else:
            return
        if turn != self._turn:
            self._turn = turn
            self._acting = asyncio.create_task(self._act(command))

    async def _act(self, command: dict[str, Any]) -> None:
        await asyncio.sleep(self.rng.uniform(*THOUGHT))
        command["id"] = self.rng.randbytes(8).hex()
        body = json.dumps(command).encode()
        start = time.perf_counter()
        head = b""
        while not head:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                head = await self._ask(body)
        self.seen.add(time.perf_counter() - start, b" 200 " in head[:20])

    async def _ask(self, body: bytes) -> bytes:
        """Over the connection kept, or a new one where the server has closed it; a command that
        was lost with it is repeated under its id."""
        if self._asking is None:
            self._asking = await asyncio.open_connection("127.0.0.1", self.port)
        (reader, writer), self._asking = self._asking, None
        writer.write(self._head("POST", f"/api/tables/{self.place.table}/commands", body))
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        self._asking = reader, writer
        return head


class Seen:
    """What all clients have seen since the run-up."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.frames = self.refused = 0

    def add(self, seconds: float, accepted: bool) -> None:
        if accepted:
            self.seconds.append(seconds)
        else:
            self.refused += 1


def choose(options: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    option = rng.choice(options)
    command = {"act": "decide", "action": option["action"]}
    if "min" in option:
        command["amount"] = option["min"]
    if "cards" in option:
        command["cards"] = option["cards"]
    return command


async def play(port: int, places: list[Place]) -> Seen:
    seen = Seen()
    players = [Player(port, place, seen) for place in places]
    tasks = []
    for player in players:
        tasks.append(asyncio.create_task(player.watch()))
        await asyncio.sleep(0.002)
    await asyncio.sleep(RUN_UP_SECONDS)
    seen.seconds.clear()
    seen.frames = seen.refused = 0
    await asyncio.sleep(SECONDS)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    failed = [end for end in ended if not isinstance(end, asyncio.CancelledError)]
    assert not failed, f"{len(failed)} clients failed: {failed[0]!r}"
    return seen


@contextmanager
def serving(folder: str, address: str, *options: str) -> Iterator[tuple[int, int]]:
    """A server of its own process, for clients that all come from one address: its port and its
    process's number."""
    command = [sys.executable, "-m", "pitboss", "serve", "--port", "0", *MANY, *options]
    server = subprocess.Popen(
        [*command, "--database", address, "--data", folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # a line for each request
        text=True,
    )
    assert server.stdout
    try:
        port = int(server.stdout.readline().split("://")[1].split()[0].rpartition(":")[2])
        yield port, server.pid
    finally:
        with suppress(subprocess.TimeoutExpired):
            server.terminate()
            server.wait(20)
        server.kill()
        server.stdout.close()


def lines() -> Iterator[str]:
    raise_file_limit()
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / "house.db")
        places = fill(address)
        with serving(folder, address) as (port, process):
            seen = asyncio.run(play(port, places))
            memory = resident_bytes(process) / 2**20
    times = sorted(seen.seconds)
    middle, late = (1_000 * times[len(times) * part // 100] for part in (50, 99))
    yield (
        f"{len(places):,} seated API clients, {TABLES} tables, SQLite: {len(times) / SECONDS:,.0f}"
        f" commands/s, {seen.frames / SECONDS:,.0f} stream frames/s, latency p50 {middle:,.0f} ms,"
        f" p99 {late:,.0f} ms, refused {seen.refused}, server {memory:,.0f} MiB"
    )
