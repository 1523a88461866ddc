"""The long count in parts: counted by a pool, and written out, every hand on every Flop.

Flops and hands that a change of suits makes alike are written once, with how many there are. The
first line says how to read the rest, and each line after it is one Flop, so that a reader needs
no more than a line at a time.
"""

import json
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache
from itertools import combinations, permutations
from typing import TextIO

import numpy as np

from pitboss.cards import DECK, format_cards
from pitboss.odds.cache import recall
from pitboss.odds.progress import Progress
from pitboss.odds.ranks import Array
from pitboss.odds.registry import describe_request
from pitboss.odds.request import Request
from pitboss.odds.super_omaha.ante import ACTIONS, nets_counted, nets_of
from pitboss.odds.super_omaha.counts import SHOWDOWNS, Nets, whole_game
from pitboss.odds.super_omaha.counts import SOURCES as COUNTED
from pitboss.odds.super_omaha.kernels.flops import LOSSES, TIES, count_flop
from pitboss.odds.super_omaha.kernels.whole import flop_classes

SOURCES = (*COUNTED, "odds/super_omaha", "odds/compiled.py")
"""What every machine must have just so: all that counts, and what writes states."""

COLUMNS = ("hand", "ways", "best", "3x", "1x")
AHEAD = 4
"""Flops that may be counted ahead of the one to be written, for each core."""

Line = dict[str, object]


def write(request: Request, out: TextIO, executor: Executor | None = None) -> int:
    """Write the lines, and give their number."""
    if executor is None:
        threads = ThreadPoolExecutor(os.cpu_count())
        try:
            return write(request, out, threads)
        finally:
            threads.shutdown(cancel_futures=True)
    nets = nets_of(request.settings)
    flops = flop_classes()
    out.write(json.dumps(describe_export(request)) + "\n")
    with Progress("super-omaha states", len(flops)) as progress:
        for line in _in_order(executor, flops, nets):
            out.write(line + "\n")
            progress.step()
    return 1 + len(flops)


def count_anew(request: Request, pool: Executor) -> None:
    """Count the whole game anew; it must agree with what is kept, if any is."""
    recall(whole_game(nets_counted(request.settings), pool), recompute=True)


def describe_export(request: Request) -> Line:
    """The first line: what was counted, and what the columns of the states are."""
    return {
        **describe_request(request),
        "columns": COLUMNS,
        "text": "ways: hands alike by a change of suits; 3x and 1x: the exact expectation in units"
        " of the Ante, times the denominator; fold is -1",
        "denominator": nets_of(request.settings)[0] * SHOWDOWNS,
    }


def _in_order(
    executor: Executor, flops: Sequence[tuple[tuple[int, ...], int]], nets: Nets
) -> Iterator[str]:
    """Flops in order, counted a little ahead, so that lines do not pile up."""
    waiting: deque[Future[str]] = deque()
    for flop, ways in flops:
        waiting.append(executor.submit(write_flop, flop, ways, nets))
        if len(waiting) > AHEAD * (os.cpu_count() or 1):
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def write_flop(flop: Sequence[int], ways: int, nets: Nets) -> str:
    """A Flop's line."""
    return json.dumps(list_flop(flop, ways, nets), separators=(",", ":"))


def list_flop(flop: Sequence[int], ways: int, nets: Nets) -> Line:
    """A Flop with all its states; of hands alike the one that comes first in the counts."""
    rest = np.array([card for card in DECK if card not in flop], np.uint8)
    hands = rest[_hands()]
    first, alike = _first_of_alike(hands, flop)
    names = _names(hands[first])
    values = _values(count_flop(flop)[first], nets)
    best = np.argmax(values, axis=0)
    actions = list(reversed(ACTIONS))
    columns = (names, alike.tolist(), [actions[n] for n in best], *values[:0:-1].tolist())
    states = list(map(list, zip(*columns, strict=True)))
    return {"flop": format_cards(flop), "ways": ways, "states": states}


@cache
def _hands() -> Array:
    """All fours of 49 cards by place, by the highest, then the next: the order of the counts."""
    return np.array(sorted(combinations(range(49), 4), key=lambda hand: hand[::-1]), np.uint8)


def _names(hands: Array) -> list[str]:
    names = np.array([format_cards([card]) for card in DECK], "<U2")[hands]
    joined = np.ascontiguousarray(names).view("<U8")
    return [str(name) for name in joined[:, 0].tolist()]


def _first_of_alike(hands: Array, flop: Sequence[int]) -> tuple[Array, Array]:
    """The places of hands that come first among those alike, and how many each stands for."""
    least = np.full(len(hands), 1 << 24, np.int64)
    for suits in permutations(range(4)):
        turned = np.array([card & ~3 | suits[card & 3] for card in DECK], np.int64)
        if sorted(turned[list(flop)]) == sorted(flop):
            moved = np.sort(turned[hands], axis=1)
            least = np.minimum(least, moved @ np.array([1, 1 << 6, 1 << 12, 1 << 18]))
    _, first, alike = np.unique(least, return_index=True, return_counts=True)
    return first, alike


def _values(rows: Array, nets: Nets) -> Array:
    """Fold, 1x and 3x by state, in whole numbers; of equal ones the first is to be taken."""
    rows = rows.astype(np.int64)
    unit, wins = nets[0], rows[:, TIES + 1 : LOSSES]
    lead = unit * (wins.sum(axis=1) - rows[:, LOSSES])
    once = lead + wins @ np.array(nets[1:], np.int64) - unit * rows[:, LOSSES]
    return np.stack([np.full(len(rows), -unit * SHOWDOWNS), once, once + 2 * lead])
