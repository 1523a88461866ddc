"""The designer's figures: asked of ``pitboss odds``, both tables' side by side, and as charts.

The command runs as a program of its own at low priority: the page shows what it prints, and a
count of minutes takes nothing from the tables. Its own progress, which it shows on a terminal, is
read from one made for it.
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.money import money, signed_money
from pitboss.odds.figures import fraction_of
from pitboss.odds.results import group_results, sum_events
from pitboss.refusal import Refused
from pitboss.web.pages.design import words
from pitboss.web.pages.jobs import STOP_SECONDS, Job

NICE = 10
FILE = "table.json"
LAST_WORDS = 2_000
"""Letters of what the command has said that are kept."""

LONGEST_EXACT = 28
LINE = 44
"""Height of a chart's line, which has two bars, approved above designed."""

WIDTH = 660
LABEL = 258
ROOM = WIDTH - LABEL - 90
MOST_ROWS = 16
MOST_LETTERS = 38
_PROGRESS = re.compile(r"([^\r\n\x1b]*\d+%[^\r\n\x1b]*)")

Tell = Callable[[str], None]


Answer = Mapping[str, Any]


def compare(
    wager: str, before: Answer, after: Answer, beside: Sequence[Answer | None] = ()
) -> dict[str, Any]:
    """What the page shows of two answers of the command, and of others beside them as far as they
    are there."""
    parts = after.get("parts", {})
    charts = []
    if after.get("outcomes"):
        old, new = (side.get("parts", {}).get(wager, side)["outcomes"] for side in (before, after))
        charts = [
            draw(
                words.RETURNS, sum_events(old, "return"), sum_events(new, "return"), most=MOST_ROWS
            ),
            draw(words.SPREAD, group_results(old), group_results(new)),
        ]
    elif after.get("hand_ranks"):
        held = {part["held"]: part["outcomes"] for part in after["hand_ranks"]}
        five, three = (
            {event.replace("-", " "): chance for event, chance in sums.items()}
            for sums in (sum_events(held[cards], "probability") for cards in (5, 3))
        )
        charts = [draw(words.BOTH_HELD, five, three)]
    return {
        "figures": [
            {**line, "beside": [_beside(line["name"], other) for other in beside]}
            for line in list_figures(before, after)
        ],
        "parts": [
            (words.part_of(wager=name), list_figures(before["parts"][name], part))
            for name, part in parts.items()
        ],
        "charts": charts,
        "outcomes": [_outcome(row) for row in after.get("outcomes", [])],
    }


def _outcome(row: Mapping[str, Any]) -> tuple[str, str, str, str]:
    chance, returned = (row[name]["value"] for name in ("probability", "return"))
    return row["event"], row["pays"], f"{chance:.10f}", f"{returned:.8f}"


def list_figures(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, str]]:
    """Those that both answers have."""
    return [
        _figure(name, before[name], after[name])
        for name in words.FIGURES
        if before.get(name) is not None and after.get(name) is not None
    ]


def _figure(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, str]:
    title, unit, help = words.FIGURES[name]
    exact = str(after.get("exact", ""))
    difference = _difference(before, after)
    return {
        "name": name,
        "title": title,
        "help": help,
        "before": _shown(before["value"], unit),
        "after": _shown(after["value"], unit),
        "exact": exact,
        "short": exact if len(exact) <= LONGEST_EXACT else "",
        "change": _shown(difference, unit, "+") if difference else words.NO_CHANGE,
        "direction": "up" if difference > 0 else "down" if difference < 0 else "even",
    }


def _beside(name: str, other: Answer | None) -> str:
    """A figure of another table; nothing while that is being counted."""
    found = other.get(name) if other else None
    return _shown(found["value"], words.FIGURES[name][1]) if found else "…"


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> float:
    """Exactly, where both figures are exact."""
    if "exact" in before and "exact" in after:
        return float(fraction_of(after) - fraction_of(before))
    return float(after["value"] - before["value"])


def _shown(value: float, unit: str, sign: str = "") -> str:
    """A figure; with a sign, how far it has changed."""
    if unit == "%":
        percent = f"{100 * value:{sign}.4f}"
        return words.points(value=percent) if sign else f"{percent} %"
    if unit == "$":
        return (signed_money if sign else money)(round(100 * value))
    return f"{value:{sign},.4f}"


class Bar(NamedTuple):
    """A line of a chart: its label and one or two bars with their words."""

    label: str
    y: int
    before_width: float
    before: str
    after_width: float
    after: str

    @property
    def short(self) -> str:
        """The label as far as there is room for it."""
        return (
            self.label if len(self.label) <= MOST_LETTERS else f"{self.label[: MOST_LETTERS - 1]}…"
        )


class Chart(NamedTuple):
    """A chart with its size; every number in it is also in the table beside it."""

    title: str
    bars: list[Bar]
    height: int
    width: int = WIDTH
    left: int = LABEL


def draw(
    title: str, before: Mapping[str, float], after: Mapping[str, float], most: int = 0
) -> Chart:
    """Bars of two figures in per cent for each label, on one scale from zero; with ``most``, so
    many of them, the largest first."""
    rows = [
        (label, 100 * before.get(label, 0.0), 100 * after.get(label, 0.0))
        for label in {**before, **after}
        if before.get(label) or after.get(label)
    ]
    if most:
        rows = sorted(rows, key=lambda row: -max(row[1], row[2]))[:most]
    largest = max((max(one, other) for _, one, other in rows), default=1.0)
    bars = [
        Bar(
            *(label, number * LINE),
            *(round(ROOM * one / largest, 1), _words(one)),
            *(round(ROOM * other / largest, 1), _words(other)),
        )
        for number, (label, one, other) in enumerate(rows)
    ]
    return Chart(title, bars, max(LINE, len(bars) * LINE))


def _words(value: float) -> str:
    digits = f"{value:.3f}" if value >= 0.01 else f"{value:.7f}".rstrip("0").rstrip(".")
    return f"{digits} %"


_running: set["subprocess.Popen[bytes]"] = set()


def _end_all() -> None:
    for process in list(_running):
        process.kill()


atexit.register(_end_all)


def price(options: list[str], document: Mapping[str, Any], job: Job) -> dict[str, Any]:
    """The answer of the command with a file of pay tables and rulings."""
    job.progress = words.STARTING
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        file.write_text(json.dumps(document), encoding="utf-8")
        arguments = [*options, "--paytable", str(file), "--json"]
        command = [sys.executable, "-m", "pitboss", "odds", *arguments]
        code, output, errors = _run(command, job)
    if code:
        lines = errors.strip().splitlines()
        raise Refused(lines[-1] if lines else "odds: the count did not end")
    answer: dict[str, Any] = json.loads(output)
    return answer


def _run(command: list[str], job: Job) -> tuple[int, bytes, str]:
    def tell(line: str) -> None:
        done = line.rpartition(": ")[2]
        job.progress = words.counted(done, "left" not in done)

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
            output = _wait_for(process, job)
        finally:
            _end(process)
            _running.discard(process)
    return process.returncode, output, "".join(heard)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Of one that has ended by itself nothing is left."""
    process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


def _wait_for(process: "subprocess.Popen[bytes]", job: Job) -> bytes:
    """What it writes until it ends; a job that was stopped waits no longer."""
    while True:
        try:
            output, _ = process.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            job.go_on()
        else:
            return output


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
    before = price(options, approved, job)
    return before, before if approved == mine else price(options, mine, job)
