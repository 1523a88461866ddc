"""Figures from ``pitboss odds``, run as a program of its own at low priority.

The page shows what the command prints, and a count of minutes takes nothing from the tables. The
command's own progress, which it shows on a terminal, is read from one made for it.
"""

import atexit
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.refusal import Refused
from pitboss.web.pages.jobs import Job

NICE = 10
FILE = "table.json"
LAST_WORDS = 2_000
"""Letters of what the command has said that are kept."""

_PROGRESS = re.compile(r"([^\r\n\x1b]*\d+%[^\r\n\x1b]*)")

Tell = Callable[[str], None]

_running: set["subprocess.Popen[bytes]"] = set()


def _end_all() -> None:
    for process in list(_running):
        process.kill()


atexit.register(_end_all)


def price(options: list[str], document: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """The answer of the command with a file of pay tables and rulings."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        file.write_text(json.dumps(document), encoding="utf-8")
        arguments = [*options, "--paytable", str(file), "--json"]
        command = [sys.executable, "-m", "pitboss", "odds", *arguments]
        code, output, errors = _run(command, tell)
    if code:
        lines = errors.strip().splitlines()
        raise Refused(lines[-1] if lines else "odds: the count did not end")
    answer: dict[str, Any] = json.loads(output)
    return answer


def _run(command: list[str], tell: Tell) -> tuple[int, bytes, str]:
    with _terminal(tell) as (end, heard):
        process = subprocess.Popen(
            ["nice", "-n", str(NICE), *command] if os.name == "posix" else command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=end,
        )
        if end >= 0:
            os.close(end)
        _running.add(process)
        try:
            output, _ = process.communicate()
        finally:
            _running.discard(process)
    return process.returncode, output, "".join(heard)


@contextlib.contextmanager
def _terminal(tell: Tell) -> Iterator[tuple[int, list[str]]]:
    """Where the command writes its progress, and what it has written."""
    heard: list[str] = []
    if os.name != "posix":
        yield subprocess.DEVNULL, heard
        return
    ours, theirs = os.openpty()

    def listen() -> None:
        with contextlib.suppress(OSError):  # the other end is closed: the command has ended
            while data := os.read(ours, 4096):
                text = data.decode(errors="replace")
                heard[:] = ["".join(heard)[-LAST_WORDS:] + text]
                if found := _PROGRESS.findall(text):
                    tell(found[-1].strip())

    listener = threading.Thread(target=listen, name="pitboss-progress", daemon=True)
    listener.start()
    try:
        yield theirs, heard
        listener.join(1.0)
    finally:
        os.close(ours)


def price_both(
    options: list[str], approved: Mapping[str, Any], mine: Mapping[str, Any], job: Job
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The approved table's figures and those of the designer's own."""

    def tell(words: str) -> None:
        job.progress = words

    before = price(options, approved, tell)
    return before, before if approved == mine else price(options, mine, tell)
