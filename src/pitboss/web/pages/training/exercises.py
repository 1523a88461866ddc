"""The pages of dealer training: what to practise, the exercise step by step, and its summary."""

import secrets
from collections.abc import Callable
from typing import Any

from fastapi import Depends, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.house.store import people
from pitboss.house.store.entries import Unit
from pitboss.refusal import Refused
from pitboss.training.exercise import MODES
from pitboss.training.rounds import taught_games
from pitboss.web.common.services import Services
from pitboss.web.common.visits import Known, Viewing, Visit, arriving, read_act, read_form
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
    body = await services.look(people.read_scores, run_key(who))
    return await count(services, read_kept_run, body)


async def keep(services: Services, who: str, do: Callable[[Kept], Kept]) -> Kept:
    """Change what is kept, in one step from how it then stands."""

    def change(unit: Unit) -> Kept:
        kept = do(read_kept_run(people.read_scores(unit.transaction, run_key(who))))
        people.keep_scores(unit.transaction, run_key(who), kept.to_json())
        return kept

    return await services.write(change)


@router.get("/training")
async def training_page(visit: Viewing) -> HTMLResponse:
    """Choose what to practise; earlier results."""
    kept = await load(visit.services, visit.who) if visit.found else Kept()
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
    return show_page(visit, "training/choose.html", values)


@router.post("/training", dependencies=[Depends(arriving)])
async def begin_run(visit: Viewing) -> RedirectResponse:
    """Start an exercise; a guest's session begins if there is none."""
    fields = await read_form(visit)
    run = await count(visit.services, begin, fields, new_seed(), visit.services.now())
    await enter(visit, fields)
    await keep(visit.services, visit.person.id, lambda kept: kept._replace(run=run))
    return go(RUN, visit)


@router.get(RUN)
async def run_page(visit: Known) -> Response:
    """The exercise where it stands, or its summary."""
    kept = await load(visit.services, visit.person.id)
    if kept.run is None:
        return RedirectResponse("/training", 303)
    name, values = await count(visit.services, _page_of, kept.run, "")
    return show_page(visit, f"training/{name}.html", values)


def _page_of(run: Run, problem: str) -> tuple[str, dict[str, Any]]:
    if run.is_over:
        return "summary", summary_values(run)
    return "run", run_values(run, problem)


@router.post(RUN)
async def answer_step(visit: Known) -> Response:
    """Mark the answer to the step that is open. A form sent twice is marked once."""
    fields = await read_act(visit)
    now = visit.services.now()

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
        kept = await keep(visit.services, visit.person.id, move)
    except Refused as refusal:
        problem = str(refusal)
        kept = await load(visit.services, visit.person.id)
    return await _answered(visit, kept, problem)


async def _answered(visit: Visit, kept: Kept, problem: str) -> Response:
    """The changed part for the page's script, else the page."""
    if kept.run is None or (visit.request.headers.get("x-part") is None and not problem):
        return RedirectResponse(RUN if kept.run else "/training", 303)
    name, values = await count(visit.services, _page_of, kept.run, problem)
    if visit.request.headers.get("x-part") is None:
        return show_page(visit, f"training/{name}.html", values)
    return HTMLResponse(render(f"training/{name}_region.html", csrf=visit.csrf, **values))


@router.post("/training/end")
async def end_run(visit: Known) -> RedirectResponse:
    """Stop here; what was answered is summed up."""
    await read_act(visit)
    now = visit.services.now()

    def end(kept: Kept) -> Kept:
        run = kept.run
        return kept.advance(run._replace(ended=True, paused=False), now) if run else kept

    await keep(visit.services, visit.person.id, end)
    return RedirectResponse(RUN, 303)


@router.post("/training/again")
async def again(visit: Known) -> RedirectResponse:
    """The same settings with a new round, or the same round once more."""
    fields = await read_act(visit)
    before = (await load(visit.services, visit.person.id)).run
    if before is None:
        return RedirectResponse("/training", 303)
    seed = before.exercise.seed if fields.get("round") == "same" else new_seed()
    run = await count(visit.services, repeat, before, seed, visit.services.now())
    await keep(visit.services, visit.person.id, lambda kept: kept._replace(run=run))
    return RedirectResponse(RUN, 303)
