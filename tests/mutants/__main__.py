"""``make mutants``: try every change of the core, print what no test notices.

Words pick files that contain one of them: ``python -m tests.mutants money holdout/betting``.
"""

import argparse
import os
import subprocess
import sys
from typing import NamedTuple

from tests.mutants.changes import ROOT, core_files
from tests.mutants.report import read, report

KEPT = ROOT / ".mutants"


class Group(NamedTuple):
    """Files that end so, and the tests that matter for them."""

    name: str
    endings: tuple[str, ...]
    tests: tuple[str, ...]


GROUPS = (
    Group(
        "ledger",
        ("house/ledger.py",),
        ("house/test_ledger.py",),
    ),
    Group(
        "rules",
        (".py",),
        (
            *("golden", "rules", "contract/test_contract.py", "contract/test_faces.py"),
            *("contract/test_offers.py", "contract/test_registry.py", "contract/test_table.py"),
            *("commands/test_amounts.py", "commands/test_lists.py", "commands/test_score.py"),
            *("contract/test_voids.py", "history/test_text.py", "history/test_phh_refusals.py"),
            *("naive/test_naive_rotation.py", "naive/test_naive_holdout_round.py"),
            "commands/test_numbers.py",
        ),
    ),
)


def files_of(group: Group, files: list[str]) -> list[str]:
    """Each file belongs to the first group that wants it."""
    mine = []
    for path in files:
        first = next(each for each in GROUPS if path.endswith(each.endings))
        if first == group:
            mine.append(path)
    return mine


def run(group: Group, files: list[str], given: argparse.Namespace) -> int:
    """Collect the group's tests and try the changes of these files."""
    import pytest

    from tests.mutants.run import Run

    kept = KEPT / group.name
    kept.mkdir(parents=True, exist_ok=True)
    options = ["-qq", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT)]
    tests = [str(ROOT / "tests" / name) for name in group.tests]
    plugin = Run(files, given.workers, kept, given.quick)
    return int(pytest.main([*options, *tests], plugins=[plugin]))


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    reader.add_argument("words", nargs="*", help="parts of the names of files")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    reader.add_argument("--quick", action="store_true", help="leave it at the first few tests")
    reader.add_argument("--group", help=argparse.SUPPRESS)
    given = reader.parse_args()
    files = core_files(given.words)
    for group in GROUPS:
        mine = files_of(group, files)
        if given.group == group.name:
            return run(group, mine, given)
        if mine and not given.group:
            # Tests of one group would slow the copies of another.
            again = [sys.executable, "-m", "tests.mutants", "--group", group.name, *given.words]
            again += ["--workers", str(given.workers), *(["--quick"] if given.quick else [])]
            subprocess.run(again, cwd=ROOT, check=False)
    right = report(read(KEPT, files), whole=not given.words)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
