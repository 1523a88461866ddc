"""What a job's program does: reads what is asked from standard input as JSON and prints the answer,
which is that of the command of the same name. A refusal is an answer too.
"""

import json
import os
import sys
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.extras import needed_by
from pitboss.games import find_game
from pitboss.money import parse_dollars
from pitboss.odds.protection import protect
from pitboss.odds.registry import fit, price
from pitboss.odds.request import Request, read_request
from pitboss.refusal import Refused
from pitboss.reports.sheet import Drawing
from pitboss.web.pages.design import words

NICE = 10
LOOK_SECONDS = 1.0
MOMENTS = 24
WIDTHS = {"wide": 600, "narrow": 250}
"""Of a chart on a desk's screen and on a phone, whose letters are as large."""

Asked = Mapping[str, Any]
Answer = Mapping[str, Any]


def _read(asked: Asked) -> Request:
    return read_request(asked["game"], asked["given"])


def _price(asked: Asked) -> Answer:
    return price(_read(asked))


def _protect(asked: Asked) -> Answer:
    """With the leaks that are to be counted, as far as they are not kept."""
    request = _read(asked)
    for name in asked.get("count", ()):
        protect(request._replace(recompute=True), [name])
    return protect(request)


def _fit(asked: Asked) -> Answer:
    return fit(asked["game"], asked["wish"])


def _session(asked: Asked) -> Answer:
    """With its fan as a chart, where there is something to draw with."""
    from pitboss.odds.sessions.played import session

    answer = session(_read(asked), {**asked["session"], "fan": MOMENTS})
    try:
        with needed_by(words.CHART):
            return {**answer, "charts": _draw(answer, asked["accent"])}
    except Refused as refusal:
        return {**answer, "charts": {}, "no_chart": str(refusal)}


def _draw(answer: Answer, accent: str) -> dict[str, str]:
    from pitboss.reports.charts import Moment, draw_session

    moments = [Moment(0, (0.0,) * len(words.FAN))]
    for moment in answer["fan"]:
        found = (parse_dollars(moment["quantiles"][part], "result") / 100 for part in words.FAN)
        moments.append(Moment(moment["rounds"], tuple(found)))
    return _in_widths(lambda width: draw_session(words.FAN_TITLE, moments, width, accent))


def _draw_pairs(asked: Asked) -> Answer:
    """Charts of what was counted before."""
    from pitboss.reports.charts import Pairs, draw_pairs

    def drawn(pairs: Pairs) -> dict[str, str]:
        return _in_widths(lambda width: draw_pairs(pairs, width, asked["accent"]))

    return {"charts": [drawn(Pairs(*each)) for each in asked["pairs"]]}


def _in_widths(draw: Callable[[int], Drawing]) -> dict[str, str]:
    """For a desk and for a phone, and what it shows in words."""
    drawings = {size: draw(width) for size, width in WIDTHS.items()}
    shown = drawings["wide"]
    svgs = {size: drawing.svg for size, drawing in drawings.items()}
    return {**svgs, "title": shown.title, "says": shown.says}


def _paper(asked: Asked) -> Answer:
    """A sheet of the design that is shown, as a file."""
    from pitboss.reports.papers import WRITERS, Asked, make_paper

    game = find_game(asked["game"])
    parts = (asked[name] for name in ("sheet", "wager", "tables", "rulings", "terms"))
    return _file(WRITERS[asked["suffix"]](make_paper(Asked(game, *parts)), asked["paper"]))


def _pack(asked: Asked) -> Answer:
    """Of the game, or of what is designed."""
    from pitboss.reports.pack import make_pack
    from pitboss.reports.papers import Asked

    own = (asked[name] for name in ("tables", "rulings"))
    game = find_game(asked["game"])
    return _file(make_pack(Asked(game, "", "", *own), asked["paper"]))


def _file(data: bytes) -> Answer:
    return {"data": b64encode(data).decode()}


WORK: dict[str, Callable[[Asked], Answer]] = {
    "odds": _price,
    "protect": _protect,
    "fit": _fit,
    "session": _session,
    "draw": _draw_pairs,
    "report": _paper,
    "pack": _pack,
}


def main() -> None:
    if os.name == "posix":
        os.nice(NICE)
        threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    given = json.load(sys.stdin)
    try:
        with needed_by(given["kind"]):
            answer = WORK[given["kind"]](given["asked"])
    except Refused as refusal:
        # What is missing here may be installed tomorrow.
        answer = {"problem": str(refusal), "is_failed": words.INSTALL in str(refusal)}
    json.dump(answer, sys.stdout)


def _end_with_parent(parent: int) -> None:
    """A server that was killed leaves no program behind that nobody waits for."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
