"""The house as every route asks it: how the server is set, reading and changing things away from
the event loop, news for the event streams, and tables.

The house tells of changes on the writer's thread. They are gathered there and handed to the event
loop together. A client keeps only the names of what has changed, so a slow one costs no more
memory than a quick one, and is told where things stand instead of how they came there.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from fastapi import Path

from pitboss.house.company.reactions import shown
from pitboss.house.desk import wholly
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.outage import Outage
from pitboss.house.store import Transaction, people, tables
from pitboss.house.store.entries import Change, Unit
from pitboss.house.store.presence import Word
from pitboss.house.tables.play import Command, Stale
from pitboss.house.tables.state import Published
from pitboss.house.writer import Answer, Answered, Job
from pitboss.web.common.gate import Behind, Full, NotFound
from pitboss.web.common.server_settings import ServerSettings as ServerSettings
from pitboss.web.common.shared import make_limits

COOKIE = "pitboss-session"
READERS = 4
HASHERS = 2
"""Threads that check passwords: each takes a tenth of a second and 64 MiB."""
MOST_STUDIES = 64
"""Replays and the like that may wait at a time."""
STUDY_REST = 12
"""While people play, whoever runs rounds again rests for so many times what it took."""
PLAYING_SECONDS = 1.0
METER_SECONDS = 0.25
"""Meters move with every wager; clients are told at most so often."""

MOST_STREAMS = 10_000
MOST_WORDS = 20
"""Reactions that wait for a slow client; older ones are dropped."""
MOST_OF_ONE = 20
"""Streams of one session, or of one address without a session."""

JACKPOT, SESSION, ADDRESS = "jackpot ", "session ", "address "
"""Before the address of whoever streams without a session."""
FindEnded = Callable[[Sequence[str]], Awaitable[set[str]]]
MOST_OWN = 5
"""Open practice tables of one person."""

TableId = Annotated[str, Path(pattern="^[a-z0-9-]{1,20}-[0-9a-f]{8}$", examples=["duki-0a1b2c3d"])]
RoundNumber = Annotated[int, Path(ge=1, le=2**53, examples=[1])]
T = TypeVar("T")
P = ParamSpec("P")


class Services:
    """The house and what stands between it and the routes.

    Reads run in a few threads of their own, each of which keeps its connection to the database.
    """

    def __init__(self, house: House, settings: ServerSettings) -> None:
        self.house = house
        self.settings = settings
        self.now = settings.now
        # Over https, a browser keeps this name from anyone but this very host.
        name = f"__Host-{COOKIE}" if settings.https else COOKIE
        self.cookie: dict[str, Any] = {"key": name, "secure": settings.https}
        self.cookie |= {"httponly": True, "samesite": "lax"}
        self.limits = make_limits(settings.clock, settings.shared)
        self.hub = Hub(house, self._find_ended)
        self._readers = ThreadPoolExecutor(READERS, "pitboss-read")
        self._hashers = ThreadPoolExecutor(HASHERS, "pitboss-hash")
        self._students = ThreadPoolExecutor(1, "pitboss-study")
        self._studies = 0
        self._rest_until = self.commanded_at = float("-inf")
        self._kept: dict[Callable[..., object], object] = {}

    def keep(self, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a part of the site keeps for this application, made when it is first asked for:
        two applications in one process share nothing."""
        if make not in self._kept:
            self._kept[make] = make(*given, **named)
        return self._kept[make]  # type: ignore[return-value]

    @property
    def today(self) -> str:
        """The day of UTC, by which promotions run."""
        return self.now().date().isoformat()

    async def _find_ended(self, keys: Sequence[str]) -> set[str]:
        """Which of these sessions have ended, here or elsewhere."""
        return set(keys) - await self.look(people.living_sessions, keys, self.now())

    async def tables(self) -> list[Published]:
        """All tables in memory and all open ones as they were last committed."""
        follower = self.house.follower
        return await self.read(follower.tables) if follower.behind() else follower.tables()

    async def read(self, do: Callable[..., T], *given: object) -> T:
        """Do something that waits for the database, away from the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, do, *given)

    async def hash(self, do: Callable[..., T], *given: object) -> T:
        """Do something with a password, which is slow on purpose."""
        return await asyncio.get_running_loop().run_in_executor(self._hashers, do, *given)

    async def look(
        self, do: Callable[Concatenate[Transaction, P], T], *given: P.args, **named: P.kwargs
    ) -> T:
        """Read something of one moment."""

        def reading() -> T:
            with self.house.database.reading() as transaction:
                return do(transaction, *given, **named)

        return await self.read(reading)

    async def study(
        self, do: Callable[Concatenate[Transaction, P], T], *given: P.args, **named: P.kwargs
    ) -> T:
        """Read something that takes the processor long, as running a round again does: one at a
        time and with rests, so that whoever plays meanwhile does not notice."""
        if self._studies >= MOST_STUDIES:
            raise Full(f"replays: {MOST_STUDIES} are being made already; try again in a moment")

        def studying() -> T:
            time.sleep(max(0.0, self._rest_until - time.monotonic()))
            start = time.thread_time()
            try:
                with self.house.database.reading() as transaction:
                    return do(transaction, *given, **named)
            finally:
                if time.monotonic() - self.commanded_at < PLAYING_SECONDS:
                    spent = time.thread_time() - start
                    self._rest_until = time.monotonic() + STUDY_REST * spent

        self._studies += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._students, studying)
        finally:
            self._studies -= 1

    async def write(self, do: Callable[[Unit], T]) -> T:
        """Change something besides the tables; it is on disk when this returns."""
        answer: T = await self.finish(partial(self.house.writer.give, Job(wholly(do))))
        return answer

    async def finish(self, give: Callable[[Answered], None]) -> Any:
        """Wait for what is given to the writer; it goes on when whoever waits has gone."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Any] = loop.create_future()

        def settle(answer: Answer) -> None:
            if waiting.done():
                return
            if answer.error:
                waiting.set_exception(answer.error)
            else:
                waiting.set_result(answer.value)

        def answered(answer: Answer) -> None:
            with suppress(RuntimeError):  # the loop has closed, and nobody waits
                loop.call_soon_threadsafe(settle, answer)

        give(answered)
        return await waiting

    async def change(
        self, by: Person, do: Callable[Concatenate[Change, P], T], *given: P.args, **named: P.kwargs
    ) -> T:
        """Change something in someone's name."""
        return await self.write(lambda unit: do(Change(unit, by, self.now()), *given, **named))

    def close(self) -> None:
        """Let go of the streams, of what parts of the site keep, and finish what is being read."""
        self.hub.close()
        for kept in self._kept.values():
            getattr(kept, "close", bool)()
        self._readers.shutdown()
        self._hashers.shutdown()
        self._students.shutdown(cancel_futures=True)


