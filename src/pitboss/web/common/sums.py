"""Sums of the coach and of reviews: in a few threads of their own, so that they hold nothing up."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pitboss.web.common.services import Services

THREADS = 2
T = TypeVar("T")


class Sums:
    """An application's threads for sums."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, "pitboss-coach")


async def count(services: Services, do: Callable[..., T], *given: object) -> T:
    """Do a sum without holding up anything else."""
    threads = services.keep(Sums).threads
    return await asyncio.get_running_loop().run_in_executor(threads, do, *given)
