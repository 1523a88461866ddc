"""How long one state of Super Omaha takes in the open file of actions, beside counting it anew.

Times are processor time; the ratio says more than they do on an unknown machine.
"""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from pyarrow import parquet

from pitboss.cards import DECK
from pitboss.odds.super_omaha.actions import Actions, join
from pitboss.odds.super_omaha.kernels.deals import flop_classes
from pitboss.odds.super_omaha.kernels.ranks import count_state
from pitboss.odds.super_omaha.optimum import block_of, count_part
from pitboss.odds.super_omaha.strategy import printed_nets

FLOPS = 30
ASKED_MS = 1.0


def sample(folder: Path) -> Actions:
    """A file of some Flops; one with all of them has blocks of the same size."""
    flops = random.Random("optimum").sample(flop_classes(), FLOPS)
    parts = {flop[0]: BytesIO(count_part(flop, printed_nets()[0])) for flop in flops}
    blocks = {cards: block_of(cards, parquet.read_table(part)) for cards, part in parts.items()}
    file = folder / "sample.actions"
    file.write_bytes(join({}, blocks))
    return Actions(file)


def spent_ms(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return 1000 * (time.process_time() - start)


def lines() -> Iterator[str]:
    rng = random.Random("states")
    with TemporaryDirectory() as folder:
        actions = sample(Path(folder))
    hands = {flop: rng.sample([c for c in DECK if c not in flop], 4) for flop in actions.flops}
    states = [(hand, flop) for flop, hand in hands.items()]
    actions.best(*states[0])
    count_state(*states[0])
    cold, warm = ([spent_ms(partial(actions.best, *s)) for s in states[1:]] for _ in range(2))
    counted = median(spent_ms(partial(count_state, *s)) for s in states[1:])
    for name, spent in (("first of its Flop", cold), ("Flop unpacked", warm)):
        worst, usual = max(spent), median(spent)
        verdict = "meets" if worst < ASKED_MS else "MISSES"
        what = f"super-omaha, a state looked up, {name}"
        times = f"{counted / usual:,.0f} times as fast as counted"
        yield f"{what:<52}{usual:>9.3f} ms  {times}  {verdict} {ASKED_MS:.0f} ms"
