"""Connections that ask for nothing, slowly, or do not listen; and room for those who play."""

import asyncio
import resource
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import ClassVar

import httpx
from fastapi.responses import Response, StreamingResponse

from pitboss.web.common.gate import HEADERS
from pitboss.web.connections import ConnectionLimits, Connections, raise_file_limit
from tests.web.room import DUKI, Room
from tests.web.serving import Serving, next_of, watch

HALF = b"GET /api/tables HTTP/1.1\r\nHost: here\r\n"
WHOLE = HALF + b"\r\n"
POST = b"POST /api/guest HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n"
POST += b"Content-Type: application/json\r\n\r\n{"


@contextmanager
def serving(
    room: Room, limits: ConnectionLimits, proxy: str = ""
) -> Iterator[tuple[Serving, Connections]]:
    connections = Connections(limits, lambda address: address == proxy)
    server = Serving(room.app, connections)
    try:
        yield server, connections
    finally:
        for caller in Caller.made:
            caller.socket.close()
        Caller.made.clear()
        server.stop()


class Caller:
    """A socket from an address of its own."""

    made: ClassVar[list["Caller"]] = []

    def __init__(self, server: Serving, sent: bytes = HALF, host: str = "127.0.0.2") -> None:
        port = int(server.address.rpartition(":")[2])
        self.socket = socket.create_connection(("127.0.0.1", port), 5, (host, 0))
        Caller.made.append(self)
        self.socket.sendall(sent)

    def send(self, sent: bytes) -> None:
        self.socket.sendall(sent)

    def answer(self) -> bytes:
        """One answer, on a connection that stays."""
        got = b""
        while b"\r\n\r\n" not in got:
            got += self.socket.recv(65_536)
        head, _, body = got.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        while len(body) < length:
            body += self.socket.recv(65_536)
        return head + b"\r\n\r\n" + body

    def rest(self) -> bytes:
        """All that comes until the server closes it."""
        got = b""
        while part := self.socket.recv(65_536):
            got += part
        return got

    def is_open(self) -> bool:
        self.socket.setblocking(False)
        try:
            return bool(self.socket.recv(1))
        except BlockingIOError:
            return True
        except OSError:
            return False
        finally:
            self.socket.settimeout(5)


def wait_for(connections: Connections, phase: str, count: int) -> None:
    end = time.monotonic() + 5
    while connections.counts()[phase] != count:
        assert time.monotonic() < end, connections.counts()
        time.sleep(0.01)


