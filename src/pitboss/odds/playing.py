"""Rounds played through the rules themselves, many at once.

Decks come from one seeded stream, shuffled here and played in blocks, by other processes or
machines where there are many: the rounds of a seed are the same whoever plays them.
"""

import os
import pickle
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from multiprocessing import get_context
from typing import NamedTuple

from pitboss.games.contract import Decision, Opening
from pitboss.games.opening import open_round
from pitboss.jackpots.meter import Meter, Terms
from pitboss.jackpots.terms import envy_of, wager_of
from pitboss.odds.progress import Progress
from pitboss.odds.registry import Player, find_solver
from pitboss.odds.request import JACKPOT, Request, main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import seeded, shuffle

SEAT = 1
SENSOR = wager_of(1)
UNIT_CENTS = 10_00

BLOCK = 500
MANY = 10_000
"""So many rounds are shared by processes, which take a while to start."""

AHEAD = 4
"""Blocks for each process that are shuffled ahead of it."""

ALIKE = ("cards", "games", "jackpots", "odds", "rounds", "money.py", "paytable.py")
"""What every machine of a cluster must have just so to play."""

LOST, ENVY = "lost", "envy: "

Paid = tuple[str, str | None]
Deck = tuple[int, ...]


class Sample(NamedTuple):
    """Rounds played: the sum of their nets and of the squares, in units of the first wager.

    ``rows`` says how often each row of the counted wager's table was paid, and what in words.
    """

    rounds: int
    total: Fraction
    squares: Fraction
    rows: Mapping[Paid, int]

    @property
    def mean(self) -> Fraction:
        return self.total / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        variance = (self.squares - self.rounds * self.mean**2) / (self.rounds - 1)
        return sqrt(variance / self.rounds)


class Seated(NamedTuple):
    """A round ready but for its deck.

    ``groups`` are what is counted, each with the cents of its unit: a wager with its envy, or with
    None all wagers of the seat but those that stand ``apart``.
    """

    opening: Opening
    units: tuple[int, ...]
    groups: tuple[str | None, ...] = (None,)
    apart: tuple[str, ...] = ()


def open_seats(request: Request, ratio: Fraction | None) -> Seated:
    """The wagers of a round: amounts that every ratio and printed pay leaves whole."""
    main, wager = main_wager(request.game), request.wager
    if wager == JACKPOT:
        return _open_jackpot(request, main)
    if request.is_main:
        return Seated(_open(request, {main: UNIT_CENTS}), (UNIT_CENTS,))
    if ratio is not None:
        first, bonus = UNIT_CENTS * ratio.denominator, UNIT_CENTS * ratio.numerator
        return Seated(_open(request, {main: first, wager: bonus}), (first,))
    try:
        opening = _open(request, {wager: UNIT_CENTS})
    except Refused:
        opening = _open(request, {main: UNIT_CENTS, wager: UNIT_CENTS})
    return Seated(opening, (UNIT_CENTS,), (wager,))


def _open(request: Request, wagers: Mapping[str, int]) -> Opening:
    return open_round(request.game, request.settings, {SEAT: wagers}, ())


def _open_jackpot(request: Request, main: str) -> Seated:
    """Every player makes the wager."""
    cents = request.jackpot.wager_cents
    seats = range(SEAT, SEAT + request.players)
    wagers = {seat: {main: UNIT_CENTS, SENSOR: cents} for seat in seats}
    return Seated(_open_held(request, wagers), (cents,), (SENSOR,))


def _open_held(request: Request, wagers: Mapping[int, Mapping[str, int]]) -> Opening:
    """With a jackpot for a fixed prize of what the meter shows.

    A house jackpot pays each winner in full and never moves: the same meter in every round.
    """
    assert request.paytable is not None
    jackpot = Terms(request.paytable, "house", request.jackpot.wager_cents)
    settings = request.settings._replace(jackpots=(jackpot,))
    opening = open_round(request.game, settings, wagers, ())
    return opening._replace(meters=(Meter(Fraction(request.jackpot.shown_cents)),))


def open_all(requests: Sequence[Request]) -> Seated:
    """One seat with every wager, the main one first, each of which is counted by itself."""
    first, *others = requests
    main = main_wager(first.game)
    names = [SENSOR if one.wager == JACKPOT else one.wager for one in others]
    cents = [one.jackpot.wager_cents if one.wager == JACKPOT else UNIT_CENTS for one in others]
    wagers = {SEAT: {main: UNIT_CENTS, **dict(zip(names, cents, strict=True))}}
    jackpot = next((one for one in others if one.wager == JACKPOT), None)
    opening = (
        _open_held(jackpot, wagers)
        if jackpot
        else open_round(first.game, first.settings, wagers, ())
    )
    return Seated(opening, (UNIT_CENTS, *cents), (None, *names), tuple(names))


