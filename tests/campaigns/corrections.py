"""Random floors, played and corrected in every way, against the naive floor without what was
corrected; of some the exported log is verified too, and the books are tied to the ledger."""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.house.random_floor import Floor
from tests.house.tied_books import find_untied

STEPS = range(5, 15)
"""So many things are tried on a floor."""
VERIFIED = 20
"""Of so many floors the log of one is verified: that takes as long as playing it."""


def play_floors(seeds: Iterable[int]) -> tuple[Counter[str], list[str]]:
    """How much was done, and what differs."""
    did: Counter[str] = Counter()
    differs: list[str] = []
    for seed in seeds:
        floor = Floor(seed)
        try:
            floor.play(STEPS[seed % len(STEPS)])
            differs += [f"floor {seed}: {problem}" for problem in floor.compare()]
            if seed % VERIFIED == 0:
                differs += [f"floor {seed}: {problem}" for problem in floor.verify()]
                differs += [f"floor {seed}: {problem}" for problem in find_untied(floor.house)]
                did["logs verified"] += 1
        finally:
            floor.close()
        did += floor.did
        did["floors"] += 1
    return did, differs


def campaign(floors: int, processes: int) -> tuple[Counter[str], list[str]]:
    """The floors shared out among processes."""
    did: Counter[str] = Counter()
    differs: list[str] = []
    parts = [range(first, floors + 1, processes) for first in range(1, processes + 1)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for found, more in pool.map(play_floors, parts):
            did += found
            differs += more
    return did, differs


def describe(did: Counter[str], differs: list[str]) -> str:
    told = ", ".join(
        f"{count:,} {kind}" for kind, count in sorted(did.items()) if kind != "refused"
    )
    return f"corrections: {told}; {len(differs):,} differences"
