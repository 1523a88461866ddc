"""Drills: one's own mistakes and hard hands, presented as a table does and judged at once; and how
a round that is played at no table of the house is shown as if it were, for exercises too."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.games.contract import Opening, Question
from pitboss.games.events import Event
from pitboss.house.tables.play import Stale
from pitboss.house.tables.setup import Setup, read_setup
from pitboss.house.tables.state import Published
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_decision
from pitboss.rounds.telling import name_places
from pitboss.training.coach import find_hard, judge_drill
from pitboss.training.drills import MOST_DRILLS, Drill, Drills, present
from pitboss.training.repetition import DAYS
from pitboss.training.rounds import coached_games, sample_opening
from pitboss.web.common.services import Services
from pitboss.web.common.shared import Claims, Shared
from pitboss.web.common.sums import count
from pitboss.web.common.visits import Known, Viewing, arriving, enter, go, read_act, read_form
from pitboss.web.pages.coach import change_notes, load_notes
from pitboss.web.pages.lobby import practice_setup
from pitboss.web.pages.notes import Notes
from pitboss.web.pages.signs import post_signs
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.table.scene import make_scene, shown_seat
from pitboss.web.pages.told import tell

router = page_router()
parts = APIRouter(include_in_schema=False)

TRAINEE = "trainee"
ANSWERED = "drill: this showing was answered already; go on to the next"


@cache
def _setup(game: str) -> Setup:
    return read_setup(practice_setup(game, []), {})


def stage(
    title: str,
    opening: Opening,
    events: Sequence[Event],
    question: Question | None = None,
    seat: int = 0,
) -> Published:
    """A round as far as it has gone, as if a table had published it, seen from a seat."""
    settings = opening.settings
    jackpots = tuple(f"staged-{n}" for n, _ in enumerate(settings.jackpots, 1))
    setup = _setup(settings.game).under(settings)._replace(name=title, jackpots=jackpots)
    stacks = opening.seating.stacks if opening.seating else dict.fromkeys(opening.wagers, 0)
    dealt = {n: TRAINEE if n == seat else f"seat {n}" for n in sorted(stacks)}
    name = name_places({}, seat)
    seats = {number: shown_seat(who, name(number), stacks[number]) for number, who in dealt.items()}
    return Published(
        id="staged",
        version=0,
        owner="",
        setup=setup,
        phase="playing",
        round=1,
        status="waiting",
        seats=seats,
        events=events,
        length=len(events),
        question=question,
        since="",
        started="",
        opening=opening,
        decisions=(),
        dealt=dealt,
    )


def staged_values(table: Published) -> dict[str, Any]:
    """The staged table as the trainee sees it: what others have won so far is not told, and of
    spots there are those with chips on them, at one's own seat also those to come. Meters stand as
    the round was opened on."""
    scene = make_scene(table, TRAINEE)
    seats = {
        number: seat._replace(net_cents=None, spots=[spot for spot in seat.spots if spot.heap])
        for number, seat in scene.seats.items()
    }
    if own := scene.own:
        own = own._replace(spots=[spot for spot in own.spots if spot.is_shown])
    assert table.opening
    meters = zip(table.setup.jackpots, table.opening.meters, strict=True)
    return {
        "table": table,
        "source": table.setup.game.source,
        "scene": scene._replace(seats=seats, own=own),
        "posted": post_signs(table.setup, {name: meter.displayed_cents for name, meter in meters}),
        "judged": None,
    }


@router.get("/drills")
async def drills_page(visit: Viewing) -> HTMLResponse:
    """What there is to drill."""
    notes = await load_notes(visit.services, visit.who) if visit.found else Notes()
    drills, today = notes.drills, day_of(visit.services)
    rows = []
    for game in coached_games():
        own = [one.origin for one in drills.due(today) if one.game == game]
        mistakes = own.count("mistake")
        rows.append((game, find_game(game).source.title, mistakes, len(own) - mistakes))
    values = {"rows": rows, "drills": drills, "due": len(drills.due(today)), "most": MOST_DRILLS}
    return show_page(visit, "coach/drills.html", values | {"next_day": next_day(drills)})


def day_of(services: Services) -> str:
    """The day by which things come back."""
    return services.now().date().isoformat()


def next_day(drills: Drills) -> str:
    """When the next drill comes back, nothing where none waits."""
    return next((one.due for one in drills.in_order()), "")


@router.post("/drills/hard", dependencies=[Depends(arriving)])
async def add_hard(visit: Viewing) -> RedirectResponse:
    """Look for hard hands of a game; a guest's session begins if there is none."""
    fields = await read_form(visit)
    game = fields.get("game", "")
    if game not in coached_games():
        raise Refused(f"game {game[:20]!r}: there are {', '.join(coached_games())}")
    await enter(visit, fields)
    found = await search(visit.services, visit.person.id, game)

    def add(notes: Notes) -> Notes:
        drills = notes.drills
        for drill in found:
            drills = drills.add(drill)
        return notes._replace(drills=drills)

    await change_notes(visit.services, visit.person.id, add)
    return go(f"/drills/next?game={game}&origin=hard", visit)


