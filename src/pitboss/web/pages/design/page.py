"""The designer: a wager's pay table edited row by row and priced beside the approved table, and
beside others. What takes long is counted in the background, and can be stopped; a bound is there
at once. A design can be kept under a name, and a table opened with it."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.house.access import allows
from pitboss.odds.registry import is_counted_anew, price_by
from pitboss.paytable import TERMS
from pitboss.refusal import Refused
from pitboss.web.common.gate import status_of
from pitboss.web.common.services import find_table, open_table
from pitboss.web.common.visits import Viewing, Visit, arriving, enter, go, read_form
from pitboss.web.pages.design import bench, words
from pitboss.web.pages.design.bench import Counted, start, wait_for
from pitboss.web.pages.design.design import (
    LONGEST_QUERY,
    Design,
    can_open,
    parse_design,
    printed_request,
    query_of,
    read_design,
    setup_of,
)
from pitboss.web.pages.design.desk import WAIT_SECONDS, frame_values, read_shown, shown_chart
from pitboss.web.pages.design.figures import compare, list_figures
from pitboss.web.pages.design.kept import change_designs, find_designs
from pitboss.web.pages.lobby import practice_jackpots, practice_setup, sit
from pitboss.web.pages.rulings import ruling_options
from pitboss.web.pages.site import page_router, pairs, render, show_page

router = page_router()
BOUND_SECONDS = 0.5
"""Where there is a bound to look at, the page waits no longer than that."""

MOST_BESIDE = 3
MOST_BOUNDS = 50


class Bounds:
    """Figures of a table by the play that is best for the printed one, as they were asked for."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, dict[str, Any] | None] = OrderedDict()

    def find(self, design: Design) -> dict[str, Any] | None:
        """None where nothing but the exact figure is to be had."""
        query = query_of(design)
        if query not in self._known:
            self._known[query] = _bound(design)
            if len(self._known) > MOST_BOUNDS:
                self._known.popitem(last=False)
        return self._known[query]


def _bound(design: Design) -> dict[str, Any] | None:
    """Whoever plays on as before wins no more than whoever plays best: the edge is at most this."""
    if not design.is_edited:
        return None
    request, printed = design.request(), printed_request(design)
    found, as_printed = (price_by(each, printed) for each in (request, printed))
    if found is None or as_printed is None:
        return None
    figures = list_figures(as_printed, found)
    return next(one for one in figures if one["name"] == "house_edge")


class Beside(NamedTuple):
    """Another design of the same wager in the comparison: its column, and the addresses of its page
    and of this one without it."""

    title: str
    job: Counted
    href: str
    without: str


@router.get("/designer")
async def designer_page(visit: Viewing) -> HTMLResponse:
    """Both tables' figures, or how far the count has come; ``?part=1`` for the figures alone."""
    given = dict(visit.query)
    design = read_shown(given)
    jobs: list[Counted] = []
    problem, status, bound = "", 200, None
    try:
        design.request()
        if not given.get("stopped"):
            jobs = await _start(visit, design)
    except Refused as refusal:
        problem, status = str(refusal), status_of(refusal)
    if not problem and not (jobs and all(job.is_done for job in jobs)):
        bounds, loop = visit.services.keep(Bounds), asyncio.get_running_loop()
        bound = await loop.run_in_executor(None, bounds.find, design)
    if not given.get("part"):
        seconds = min(BOUND_SECONDS, WAIT_SECONDS) if bound else WAIT_SECONDS
        jobs = [await wait_for(visit, job, seconds) for job in jobs]
    kept = await find_designs(visit.services, visit.who) if visit.found else {}
    beside = [] if problem else await _start_beside(visit, design, kept)
    values = {**design_values(design, jobs, beside), "bound": bound, "address": _address(visit)}
    values["drawing"] = await _draw(visit, design, values["result"])
    values["problem"] = problem or next((job.problem for job in jobs if job.problem), "")
    values["is_stopped"] = bool(given.get("stopped")) or any(job.is_stopped for job in jobs)
    if given.get("part"):
        return HTMLResponse(render("designer/result.html", **values, csrf=visit.csrf))
    values |= _own_values(visit, design, kept)
    return show_page(visit, "designer/page.html", values, status)


async def _start(visit: Visit, design: Design) -> list[Counted]:
    """Counts of both tables; a design that was counted before is there at once."""
    both = design.approved_document(), design.document()
    return [await _start_one(visit, design, each) for each in both[both[0] == both[1] :]]


async def _start_one(
    visit: Visit, design: Design, document: Mapping[str, Any] | None = None
) -> Counted:
    asked = design.asked(document)
    return await start(visit, "odds", asked, is_counted_anew(design.request(document)))


async def _draw(visit: Visit, design: Design, result: Mapping[str, Any] | None) -> Counted | None:
    """The charts of what was counted, which come a moment after the figures."""
    if not result or not result["charts"]:
        return None
    accent = design.game.face.colours.card
    drawing = await start(visit, "draw", {"pairs": result["charts"], "accent": accent})
    if not visit.query.get("part"):
        drawing = await wait_for(visit, drawing, BOUND_SECONDS)
    if drawing.value:
        drawing.value = [shown_chart(chart, accent) for chart in drawing.value["charts"]]
    return drawing


def _beside_queries(visit: Visit) -> list[str]:
    """The designs that stand beside this one, each in the words of its own address."""
    found = visit.request.query_params.getlist("beside")
    return [each for each in dict.fromkeys(found) if len(each) <= LONGEST_QUERY][:MOST_BESIDE]


