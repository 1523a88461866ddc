"""What the designer's pages share: the design that they are about, which each has in its address,
the way from one to the other, and how a job is shown."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi.responses import HTMLResponse

from pitboss.games import all_games
from pitboss.odds.registry import has_solver
from pitboss.refusal import Refused
from pitboss.reports.charts import FONT
from pitboss.reports.html import inline_svg
from pitboss.web.common.gate import NotFound, status_of
from pitboss.web.common.visits import Visit
from pitboss.web.pages.design import words
from pitboss.web.pages.design.bench import Counted, start, wait_for
from pitboss.web.pages.design.design import Design, query_of, read_design, wagers_of
from pitboss.web.pages.site import pairs, render, show_page

WAIT_SECONDS = 4.0
"""Most answers are there by then; a page waits for them rather than showing that it waits."""

PICKED = ("game", "wager", "code")
"""Fields of a design that are chosen anew at the head of every page."""

_PASSING = ("part", "stopped")


def read_shown(given: Mapping[str, str]) -> Design:
    """The design of a page's address."""
    try:
        return read_design(given)
    except Refused as refusal:
        raise NotFound(str(refusal)) from None


def frame_values(design: Design, tab: str) -> dict[str, Any]:
    """The head of a page: what is designed, and the other pages about it."""
    own = query_of(design)
    return {
        "design": design,
        "own_query": own,
        "games": [(game.source.key, game.source.title) for game in all_games() if has_solver(game)],
        "wagers": wagers_of(design.game).items(),
        "codes": pairs(design.game.paytables.get(design.wager, {})),
        "tabs": [(title, f"{href}?{own}", href == tab, help) for href, title, help in words.TABS],
        "here": tab,
        "carried": [(name, text) for name, text in parse_qsl(own, True) if name not in PICKED],
        "changes": list(design.changes()),
    }


def address_of(visit: Visit) -> str:
    """Of this page, as it can be shared."""
    return urlencode([pair for pair in visit.query.items() if pair[0] not in _PASSING])


def shown_chart(chart: Mapping[str, str], accent: str) -> dict[str, Any]:
    """A chart that a job has drawn, in the page's own letters and colours."""
    sizes = ("wide", "narrow")
    drawn = {size: inline_svg(chart[size].replace(FONT, "inherit"), accent) for size in sizes}
    return {**chart, **drawn}


class Question:
    """What a page asks of the bench: of which kind, what, and whether it takes long."""

    def __init__(self, kind: str, asked: Any, is_long: bool = False) -> None:
        self.kind, self.asked, self.is_long = kind, asked, is_long


async def ask(visit: Visit, question: Question) -> Counted:
    """The answer, if it is there within some seconds."""
    counted = await start(visit, question.kind, question.asked, question.is_long)
    return counted if visit.query.get("part") else await wait_for(visit, counted, WAIT_SECONDS)


async def show(
    visit: Visit, design: Design, tab: str, question: Any, values: dict[str, Any]
) -> HTMLResponse:
    """A page with the answer, with how far it is, or with what is wrong in one line; ``?part=1``
    for that alone. ``question`` makes what is asked, or nothing while nobody has asked."""
    job, problem, status = None, "", 200
    try:
        asked = None if visit.query.get("stopped") else question()
        job = await ask(visit, asked) if asked else None
    except Refused as refusal:
        problem, status = str(refusal), status_of(refusal)
    shown = {
        **frame_values(design, tab),
        **values,
        "job": job,
        "problem": problem or (job.problem if job else ""),
        "answer": job.value if job else None,
        "is_stopped": bool(visit.query.get("stopped")) or bool(job and job.is_stopped),
        "address": address_of(visit),
    }
    name = tab.rpartition("/")[2]
    if visit.query.get("part"):
        return HTMLResponse(render(f"designer/{name}_result.html", **shown, csrf=visit.csrf))
    return show_page(visit, f"designer/{name}.html", shown, status)
