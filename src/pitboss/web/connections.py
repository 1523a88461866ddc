"""The server's connections, each with a time for what it is at: the head of a request, its body,
the wait for the next one, taking what it is sent. There are so many in all and so many of one
address. Where there is no room, whoever has asked for nothing yet gives way to whoever comes, the
oldest first; connections of people with a session give way to nobody.

What works at an answer has no limit here, so event streams last; but a client that does not take
what its stream sends is let go. Uvicorn itself has only the wait between two requests.
"""

import asyncio
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from pitboss.house.access import address_key
from pitboss.web.common.gate import HEADERS
from pitboss.web.settings import Options

LARGEST_HEAD = 64 * 1024
UNSENT_BYTES = 64 * 1024
"""What the system may hold of a stream that is not taken; the rest waits here, and is bounded."""
LEAST_RATE = 1_024
"""Bytes a second that a client must take of what waits for it."""
LINGER_SECONDS = 1.0
"""For reading why one was turned away."""
MOST_LINGERING = 500
RESERVED_FILES = 128 + MOST_LINGERING
"""Files that the process needs besides: database, log, key, and whoever is just leaving."""
RETRY_SECONDS = 5


USUAL = Options()


class ConnectionLimits(NamedTuple):
    """How many connections one process holds, in all and of one address, and how long each may
    take for a step."""

    most: int = USUAL.connections
    of_one: int = USUAL.address_connections
    head_seconds: float = USUAL.head_seconds
    body_seconds: float = USUAL.body_seconds
    idle_seconds: float = USUAL.idle_seconds
    write_seconds: float = USUAL.write_seconds

    @classmethod
    def of(cls, options: Options) -> "ConnectionLimits":
        return cls(
            options.connections,
            options.address_connections,
            options.head_seconds,
            options.body_seconds,
            options.idle_seconds,
            options.write_seconds,
        )


class Phase(Enum):
    """What a connection is at."""

    HEAD = "head"
    BODY = "body"
    IDLE = "idle"
    STUCK = "stuck"
    BUSY = "busy"
    CLOSING = "closing"
    REFUSED = "refused"


GIVE_WAY = (Phase.HEAD, Phase.BODY, Phase.IDLE)
"""In which order strangers make room."""
GONE = (None, Phase.CLOSING, Phase.REFUSED)
"""Whoever is on the way out takes no one's place."""

FULL = "connections: the server has as many as it holds; try again"
LATE_HEAD = "request: its head took too long"
LATE_BODY = "body: it took too long"
LARGE_HEAD = f"request: its head may have {LARGEST_HEAD} bytes"
NO_HTTP = "request: no valid HTTP"


