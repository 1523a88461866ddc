"""What a seated player notices of everyone else: the same commands, one after the other over one
connection, with and without the others, by turns in one run."""

import asyncio
import json
import os
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.house import GAMES, Players
from benchmarks.house_clients import Place, seat_guest, serving
from benchmarks.house_memory import play_to
from pitboss.house import access
from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.web.common.services import MOST_OF_ONE
from pitboss.web.connections import raise_file_limit
from tests.house.guests import WAGERS, open_table

PLACES = 12
"""Tables of the player, who goes from one to the next: one session may do so much a second."""
TURNS, SECONDS = 5, 3.0
HALF_OPEN, ADDRESSES = 1_100, 11
TABLES, STREAMS, READERS = 2_000, 500, 20
SETTLING_SECONDS, LEAVING_SECONDS = 3.0, 1.0
WARMING_SECONDS = 15.0
"""A server that has just started gets the coach ready: that is over before anything is timed."""
HALF = b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a="


class Heard(NamedTuple):
    """How long each command took, in seconds, how many a second that were, and how many in a
    second of the server's processor, whatever it was used for."""

    seconds: list[float]
    rate: float
    cpu_rate: float

    @property
    def late(self) -> float:
        return sorted(self.seconds)[len(self.seconds) * 95 // 100]


class SeatedPlayer:
    """Wagers and decides, each command as soon as the one before it is answered."""

    def __init__(self, port: int, server: int, places: list[Place]) -> None:
        self._address = ("127.0.0.1", port)
        self._server = server
        self._places = places
        self._count = 0
        self._connect()

    def _connect(self) -> None:
        self._socket = socket.create_connection(self._address, 30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")

    def play(self, seconds: float = SECONDS) -> Heard:
        taken: list[float] = []
        used = processor_seconds(self._server)
        start = time.perf_counter()
        while (begun := time.perf_counter()) - start < seconds:
            self._ask()
            taken.append(time.perf_counter() - begun)
        spent, used = time.perf_counter() - start, processor_seconds(self._server) - used
        return Heard(taken, len(taken) / spent, len(taken) / used)

    def _ask(self) -> None:
        turn, number = divmod(self._count, len(self._places))
        place = self._places[number]
        asked: dict[str, object] = {"act": "decide", "action": "fold"}
        if turn % 2 == 0:
            asked = {"act": "wager", "wagers": WAGERS[place.game], "deal": True}
        status = self._send(place, json.dumps(asked).encode())
        assert status == 200, (asked, status)
        self._count += 1

    def _send(self, place: Place, body: bytes) -> int:
        head = (
            f"POST /api/tables/{place.table}/commands HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {place.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._socket.sendall(head.encode() + body)
        status = int(self._file.readline().split()[1])
        length = 0
        while (line := self._file.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split()[1])
        self._file.read(length)
        return status


def processor_seconds(process: int) -> float:
    """What a process and its threads have used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seat_player(house: House) -> list[Place]:
    """Tables of Duki without a clock, and the same seat at each."""
    setup = {"buy_in": [20, 100_000], "clock": {"decision": 0, "wagers": 0}}
    tables = [open_table(house, "duki", **setup) for _ in range(PLACES)]
    return [seat_guest(house, table, "duki") for table in tables]


def half_open(port: int, stack: ExitStack) -> None:
    """Many requests of which only a part ever comes, each address with as many as it may have."""
    for number in range(HALF_OPEN):
        host = f"127.0.0.{2 + number % ADDRESSES}"
        one = socket.create_connection(("127.0.0.1", port), 30, (host, 0))
        stack.callback(one.close)
        with suppress(OSError):
            one.sendall(HALF)


def by_turns(
    player: SeatedPlayer, load: Callable[[ExitStack], object]
) -> list[tuple[Heard, Heard]]:
    """Alone and with the others, again and again."""
    player.play(SECONDS / 2)
    pairs = []
    for _ in range(TURNS):
        alone = player.play()
        with ExitStack() as stack:
            load(stack)
            pairs.append((alone, player.play()))
        time.sleep(LEAVING_SECONDS)
    return pairs


def half_open_line() -> str:
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / "house.db")
        house = House(open_database(address))
        places = seat_player(house)
        house.close()
        with serving(folder, address, "--connections", "1000") as (port, server):
            time.sleep(WARMING_SECONDS)
            player = SeatedPlayer(port, server, places)
            pairs = by_turns(player, lambda stack: half_open(port, stack))
    quiet, loaded = (1_000 * median(pair[side].late for pair in pairs) for side in (0, 1))
    ratio = median(with_them.late / alone.late for alone, with_them in pairs)
    verdict = "meets" if ratio < 2 else "MISSES"
    return (
        f"a player's command, p95: {quiet:.1f} ms, with {HALF_OPEN:,} half-open connections"
        f" {loaded:.1f} ms, {ratio:.2f} times; {verdict} less than 2 times"
    )


class Crowd(NamedTuple):
    """Everyone but the player: lobby streams by session, and who reads which replays."""

    port: int
    watchers: list[str]
    readers: list[str]
    rounds: list[str]


async def find_stream(port: int, token: str) -> str:
    """The stream that a page of the lobby names, which goes on from what that page shows."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
    writer.write(_get("/", token))
    page = await reader.readuntil(b"</html>")
    writer.close()
    return page.split(b'data-stream="')[1].split(b'"')[0].decode()


async def watch(port: int, token: str, stream: str) -> None:
    """A stream of the lobby, read and thrown away."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(_get(stream, token))
        while await reader.read(2**20):
            pass
    finally:
        writer.close()


async def browse(crowd: Crowd, token: str, read: "Counter[str]") -> None:
    """One replay after the other, as a page or by the API."""
    reader, writer = await asyncio.open_connection("127.0.0.1", crowd.port, limit=2**22)
    rng = random.Random(token)
    try:
        while True:
            path = rng.choice(crowd.rounds)
            writer.write(_get(path, token))
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
            read[head.split()[1].decode()] += 1
            if b" 200 " not in head[:20]:
                await asyncio.sleep(0.5)
    finally:
        writer.close()


def _get(path: str, token: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )


def crowd_in(orders: Connection, crowd: Crowd) -> None:
    """The crowd's own process, which yields to the server: comes and goes as it is told."""
    os.nice(5)
    raise_file_limit()
    asyncio.run(_crowd(orders, crowd))


async def _crowd(orders: Connection, crowd: Crowd) -> None:
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, orders.recv):
        read: Counter[str] = Counter()
        tasks = [asyncio.create_task(browse(crowd, token, read)) for token in crowd.readers]
        stream = await find_stream(crowd.port, crowd.watchers[0])
        for number, token in enumerate(crowd.watchers):
            tasks.append(asyncio.create_task(watch(crowd.port, token, stream)))
            if number % 10 == 0:
                await asyncio.sleep(0.02)
        await asyncio.sleep(SETTLING_SECONDS)
        orders.send(None)
        read.clear()
        await loop.run_in_executor(None, orders.recv)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        orders.send(dict(read))


def fill(address: str) -> tuple[list[Place], list[str], list[str], list[str]]:
    """The player's tables, all others, and rounds to read; sessions for the crowd."""
    house = House(open_database(address))
    places = seat_player(house)
    played = Players(house, 8)
    for table in played.people:
        play_to(house, played, table, 6)
    rounds = [f"/tables/{table}/rounds/{n}" for table in played.people for n in range(1, 6)]
    for number in range(TABLES - len(places) - len(played.people)):
        game = GAMES[number % len(GAMES)]
        setup = {"table": {"limits": {"min": 5, "max": 100}}} if game == "super-omaha" else {}
        open_table(house, game, name=f"Table {number}", **setup)
    begun = [
        house.do(lambda unit: access.begin_guest(unit, datetime.now(UTC))).token
        for _ in range(STREAMS // MOST_OF_ONE + READERS)
    ]
    house.close()
    watchers = [token for token in begun[READERS:] for _ in range(MOST_OF_ONE)]
    return places, watchers, begun[:READERS], [*rounds, *(f"/api{path}" for path in rounds)]


def crowd_line() -> str:
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / "house.db")
        places, watchers, readers, rounds = fill(address)
        with serving(folder, address) as (port, server):
            crowd = Crowd(port, watchers, readers, rounds)
            context = get_context("spawn")
            ours, theirs = context.Pipe()
            others = context.Process(target=crowd_in, args=(theirs, crowd), daemon=True)
            others.start()
            time.sleep(WARMING_SECONDS)
            read: Counter[str] = Counter()

            def load(stack: ExitStack) -> None:
                def leave() -> None:
                    ours.send(True)
                    read.update(ours.recv())

                ours.send(True)
                ours.recv()
                stack.callback(leave)

            pairs = by_turns(SeatedPlayer(port, server, places), load)
            ours.send(False)
            others.join()
    alone, kept = (median(pair[side].rate for pair in pairs) for side in (0, 1))
    ratio = median(with_them.rate / alone.rate for alone, with_them in pairs)
    by_cpu = median(with_them.cpu_rate / alone.cpu_rate for alone, with_them in pairs)
    verdict = "meets" if ratio >= 0.8 else "MISSES"
    replays = read["200"] / (TURNS * SECONDS)
    return (
        f"a player's commands at {TABLES:,} tables: {alone:,.0f}/s alone, {kept:,.0f}/s with"
        f" {len(watchers)} lobby streams and {READERS} readers of replays ({replays:.0f}/s read),"
        f" {ratio:.0%} of the rate ({by_cpu:.0%} by the server's processor time); {verdict} 80%"
    )


def lines() -> Iterator[str]:
    raise_file_limit()
    yield half_open_line()
    yield crowd_line()


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
