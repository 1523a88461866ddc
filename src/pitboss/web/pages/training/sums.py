"""The coach's sums run in threads of their own, away from the tables.

The first sum of a game takes seconds, while its tables are made; a server makes them in the
background as soon as it starts.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from threading import Event
from typing import TypeVar

from fastapi import FastAPI

from pitboss.games import find_game
from pitboss.games.contract import Opening
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import seeded
from pitboss.training.coach import weigh
from pitboss.training.rounds import make_opening

GAMES = ("buyout", "duki", "super-omaha", "holdout")
QUICKEST_FIRST = ("duki", "buyout", "holdout", "super-omaha")
THREADS = 2

T = TypeVar("T")


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "pitboss-coach")


async def count(do: Callable[..., T], *given: object) -> T:
    """Do a sum without holding up anything else."""
    return await asyncio.get_running_loop().run_in_executor(_threads(), do, *given)


def sample_opening(game: str, seed: str) -> Opening:
    """A table of this game with wagers made and cards shuffled from the seed."""
    return make_opening(game, seeded(f"coach {game} {seed}"), {"players": 2})


def warm_up(stopping: Event) -> None:
    """One sum of each game, so that the first player need not wait for it."""
    for game in QUICKEST_FIRST:
        if not stopping.is_set():
            weigh(Runner(find_game(game), sample_opening(game, "first")))


@asynccontextmanager
async def warming(_: FastAPI) -> AsyncIterator[None]:
    """While the server runs: the sums are made ready in the background."""
    stopping = Event()
    _threads().submit(warm_up, stopping)
    yield
    stopping.set()