def stay(running: Runner) -> Decision:
    """Stays in the round for the least there is: a bonus or jackpot hangs on nothing else."""
    options = running.asked.options
    option = next((one for one in options if one.action != "fold"), options[0])
    return Decision(running.asked.seat, option.action, option.least_cents)


class Job(NamedTuple):
    """Rounds of one table: who sits there with which wagers, and by which request they decide.

    ``staying`` plays on for the least there is, where nothing hangs on the play.
    """

    request: Request
    setup: Seated
    staying: bool


class Block(NamedTuple):
    """Of some rounds the sums of nets and of their squares, in cents, for each group of wagers that
    is counted, and how often each row of the first group was paid."""

    totals: tuple[int, ...]
    squares: tuple[int, ...]
    rows: Counter[Paid]


@lru_cache(maxsize=2)
def _open_job(pickled: bytes) -> tuple[Job, Player]:
    job: Job = pickle.loads(pickled)
    return job, stay if job.staying else find_solver(job.request.key).player(job.request)


def play_block(pickled: bytes, decks: Sequence[Deck]) -> Block:
    """Play a round with each deck; also on another machine."""
    job, player = _open_job(pickled)
    groups, setup = job.setup.groups, job.setup
    totals, squares = [0] * len(groups), [0] * len(groups)
    rows: Counter[Paid] = Counter()
    for deck in decks:
        running = Runner(job.request.game, setup.opening._replace(deck=deck))
        while running.question:
            running.decide(player(running))
        for place, wager in enumerate(groups):
            net = net_cents(running, wager, setup.apart)
            totals[place] += net
            squares[place] += net * net
        if groups[0]:
            rows.update(paid_rows(running, groups[0]))
    return Block(tuple(totals), tuple(squares), rows)


def play_rounds(job: Job, rounds: int, seed: str, pool: Executor | None = None) -> list[Sample]:
    """Play so many rounds, each with a fresh deck, and count what one seat is up or down: a sample
    for each group of wagers."""
    pickled = pickle.dumps(job)
    number = len(job.setup.groups)
    totals, squares, rows = [0] * number, [0] * number, Counter[Paid]()
    with Progress(job.request.key, rounds, "rounds") as progress:
        for size, block in _blocks(pickled, rounds, seed, pool):
            for place in range(number):
                totals[place] += block.totals[place]
                squares[place] += block.squares[place]
            rows.update(block.rows)
            progress.step(size)
    return [
        Sample(rounds, Fraction(totals[place], unit), Fraction(squares[place], unit**2), rows)
        for place, unit in enumerate(job.setup.units)
    ]


def _blocks(
    pickled: bytes, rounds: int, seed: str, pool: Executor | None
) -> Iterator[tuple[int, Block]]:
    """The blocks in order, with a few under way."""
    take = seeded(seed)
    sizes = [min(BLOCK, rounds - start) for start in range(0, rounds, BLOCK)]
    if pool is None and rounds < MANY:
        for size in sizes:
            yield size, play_block(pickled, [shuffle(take) for _ in range(size)])
        return
    with _on_processes(pool) as shared:
        ahead: deque[tuple[int, Future[Block]]] = deque()
        for size in sizes:
            decks = [shuffle(take) for _ in range(size)]
            ahead.append((size, shared.submit(play_block, pickled, decks)))
            if len(ahead) > AHEAD * (os.cpu_count() or 1):
                size, done = ahead.popleft()
                yield size, done.result()
        for size, done in ahead:
            yield size, done.result()


@contextmanager
def _on_processes(pool: Executor | None) -> Iterator[Executor]:
    """The pool that was given, or processes: rounds are plain Python, where threads do not help."""
    if pool is not None:
        yield pool
        return
    processes = ProcessPoolExecutor(mp_context=get_context("spawn"))
    try:
        yield processes
    finally:
        processes.shutdown(cancel_futures=True)


def net_cents(running: Runner, wager: str | None, apart: Sequence[str] = ()) -> int:
    """What the seat is up or down by one wager with its envy pays, or by all but some."""
    if wager is None:
        others = sum(net_cents(running, one) for one in apart)
        return running.net_cents[SEAT] - others
    names = (wager, envy_of(wager))
    return sum(
        row.net_cents for row in running.settlement if row.seat == SEAT and row.wager in names
    )


def paid_rows(running: Runner, wager: str) -> Iterator[Paid]:
    """The row that the seat's wager was paid by, or that it was lost, and each envy pay's row."""
    paid: Paid = (LOST, None)
    for row in running.settlement:
        if row.seat == SEAT and row.outcome == "win":
            if row.wager == wager:
                paid = (str(row.row), row.pays)
            elif row.wager == envy_of(wager):
                yield f"{ENVY}{row.row}", row.pays
    yield paid
