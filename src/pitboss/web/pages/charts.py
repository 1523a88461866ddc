"""Charts of pages that belong to one person: drawn by a program beside the server, which is started
when it is first needed, and kept by what they show.

A page does not wait for its chart: it is shown without it, and its script asks for the chart alone.
"""

import asyncio
import json
import logging
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from threading import Lock, Timer
from typing import Any

from pitboss.extras import has_extra
from pitboss.reports.charts import FONT, Course, Trend
from pitboss.reports.html import inline_svg
from pitboss.reports.pencil import COURSE, TREND
from pitboss.web.pages import words

COMMAND = (sys.executable, "-m", "pitboss.reports.pencil")
EXTRA = "papers"
SIZES = ("wide", "narrow")
MOST_KEPT = 200
"""Charts of all people together, about 20 kB each."""
MOST_WAITING = 20
LONGEST_SECONDS = 120.0
"""A pencil that takes longer is broken."""
FRAGMENT_SECONDS = 10.0
"""So long an answer that is nothing but a chart waits for it."""

_LOG = logging.getLogger("pitboss.web.charts")
Drawn = Future[dict[str, str]]


class Closed(RuntimeError):
    """Nothing is drawn any more."""


class Pencil:
    """The program, begun again where it has ended; one chart at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = Lock()
        self._is_closed = False

    def draw(self, question: bytes) -> dict[str, str]:
        """A program that has ended meanwhile, as it does when nobody asks, is begun anew once."""
        for _ in range(2):
            if line := self._ask(self._begin(), question):
                found: dict[str, str] = json.loads(line)
                return found
            self._end()
        raise RuntimeError("the pencil gave no chart")

    def close(self) -> None:
        with self._guard:
            self._is_closed = True
        self._end()

    def _begin(self) -> "subprocess.Popen[bytes]":
        with self._guard:
            if self._is_closed:
                raise Closed(words.CLOSING)
            if self._process is None:
                pipe = subprocess.PIPE
                self._process = subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe)
            return self._process

    def _ask(self, process: "subprocess.Popen[bytes]", question: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        watch = Timer(LONGEST_SECONDS, process.kill)
        watch.start()
        try:
            process.stdin.write(question + b"\n")
            process.stdin.flush()
            return process.stdout.readline()
        except (BrokenPipeError, ValueError):  # it has ended, or was ended from elsewhere
            return b""
        finally:
            watch.cancel()

    def _end(self) -> None:
        with self._guard:
            process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # a question that nobody reads any more
                    if pipe:
                        pipe.close()


class Chart:
    """A chart that is drawn, or will be, or cannot be."""

    def __init__(self, future: Drawn | None = None, problem: str = "") -> None:
        self._future = future
        self._problem = problem

    @property
    def is_waiting(self) -> bool:
        return not self._problem and not (self._future and self._future.done())

    @property
    def problem(self) -> str:
        is_failed = self._future and self._future.done() and _failure(self._future)
        return words.CHART_FAILED if is_failed else self._problem

    @property
    def drawn(self) -> dict[str, Any] | None:
        """In the page's own letters and ink, in its widths."""
        if self.is_waiting or self.problem or not self._future:
            return None
        found = self._future.result()
        svgs = {size: found.get(size, "").replace(FONT, "inherit") for size in SIZES}
        return {**found, **{size: inline_svg(svg) for size, svg in svgs.items()}}

    async def wait(self, seconds: float) -> None:
        """Until it is drawn, and no longer than this."""
        if self._future:
            waiting = asyncio.wrap_future(self._future)
            waiting.add_done_callback(_failure)  # whoever waits no longer asks for its error
            await asyncio.wait([waiting], timeout=seconds)


class Charts:
    """What an application has drawn, the newest last, and its pencil."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Drawn] = OrderedDict()
        self._threads = ThreadPoolExecutor(1, "pitboss-chart")
        self._pencil = Pencil()

    def course(self, course: Course) -> Chart:
        return self._draw(COURSE, course._asdict())

    def trend(self, trend: Trend) -> Chart:
        return self._draw(TREND, trend._asdict())

    def warm(self) -> None:
        """Have the engine loaded before it is needed."""
        self.trend(Trend("", (0, 1), (0, 1), ""))

    def _draw(self, kind: str, asked: Mapping[str, Any]) -> Chart:
        if not has_extra(EXTRA):
            return Chart(problem=words.NO_CHART)
        question = json.dumps({"kind": kind, "asked": asked}).encode()
        key = sha256(question).hexdigest()
        if key not in self._kept:
            waiting = sum(not each.done() for each in self._kept.values())
            if waiting >= MOST_WAITING:
                return Chart()
            self._kept[key] = self._threads.submit(self._pencil.draw, question)
            self._kept[key].add_done_callback(_log)
        elif self._kept[key].done() and _failure(self._kept[key]):
            return Chart(self._kept.pop(key))  # told once, and tried again when asked again
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return Chart(self._kept[key])

    def close(self) -> None:
        self._pencil.close()
        self._threads.shutdown(cancel_futures=True)


def _failure(future: Drawn | asyncio.Future[dict[str, str]]) -> str:
    """Why nothing came of it, of one that is done."""
    return words.CLOSING if future.cancelled() else str(future.exception() or "")


def _log(future: Drawn) -> None:
    if (failure := _failure(future)) and failure != words.CLOSING:
        _LOG.error("a chart could not be drawn: %s", failure)
