"""Part of ``make campaign``: the games of ``examples/games`` counted whole, every digit that
others print of them, and how long each takes."""

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.examples import published, published_caribbean, published_play
from tests.examples.packages import brought

CHECKS: dict[str, Callable[[], published.Answer]] = {
    "three-card-poker": published.check_three_card_poker,
    "let-it-ride, ties less": partial(published.check_let_it_ride, "less"),
    "let-it-ride, ties more": partial(published.check_let_it_ride, "more"),
    "mississippi-stud, ties less": partial(published.check_mississippi_stud, "less"),
    "mississippi-stud, ties more": partial(published.check_mississippi_stud, "more"),
    "mississippi-stud, straight pays 5": partial(published.check_straight_pays_five, "less"),
    "mississippi-stud, straight pays 5, ties more": partial(
        published.check_straight_pays_five, "more"
    ),
    "caribbean-stud": published.check_caribbean_stud,
    "ultimate-holdem, trips": published.check_ultimate_hands,
    "ultimate-holdem, ties less": published.check_ultimate_holdem,
    "ultimate-holdem, ties more": published.check_ultimate_holdem_more,
}

PLAYS: dict[str, Callable[[], None]] = {
    "let-it-ride, play": published_play.check_let_it_ride_play,
    "mississippi-stud, play": published_play.check_mississippi_play,
    "mississippi-stud, a card is seen": published_play.check_mississippi_seen_card,
    "caribbean-stud, play": published_caribbean.check_caribbean_strategies,
    "ultimate-holdem, play": published_play.check_ultimate_play,
}
"""Of hands and strategies: the last needs the game's count, which stands above."""


def main(*names: str) -> None:
    """All of them, or those whose names begin so."""
    every = {**CHECKS, **PLAYS}
    checks = {name: check for name, check in every.items() if name.startswith(names or "")}
    with tempfile.TemporaryDirectory() as folder, brought(Path(folder)):
        for name, check in checks.items():
            start, worked = time.monotonic(), time.process_time()
            found = check()
            took = f"{time.monotonic() - start:.0f} s, {time.process_time() - worked:.0f} s of work"
            edge = f"{100 * found['house_edge']['value']:.4f} %, " if found else ""
            print(f"{name}: {edge}every published figure, {took}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
