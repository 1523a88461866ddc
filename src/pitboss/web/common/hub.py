"""News for the event streams: which tables and meters have changed since a client was last told.

The house tells of changes on the writer's thread. They are gathered there and handed to the event
loop together. A client keeps only the names of what has changed, so a slow one costs no more
memory than a quick one, and is told where things stand instead of how they came there.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from threading import Lock

from pitboss.house.engine.house import House
from pitboss.refusal import Refused

METER_SECONDS = 0.25
"""Meters move with every wager; clients are told at most so often."""

MOST_STREAMS = 10_000
MOST_OF_ONE = 20
"""Streams of one session, or of one address without a session."""

JACKPOT = "jackpot "


class Full(Refused):
    """No stream is left."""


class Client:
    """One event stream: what it watches and what has changed."""

    def __init__(self, whose: str, tables: Iterable[str]) -> None:
        self.whose = whose
        self.tables = tuple(tables)
        self.dirty: set[str] = set()
        self.wake = asyncio.Event()
        self.ended = False

    def mark(self, names: Iterable[str]) -> None:
        self.dirty.update(names)
        self.wake.set()

    def end(self) -> None:
        self.ended = True
        self.wake.set()

    def take(self) -> set[str]:
        """What has changed since it was last asked."""
        taken, self.dirty = self.dirty, set()
        self.wake.clear()
        return taken


class Hub:
    """All event streams of this process. All but ``_heard`` runs on the event loop."""

    def __init__(self, house: House) -> None:
        self._clients: dict[str, set[Client]] = {}
        self._by_table: dict[str, set[Client]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._guard = Lock()
        self._heard_of: set[str] = set()
        self._meters: set[str] = set()
        self._closed = False
        self._stop_listening = house.listen(self._heard)
        self._stop_watching = house.follower.watch(self._by_table.__contains__)

    def check_room(self, whose: str) -> None:
        """Refuse one stream too many."""
        if self._closed:
            raise Full("stream: the server is closing")
        if len(self._clients.get(whose, ())) >= MOST_OF_ONE:
            raise Full(f"stream: at most {MOST_OF_ONE} at a time; close one first")
        if sum(map(len, self._clients.values())) >= MOST_STREAMS:
            raise Full(f"stream: at most {MOST_STREAMS} at a time; try again later")

    def join(self, whose: str, tables: Iterable[str]) -> Client:
        """Open a stream; to be called where ``leave`` is sure to follow."""
        self.check_room(whose)
        self._use_loop(asyncio.get_running_loop())
        client = Client(whose, tables)
        self._clients.setdefault(whose, set()).add(client)
        for table in client.tables:
            self._by_table.setdefault(table, set()).add(client)
        return client

    def _use_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._guard:
            if loop is not self._loop:
                self._loop = loop
                self._heard_of.clear()  # whoever was to be called has gone

    def leave(self, client: Client) -> None:
        _drop(self._clients, client.whose, client)
        for table in client.tables:
            _drop(self._by_table, table, client)

    def end(self, whose: str) -> None:
        """End the streams of a session that has ended."""
        for client in self._clients.get(whose, ()):
            client.end()

    def close(self) -> None:
        self._closed = True
        self._stop_listening()
        self._stop_watching()
        for whose in list(self._clients):
            self.end(whose)

    def _heard(self, what: str) -> None:
        """On the writer's thread: note it, and call the loop once for all that gathers."""
        with self._guard:
            first = not self._heard_of
            self._heard_of.add(what)
            loop = self._loop
            if loop is None:
                self._heard_of.clear()
        if first and loop:
            with suppress(RuntimeError):  # the loop has closed, and with it all streams
                loop.call_soon_threadsafe(self._spread)

    def _spread(self) -> None:
        with self._guard:
            names, self._heard_of = self._heard_of, set()
        for name in names:
            if name.startswith(JACKPOT):
                self._note_meter(name)
            for client in self._by_table.get(name, ()):
                client.mark((name,))

    def _note_meter(self, name: str) -> None:
        if not self._meters:
            asyncio.get_running_loop().call_later(METER_SECONDS, self._spread_meters)
        self._meters.add(name)

    def _spread_meters(self) -> None:
        names, self._meters = self._meters, set()
        for clients in self._clients.values():
            for client in clients:
                client.mark(names)


def _drop(index: dict[str, set[Client]], key: str, client: Client) -> None:
    index.get(key, set()).discard(client)
    if not index.get(key):
        index.pop(key, None)
