"""A job's program: a process of its own at low priority, so that a count of minutes takes nothing
from the tables. What it shows on a terminal of how far it is, is read from one made for it.
"""

import atexit
import contextlib
import json
import logging
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from pitboss.house.store.jobs import Beat, Job, Outcome
from pitboss.web.pages.design import words
from pitboss.web.pages.words import JOB_FAILED

COMMAND = (sys.executable, "-m", "pitboss.web.pages.design.work")
LAST_WORDS = 2_000
"""Letters of what a program has said that are kept."""

_PROGRESS = re.compile(r"([^\r\n\x1b]*\d+%[^\r\n\x1b]*)")
_LOG = logging.getLogger("pitboss.web.jobs")

Tell = Callable[[str], None]


class Program:
    """One that is at a job, or has been."""

    def __init__(self, job: Job, ended: Callable[[], None]) -> None:
        self.job = job
        self.progress = job.progress or words.STARTING
        self.outcome: Outcome | None = None
        self._began = time.monotonic() - job.seconds
        self._ended = ended
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False
        name = f"pitboss-job-{job.id[:6]}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def beat(self) -> Beat:
        """Taking up a job that another was at goes on with its time."""
        return Beat(self.job.id, self.progress, time.monotonic() - self._began)

    def stop(self) -> None:
        """End it; what a long count keeps on the way is kept."""
        self._is_stopped = True
        if self._process:
            self._process.kill()
        self._thread.join()

    def _run(self) -> None:
        try:
            code, output, said = self._compute()
        except Exception:
            _LOG.exception("a job could not be begun")
            code, output, said = -1, b"", ""
        if code and not self._is_stopped:
            _LOG.error("job %s (%s) failed with %d: %s", self.job.id, self.job.kind, code, said)
        answer: dict[str, Any] = (
            {"problem": JOB_FAILED, "is_failed": True} if code else json.loads(output)
        )
        problem = answer.get("problem", "")
        is_failed = answer.get("is_failed", False)
        self.outcome = Outcome(problem, "" if problem else output.decode(), is_failed)
        self._ended()

    def _compute(self) -> tuple[int, bytes, str]:
        given = json.dumps({"kind": self.job.kind, "asked": json.loads(self.job.asked)})
        with _terminal(self._hear) as (end, heard):
            self._process = process = subprocess.Popen(
                COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=end
            )
            _running.add(process)
            if end >= 0:
                os.close(end)
            if self._is_stopped:
                process.kill()
            try:
                output, _ = process.communicate(given.encode())
            finally:
                process.kill()
                process.wait()
                _running.discard(process)
        return process.returncode, output, "".join(heard)

    def _hear(self, line: str) -> None:
        self.progress = words.counted(line.rpartition(": ")[2])


_running: set["subprocess.Popen[bytes]"] = set()


def _end_all() -> None:
    for process in list(_running):
        process.kill()


atexit.register(_end_all)


@contextlib.contextmanager
def _terminal(tell: Tell) -> Iterator[tuple[int, list[str]]]:
    """Where the program writes its progress, and what it has written."""
    heard: list[str] = []
    if os.name != "posix":
        yield subprocess.DEVNULL, heard
        return
    ours, theirs = os.openpty()

    def listen() -> None:
        with contextlib.suppress(OSError):  # the other end is closed: the program has ended
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
