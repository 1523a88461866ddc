"""Long counts in parts that add up, and that go on from where they were stopped."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from operator import add
from pathlib import Path
from typing import TypeVar

from pitboss.odds.cache import Count, cache_folder, write_whole
from pitboss.odds.progress import Progress, on_all_cores

P = TypeVar("P")
Whole = list[int]

SAVES = 50
"""How often a count is put on disk on its way."""


def kept_file(count: Count) -> Path:
    """Where the finished parts of a count stand until it is whole."""
    return cache_folder() / "parts" / f"{count.digest[:16]}-{count.file_name}"


def sum_parts(
    parts: Sequence[P], make: Callable[[P], Whole], kept: Path, pool: Executor | None = None
) -> Whole:
    """The sum of what the parts come to; ``kept`` is the file that a stopped count goes on from."""
    done, totals = _load(kept)
    left = parts[done:]
    title = kept.name.partition("-")[2].rpartition("-")[0]
    with on_all_cores(pool) as workers, Progress(title, len(parts)) as progress:
        progress.stand(done)
        for found in workers.map(make, left):
            totals = list(map(add, totals, found)) if totals else found
            done += 1
            progress.step()
            if done % max(1, len(parts) // SAVES) == 0:
                write_whole(kept, json.dumps([done, totals]))
    kept.unlink(missing_ok=True)
    return totals


def _load(kept: Path) -> tuple[int, Whole]:
    """The parts done before, and their sum; nothing where the file is not whole."""
    try:
        done, totals = json.loads(kept.read_text(encoding="utf-8"))
        return int(done), [int(total) for total in totals]
    except (OSError, ValueError, TypeError):
        return 0, []
