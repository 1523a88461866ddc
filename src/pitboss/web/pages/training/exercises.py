"""The pages of dealer training: what to practise, the exercise step by step, and its summary."""

import secrets
from collections.abc import Callable
from typing import Any

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.house.people.change import Record
from pitboss.house.store import Transaction, scores
from pitboss.refusal import Refused
from pitboss.training.exercise import MODES
from pitboss.training.lessons import taught_games
from pitboss.web.common.form import read_act, read_form
from pitboss.web.common.security import (
    Known,
    Shared,
    Viewing,
    Visitor,
    arriving,
    who_of,
)
from pitboss.web.common.settings import Services
from pitboss.web.pages.lobby import enter, go
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.training.run import (
    PLAYERS,
    Kept,
    Run,
    begin,
    read_kept_run,
    repeat,
    run_key,
)
from pitboss.web.pages.training.scene import run_values, summary_values
from pitboss.web.pages.training.sums import count

router = page_router()

RUN = "/training/run"


def new_seed() -> str:
    """For a round that nobody has seen."""
    return secrets.token_hex(8)


async def load(services: Services, who: str) -> Kept:
    body = await services.look(lambda transaction: scores.read(transaction, run_key(who)))
    return await count(services, read_kept_run, body)


async def keep(services: Services, who: str, do: Callable[[Kept], Kept]) -> Kept:
    """Change what is kept, in one step from how it then stands."""

    def change(transaction: Transaction, _: Record) -> Kept:
        kept = do(read_kept_run(scores.read(transaction, run_key(who))))
        scores.keep(transaction, run_key(who), kept.to_json())
        return kept

    return await services.write(change)


@router.get("/training")
async def training_page(request: Request, visitor: Viewing, services: Shared) -> HTMLResponse:
    """Choose what to practise; earlier results."""
    kept = await load(services, who_of(visitor)) if visitor else Kept()
    games = [find_game(key) for key in taught_games()]
    run = kept.run if kept.run and not kept.run.is_over else None
    values = {
        "games": {game.source.key: game.source.title for game in games},
        "need_two": [game.source.title for game in games if game.read_seating],
        "modes": MODES,
        "players": PLAYERS,
        "results": kept.results,
        "open_run": run,
    }
    return show_page(request, visitor, "training/choose.html", values)


@router.post("/training", dependencies=[Depends(arriving)])
async def begin_run(request: Request, visitor: Viewing, services: Shared) -> RedirectResponse:
    """Start an exercise; a guest's session begins if there is none."""
    fields = await read_form(request)
    run = await count(services, begin, fields, new_seed(), services.now())
    person, begun = await enter(request, visitor, services, fields)
    await keep(services, person.id, lambda kept: kept._replace(run=run))
    return go(RUN, services, begun)


@router.get(RUN)
async def run_page(request: Request, visitor: Known, services: Shared) -> Response:
    """The exercise where it stands, or its summary."""
    kept = await load(services, visitor.person.id)
    if kept.run is None:
        return RedirectResponse("/training", 303)
    name, values = await count(services, _page_of, kept.run, "")
    return show_page(request, visitor, f"training/{name}.html", values)


def _page_of(run: Run, problem: str) -> tuple[str, dict[str, Any]]:
    if run.is_over:
        return "summary", summary_values(run)
    return "run", run_values(run, problem)


@router.post(RUN)
async def answer_step(request: Request, visitor: Known, services: Shared) -> Response:
    """Mark the answer to the step that is open. A form sent twice is marked once."""
    fields = await read_act(request, visitor)
    now = services.now()

    def move(kept: Kept) -> Kept:
        run = kept.run
        if run is None or run.is_over or fields.get("step") != str(run.step):
            return kept
        if run.paused:
            return kept.advance(run.go_on(now), now)
        if "answer" not in fields:
            return kept
        return kept.advance(run.give(fields["answer"], now), now)

    problem = ""
    try:
        kept = await keep(services, visitor.person.id, move)
    except Refused as refusal:
        problem = str(refusal)
        kept = await load(services, visitor.person.id)
    return await _answered(request, visitor, services, kept, problem)


async def _answered(
    request: Request, visitor: Visitor, services: Services, kept: Kept, problem: str
) -> Response:
    """The changed part for the page's script, else the page."""
    if kept.run is None or (request.headers.get("x-part") is None and not problem):
        return RedirectResponse(RUN if kept.run else "/training", 303)
    name, values = await count(services, _page_of, kept.run, problem)
    if request.headers.get("x-part") is None:
        return show_page(request, visitor, f"training/{name}.html", values)
    return HTMLResponse(render(f"training/{name}_region.html", csrf=visitor.csrf, **values))


@router.post("/training/end")
async def end_run(request: Request, visitor: Known, services: Shared) -> RedirectResponse:
    """Stop here; what was answered is summed up."""
    await read_act(request, visitor)
    now = services.now()

    def end(kept: Kept) -> Kept:
        run = kept.run
        return kept.advance(run._replace(ended=True, paused=False), now) if run else kept

    await keep(services, visitor.person.id, end)
    return RedirectResponse(RUN, 303)


@router.post("/training/again")
async def again(request: Request, visitor: Known, services: Shared) -> RedirectResponse:
    """The same settings with a new round, or the same round once more."""
    fields = await read_act(request, visitor)
    before = (await load(services, visitor.person.id)).run
    if before is None:
        return RedirectResponse("/training", 303)
    seed = before.exercise.seed if fields.get("round") == "same" else new_seed()
    run = await count(services, repeat, before, seed, services.now())
    await keep(services, visitor.person.id, lambda kept: kept._replace(run=run))
    return RedirectResponse(RUN, 303)
