"""Which tests reach which lines of the core, and how long each takes."""

import ast
import hashlib
import json
from pathlib import Path
from time import process_time
from typing import Any
from zlib import crc32

import coverage
import pytest

from tests.mutants.caches import forget
from tests.mutants.changes import SOURCES, Mutant, functions


def digest(*paths: Path) -> str:
    """Of the contents of files."""
    text = b"\0".join(path.read_bytes() for path in sorted(paths))
    return hashlib.sha256(text).hexdigest()[:16]


class Reach:
    """Kept from run to run: a test is measured again when its file has changed. Where the core has
    changed, the lines of its functions move with them, and the other tests are only run.
    """

    def __init__(self, kept: Path, files: list[str]) -> None:
        self._kept = kept
        self._files = [SOURCES / path for path in files]
        self._core = digest(*self._files)
        self._functions = {path: _functions(SOURCES / path) for path in files}
        self._moved = False
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
        self.lines, self.seconds = data["lines"], data["seconds"]
        self._digests = data["digests"]
        self._moved = data["core"] != self._core
        if not self._moved:
            return
        places = {
            path: _places(data["functions"].get(path, {}), now)
            for path, now in self._functions.items()
        }
        fresh = {
            path: _fresh(data["functions"].get(path, {}), now)
            for path, now in self._functions.items()
        }
        for reached in self.lines.values():
            for path in list(reached):
                moved = [new for old in reached[path] for new in places.get(path, {}).get(old, ())]
                reached[path] = sorted({*moved, *fresh.get(path, ())})

    def measure(self, items: list[pytest.Item]) -> int:
        """Run the tests that are not known yet, and say how many they were."""
        digests = {path: digest(path) for path in {item.path for item in items}}
        stale = [item for item in items if self._digests.get(item.nodeid) != digests[item.path]]
        if stale:
            self._run(stale, digests)
        if self._moved:
            for item in items:
                if item not in stale:
                    self._passes(item)
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
            if not self._passes(item):
                continue
            self.seconds[item.nodeid] = process_time() - start
            self._digests[item.nodeid] = digests[item.path]
            self.lines[item.nodeid] = {}
        covered.stop()
        self._read(covered.get_data())

    def _passes(self, item: pytest.Item) -> bool:
        failed = item.session.testsfailed
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if item.session.testsfailed == failed:
            return True
        self.failed.append(item.nodeid)
        for known in (self.lines, self.seconds, self._digests):
            known.pop(item.nodeid, None)
        return False

    def _read(self, data: Any) -> None:
        for path in self._files:
            name = path.relative_to(SOURCES).as_posix()
            for line, tests in data.contexts_by_lineno(str(path)).items():
                for test in self.lines.keys() & set(tests):
                    self.lines[test].setdefault(name, []).append(line)

    def save(self) -> None:
        data = {"core": self._core, "lines": self.lines, "functions": self._functions}
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
        """Those that reach the changed lines; where none is known to, those of the function, or
        of the file."""
        for start, end in (mutant.lines, span, (1, 1_000)):
            found = {
                test
                for line in range(start, end + 1)
                for test in self._tests.get((mutant.path, line), ())
            }
            if found:
                return sorted(found)
        return []


Functions = dict[str, list[int]]
"""By name: the first and the last line, and a sum of the text."""


def _functions(path: Path) -> Functions:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    return {
        name: [start, end, crc32("\n".join(lines[start - 1 : end]).encode())]
        for name, start, end in functions(ast.parse(text))
    }


def _places(before: Functions, now: Functions) -> dict[int, list[int]]:
    """Where each line of a function is now: as far from its start, or, where the function has
    become another, anywhere in it."""
    places = {}
    for name, (start, end, *text) in before.items():
        first, last, *new_text = now.get(name, (0, -1))
        same = text == new_text
        for line in range(start, end + 1):
            places[line] = [line - start + first] if same else list(range(first, last + 1))
    return places


def _fresh(before: Functions, now: Functions) -> list[int]:
    """The lines of functions that there were not: whoever reaches the file may reach them."""
    spans = [span for name, span in now.items() if name not in before]
    return [line for start, end, *_ in spans for line in range(start, end + 1)]
