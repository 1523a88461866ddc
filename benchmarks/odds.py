"""How long whole games take to count anew, and how long advice takes.

Seconds mean little on an unknown machine, so each also stands as a multiple of a calibration in the
same run: ranking all 178,365 Omaha hands of one board in compiled code.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import quantiles

from benchmarks.omaha_batch import ours_on_a_board
from pitboss.cards import format_cards
from pitboss.odds.registry import find_solver
from pitboss.odds.super_omaha.kernels.deals import count_part, flop_classes
from pitboss.odds.super_omaha.strategy import printed_nets
from pitboss.rounds.script import run_script
from pitboss.rounds.shuffle import seeded, shuffle

STATES = 60
SAMPLE = 60
MAIN_WAGERS = {"duki": "ante", "buyout": "first", "super-omaha": "ante"}
ASKED_MS = {"duki": 20, "buyout": 20, "super-omaha": 40}


def timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def calibration() -> float:
    """The best of several turns, in seconds."""
    act = ours_on_a_board()
    act()
    return min(timed(act) for _ in range(9))


def recount(game: str) -> float:
    """Seconds for a new process to count a whole game again, its code compiled before."""
    command = [sys.executable, "-m", "pitboss", "odds", game, "--recompute", "--json"]

    def run() -> None:
        subprocess.run(command, capture_output=True, check=True)

    run()
    return timed(run)


def sampled_game(workers: int) -> float:
    """Seconds for a sample of Super Omaha's 1,755 Flops, scaled up to all of them."""
    flops = flop_classes()
    nets = tuple(printed_nets())
    count_part(flops[0][0], nets)
    sample = random.Random("flops").sample(flops, SAMPLE)
    with ThreadPoolExecutor(workers) as pool:
        spent = timed(lambda: list(pool.map(lambda flop: count_part(flop[0], nets), sample)))
    return spent * len(flops) / SAMPLE


def advice_ms(game: str) -> float:
    """Milliseconds of a warm piece of advice that 95 in 100 stay below."""
    take = seeded(f"bench {game}")
    solver = find_solver(game)
    running = [
        run_script(
            {
                "game": game,
                "deck": format_cards(shuffle(take)),
                "wagers": {"1": {MAIN_WAGERS[game]: 10}},
            }
        )
        for _ in range(STATES + 1)
    ]
    solver.advise(running[0])
    spent = [timed(partial(solver.advise, one)) for one in running[1:]]
    return quantiles(spent, n=20)[-1] * 1000


def lines() -> Iterator[str]:
    unit = calibration()
    yield f"calibration: all hands of one Omaha board{unit * 1e6:>21,.0f} µs"
    for game in ("duki", "buyout"):
        yield _line(f"{game}, whole game counted anew", recount(game), unit, 20)
    one, two = sampled_game(1), sampled_game(2)
    yield _line("super-omaha, whole game by sample, two workers", two, unit, 360)
    yield f"super-omaha, one worker against two{one / two:>27.2f} times as long"
    for game, asked in ASKED_MS.items():
        spent = advice_ms(game)
        verdict = "meets" if spent < asked else "MISSES"
        yield f"{game + ' advice, warm, p95':<44}{spent:>17.1f} ms  {verdict} {asked} ms"


def _line(name: str, seconds: float, unit: float, asked: float) -> str:
    verdict = "meets" if seconds < asked else "MISSES"
    return (
        f"{name:<47}{seconds:>15.1f} s  {seconds / unit:>12,.0f} calibrations  {verdict} {asked} s"
    )
