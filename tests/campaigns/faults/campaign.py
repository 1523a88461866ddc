"""Many trials of every fault: ``python -m tests.campaigns.faults.campaign KIND [TIMES] [FAULT]``.

``KIND`` is sqlite, postgresql or failover; a fault is named by a part of its name.
"""

import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.campaigns.checking import Checker
from tests.campaigns.faults.kinds import KINDS
from tests.campaigns.faults.stage import FULL, Pace, Stage
from tests.campaigns.faults.trial import Result, Trial
from tests.house.auditor import audit

TRIALS_EACH = 20
"""After so many the trials go on with a new house, and the old one is audited whole."""
END = "audits"
KILL_EVERY = 5
"""Of so many trials of a fault, in the last one the server is killed in its middle."""
FAILINGS = (
    *("lost", "doubled", "contradictions", "driver dead", "no answers", "folded", "slow"),
    *("wrong answers", "without cause", "answered meanwhile", "troubles"),
)
"""What must not be."""
SHOWN = ("houses", "entries", "times", "kills", "acknowledged", "repeated", "refusals", *FAILINGS)


class Job(NamedTuple):
    """The name of a fault, and the how manieth of it."""

    fault: str
    number: int

    @property
    def kills(self) -> bool:
        return self.number % KILL_EVERY == KILL_EVERY - 1


class Lane(NamedTuple):
    """Trials one after another, in houses of their own."""

    kind: str
    pace: Pace = FULL

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        waiting = list(jobs)
        while waiting:
            with closing(Stage(self.kind, self.pace)) as stage:
                checker = Checker()
                for _ in range(min(TRIALS_EACH, len(waiting))):
                    job = waiting.pop(0)
                    result = guarded(stage, job.fault, partial(self._try, stage, checker, job))
                    yield result
                    if result.counts["contradictions"]:
                        break
                else:
                    yield guarded(stage, END, partial(end, stage))

    def _try(self, stage: Stage, checker: Checker, job: Job) -> Result:
        kind = next(kind for kind in KINDS[self.kind] if kind.name == job.fault)
        seed = f"{self.kind}-{job.fault}-{job.number}".replace(" ", "-")
        fault = kind(stage, random.Random(seed))
        return Trial(stage, fault, seed, job.kills).run(checker)


def end(stage: Stage) -> Result:
    """Stop the server and audit everything that it leaves."""
    stage.server.stop()
    with closing(stage.open()) as database:
        return Result(END, Counter(houses=1, entries=audit(database)))


def guarded(stage: Stage, name: str, do: Callable[[], Result]) -> Result:
    """What something comes to; whatever cannot be is a result too, with what led to it."""
    try:
        return do()
    except Exception as error:
        stage.server.say_where()
        kept = Path(tempfile.mkdtemp(prefix="pitboss-kept-"))
        shutil.copy(stage.server.errors, kept)
        last = "\n".join(map(str, stage.door.answers[-200:]))
        (kept / "answers").write_text(last)
        words = f"{type(error).__name__}: {error}; see {kept}"
        return Result(name, Counter(times=1, contradictions=1), wrong=[words])


def run_lane(lane: Lane, jobs: list[Job], is_told: bool = False) -> list[Result]:
    """To the end; what is wrong is told as it comes, all else where it is asked for."""
    results = []
    for result in lane.run(jobs):
        results.append(result)
        is_wrong = bool(failings([result]))
        if is_wrong or is_told:
            print(describe(f"  {lane.kind}: {result.fault}", [result]), flush=True)
        for words in result.wrong[:5]:
            print(f"    wrong: {words[:300]}", flush=True)
        for words, count in Counter(result.words if is_told or is_wrong else {}).most_common(3):
            print(f"    {count} refused: {words[:200]}", flush=True)
    return results


def list_jobs(kind: str, times: int, only: str = "") -> list[Job]:
    names = [fault.name for fault in KINDS[kind] if only in fault.name]
    return [Job(name, number) for number in range(times) for name in names]


def campaign(kind: str, times: int, lanes: int = 2) -> dict[str, list[Result]]:
    """The trials shared out among lanes; results by fault."""
    jobs = list_jobs(kind, times)
    found: dict[str, list[Result]] = {}
    parts = [jobs[at::lanes] for at in range(lanes)]
    with ProcessPoolExecutor(lanes, get_context("spawn")) as pool:
        for results in pool.map(partial(run_lane, Lane(kind)), parts):
            for result in results:
                found.setdefault(result.fault, []).append(result)
    return found


def total(results: Iterable[Result]) -> Counter[str]:
    return sum((result.counts for result in results), Counter[str]())


def failings(results: Iterable[Result]) -> dict[str, int]:
    """What there must be none of."""
    counts = total(results)
    return {name: counts[name] for name in FAILINGS if counts[name]}


def describe(name: str, results: Sequence[Result]) -> str:
    counts = total(results)
    parts = [f"{key} {counts[key]:,}" for key in SHOWN if counts[key] or key in FAILINGS[:2]]
    if longest := max(result.longest for result in results):
        parts.append(f"slowest answer {longest:.1f} s")
    for what, found in (
        ("answers", [result.answered for result in results]),
        ("tables", [result.moved for result in results]),
    ):
        if seconds := [each for each in found if each is not None]:
            most = max(seconds)
            parts.append(f"{what} go on after {median(seconds):.1f} s, at most {most:.1f} s")
    return f"{name}: " + "; ".join(parts)


def main() -> None:
    kind, *more = sys.argv[1:]
    times = int(more[0]) if more else 5
    results = run_lane(Lane(kind), list_jobs(kind, times, "".join(more[1:])), is_told=True)
    sys.exit(bool(failings(results)))


if __name__ == "__main__":
    main()
