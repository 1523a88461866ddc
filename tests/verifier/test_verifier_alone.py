"""The verifier stands alone: its modules import each other, Node where they read files, and nothing
else; together they stay short enough to be read in an evening."""

import re
from itertools import chain

from tests.verifier.checking import VERIFIER

MODULES = sorted(chain(VERIFIER.glob("*.mjs"), VERIFIER.glob("*/*.mjs")))
IMPORT = re.compile(r'^(?:(?:import|export|\}).* from |.*\bimport\()"([^"]+)"', re.MULTILINE)
UNDER_NODE = {"check.mjs", "deal.mjs"}
MOST_LINES = 5_000


def test_modules_import_each_other_and_nothing_else() -> None:
    for path in MODULES:
        for name in IMPORT.findall(path.read_text("utf-8")):
            if name.startswith("verifier/"):  # the file to keep names them so
                assert path.name == "keep.mjs"
            elif name.startswith("node:"):
                assert path.name in UNDER_NODE
            else:
                assert (path.parent / name).resolve() in MODULES, (path, name)


def test_what_a_page_runs_needs_no_node() -> None:
    seen, waiting = set(), [VERIFIER / "report.mjs", VERIFIER / "keep.mjs"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        found = re.findall(r'from "(\.[^"]+)"', path.read_text("utf-8"))
        waiting += [(path.parent / name).resolve() for name in found]
    assert VERIFIER / "games" / "holdout.mjs" in seen
    assert VERIFIER / "check.mjs" not in seen


def test_it_is_short() -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in MODULES)
    assert lines < MOST_LINES
