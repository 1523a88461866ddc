"""The coach's sums run in threads of their own, away from the tables.

The first sum of a game takes seconds, while its tables are made; a server makes them in the
background as soon as it starts.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Event
from typing import TypeVar

from fastapi import FastAPI

from pitboss.games import find_game
from pitboss.rounds.runner import Runner
from pitboss.training.coach import weigh
from pitboss.training.rounds import sample_opening, taught_games
from pitboss.web.common.services import Services

THREADS = 2

T = TypeVar("T")


class Sums:
    """An application's threads for sums, and the people for whom hard hands are looked for."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, "pitboss-coach")
        self.searching: set[str] = set()


async def count(services: Services, do: Callable[..., T], *given: object) -> T:
    """Do a sum without holding up anything else."""
    threads = services.keep(Sums).threads
    return await asyncio.get_running_loop().run_in_executor(threads, do, *given)


def warm_up(stopping: Event) -> None:
    """One sum of each game, the quickest first, so that the first player need not wait for it."""
    games = [find_game(key) for key in taught_games()]
    for game in sorted(games, key=lambda game: game.face.drill.turn):
        if not stopping.is_set():
            weigh(Runner(game, sample_opening(game.source.key, "first")))


@asynccontextmanager
async def warming(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs: the sums are made ready in the background."""
    stopping = Event()
    services: Services = app.state.services
    services.keep(Sums).threads.submit(warm_up, stopping)
    yield
    stopping.set()
