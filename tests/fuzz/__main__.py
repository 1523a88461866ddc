"""``make fuzz``: every target for some time, one after the other, from what is kept.

``python -m tests.fuzz [--seconds N] [--keep] [TARGET...]``; with ``--keep`` what reached new code
is made small and kept in the tree. What was found lies in ``.fuzz``; it is mended and becomes a
test.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import NamedTuple

from tests.fuzz.corpus import read_kept, write_kept
from tests.fuzz.reach import least
from tests.fuzz.seeds import first_inputs
from tests.fuzz.targets import TARGETS, find_target

WORK = Path(".fuzz")
LIMITS = ("-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1")
LARGEST = {"logs": 60_000, "rounds": 20_000, "replays": 20_000}
USUAL_LARGEST = 4_096
SHARE = 14_000
"""Bytes of one target's corpus that are kept; the shortest inputs first."""
_STATUS = re.compile(r"#\d+\s+\w+\s+cov: (\d+) ft: (\d+)")
_RUNS = re.compile(r"stat::number_of_executed_units:\s*(\d+)")


class Figures(NamedTuple):
    """How one target went."""

    name: str
    runs: int
    edges: int
    findings: int


def fuzz(name: str, seconds: int) -> Figures:
    """One target from all inputs that are known."""
    corpus = WORK / name
    corpus.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for data in [*read_kept(name), *first_inputs(name, Path(folder))]:
            (corpus / sha256(data).hexdigest()).write_bytes(data)
    before = set(WORK.glob(f"{name}-*"))
    said = _run(name, f"-max_total_time={seconds}", f"-artifact_prefix={WORK}/{name}-", str(corpus))
    found = sorted(set(WORK.glob(f"{name}-*")) - before)
    for path in found:
        print(f"  found: {path}")
    edges = max((int(one) for one, _ in _STATUS.findall(said)), default=0)
    runs = sum(map(int, _RUNS.findall(said)))
    if found or not runs:
        print("\n".join(said.splitlines()[-60:]))
    return Figures(name, runs, edges, len(found) or int(not runs))


def keep(name: str) -> None:
    """The fewest inputs that reach what all of them reach, as far as there is room."""
    known = [*read_kept(name), *(path.read_bytes() for path in (WORK / name).iterdir())]
    write_kept(name, least(find_target(name), known, SHARE))


def _run(name: str, *options: str) -> str:
    largest = f"-max_len={LARGEST.get(name, USUAL_LARGEST)}"
    command = [sys.executable, "-m", "tests.fuzz.run", name, *LIMITS, largest, *options]
    ran = subprocess.run(command, stdout=PIPE, stderr=STDOUT, check=False)
    return ran.stdout.decode(errors="replace")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    findings = 0
    for name in options.targets or TARGETS:
        figures = fuzz(name, options.seconds)
        findings += figures.findings
        print(f"{name:<10} {figures.runs:>9,} runs, {figures.edges:>6,} edges,"
              f" {figures.findings} findings", flush=True)  # fmt: skip
        if options.keep and not figures.findings:
            keep(name)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
