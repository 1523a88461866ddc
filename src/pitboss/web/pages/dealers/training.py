"""The pages of dealer training: what to practise, the exercise step by step, and its summary.

What the page shows of the table must not answer the question: hands are not named, winning cards
not set off, and meters stand as they stood before the round.
"""

import re
import secrets
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

from fastapi import Depends, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.games.lesson import AMOUNT, CHOICE, ERRORS, Step
from pitboss.house.log import stamp
from pitboss.house.store import people
from pitboss.money import full_money, money, parse_dollars
from pitboss.refusal import Refused
from pitboss.reports.charts import Trend
from pitboss.training.exercise import (
    MOST_ROUNDS,
    PASS_PERCENT,
    Marked,
    marks,
    start,
    summary,
)
from pitboss.training.items import Item, choose, practise
from pitboss.training.rounds import taught_games
from pitboss.training.words import DUE, MODES
from pitboss.web.common.services import Services
from pitboss.web.common.sums import count
from pitboss.web.common.visits import Known, Viewing, arriving, enter, go, read_act, read_form
from pitboss.web.pages.charts import FRAGMENT_SECONDS, Chart, Charts
from pitboss.web.pages.dealers.stand import (
    CHIP_VALUES,
    find_targets,
    place_id,
    place_players,
    spot_id,
)
from pitboss.web.pages.dealers.trends import find_trends
from pitboss.web.pages.drills import day_of, stage, staged_values
from pitboss.web.pages.notes import PLAYERS, Kept, Run, begin, change_kept, read_kept_run, run_key
from pitboss.web.pages.site import page_router, render, show_page, templates
from pitboss.web.pages.table.felt import Card
from pitboss.web.pages.table.scene import Scene
from pitboss.web.pages.told import split_cards

router = page_router()
templates.filters |= {"percent": "{:.0f} %".format, "seconds": "{:.1f} s".format}

RUN = "/training/run"
AMOUNTS = re.compile(r"[0-9]+\.[0-9]{2}")
DASHES = re.compile(r"(?<=[a-z])-(?=[a-z])")
LONGEST_NAME = 28
"""A longer answer is a sentence, whose dashes stay."""

KEYS = "123456789" + ascii_lowercase

ROUNDS = (1, 2, 3, 5, MOST_ROUNDS)
MOST_LISTED = 10


def page_of(run: Run, problem: str) -> tuple[str, dict[str, Any]]:
    """The page of an exercise, or of its summary once it is over, and all that it shows."""
    exercise = run.exercise
    source = find_game(exercise.game).source
    mode = DUE if "only" in run.options else MODES[run.options["mode"]]
    values = {"run": run, "mode": mode, "source": source}
    if run.is_over:
        return "summary", values | summary_values(run)
    staged = staged_values(stage(source.title, exercise.opening, exercise.table))
    marked = run.last_mark()
    step = exercise.current
    shown = {
        "scene": cover(staged["scene"]),
        "places": place_players(cover(staged["scene"])),
        "round": (exercise.round + 1, len(exercise.rounds)),
        "chips": CHIP_VALUES,
        "steps": len(exercise.steps),
        "marked": show_mark(marked) if marked else None,
        "asked": None if step is None or run.paused else ask(step),
        "problem": problem,
    }
    return "run", staged | values | shown


def ask(step: Step) -> dict[str, Any]:
    """The question with its choices, each with the key that gives it."""
    named = filter(None, step.choices)
    choices = zip(KEYS, named, strict=False) if step.input == CHOICE else ()
    return {
        "prompt": split_cards(step.prompt),
        "choices": [(key, choice, answer_words(choice)) for key, choice in choices],
        "is_amount": step.input == AMOUNT,
        "is_irregular": step.kind == "irregularity",
        "targets": find_targets(step),
        "place": place_id(step.about),
        "spot": spot_id(step.about),
    }


def answer_words(answer: str) -> str:
    """``4-card two-pair`` as a dealer would say it; an amount with its sign."""
    if AMOUNTS.fullmatch(answer):
        return full_money(parse_dollars(answer))
    return answer if len(answer) > LONGEST_NAME else DASHES.sub(" ", answer)


def cover(scene: Scene) -> Scene:
    """The table without anything that gives an answer away."""
    seats = {
        number: seat._replace(hand="", cards=_plain(seat.cards), results=[])
        for number, seat in scene.seats.items()
    }
    return scene._replace(
        dealer=_plain(scene.dealer),
        dealer_hand="",
        community=_plain(scene.community),
        seats=seats,
        hits=[],
    )


def _plain(cards: list[Card]) -> list[Card]:
    return [card._replace(making=False) for card in cards]


def show_mark(marked: Marked) -> dict[str, Any]:
    """An answer after it was marked."""
    return {
        **marked._asdict(),
        "prompt": split_cards(marked.prompt),
        "given": answer_words(marked.given),
        "expected": " or ".join(map(answer_words, (marked.expected, *marked.also))),
        "title": ERRORS.get(marked.error, ""),
        "money_error": money(marked.money_error_cents) if marked.money_error_cents else "",
        "seconds": f"{marked.seconds:.1f} s",
    }


