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

from pitboss.games import all_games
from pitboss.house.access import allows
from pitboss.house.log import canonical
from pitboss.odds.registry import has_solver, price_by
from pitboss.paytable import TERMS
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound, status_of
from pitboss.web.common.services import find_table, open_table
from pitboss.web.common.shared import Shared
from pitboss.web.common.visits import Viewing, Visit, arriving, enter, go, read_form
from pitboss.web.pages.design import words
from pitboss.web.pages.design.design import (
    LONGEST_QUERY,
    Design,
    can_open,
    parse_design,
    printed_request,
    query_of,
    read_design,
    setup_of,
    wagers_of,
)
from pitboss.web.pages.design.figures import compare, list_figures, price, price_both
from pitboss.web.pages.design.kept import change_designs, find_designs
from pitboss.web.pages.jobs import Job, Jobs
from pitboss.web.pages.lobby import practice_jackpots, practice_setup, sit
from pitboss.web.pages.rulings import ruling_options
from pitboss.web.pages.site import page_router, pairs, render, show_page

router = page_router()
WAIT_SECONDS = 4.0
"""Most counts are there by then; the page waits for them rather than showing that it waits."""

BOUND_SECONDS = 0.5
"""Where there is a bound to look at, the page waits no longer than that."""

MOST_BESIDE = 3
MOST_BOUNDS = 50


def count_jobs(shared: Shared | None) -> Jobs:
    """Counts of both tables; a design that was counted before is there at once."""
    return Jobs("pitboss-designer", workers=2, most=6, shared=shared)


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
    job: Job
    href: str
    without: str


@router.get("/designer")
async def designer_page(visit: Viewing) -> HTMLResponse:
    """Both tables' figures, or how far the count has come; ``?part=1`` for the figures alone."""
    given = dict(visit.query)
    design = _read(given)
    job, problem, status, bound = None, "", 200, None
    try:
        design.request()
        if not given.get("stopped"):
            job = _start(visit, design)
    except Refused as refusal:
        problem, status = str(refusal), status_of(refusal)
    loop = asyncio.get_running_loop()
    if not problem and not (job and job.is_done):
        bound = await loop.run_in_executor(None, visit.services.keep(Bounds).find, design)
    if job and not given.get("part"):
        seconds = min(BOUND_SECONDS, WAIT_SECONDS) if bound else WAIT_SECONDS
        await loop.run_in_executor(None, job.wait, seconds)
    kept = await find_designs(visit.services, visit.who) if visit.found else {}
    beside = [] if problem else _start_beside(visit, design, kept)
    values = {**design_values(design, job, beside), "bound": bound, "address": _address(visit)}
    values["problem"] = problem or (job.problem if job else "")
    values["is_stopped"] = bool(given.get("stopped")) or bool(job and job.is_stopped)
    if given.get("part"):
        return HTMLResponse(render("designer/result.html", **values, csrf=visit.csrf))
    values |= _own_values(visit, design, kept)
    return show_page(visit, "designer/page.html", values, status)


def _read(given: Mapping[str, str]) -> Design:
    try:
        return read_design(given)
    except Refused as refusal:
        raise NotFound(str(refusal)) from None


def _jobs(visit: Visit) -> Jobs:
    return visit.services.keep(count_jobs, visit.services.settings.shared)


def _start(visit: Visit, design: Design) -> Job:
    counted = design.options(), design.approved_document(), design.document()
    return _jobs(visit).start(canonical(counted), lambda job: price_both(*counted, job))


def _beside_queries(visit: Visit) -> list[str]:
    """The designs that stand beside this one, each in the words of its own address."""
    found = visit.request.query_params.getlist("beside")
    return [each for each in dict.fromkeys(found) if len(each) <= LONGEST_QUERY][:MOST_BESIDE]


def _address(visit: Visit, beside: list[str] | None = None) -> str:
    """Of this page, perhaps with other designs beside it."""
    own = [(n, text) for n, text in visit.query.items() if n not in ("beside", "part", "stopped")]
    kept = _beside_queries(visit) if beside is None else beside
    return urlencode([*own, *(("beside", each) for each in kept)])


def _start_beside(visit: Visit, design: Design, kept: Mapping[str, str]) -> list[Beside]:
    """Of the same wager alone: figures of others compare with nothing."""
    found, queries = [], _beside_queries(visit)
    names = {query: name for name, query in kept.items()}
    for number, query in enumerate(queries, 1):
        with suppress(Refused):
            other = parse_design(query)
            other.request()
            if (other.key, other.wager) == (design.key, design.wager):
                rest = [each for each in queries if each != query]
                job, title = (
                    _start_one(visit, other),
                    names.get(query, words.unnamed(number=number)),
                )
                found.append(Beside(title, job, f"/designer?{query}", _address(visit, rest)))
    return found


def _start_one(visit: Visit, design: Design) -> Job:
    counted = design.options(), design.document()
    return _jobs(visit).start(canonical(counted), lambda job: price(*counted, job))


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
        "beside_own": more[own] if len(beside) < MOST_BESIDE and own not in beside else "",
        "own_query": own,
        "can_open": can_open(design),
        "open_address": f"/floor/open/{design.key}?{urlencode({'design': own})}",
        "may_open": allows(visit.role, "open-table"),
        "may_play": allows(visit.role, "play-now"),
    }


def design_values(design: Design, job: Job | None, beside: list[Beside]) -> dict[str, Any]:
    result = None
    if job and job.is_done and job.value:
        before, after = job.value
        result = {
            **compare(design.wager, before, after, [one.job.value for one in beside]),
            "changed": list(design.changes()),
            "labels": after["labels"] or design.label(),
            "sides": words.HELD_SIDES if design.is_poker else words.SIDES,
        }
    return {
        "design": design,
        "games": [(game.source.key, game.source.title) for game in all_games() if has_solver(game)],
        "wagers": wagers_of(design.game).items(),
        "codes": pairs(design.game.paytables.get(design.wager, {})),
        "all_terms": pairs(TERMS),
        # A ruling that is written freely has no options; how many sit there changes no figure.
        "rulings": [
            (ruling, {} if ruling.form else ruling_options(ruling))
            for ruling in design.game.source.rulings.values()
            if ruling.name != "seats"
        ],
        "labels": words.TERMS,
        "job": job,
        "beside": beside,
        "is_counting": any(not one.job.is_done for one in beside),
        "result": result,
    }


@router.post("/designer/stop", dependencies=[Depends(arriving)])
async def stop(visit: Viewing) -> RedirectResponse:
    """End a count; what it has counted so far is kept, and it goes on from there another time."""
    fields = await read_form(visit)
    _jobs(visit).stop(fields.get("job", ""))
    query = fields.get("address", "")[: 4 * LONGEST_QUERY]
    return RedirectResponse(f"/designer?{query}&stopped=1", 303)


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
