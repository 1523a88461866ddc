"""The verifier's command, as a stranger runs it: ``node verifier/check.mjs FILE``."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import pitboss

VERIFIER = Path(pitboss.__file__).parent / "web" / "pages" / "static" / "verifier"
"""What ``verifier`` at the root leads to."""

CHECK = VERIFIER / "check.mjs"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def run_check(path: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = ["node", str(CHECK), *options, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check_file(folder: Path, value: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """The status, and what ``--json`` says, of a round or a record."""
    path = folder / "round.json"
    path.write_text(json.dumps(value), "utf-8")
    return _answer(path)


def check_lines(folder: Path, lines: Iterable[bytes]) -> tuple[int, dict[str, Any]]:
    """The same of a log."""
    path = folder / "log.jsonl"
    path.write_bytes(b"".join(lines))
    return _answer(path)


def _answer(path: Path) -> tuple[int, dict[str, Any]]:
    run = run_check(path, "--json")
    if run.returncode == 2:
        assert run.stderr.count("\n") == 1, run.stderr
        return 2, {}
    assert run.stderr == "", run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return run.returncode, found
