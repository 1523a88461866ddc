"""Runs all trials over all streams, judges them together, and says so. The design is the package's.

>>> verdict = judge(Run({"always": {0: Outcome(1.0, 0, 0.3)}}))
>>> verdict.good, verdict.number
(True, 1)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

from tests.evidence.chances import kolmogorov_smirnov
from tests.evidence.streams import LABEL, Decks, decks_of
from tests.evidence.trials import TRIALS, Counts, Outcome

SHARE = 0.005
"""Of the 1 % for everything together, for each of the two ways to fail."""
TOGETHER = -1
"""In place of a stream: the counts of all of them."""


class Run(NamedTuple):
    """Outcomes by trial and stream, ``TOGETHER`` among them."""

    outcomes: Mapping[str, Mapping[int, Outcome]]

    def p_values(self) -> list[float]:
        return [each.p for row in self.outcomes.values() for each in row.values()]


class Verdict(NamedTuple):
    """``found``: what is out of bounds, in words."""

    number: int
    smallest: float
    bound: float
    uniform: Mapping[str, float]
    uniform_bound: float
    found: list[str]

    @property
    def good(self) -> bool:
        return not self.found


def count_stream(rounds: int, label: str, stream: int) -> list[Counts]:
    """What every trial counts over a stream; the neighbours are counted twice."""
    return count_decks(decks_of(stream, rounds, label))


def count_decks(decks: Decks) -> list[Counts]:
    return [trial.counts(decks) for trial in TRIALS]


def run_streams(streams: Iterable[int], rounds: int, label: str = LABEL, processes: int = 1) -> Run:
    streams = list(streams)
    work = partial(count_stream, rounds, label)
    if processes == 1:
        return judge_counts(dict(zip(streams, map(work, streams), strict=True)))
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return judge_counts(dict(zip(streams, pool.map(work, streams), strict=True)))


def run_decks(streams: Iterable[int], make: Callable[[int], Decks]) -> Run:
    """The same over decks that were made otherwise."""
    return judge_counts({stream: count_decks(make(stream)) for stream in streams})


def judge_counts(counted: Mapping[int, list[Counts]]) -> Run:
    outcomes: dict[str, dict[int, Outcome]] = {}
    for place, trial in enumerate(TRIALS):
        rows = {stream: counts[place] for stream, counts in counted.items()}
        rows[TOGETHER] = sum(rows.values(), start=0 * next(iter(rows.values())))
        judged = {stream: trial.judge(counts) for stream, counts in rows.items()}
        outcomes[trial.name] = {stream: found for stream, found in judged.items() if found}
    return Run(outcomes)


def judge(run: Run) -> Verdict:
    """All p-values together, and each trial's streams beside uniform ones."""
    p_values = run.p_values()
    bound = SHARE / len(p_values)
    uniform_bound = SHARE / len(run.outcomes)
    uniform = {name: uniformity(row) for name, row in run.outcomes.items()}
    found = [
        f"{name}, {name_stream(stream)}: p {each.p:.2g}"
        for name, row in run.outcomes.items()
        for stream, each in row.items()
        if each.p < bound
    ]
    found += [
        f"{name}: its streams are not uniform, p {chance:.2g}"
        for name, chance in uniform.items()
        if chance < uniform_bound
    ]
    return Verdict(len(p_values), min(p_values), bound, uniform, uniform_bound, found)


def uniformity(row: Mapping[int, Outcome]) -> float:
    tails = [each.tail for stream, each in row.items() if stream != TOGETHER]
    return kolmogorov_smirnov(tails)[1] if tails else 1.0


def name_stream(stream: int) -> str:
    return "all together" if stream == TOGETHER else f"stream {stream}"


def describe(run: Run, verdict: Verdict) -> Iterator[str]:
    """Every p-value, then the verdict."""
    for name, row in run.outcomes.items():
        freedom = sorted({each.freedom for each in row.values()} - {0})
        degrees = f"chi-square, {freedom[0]} to {freedom[-1]} degrees" if freedom else "no cells"
        yield f"{name} ({degrees})"
        alone = [f"{each.p:.4f}" for stream, each in row.items() if stream != TOGETHER]
        for start in range(0, len(alone), 10):
            yield "    " + " ".join(alone[start : start + 10])
        together = f"{row[TOGETHER].p:.4f}" if TOGETHER in row else "-"
        yield f"    all together {together}; the streams beside uniform {verdict.uniform[name]:.4f}"
    p_values = run.p_values()
    below = sum(p < 0.01 for p in p_values)
    yield (
        f"{verdict.number} p-values: {below} below 0.01 ({verdict.number / 100:.1f} expected), the "
        f"smallest {verdict.smallest:.2g}, bound {verdict.bound:.2g}; uniform: the smallest "
        f"{min(verdict.uniform.values()):.2g}, bound {verdict.uniform_bound:.2g}"
    )
    yield "passed at 99 %" if verdict.good else "FAILED at 99 %:"
    yield from verdict.found
