"""What the core remembers between tests."""

import functools
import gc
from typing import Any

CACHED = (
    *("pitboss.games", "pitboss.house", "pitboss.jackpots", "pitboss.money"),
    *("pitboss.paytable", "pitboss.rounds", "tests.counts"),
)


@functools.cache
def caches() -> list[Any]:
    """The cached functions of the core and of what keeps answers of it."""
    kind = type(caches)
    found = [each for each in gc.get_objects() if isinstance(each, kind)]
    return [each for each in found if getattr(each, "__module__", "").startswith(CACHED)]


def forget() -> None:
    """Empty the caches of the project's functions."""
    for each in caches():
        each.cache_clear()