def make_searching(shared: Shared | None) -> Claims:
    """The people for whom hard hands are looked for."""
    return Claims(shared, "searching")


async def search(services: Services, who: str, game: str) -> list[Drill]:
    """The closest decisions among some deals; one search at a time for each person."""
    searching, seed = (
        services.keep(make_searching, services.settings.shared),
        services.now().isoformat(),
    )
    if not searching.take(who):
        raise Refused("hard hands: your last search is still being counted; wait for it")
    try:
        opening = sample_opening(game, f"{who} {seed}")
        seats = opening.seating.stacks if opening.seating else opening.wagers
        deals = find_game(game).face.drill.deals
        return await count(services, find_hard, opening, next(iter(seats)), seed, deals)
    finally:
        searching.let_go(who)


@router.get("/drills/next")
async def go_next(
    visit: Known, game: str = "", origin: str = "", ahead: str = ""
) -> RedirectResponse:
    """To the drill that is to be asked next, of a game or an origin if that is wished; ``ahead`` of
    its day too."""
    drills = (await load_notes(visit.services, visit.person.id)).drills
    for drill in drills.waiting if ahead else drills.due(day_of(visit.services)):
        if game in ("", drill.game) and origin in ("", drill.origin):
            more = "&ahead=1" if ahead else ""
            address = f"/drills/{drill.id}?game={drill.game if game else ''}{more}"
            return RedirectResponse(address, 303)
    return RedirectResponse("/drills", 303)


@router.get("/drills/{key}")
async def drill_page(visit: Known, key: str, game: str = "", ahead: str = "") -> HTMLResponse:
    """One drill on its table."""
    notes = await load_notes(visit.services, visit.person.id)
    drill = notes.drills.find(key)
    values = drill_values(drill, present(drill, visit.person.id), game)
    return show_page(visit, "coach/drill.html", values | {"ahead": bool(ahead)})


def drill_values(drill: Drill, running: Runner, game: str) -> dict[str, Any]:
    """The table, the question to the seat, and where the drill comes from."""
    table, title = running.table, f"{running.game.source.title} drill"
    return {
        **staged_values(stage(title, table.opening, table.events, running.question, drill.seat)),
        "drill": drill,
        "boxes": len(DAYS),
        "game": game if game in coached_games() else "",
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
        today = day_of(visit.services)
        return notes._replace(drills=notes.drills.mark(drill, judgement.is_right, today))

    drills = (await change_notes(visit.services, who, keep)).drills
    values = drill_values(drill, running, fields.get("game", ""))
    after = [one for one in drills.waiting if one.id == key]
    values |= {"judged": tell(judgement), "after": after[0] if after else None}
    values |= {"ahead": fields.get("ahead") == "1", "today": day_of(visit.services)}
    return HTMLResponse(render("coach/drill_region.html", **values))


router.include_router(parts)
