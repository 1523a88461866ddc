"""Drills: one's own mistakes and hard hands, presented as a table does and judged at once."""

from typing import Any

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.house.tables.play import Stale
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_decision
from pitboss.training.coach import DONE_AFTER, Drill, Drills, find_hard, judge_drill, present
from pitboss.training.rounds import find_lesson, sample_opening, taught_games
from pitboss.web.common.services import Services
from pitboss.web.common.visits import Known, Viewing, arriving, read_act, read_form
from pitboss.web.pages.lobby import enter, go
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.training.coach import change_notes, load_notes, told
from pitboss.web.pages.training.felt import Staged, post, set_scene, stage
from pitboss.web.pages.training.notes import Notes
from pitboss.web.pages.training.sums import Sums, count

router = page_router()
parts = APIRouter(include_in_schema=False)

ANSWERED = "drill: this showing was answered already; go on to the next"
ORIGINS = {"mistake": "your own mistake", "hard": "a hard hand"}


def next_drill(drills: Drills, game: str = "", origin: str = "") -> Drill | None:
    """The one to ask next, of a game or an origin if that is wished."""
    return next(
        (one for one in drills.waiting if game in ("", one.game) and origin in ("", one.origin)),
        None,
    )


@router.get("/drills")
async def drills_page(visit: Viewing) -> HTMLResponse:
    """What there is to drill."""
    notes = await load_notes(visit.services, visit.who) if visit.found else Notes()
    rows = []
    for game in taught_games():
        own = [one for one in notes.drills.waiting if one.game == game]
        mistakes = sum(one.origin == "mistake" for one in own)
        rows.append((game, find_game(game).source.title, mistakes, len(own) - mistakes))
    values = {"rows": rows, "waiting": len(notes.drills.waiting), "done": notes.drills.done}
    return show_page(visit, "coach/drills.html", values)


@router.post("/drills/hard", dependencies=[Depends(arriving)])
async def add_hard(visit: Viewing) -> RedirectResponse:
    """Look for hard hands of a game; a guest's session begins if there is none."""
    fields = await read_form(visit)
    game = fields.get("game", "")
    find_lesson(game)
    await enter(visit, fields)
    found = await search(visit.services, visit.person.id, game)

    def add(notes: Notes) -> Notes:
        drills = notes.drills
        for drill in found:
            drills = drills.add(drill)
        return notes._replace(drills=drills)

    await change_notes(visit.services, visit.person.id, add)
    return go(f"/drills/next?game={game}&origin=hard", visit)


async def search(services: Services, who: str, game: str) -> list[Drill]:
    """The closest decisions among some deals; one search at a time for each person."""
    searching, seed = services.keep(Sums).searching, services.now().isoformat()
    if who in searching:
        raise Refused("hard hands: your last search is still being counted; wait for it")
    searching.add(who)
    try:
        opening = sample_opening(game, f"{who} {seed}")
        seats = opening.seating.stacks if opening.seating else opening.wagers
        deals = find_game(game).face.drill.deals
        return await count(services, find_hard, opening, next(iter(seats)), seed, deals)
    finally:
        searching.discard(who)


@router.get("/drills/next")
async def go_next(visit: Known, game: str = "", origin: str = "") -> Any:
    """To the drill that is to be asked next."""
    notes = await load_notes(visit.services, visit.person.id)
    drill = next_drill(notes.drills, game, origin)
    if drill is None:
        return RedirectResponse("/drills", 303)
    return RedirectResponse(f"/drills/{drill.id}?game={drill.game if game else ''}", 303)


@router.get("/drills/{key}")
async def drill_page(visit: Known, key: str, game: str = "") -> HTMLResponse:
    """One drill on its table."""
    notes = await load_notes(visit.services, visit.person.id)
    drill = notes.drills.find(key)
    running = present(drill, visit.person.id)
    values = drill_values(drill, running, game)
    return show_page(visit, "coach/drill.html", values)


def drill_values(drill: Drill, running: Runner, game: str) -> dict[str, Any]:
    """The table, the question to the seat, and where the drill comes from."""
    question = running.question
    table = running.table
    title = f"{running.game.source.title} drill"
    staged = stage(Staged(table.opening, table.events, question, drill.seat), title)
    return {
        "drill": drill,
        "origin": ORIGINS[drill.origin],
        "table": staged,
        "scene": set_scene(staged),
        "posted": post(staged),
        "source": running.game.source,
        "game": game if game in taught_games() else "",
        "judged": None,
        "streak": drill.streak,
        "is_done": False,
    }


@parts.post("/drills/{key}/answer")
async def answer_drill(visit: Known, key: str) -> HTMLResponse:
    """Judge an answer; each showing of a drill is answered once."""
    fields = await read_act(visit)
    who = visit.person.id
    drill = (await load_notes(visit.services, who)).drills.find(key)
    if str(drill.asked) != fields.get("asked", ""):
        raise Stale(ANSWERED)
    running = present(drill, who)
    given = fields.get("cards") or fields.get("amount")
    decision = read_decision([drill.seat, fields.get("action", ""), *([given] if given else [])])
    judgement = await count(visit.services, judge_drill, drill, running, decision)

    def keep(notes: Notes) -> Notes:
        if notes.drills.find(key) != drill:
            raise Stale(ANSWERED)
        return notes._replace(drills=notes.drills.mark(drill, judgement.is_right))

    await change_notes(visit.services, who, keep)
    values = drill_values(drill, running, fields.get("game", ""))
    streak = drill.streak + 1 if judgement.is_right else 0
    values |= {"judged": told(judgement), "streak": streak, "is_done": streak >= DONE_AFTER}
    return HTMLResponse(render("coach/drill_region.html", **values))


router.include_router(parts)