def check_refusal(answer: bytes, status: int, word: bytes) -> None:
    """One line, with the headers of every answer."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), answer
    for name, value in HEADERS.items():
        assert f"{name}: {value}".encode() in head
    assert body.startswith(b'{"error":"'), body
    assert word in body
    assert b"\n" not in body


def test_half_open_requests_end_and_a_player_plays_on(room: Room) -> None:
    table = room.open(DUKI)
    with serving(room, ConnectionLimits(of_one=40, head_seconds=1.0)) as (server, connections):
        with httpx.Client(base_url=server.address, trust_env=False) as client:
            client.headers["Authorization"] = f"Bearer {client.post('/api/guest').json()['token']}"
            half = [Caller(server, host=f"127.0.0.{2 + n % 10}") for n in range(300)]
            wait_for(connections, "head", 300)
            path = f"/api/tables/{table}/commands"
            assert client.post(path, json={"act": "sit", "chips": 100}).status_code == 200
            for one in half:
                check_refusal(one.rest(), 408, b"head took too long")
            asked = {"act": "wager", "wagers": {"ante": 5}, "deal": True}
            assert client.post(path, json=asked).status_code == 200
        wait_for(connections, "head", 0)
        assert connections.turned_away == {"head": 300}


def test_a_head_in_drops_is_as_late_as_none(room: Room) -> None:
    with serving(room, ConnectionLimits(head_seconds=0.3)) as (server, _):
        silent, slow = Caller(server, b""), Caller(server, b"")
        with suppress(OSError):  # it is shut while it still sends
            for byte in WHOLE[:-1]:
                slow.send(bytes([byte]))
                time.sleep(0.02)
        assert b" 408 " in slow.rest(), "its head was never whole"
        assert silent.rest() == b"", "who has sent nothing is told nothing"


def test_a_body_has_its_time(room: Room) -> None:
    with serving(room, ConnectionLimits(body_seconds=0.2)) as (server, connections):
        slow = Caller(server, POST)
        wait_for(connections, "body", 1)
        check_refusal(slow.rest(), 408, b"body: it took too long")


def test_an_idle_connection_ends_and_a_stream_does_not(room: Room) -> None:
    limits = ConnectionLimits(idle_seconds=0.2, head_seconds=0.2, body_seconds=0.2)
    with serving(room, limits) as (server, connections):
        idle = Caller(server, WHOLE)
        assert b"200 OK" in idle.answer()
        with watch(server.address, room.open(DUKI)) as events:
            next_of(events, "table")
            assert idle.rest() == b""
            time.sleep(0.5)
            next_of(events, "heartbeat")
            assert connections.counts()["busy"] == 1


def test_the_oldest_stranger_gives_way_and_nobody_with_a_session(room: Room) -> None:
    with serving(room, ConnectionLimits(most=4)) as (server, connections):
        token = httpx.post(f"{server.address}/api/guest", trust_env=False).json()["token"]
        mine = HALF + f"Authorization: Bearer {token}\r\n\r\n".encode()
        players = [Caller(server, mine) for _ in range(2)]
        idle = Caller(server, WHOLE)
        for each in (*players, idle):
            assert b"200 OK" in each.answer()
        half = [Caller(server, HALF) for _ in range(3)]
        check_refusal(half[0].rest(), 503, b"as many as it holds")
        check_refusal(half[1].rest(), 503, b"as many as it holds")
        wait_for(connections, "idle", 3)
        half[2].send(b"\r\n")
        assert b"200 OK" in half[2].answer()
        late = Caller(server, HALF)
        check_refusal(idle.rest(), 503, b"as many as it holds")
        late.send(f"Authorization: Bearer {token}\r\n\r\n".encode())
        assert b"200 OK" in late.answer()
        last = Caller(server, mine)
        assert b"200 OK" in last.answer()
        check_refusal(half[2].rest(), 503, b"as many as it holds")
        check_refusal(Caller(server, b"").rest(), 503, b"as many as it holds")
        for each in (*players, late, last):
            each.send(mine)
            assert b"200 OK" in each.answer()


def test_one_address_has_its_share_and_a_proxy_any_number(room: Room) -> None:
    with serving(room, ConnectionLimits(of_one=3), "127.0.0.9") as (server, connections):
        streams = [Caller(server, HALF.replace(b"tables", b"stream") + b"\r\n") for _ in range(2)]
        wait_for(connections, "busy", 2)
        first, second = Caller(server), Caller(server)
        check_refusal(first.rest(), 503, b"as many as it holds")
        second.send(b"\r\n")
        assert b"200 OK" in second.answer()
        check_refusal(Caller(server, b"").rest(), 503, b"as many as it holds")
        assert all(stream.is_open() for stream in streams)
        proxied = [Caller(server, WHOLE, "127.0.0.9") for _ in range(6)]
        assert all(b"200 OK" in each.answer() for each in proxied)
        assert b"200 OK" in Caller(server, WHOLE, "127.0.0.3").answer()


def test_who_does_not_listen_is_let_go_and_costs_no_memory(room: Room) -> None:
    made = 0

    async def flood() -> AsyncIterator[bytes]:
        nonlocal made
        try:
            while True:
                made += 1
                yield bytes(65_536)
                await asyncio.sleep(0)
        finally:
            made = -made

    room.app.add_route("/flood", lambda _: StreamingResponse(flood()))
    with serving(room, ConnectionLimits(write_seconds=0.4)) as (server, connections):
        Caller(server, b"GET /flood HTTP/1.1\r\nHost: here\r\n\r\n")
        wait_for(connections, "stuck", 1)
        held = made
        time.sleep(0.2)
        assert made == held, "nothing more is made while nothing is taken"
        wait_for(connections, "stuck", 0)
        end = time.monotonic() + 5
        while made > 0 and time.monotonic() < end:
            time.sleep(0.01)
        assert made == -held, "the stream has ended"
        assert connections.turned_away == {"stuck": 1}


def test_who_listens_slowly_gets_everything(room: Room) -> None:
    size = 6_000_000
    room.app.add_route("/large", lambda _: Response(bytes(size)))
    with serving(room, ConnectionLimits(write_seconds=0.3)) as (server, _):
        port = int(server.address.rpartition(":")[2])
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        slow.connect(("127.0.0.1", port))
        slow.sendall(b"GET /large HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        got = 0
        while part := slow.recv(200_000):
            got += len(part)
            time.sleep(0.01)
        slow.close()
        assert got > size


def test_a_head_without_end_and_no_http_at_all(room: Room) -> None:
    with serving(room, ConnectionLimits()) as (server, connections):
        endless = Caller(server, HALF + b"X: ")
        with suppress(OSError):  # it may be closed on us at any byte
            for _ in range(400):
                endless.send(b"x" * 1_024)
                time.sleep(0.001)
        wait_for(connections, "head", 0)
        assert connections.turned_away == {"head": 1}
        check_refusal(Caller(server, b"hello there\r\n\r\n").rest(), 400, b"no valid HTTP")


def test_the_limit_of_files_is_raised_and_kept() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(600, before[1]), before[1]))
        assert raise_file_limit() == before[1]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
