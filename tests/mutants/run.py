"""One run over some files of the core with some of the tests: a plugin that tries changes where
pytest would run the tests.

What was found is kept: a change is tried again when its function, or the file of the test that
noticed it, is another; one that no test noticed, when any of the tests is.
"""

import ast
import json
import math
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.mutants.changes import ROOT, SOURCES, Mutant, core_files, functions, mutants
from tests.mutants.reach import Reach, digest
from tests.mutants.report import reasons
from tests.mutants.trial import Outcome, Trials

QUICK_SECONDS = 0.7
"""What a change may take at first; the few that are not noticed then meet more of their tests."""
NAMED_SECONDS = 5.0
"""After that, one that is named as equivalent is left: by its reason no test can notice it."""


class Run:
    """Tries the changes of some files, and keeps what became of them in a folder."""

    def __init__(self, files: list[str], workers: int, kept: Path, quick: bool) -> None:
        self._files, self._workers, self._kept = files, workers, kept
        self._seconds = [QUICK_SECONDS] if quick else [QUICK_SECONDS, NAMED_SECONDS, math.inf]
        self._named = frozenset(reasons())
        self._outcomes: dict[str, tuple[bool, str, str]] = {}
        """By the key of a change: noticed or not, by which test, and the digest of what it was
        tried with."""
        self._tests = ""
        if (kept / "outcomes.json").exists():
            text = (kept / "outcomes.json").read_text(encoding="utf-8")
            self._outcomes = {key: tuple(value) for key, value in json.loads(text).items()}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """A failure is enough: nobody reads a smaller example of it."""
        from hypothesis import HealthCheck, Phase, settings  # after pytest, which wants to be first

        settings.register_profile(
            "mutants",
            settings.get_profile("fixed"),
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        reach = Reach(self._kept / "reach.json", core_files())
        number = reach.measure(session.items)
        print(f"\n{number} of {len(session.items)} tests measured", flush=True)
        for test in reach.failed:
            print(f"fails without any change, so it can notice none: {test}")
        reach.save()
        self._tests = digest(*{item.path for item in session.items})
        trials = Trials(session, reach, self._workers)
        try:
            for path in self._files:
                self._try(path, reach, trials)
        finally:
            trials.close()
        return True

    def _try(self, path: str, reach: Reach, trials: Trials) -> None:
        start = time.monotonic()
        code = (SOURCES / path).read_text(encoding="utf-8")
        spans = {span.name: (span.start, span.end) for span in functions(ast.parse(code))}
        every = [mutant for mutant in mutants(path) if mutant.function]
        open_ = [mutant for mutant in every if not self._is_known(mutant)]
        for seconds in self._seconds:
            wanted = ((mutant, reach.tests(mutant, spans[mutant.function])) for mutant in open_)
            self._keep(trials.run(wanted, seconds), seconds)
            open_ = [mutant for mutant in open_ if not self._is_done(mutant, seconds)]
        self._write(path, every)
        print(
            f"{path}: {len(every)} changes, {time.monotonic() - start:.0f} s,"
            f" not noticed: {sum(not self._outcomes[mutant.key][0] for mutant in every)}",
            flush=True,
        )

    def _is_done(self, mutant: Mutant, seconds: float) -> bool:
        """Whether it need not meet more tests than those of so many seconds."""
        is_named = (mutant.name, mutant.was, mutant.now) in self._named
        return self._outcomes[mutant.key][0] or seconds >= (NAMED_SECONDS if is_named else math.inf)

    def _keep(self, tried: Iterable[tuple[Mutant, Outcome]], seconds: float) -> None:
        for number, (mutant, outcome) in enumerate(tried):
            self._outcomes[mutant.key] = (outcome.killed, outcome.killer, "")
            stamp = self._tests if self._is_done(mutant, seconds) else ""
            if outcome.killed:
                stamp = _digest_of(outcome.killer)
            self._outcomes[mutant.key] = (outcome.killed, outcome.killer, stamp)
            if number % 100 == 99:
                self._save()
        self._save()

    def _save(self) -> None:
        text = json.dumps(self._outcomes)
        (self._kept / "outcomes.json").write_text(text, encoding="utf-8")

    def _is_known(self, mutant: Mutant) -> bool:
        killed, killer, stamp = self._outcomes.get(mutant.key, (False, "", ""))
        return stamp == (_digest_of(killer) if killed else self._tests)

    def _write(self, path: str, every: list[Mutant]) -> None:
        """What the report reads: every change of a file with its outcome."""
        rows = [
            (mutant.name, mutant.lines[0], mutant.was, mutant.now, *self._outcomes[mutant.key][:2])
            for mutant in every
        ]
        name = path.replace("/", ".").removesuffix(".py")
        (self._kept / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")


def _digest_of(killer: str) -> str:
    """Of the test's file; a change that ended its process by itself was noticed for good."""
    file = ROOT / killer.partition("::")[0]
    return digest(file) if file.is_file() else "-"