def _address(visit: Visit, beside: list[str] | None = None) -> str:
    """Of this page, perhaps with other designs beside it."""
    own = [(n, text) for n, text in visit.query.items() if n not in ("beside", "part", "stopped")]
    kept = _beside_queries(visit) if beside is None else beside
    return urlencode([*own, *(("beside", each) for each in kept)])


async def _start_beside(visit: Visit, design: Design, kept: Mapping[str, str]) -> list[Beside]:
    """Of the same wager alone: figures of others compare with nothing."""
    found, queries = [], _beside_queries(visit)
    names = {query: name for name, query in kept.items()}
    for number, query in enumerate(queries, 1):
        with suppress(Refused):
            other = parse_design(query)
            other.request()
            if (other.key, other.wager) == (design.key, design.wager):
                rest = [each for each in queries if each != query]
                job = await _start_one(visit, other)
                printed = "" if can_open(other) or other.is_edited else other.code
                title = names.get(query) or printed or words.unnamed(number=number)
                found.append(Beside(title, job, f"/designer?{query}", _address(visit, rest)))
    return found


def _printed_queries(design: Design) -> list[str]:
    """The wager's other approved tables, as many as stand beside one."""
    codes = [code for code in design.game.paytables.get(design.wager, {}) if code != design.code]
    others = ({"game": design.key, "wager": design.wager, "code": code} for code in codes)
    return [query_of(read_design(other)) for other in others][:MOST_BESIDE]


def _own_values(visit: Visit, design: Design, kept: Mapping[str, str]) -> dict[str, Any]:
    """What the person has kept, and what they may do with this design."""
    beside, own = _beside_queries(visit), query_of(design)
    rest = [each for each in kept.values() if each not in beside and each != own]
    more = {query: _address(visit, [*beside, query]) for query in (own, *rest)}
    alike = f"game={design.key}&wager={design.wager}&"
    return {
        "kept": [
            (name, query, more.get(query, "") if query.startswith(alike) else "")
            for name, query in kept.items()
        ],
        "beside_printed": _address(visit, _printed_queries(design)),
        "beside_own": more[own] if len(beside) < MOST_BESIDE and own not in beside else "",
        "can_open": can_open(design),
        "open_address": f"/floor/open/{design.key}?{urlencode({'design': own})}",
        "may_open": allows(visit.role, "open-table"),
        "may_play": allows(visit.role, "play-now"),
    }


def design_values(design: Design, jobs: list[Counted], beside: list[Beside]) -> dict[str, Any]:
    result = None
    if jobs and all(job.value for job in jobs):
        before, after = jobs[0].value, jobs[-1].value
        result = {
            **compare(design.wager, before, after, [one.job.value for one in beside]),
            "changed": list(design.changes()),
            "labels": after["labels"] or design.label(),
        }
    return {
        **frame_values(design, "/designer"),
        "all_terms": pairs(TERMS),
        # A ruling that is written freely has no options; how many sit there changes no figure.
        "rulings": [
            (ruling, {} if ruling.form else ruling_options(ruling))
            for ruling in design.game.source.rulings.values()
            if ruling.name != "seats"
        ],
        "labels": words.TERMS,
        "job": next((job for job in jobs[::-1] if not job.is_done), jobs[-1] if jobs else None),
        "beside": beside,
        "is_counting": any(not one.job.is_done for one in beside),
        "result": result,
    }


@router.post("/designer/stop", dependencies=[Depends(arriving)])
async def stop(visit: Viewing) -> RedirectResponse:
    """End a count; what it has counted so far is kept, and it goes on from there another time."""
    fields = await read_form(visit)
    await bench.stop(visit, fields.get("job", ""))
    query = fields.get("address", "")[: 4 * LONGEST_QUERY]
    pages = [href for href, *_ in words.TABS]
    page = fields.get("page", "")
    return RedirectResponse(f"{page if page in pages else pages[0]}?{query}&stopped=1", 303)


@router.post("/designer/designs", dependencies=[Depends(arriving)])
async def keep_design(visit: Viewing) -> RedirectResponse:
    """Keep a design under a name, or let one go; for a stranger with a guest's session."""
    fields = await read_form(visit)
    await enter(visit, fields)
    query, name = fields.get("design", ""), fields.get("name", "")
    if not fields.get("forget"):
        parse_design(query).request()
    await change_designs(visit.services, visit.who, name, "" if fields.get("forget") else query)
    return go(f"/designer?{fields.get('address', '')[: 4 * LONGEST_QUERY] or query}", visit)


@router.post("/designer/play", dependencies=[Depends(arriving)])
async def play_design(visit: Viewing) -> RedirectResponse:
    """A practice table of one's own that is played by the design, and a seat at it."""
    fields = await read_form(visit)
    design = parse_design(fields.get("design", ""))
    design.request()
    await enter(visit, fields)
    services = visit.services
    setup = practice_setup(design.key, await practice_jackpots(services, design.key))
    own = setup_of(design)
    table = setup.get("table", {})
    setup["table"] = {**table, **{part: {**table.get(part, {}), **own[part]} for part in own}}
    setup["name"] = words.designed(title=design.game.source.title)
    opened = await find_table(services, await open_table(services, visit.person, setup))
    await sit(services, visit.person, opened, design.game.face.practice.own_seat)
    return go(f"/tables/{opened.id}", visit)


@router.get("/designer/table.json")
async def download(request: Request) -> Response:
    """The design as a file for ``pitboss odds --paytable``."""
    design = read_design(dict(request.query_params))
    design.request()
    name = f"{design.key}-{design.wager}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = json.dumps(design.document(), indent=2)
    return Response(text, media_type="application/json", headers=headers)
