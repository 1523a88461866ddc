"""Each change is tried in a copy of a process that has collected the tests already.

The copy is a fork: it puts the changed function in the place of the old one, forgets what the core
has cached, and runs the tests that reach the changed line until one fails. What stands outside
functions is left alone: others have read it already when they were imported.
"""

import gc
import os
import resource
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from pathlib import Path
from tempfile import mkdtemp
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

import pytest

from tests.mutants.caches import caches, forget
from tests.mutants.changes import Mutant
from tests.mutants.reach import Reach

MEMORY_BYTES = 6 * 1024**3
"""What a copy may take: a change can make a loop that fills a list for ever."""


class Outcome(NamedTuple):
    """What became of a change: ``killer`` is the test that noticed it."""

    killed: bool
    killer: str


class _Trial(NamedTuple):
    pid: int
    mutant: Mutant
    tests: list[str]
    reading: int
    """Where the copy says which test failed."""


class Trials:
    """Tries changes, a few at a time, on tests that are collected."""

    def __init__(self, session: pytest.Session, reach: Reach, workers: int) -> None:
        self._items = {item.nodeid: item for item in session.items}
        self._config: Any = session.config
        self._reach, self._seconds = reach, reach.seconds
        self._workers = workers
        self._killers: dict[str, Counter[str]] = {}
        self._folder = Path(mkdtemp(prefix="mutants-"))
        caches()  # found once, before the copies are made
        gc.collect()
        gc.freeze()

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def run(
        self, wanted: Iterable[tuple[Mutant, list[str]]], seconds: float
    ) -> Iterator[tuple[Mutant, Outcome]]:
        """Try each change on its tests, as many as fit into so many seconds."""
        running: dict[int, _Trial] = {}
        for mutant, tests in wanted:
            if not tests:
                yield mutant, Outcome(False, "(none reaches it)")
                continue
            if len(running) >= self._workers:
                yield self._wait(running)
            trial = self._start(mutant, self._some(self._sorted(mutant, tests), seconds))
            running[trial.pid] = trial
        while running:
            yield self._wait(running)

    def _start(self, mutant: Mutant, tests: list[str]) -> _Trial:
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reading)
            self._child(mutant, tests, writing)
        os.close(writing)
        return _Trial(pid, mutant, tests, reading)

    def _wait(self, running: dict[int, _Trial]) -> tuple[Mutant, Outcome]:
        pid, status = os.wait()
        _, mutant, tests, reading = running.pop(pid)
        with os.fdopen(reading) as told:
            killer = told.read()
        shutil.rmtree(self._folder / str(pid), ignore_errors=True)
        if os.WIFSIGNALED(status):
            killer = f"({signal.Signals(os.WTERMSIG(status)).name})"
        if killer in tests:
            self._killers.setdefault(mutant.name, Counter())[killer] += 1
        return mutant, Outcome(status != 0, killer)

    def _sorted(self, mutant: Mutant, tests: list[str]) -> list[str]:
        """Those first that noticed other changes of the same function; then in turn those that
        reach the fewest lines, and golden rounds, which are quick and compare everything."""
        known = self._killers.get(mutant.name, Counter())
        front = [test for test, _ in known.most_common(6) if test in tests]
        rest = sorted(set(tests) - set(front), key=self._rank)
        golden = [test for test in rest if "golden" in test]
        narrow = [test for test in rest if "golden" not in test]
        in_turn = chain.from_iterable(zip_longest(narrow, golden))
        return [*front, *filter(None, in_turn)]

    def _rank(self, test: str) -> tuple[int, float]:
        return self._reach.breadth(test), self._seconds[test]

    def _some(self, tests: list[str], seconds: float) -> list[str]:
        """As many of the first tests as take no longer than that, and not less than a few."""
        spent = 0.0
        for at, test in enumerate(tests):
            spent += self._seconds[test]
            if spent > seconds and at > 5:
                return tests[:at]
        return tests

    def _child(self, mutant: Mutant, tests: list[str], writing: int) -> NoReturn:
        """Never returns: status 0 when no test failed."""

        def stop(killer: str, status: int) -> NoReturn:
            os.write(writing, killer.encode())
            os._exit(status)

        expected = sum(self._seconds.get(test, 0.1) for test in tests)
        try:
            _quiet()
            _limit(5 + 4 * expected)
            folder = self._folder / str(os.getpid())
            folder.mkdir()
            self._config._tmp_path_factory._basetemp = folder
            try:
                put_in_place(mutant)
            except BaseException as error:
                stop(f"({type(error).__name__} at import)", 1)
            reports = _Reports()
            for test in tests:
                item = self._items[test]
                reports.watch(item)
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
                if reports.failed:
                    stop(test, 1)
            stop("", 0)
        except BaseException as error:
            stop(f"({type(error).__name__})", 1)


class _Reports:
    """Hears whether a test failed."""

    def __init__(self) -> None:
        self.failed = False
        self._heard: set[int] = set()

    def watch(self, item: pytest.Item) -> None:
        manager = item.config.pluginmanager
        if id(manager) not in self._heard:
            self._heard.add(id(manager))
            manager.register(self)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


def _quiet() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _limit(seconds: float) -> None:
    """The copy ends by itself when it has used its time; a busy machine does not matter."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(60 + 20 * seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def put_in_place(mutant: Mutant) -> None:
    """Give the live function the code and the defaults of the changed one."""
    live = sys.modules[mutant.module]
    fresh = ModuleType(mutant.module)
    fresh.__dict__.update({"__file__": live.__file__, "__package__": live.__package__})
    if hasattr(live, "__path__"):
        fresh.__path__ = live.__path__
    code = compile(mutant.source, str(live.__file__), "exec")
    exec(code, fresh.__dict__)
    old, new = find(live, mutant.function), find(fresh, mutant.function)
    old.__code__, old.__defaults__, old.__kwdefaults__ = (
        new.__code__,
        new.__defaults__,
        new.__kwdefaults__,
    )
    forget()


def find(module: ModuleType, name: str) -> FunctionType:
    """A function or method by its name, out of its property, its cache or its class method."""
    holder: Any = module
    for part in name.split("."):
        holder = vars(holder)[part]
    while not isinstance(holder, FunctionType):
        for inside in ("fget", "func", "__func__", "__wrapped__"):
            if getattr(holder, inside, None) is not None:
                holder = getattr(holder, inside)
                break
        else:
            raise TypeError(name)
    while hasattr(holder, "__wrapped__"):
        holder = holder.__wrapped__
    assert isinstance(holder, FunctionType)
    return holder
