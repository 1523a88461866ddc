"""The designer's page. Its address holds the whole design, so a link shares it."""

import asyncio
import json
from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from pitboss.games import all_games
from pitboss.house.log import canonical
from pitboss.paytable import TERMS
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound, status_of
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.design import TERM_LABELS, Design, read_design, ruling_fields, wagers_of
from pitboss.web.pages.figures import compare
from pitboss.web.pages.jobs import Job, Jobs
from pitboss.web.pages.price import price_both
from pitboss.web.pages.site import page_router, pairs, render, show_page

router = page_router()
WAIT_SECONDS = 4.0
"""Most counts are there by then; the page waits for them rather than showing that it waits."""


def count_jobs() -> Jobs:
    return Jobs("pitboss-designer", workers=2, most=6)


@router.get("/designer")
async def designer_page(visit: Viewing) -> HTMLResponse:
    """Both tables' figures, or how far the count has come; ``?part=1`` for the figures alone."""
    given = dict(visit.query)
    try:
        design = read_design(given)
    except Refused as refusal:
        raise NotFound(str(refusal)) from None
    job, refusal_words, status = None, "", 200
    try:
        design.check()
        job = start(design, visit.services.keep(count_jobs))
    except Refused as refusal:
        refusal_words, status = str(refusal), status_of(refusal)
    if job and not given.get("part"):
        await asyncio.get_running_loop().run_in_executor(None, job.wait, WAIT_SECONDS)
    values = design_values(visit.request, design, job, refusal_words)
    if given.get("part"):
        return HTMLResponse(render("designer/result.html", **values))
    return show_page(visit, "designer/page.html", values, status)


def start(design: Design, jobs: Jobs) -> Job:
    """Count both tables; a design that was counted before is there at once."""
    options, approved, mine = design.options(), design.approved_document(), design.document()
    name = canonical([options, approved, mine])
    return jobs.start(name, lambda job: price_both(options, approved, mine, job))


def design_values(
    request: Request, design: Design, job: Job | None, problem: str
) -> dict[str, Any]:
    result = None
    if job and job.is_done and job.value:
        result = compare(design, *job.value)
    problem = problem or (job.problem if job else "")
    return {
        "design": design,
        "games": [(game.source.key, game.source.title) for game in all_games()],
        "wagers": wagers_of(design.game).items(),
        "codes": pairs(design.game.paytables.get(design.wager, {})),
        "all_terms": pairs(TERMS),
        "rulings": ruling_fields(design),
        "labels": TERM_LABELS,
        "job": job,
        "result": result,
        "problem": problem,
        "query": request.url.query,
    }


@router.get("/designer/table.json")
async def download(request: Request) -> Response:
    """The design as a file for ``pitboss odds --paytable``."""
    design = read_design(dict(request.query_params))
    design.check()
    name = f"{design.key}-{design.wager}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = json.dumps(design.document(), indent=2)
    return Response(text, media_type="application/json", headers=headers)
