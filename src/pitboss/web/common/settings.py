"""How the server is set, and what every route shares."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from pitboss.house.audit.integrity import Watch
from pitboss.house.desk import wholly
from pitboss.house.engine.house import House
from pitboss.house.engine.writer import Answer, Answered, Job
from pitboss.house.people.limits import Limits
from pitboss.house.person import Person
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Change, Unit
from pitboss.house.tables.view import Published
from pitboss.web.common.hub import Hub

READERS = 4
HASHERS = 2
"""Threads that check passwords: each takes a tenth of a second and 64 MiB."""
SWEEP_SECONDS = 3_600.0

T = TypeVar("T")
P = ParamSpec("P")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class ServerSettings(NamedTuple):
    """What does not change while the server runs.

    ``https`` when browsers reach it through https, so that cookies travel no other way;
    ``origins`` are further addresses, such as ``https://tables.example``, whose pages may act.
    """

    https: bool = False
    origins: tuple[str, ...] = ()
    now: Callable[[], datetime] = _utc_now
    clock: Callable[[], float] = time.monotonic
    heartbeat_seconds: float = 15.0
    pages: bool = True
    watch: Watch | None = None
    """Signs the log's heads and its exports."""


class Services:
    """The house and what stands between it and the routes.

    Reads run in a few threads of their own, each of which keeps its connection to the database.
    """

    def __init__(self, house: House, settings: ServerSettings) -> None:
        self.house = house
        self.settings = settings
        self.limits = Limits(settings.clock)
        self.hub = Hub(house)
        self._readers = ThreadPoolExecutor(READERS, "pitboss-read")
        self._hashers = ThreadPoolExecutor(HASHERS, "pitboss-hash")
        self._kept: dict[Callable[[], object], object] = {}
        self._swept = float("-inf")

    def keep(self, make: Callable[[], T]) -> T:
        """What a part of the site keeps for this application, made when it is first asked for:
        two applications in one process share nothing."""
        if make not in self._kept:
            self._kept[make] = make()
        found: T = self._kept[make]  # type: ignore[assignment]
        return found

    def is_sweep_due(self) -> bool:
        """Whether it is time to forget the sessions that have ended; true once an hour."""
        now = self.settings.clock()
        due = now - self._swept >= SWEEP_SECONDS
        if due:
            self._swept = now
        return due

    def now(self) -> datetime:
        return self.settings.now()

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

    async def change(self, by: Person, do: Callable[[Change], T]) -> T:
        """Change something in someone's name."""
        return await self.write(lambda unit: do(Change(unit, by, self.now())))

    def close(self) -> None:
        """Let go of the streams and finish what is being read."""
        self.hub.close()
        self._readers.shutdown()
        self._hashers.shutdown()
