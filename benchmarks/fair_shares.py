"""What a seated player notices of everyone else: the same commands, one after the other over one
connection, with and without the others, by turns in one run."""

import json
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.house_clients import Place, seat_guest, serving
from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.web.connections import raise_file_limit
from tests.house.guests import WAGERS, open_table

PLACES = 12
"""Tables of the player, who goes from one to the next: one session may do so much a second."""
TURNS, SECONDS = 5, 3.0
HALF_OPEN, ADDRESSES = 1_100, 11
HALF = b"GET /api/tables HTTP/1.1\r\nHost: here\r\nCookie: a="


class Heard(NamedTuple):
    """How long each command took, in seconds, and how many a second that were."""

    seconds: list[float]
    rate: float

    @property
    def late(self) -> float:
        return sorted(self.seconds)[len(self.seconds) * 95 // 100]


class SeatedPlayer:
    """Wagers and decides, each command as soon as the one before it is answered."""

    def __init__(self, port: int, places: list[Place]) -> None:
        self._address = ("127.0.0.1", port)
        self._places = places
        self._count = 0
        self._connect()

    def _connect(self) -> None:
        self._socket = socket.create_connection(self._address, 30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")

    def play(self, seconds: float = SECONDS) -> Heard:
        taken: list[float] = []
        start = time.perf_counter()
        while (begun := time.perf_counter()) - start < seconds:
            self._ask()
            taken.append(time.perf_counter() - begun)
        return Heard(taken, len(taken) / (time.perf_counter() - start))

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
            f"POST /api/tables/{place.table}/commands HTTP/1.1\r\nHost: here\r\n"
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
        time.sleep(0.2)
    return pairs


def half_open_line() -> str:
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / "house.db")
        house = House(open_database(address))
        places = seat_player(house)
        house.close()
        with serving(folder, address, "--connections", "1000") as (port, _):
            player = SeatedPlayer(port, places)
            pairs = by_turns(player, lambda stack: half_open(port, stack))
    quiet, loaded = (1_000 * median(pair[side].late for pair in pairs) for side in (0, 1))
    ratio = median(with_them.late / alone.late for alone, with_them in pairs)
    verdict = "meets" if ratio < 2 else "MISSES"
    return (
        f"a player's command, p95: {quiet:.1f} ms, with {HALF_OPEN:,} half-open connections"
        f" {loaded:.1f} ms, {ratio:.2f} times; {verdict} less than 2 times"
    )


def lines() -> Iterator[str]:
    raise_file_limit()
    yield half_open_line()


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
