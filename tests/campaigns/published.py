"""Part of ``make campaign``: the games of ``examples/games`` counted whole, every digit that
others print of them, and how long each takes."""

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.examples import published
from tests.examples.packages import brought

CHECKS: dict[str, Callable[[], published.Answer]] = {
    "three-card-poker": published.check_three_card_poker,
    "let-it-ride, ties less": partial(published.check_let_it_ride, "less"),
    "let-it-ride, ties more": partial(published.check_let_it_ride, "more"),
    "mississippi-stud, ties less": partial(published.check_mississippi_stud, "less"),
    "mississippi-stud, ties more": partial(published.check_mississippi_stud, "more"),
    "mississippi-stud, straight pays 5": published.check_straight_pays_five,
    "caribbean-stud": published.check_caribbean_stud,
    "ultimate-holdem, trips": published.check_ultimate_hands,
    "ultimate-holdem, ties less": published.check_ultimate_holdem,
    "ultimate-holdem, ties more": published.check_ultimate_holdem_more,
}


def main(*names: str) -> None:
    """All of them, or those whose names begin so."""
    checks = {name: check for name, check in CHECKS.items() if name.startswith(names or "")}
    with tempfile.TemporaryDirectory() as folder, brought(Path(folder)):
        for name, check in checks.items():
            start, worked = time.monotonic(), time.process_time()
            found = check()
            took = f"{time.monotonic() - start:.0f} s, {time.process_time() - worked:.0f} s of work"
            edge = f"{100 * found['house_edge']['value']:.4f} %"
            print(f"{name}: {edge}, every published figure, {took}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