class Caller:
    """An address: how many connections it has, and which of them have asked for nothing yet."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.count = 0
        self.waiting: OrderedDict[Connection, None] = OrderedDict()


class Connections:
    """All connections of one process. ``is_proxy`` says of an address that many people come by
    it, so that it may have any number."""

    def __init__(
        self,
        limits: ConnectionLimits | None = None,
        is_proxy: Callable[[str], bool] = lambda address: False,
    ) -> None:
        self.limits = limits or ConnectionLimits()
        self.most = max(1, min(self.limits.most, raise_file_limit() - RESERVED_FILES))
        self.total = 0
        self.turned_away: Counter[str] = Counter()
        """How many were let go since the start, and why."""
        self._is_proxy = is_proxy
        self._callers: dict[str, Caller] = {}
        self._queues: dict[tuple[Phase, bool], OrderedDict[Connection, float]] = {
            (phase, known): OrderedDict() for phase in Phase for known in (False, True)
        }
        self._seconds = {
            Phase.HEAD: self.limits.head_seconds,
            Phase.BODY: self.limits.body_seconds,
            Phase.IDLE: self.limits.idle_seconds,
            Phase.STUCK: self.limits.write_seconds,
            Phase.CLOSING: self.limits.write_seconds,
            Phase.REFUSED: LINGER_SECONDS,
        }
        self._every = max(0.02, min(1.0, *self._seconds.values()) / 2)
        self._is_sweeping = False

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """What makes a connection, as the server's configuration takes it."""
        return cast(type[asyncio.Protocol], partial(Connection, self))

    def counts(self) -> dict[str, int]:
        """How many connections there are in each phase."""
        found: Counter[str] = Counter()
        for (phase, _), queue in self._queues.items():
            found[phase.value] += len(queue)
        return dict(found)

    def caller(self, host: str) -> Caller:
        address = address_key(host)
        return self._callers.setdefault(address, Caller(address))

    def make_room(self, caller: Caller, host: str) -> bool:
        """Whether there is room for one more of an address, which others make if need be."""
        is_full = caller.count >= self.limits.of_one and not self._is_proxy(host)
        if is_full and not self._turn_oldest_away(caller.waiting):
            return False
        if self.total < self.most:
            return True
        return any(self._turn_oldest_away(self._queues[phase, False]) for phase in GIVE_WAY)

    def _turn_oldest_away(self, queue: "OrderedDict[Connection, Any]") -> bool:
        oldest = next(iter(queue), None)
        if oldest is not None:
            oldest.turn_away(503, FULL, "full")
        return oldest is not None

    def move(self, one: "Connection", old: Phase | None, new: Phase | None) -> None:
        """A connection goes from one phase to another; from nothing at first, to nothing last."""
        caller = one.caller
        if old:
            for known in (False, True):
                self._queues[old, known].pop(one, None)
            caller.waiting.pop(one, None)
        if new:
            self._queues[new, one.known][one] = one.loop.time()
            if new is Phase.HEAD and not one.known:
                caller.waiting[one] = None
        step = (new not in GONE) - (old not in GONE)
        self.total += step
        caller.count += step
        if not caller.count and self._callers.get(caller.address) is caller:
            del self._callers[caller.address]
        self._begin_sweeping(one.loop)

    @property
    def may_linger(self) -> bool:
        """Whether one more may be told why it is turned away, which takes a moment."""
        return sum(len(self._queues[Phase.REFUSED, k]) for k in (False, True)) < MOST_LINGERING

    def _begin_sweeping(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._is_sweeping:
            self._is_sweeping = True
            loop.call_later(self._every, self._sweep, loop)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Whoever came into a phase first is through with its time first."""
        now, self._is_sweeping = loop.time(), False
        for (phase, _), queue in self._queues.items():
            while queue and phase in self._seconds:
                if now - next(iter(queue.values())) < self._seconds[phase]:
                    break
                oldest, _ = queue.popitem(last=False)
                oldest.end_phase(self._seconds[phase])
        if any(self._queues.values()):
            self._begin_sweeping(loop)


class Connection(HttpToolsProtocol):
    """One connection: where it is with its request, told to all others of the process."""

    known = False
    """Whether a request with a session has come by it."""

    caller: Caller

    def __init__(self, connections: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._all = connections
        self._phase: Phase | None = None
        self._in_head, self._in_body = True, False
        self._head_bytes = self._unsent = 0
        self._is_over = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        hold_little(transport)
        host = self.client[0] if self.client else ""
        self.caller = self._all.caller(host)
        room = self._all.make_room(self.caller, host)
        self._look()
        if not room:
            self.turn_away(503, FULL, "full")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._is_over = True
        self._all.move(self, self._phase, None)
        self._phase = None

    def data_received(self, data: bytes) -> None:
        if self._is_over:
            return
        began_in_head = self._in_head
        super().data_received(data)
        self._head_bytes = self._head_bytes + len(data) if began_in_head and self._in_head else 0
        if self._head_bytes > LARGEST_HEAD:
            self.turn_away(431, LARGE_HEAD, "head")
        self._look()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["state"]["connection"] = self
        self._in_head = True

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body = False, True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_body = False

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._unset_keepalive_if_required()  # the wait is one of the phases here
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    def send_400_response(self, msg: str) -> None:
        self.turn_away(400, NO_HTTP, "invalid")

    def _look(self) -> None:
        """Say what it is at now, if that has changed."""
        phase = self._find_phase()
        if phase is not self._phase:
            self._enter(phase)

    def _enter(self, phase: Phase) -> None:
        self._all.move(self, self._phase, phase)
        self._phase = phase
        self._unsent = self.transport.get_write_buffer_size()

    @property
    def _answering(self) -> RequestResponseCycle | None:
        """The request that has no whole answer yet."""
        cycle = cast(RequestResponseCycle | None, self.cycle)
        return None if cycle is None or cycle.response_complete else cycle

    def _find_phase(self) -> Phase:
        if self.transport.is_closing():
            return Phase.CLOSING
        if self._is_over:
            return Phase.REFUSED
        if self.flow.write_paused:
            return Phase.STUCK
        if self._in_body:
            return Phase.BODY
        if self._answering:
            return Phase.BUSY
        return Phase.HEAD if self._in_head else Phase.IDLE

    def end_phase(self, seconds: float) -> None:
        """It has been at this for so long. Who has sent nothing is told nothing; who takes what
        is sent, if slowly, goes on."""
        phase = self._phase
        taken = self._unsent - self.transport.get_write_buffer_size()
        if phase is Phase.HEAD and self.scope:
            self.turn_away(408, LATE_HEAD, "head")
        elif phase is Phase.BODY:
            self.turn_away(408, LATE_BODY, "body")
        elif phase in (Phase.STUCK, Phase.CLOSING) and taken >= LEAST_RATE * seconds:
            self._enter(phase)
        else:
            if phase is Phase.STUCK:
                self._all.turned_away["stuck"] += 1
            self._drop()

    def turn_away(self, status: int, words: str, why: str) -> None:
        """Say one line, unless an answer is under way, and read no further."""
        self._all.turned_away[why] += 1
        cycle = self._answering
        under_way = cycle is not None and cycle.response_started
        if under_way or self.transport.is_closing() or not self._all.may_linger:
            self._drop()
            return
        if cycle:
            cycle.disconnected = True
            cycle.message_event.set()
        self._is_over = True
        self.transport.write(line(status, words))
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()
        self._look()

    def _drop(self) -> None:
        """At once, with whatever it has not taken."""
        self._is_over = True
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()
        self._look()


def line(status: int, words: str) -> bytes:
    """An answer without the application: one line, with the headers of all others."""
    body = msgspec.json.encode({"error": words})
    headers = {
        **HEADERS,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        "Cache-Control": "no-store",
    }
    if status == 503:
        headers["Retry-After"] = str(RETRY_SECONDS)
    head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*head, "", ""]).encode() + body


def hold_little(transport: asyncio.Transport) -> None:
    """Have the system hold little that is not sent yet, so that we notice who does not read."""
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    found = transport.get_extra_info("socket")
    if option is not None and found is not None:
        with suppress(OSError):
            found.setsockopt(socket.IPPROTO_TCP, option, UNSENT_BYTES)


def raise_file_limit() -> int:
    """Let this process have as many open files as the system lets it ask for; how many."""
    try:
        import resource
    except ImportError:  # where the system has no such limit
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft
