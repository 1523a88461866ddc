"""Which tests reach which lines of the core, and how long each takes."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

import coverage
import pytest

from tests.mutants.caches import forget
from tests.mutants.changes import SOURCES, Mutant


def digest(*paths: Path) -> str:
    """Of the contents of files."""
    text = b"\0".join(path.read_bytes() for path in sorted(paths))
    return hashlib.sha256(text).hexdigest()[:16]


class Reach:
    """Kept from run to run: a test is measured again when its file or the core has changed."""

    def __init__(self, kept: Path, files: Iterable[str]) -> None:
        self._kept = kept
        self._files = [SOURCES / path for path in files]
        self._core = digest(*self._files)
        self.lines: dict[str, dict[str, list[int]]] = {}
        """By test, then by file."""
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        """Tests that fail without any change can notice none."""
        self._digests: dict[str, str] = {}
        if kept.exists():
            self._load(json.loads(kept.read_text(encoding="utf-8")))
        self._tests: dict[tuple[str, int], list[str]] = {}
        self._breadth: dict[str, int] = {}

    def _load(self, data: dict[str, Any]) -> None:
        if data["core"] == self._core:
            self.lines, self.seconds = data["lines"], data["seconds"]
            self._digests = data["digests"]

    def measure(self, items: list[pytest.Item]) -> int:
        """Run the tests that are not known yet, and say how many they were."""
        digests = {path: digest(path) for path in {item.path for item in items}}
        stale = [item for item in items if self._digests.get(item.nodeid) != digests[item.path]]
        if stale:
            self._run(stale, digests)
        present = {item.nodeid for item in items}
        for test in set(self.lines) - present:
            del self.lines[test], self.seconds[test], self._digests[test]
        self._turn()
        return len(stale)

    def _run(self, stale: list[pytest.Item], digests: dict[Path, str]) -> None:
        covered = coverage.Coverage(
            data_file=None, config_file=False, include=[str(path) for path in self._files]
        )
        covered.start()
        for item in stale:
            covered.switch_context(item.nodeid)
            forget()
            start = process_time()
            failed = item.session.testsfailed
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            if item.session.testsfailed > failed:
                self.failed.append(item.nodeid)
                continue
            self.seconds[item.nodeid] = process_time() - start
            self._digests[item.nodeid] = digests[item.path]
            self.lines[item.nodeid] = {}
        covered.stop()
        self._read(covered.get_data())

    def _read(self, data: Any) -> None:
        for path in self._files:
            name = path.relative_to(SOURCES).as_posix()
            for line, tests in data.contexts_by_lineno(str(path)).items():
                for test in self.lines.keys() & set(tests):
                    self.lines[test].setdefault(name, []).append(line)

    def save(self) -> None:
        data = {"core": self._core, "lines": self.lines}
        data |= {"seconds": self.seconds, "digests": self._digests}
        self._kept.parent.mkdir(exist_ok=True)
        self._kept.write_text(json.dumps(data), encoding="utf-8")

    def _turn(self) -> None:
        """Tests by line."""
        self._tests.clear()
        self._breadth = {test: sum(map(len, files.values())) for test, files in self.lines.items()}
        for test, files in self.lines.items():
            for name, lines in files.items():
                for line in lines:
                    self._tests.setdefault((name, line), []).append(test)

    def breadth(self, test: str) -> int:
        """How many lines a test reaches."""
        return self._breadth[test]

    def tests(self, mutant: Mutant, span: tuple[int, int]) -> list[str]:
        """Those that reach the changed lines; where none is known to, those of the function."""
        for start, end in (mutant.lines, span):
            found = {
                test
                for line in range(start, end + 1)
                for test in self._tests.get((mutant.path, line), ())
            }
            if found:
                return sorted(found)
        return []