def summary_values(run: Run) -> dict[str, Any]:
    """The end: errors by type, money error, seconds, and every mistake with its rule."""
    told = summary(run.exercise)
    answered, seconds = told["answered"], told["seconds"]
    return {
        "told": told,
        "errors": [(ERRORS[name], number) for name, number in told["errors"].items()],
        "wrong": answered - told["right"],
        "money_error": money(parse_dollars(told["money_error"])),
        "seconds": round(seconds),
        "pace": f"{seconds / answered:.1f}" if answered else "–",
        "mistakes": [show_mark(one) for one in marks(run.exercise) if not one.right],
        "pass_percent": PASS_PERCENT,
        "of_due": "only" in run.options,
    }


def new_seed() -> str:
    """For a round that nobody has seen."""
    return secrets.token_hex(8)


async def load(services: Services, who: str) -> Kept:
    body = await services.look(people.read_scores, run_key(who))
    return await count(services, read_kept_run, body)


async def keep(services: Services, who: str, do: Callable[[Kept], Kept]) -> Kept:
    return await change_kept(services, run_key(who), read_kept_run, do)


@router.get("/training")
async def training_page(visit: Viewing) -> HTMLResponse:
    """Choose what to practise; earlier results. ``?part=trends`` for their charts alone, once they
    are drawn."""
    kept = await load(visit.services, visit.who) if visit.found else Kept()
    games = [find_game(key) for key in taught_games()]
    titles = {game.source.key: game.source.title for game in games}
    trends = draw_trends(visit.services, find_trends(kept.results, titles))
    if visit.query.get("part"):
        for _, chart in trends:
            await chart.wait(FRAGMENT_SECONDS)
        return HTMLResponse(render("training/trends.html", trends=trends))
    values = {
        "games": titles,
        "need_two": [game.source.title for game in games if game.read_seating],
        "modes": MODES,
        "players": PLAYERS,
        "rounds": ROUNDS,
        "with_machine": [game.source.title for game in games if "shuffler" in game.source.rulings],
        "pass_percent": PASS_PERCENT,
        "results": kept.results[:MOST_LISTED],
        "trends": trends,
        "items": kept.items,
        "due": due_rows(kept.items.due(day_of(visit.services))),
        "open_run": kept.run if kept.run and not kept.run.is_over else None,
    }
    return show_page(visit, "training/choose.html", values)


def draw_trends(services: Services, trends: list[Trend]) -> list[tuple[Trend, Chart]]:
    """Each with its chart, which may still be being drawn."""
    charts = services.keep(Charts)
    return [(trend, charts.trend(trend)) for trend in trends]


def due_rows(due: list[Item]) -> list[tuple[str, int, list[str]]]:
    """What is due of each game: how many items, and the rules behind them."""
    games = dict.fromkeys(one.game for one in due)
    return [
        (game, len(own), sorted({one.rule for one in own if one.rule}))
        for game in games
        for own in [[one for one in due if one.game == game]]
    ]


@router.post("/training", dependencies=[Depends(arriving)])
async def begin_run(visit: Viewing) -> RedirectResponse:
    """Start an exercise; a guest's session begins if there is none."""
    fields = await read_form(visit)
    run = await count(visit.services, begin, fields, new_seed(), visit.services.now())
    await enter(visit, fields)
    await keep(visit.services, visit.person.id, lambda kept: kept._replace(run=run))
    return go(RUN, visit)


@router.post("/training/due")
async def practise_due(visit: Known) -> RedirectResponse:
    """An exercise of what is due today and nothing else."""
    fields = await read_act(visit)
    kept = await load(visit.services, visit.person.id)
    due = choose(kept.items.due(day_of(visit.services)), fields.get("game", ""))
    exercise = await count(visit.services, practise, due, new_seed())
    run = Run(exercise, stamp(visit.services.now()))
    await keep(visit.services, visit.person.id, lambda kept: kept._replace(run=run))
    return RedirectResponse(RUN, 303)


@router.get(RUN)
async def run_page(visit: Known) -> Response:
    """The exercise where it stands, or its summary."""
    kept = await load(visit.services, visit.person.id)
    if kept.run is None:
        return RedirectResponse("/training", 303)
    name, values = await count(visit.services, page_of, kept.run, "")
    return show_page(visit, f"training/{name}.html", values)


@router.post(RUN)
async def answer_step(visit: Known) -> Response:
    """Mark the answer to the step that is open. A form sent twice is marked once. The page's script
    gets the part that changed, whoever has none the page."""
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

    problem, is_part = "", visit.request.headers.get("x-part") is not None
    try:
        kept = await keep(visit.services, visit.person.id, move)
    except Refused as refusal:
        problem = str(refusal)
        kept = await load(visit.services, visit.person.id)
    if kept.run is None or not (is_part or problem):
        return RedirectResponse(RUN if kept.run else "/training", 303)
    name, values = await count(visit.services, page_of, kept.run, problem)
    if not is_part:
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
    exercise = await count(visit.services, start, before.exercise.game, seed, before.options)
    run = Run(exercise, stamp(visit.services.now()), before.exam)
    await keep(visit.services, visit.person.id, lambda kept: kept._replace(run=run))
    return RedirectResponse(RUN, 303)
