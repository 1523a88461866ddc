"""The pencil: a program that draws charts of pages for as long as somebody asks.

It reads a question a line from standard input, as JSON, and prints the chart in its widths, a line
too. So its engine is loaded once, and never by a server. It ends with its server, or when nobody
has asked for a while.
"""

import json
import os
import select
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pitboss.reports.charts import Course, Mark, Trend, draw_course, draw_trend
from pitboss.reports.sheet import Drawing

IDLE_SECONDS = 300.0
COURSE, TREND = "course", "trend"
WIDTHS = {COURSE: {"wide": 440, "narrow": 260}, TREND: {"narrow": 230}}
"""Of charts on a desk's screen and on a phone, whose letters are as large; a trend stands in a
column that is never wide."""


def _course(asked: dict[str, Any]) -> Callable[[int], Drawing]:
    marks = [Mark(*each) for each in asked["marks"]]
    return partial(draw_course, Course(**{**asked, "marks": marks}))


def _trend(asked: dict[str, Any]) -> Callable[[int], Drawing]:
    return partial(draw_trend, Trend(**asked))


READ = {COURSE: _course, TREND: _trend}


def draw(question: str) -> dict[str, str]:
    """A chart in its widths, and what it shows in words."""
    given = json.loads(question)
    draw_one = READ[given["kind"]](given["asked"])
    drawings = {size: draw_one(width) for size, width in WIDTHS[given["kind"]].items()}
    svgs = {size: drawing.svg for size, drawing in drawings.items()}
    return {**svgs, "says": given["asked"]["says"]}


def _questions() -> Iterator[str]:
    """Until there is nobody left who asks."""
    while os.name != "posix" or select.select([sys.stdin], [], [], IDLE_SECONDS)[0]:
        if not (question := sys.stdin.readline()):
            return
        yield question


def main() -> None:
    for question in _questions():
        print(json.dumps(draw(question)), flush=True)


if __name__ == "__main__":
    main()