class Client:
    """One event stream: what it watches and what has changed."""

    def __init__(
        self, whose: str, tables: Iterable[str], hears_meters: bool = True, who: str = ""
    ) -> None:
        self.whose = whose
        self.who = who
        """The person, who is thereby at these tables."""
        self.tables = tuple(tables)
        self.words: deque[Word] = deque(maxlen=MOST_WORDS)
        """Reactions at its tables that it has not been told."""
        self.hears_meters = hears_meters
        self.dirty: set[str] = set()
        self.wake = asyncio.Event()
        self.ended = False

    def mark(self, names: Iterable[str]) -> None:
        self.dirty.update(names)
        self.wake.set()

    def end(self) -> None:
        self.ended = True
        self.wake.set()

    def hear(self, word: Word) -> None:
        self.words.append(word)
        self.wake.set()

    def take_words(self) -> list[dict[str, object]]:
        """What was said at its tables since it was last asked."""
        said = [shown(word) for word in self.words]
        self.words.clear()
        return said

    def is_over(self) -> bool:
        return self.ended

    def take(self) -> set[str]:
        """What has changed since it was last asked."""
        taken, self.dirty = self.dirty, set()
        self.wake.clear()
        return taken


class Hub:
    """All event streams of this process. All but ``_heard`` runs on the event loop."""

    def __init__(self, house: House, find_ended: FindEnded) -> None:
        self._find_ended = find_ended
        self._checking: asyncio.Task[None] | None = None
        self._clients: dict[str, set[Client]] = {}
        self._by_table: dict[str, set[Client]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._guard = Lock()
        self._heard_of: set[str] = set()
        self._meters: set[str] = set()
        self._closed = False
        self._house = house
        house.reactions.tell = self._heard_word
        self._stops = [
            house.listen(self._heard),
            house.follower.watch(self._by_table.__contains__),
        ]

    def listen(self, listener: Callable[[str], None]) -> None:
        """Tell of every change, on the writer's thread, until the streams are closed."""
        self._stops.append(self._house.listen(listener))

    def check_room(self, whose: str) -> None:
        """Refuse one stream too many."""
        if self._closed:
            raise Full("stream: the server is closing")
        if len(self._clients.get(whose, ())) >= MOST_OF_ONE:
            raise Full(f"stream: at most {MOST_OF_ONE} at a time; close one first")
        if sum(map(len, self._clients.values())) >= MOST_STREAMS:
            raise Full(f"stream: at most {MOST_STREAMS} at a time; try again later")

    def join(
        self, whose: str, tables: Iterable[str], hears_meters: bool = True, who: str = ""
    ) -> Client:
        """Open a stream; to be called where ``leave`` is sure to follow."""
        self.check_room(whose)
        loop = asyncio.get_running_loop()
        with self._guard:
            if loop is not self._loop:
                self._loop = loop
                self._heard_of.clear()  # whoever was to be called has gone
        client = Client(whose, tables, hears_meters, who)
        self._clients.setdefault(whose, set()).add(client)
        for table in client.tables:
            self._by_table.setdefault(table, set()).add(client)
            if who:
                self._house.presence.arrive(table, who)
        return client

    def leave(self, client: Client) -> None:
        for table in client.tables if client.who else ():
            self._house.presence.depart(table, client.who)
        for index, keys in ((self._clients, (client.whose,)), (self._by_table, client.tables)):
            for key in keys:
                index.get(key, set()).discard(client)
                if not index.get(key):
                    index.pop(key, None)

    def end(self, whose: str) -> None:
        """End the streams of a session that has ended."""
        for client in self._clients.get(whose, ()):
            client.end()

    def _end_one(self, key: str) -> None:
        """Without a key another process may have ended any: look, and again if there is news."""
        if key:
            self.end(key)
        elif self._checking and not self._checking.done():
            self._checking.add_done_callback(lambda _: self._end_one(""))
        else:
            self._checking = asyncio.get_running_loop().create_task(self._check())

    async def _check(self) -> None:
        keys = [whose for whose in self._clients if not whose.startswith(ADDRESS)]
        with suppress(Outage):  # the streams look for themselves later
            for key in await self._find_ended(keys) if keys else ():
                self.end(key)

    def close(self) -> None:
        self._closed = True
        for stop in self._stops:
            stop()
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
            if name.startswith(SESSION):
                self._end_one(name.removeprefix(SESSION))
            elif name.startswith(JACKPOT):
                if not self._meters:
                    asyncio.get_running_loop().call_later(METER_SECONDS, self._spread_meters)
                self._meters.add(name)
            for client in self._by_table.get(name, ()):
                client.mark((name,))

    def _heard_word(self, word: Word) -> None:
        """On any thread: a reaction goes to whoever looks at its table."""
        with self._guard:
            loop = self._loop
        if loop:
            with suppress(RuntimeError):  # the loop has closed, and with it all streams
                loop.call_soon_threadsafe(self._spread_word, word)

    def _spread_word(self, word: Word) -> None:
        for client in self._by_table.get(word.table, ()):
            client.hear(word)

    def _spread_meters(self) -> None:
        names, self._meters = self._meters, set()
        for clients in self._clients.values():
            for client in clients:
                if client.hears_meters:
                    client.mark(names)


async def find_table(services: Services, table_id: str) -> Published:
    """A table as it was last committed; unknown ones are refused."""
    known = services.house.follower.known(table_id)
    if known is not None:
        return known
    if not await services.look(tables.is_known, table_id):
        raise NotFound(f"table {table_id[:40]}: there is no such table")
    return await services.read(services.house.table, table_id)


async def open_table(services: Services, person: Person, given: Mapping[str, Any]) -> str:
    """The id of a new table: any for an operator, for everyone else one for practice."""
    owner = ""
    if given.get("practice"):
        own = [t for t in await services.tables() if t.owner == person.id and t.phase != "closed"]
        if len(own) >= MOST_OWN:
            raise Stale(f"practice tables: you have {MOST_OWN} open; close one first")
        owner = person.id
    return await services.read(services.house.open_table, person, given, owner)


async def carry_out(services: Services, command: Command) -> dict[str, object]:
    """What the house answers; it is on disk by then."""
    services.commanded_at = time.monotonic()
    try:
        return dict(await services.finish(partial(services.house.send, command)))
    except Stale as stale:
        table = await find_table(services, command.table)
        raise Behind(stale, table.version) from None
