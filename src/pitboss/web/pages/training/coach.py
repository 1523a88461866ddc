"""The coach at the table, and the page of what it has noted."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.house.store import Transaction, people
from pitboss.house.store.entries import Unit
from pitboss.house.tables.state import Published, dealt_seat_of
from pitboss.training.judgement import Judgement
from pitboss.training.rounds import taught_games
from pitboss.web.common.services import Services, TableId, find_table
from pitboss.web.common.visits import Acting, Known, Viewing, read_act
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.training.judgements import advise_seat, find_taken, judge_taken
from pitboss.web.pages.training.notes import Notes, read_notes, trim
from pitboss.web.pages.training.sums import count, warming
from pitboss.web.pages.training.words import (
    chosen_words,
    cost_words,
    split_cards,
    weighed_advice,
    weighed_judgement,
)

router = page_router()
router.lifespan_context = warming
parts = APIRouter(include_in_schema=False)
"""Parts of a page, asked for by its script: refusals are JSON, as at the API."""


def read_coach(transaction: Transaction, who: str) -> Notes:
    return read_notes(people.read_scores(transaction, who))


async def load_notes(services: Services, who: str) -> Notes:
    notes = await services.look(read_coach, who)
    return notes.refresh(services.now())


async def change_notes(services: Services, who: str, do: Callable[[Notes], Notes]) -> Notes:
    """Change what is kept, in one step from how it then stands."""

    def change(unit: Unit) -> Notes:
        before = read_coach(unit.transaction, who)
        after = do(before)
        if after != before:
            people.keep_scores(unit.transaction, who, trim(after).to_json())
        return after

    return await services.write(change)


async def judge_new(services: Services, table: Published, who: str) -> Notes:
    """Judge what this person has decided in the round since it was last looked at."""
    notes = await load_notes(services, who)
    taken = await services.look(find_taken, table, who)
    fresh = [one for one in taken if notes.is_new(one)]
    if not fresh:
        return notes
    judged = await count(services, judge_taken, table, fresh)
    now = services.now()

    def add(notes: Notes) -> Notes:
        for taken, judgement in judged:
            notes = notes.add(taken, judgement, now)
        return notes

    return await change_notes(services, who, add)


def told(judgement: Judgement) -> dict[str, Any]:
    """A judgement as the templates show it."""
    chosen, best = chosen_words(judgement)
    return {
        "game": find_game(judgement.game).source.title,
        "is_right": judgement.is_right,
        "chosen": chosen,
        "best": best,
        "cost": cost_words(judgement.cost_cents),
        "situation": split_cards(judgement.situation),
        "kind": judgement.kind,
        "weighed": weighed_judgement(judgement),
    }


@parts.post("/tables/{table_id}/coach")
async def look_on(table_id: TableId, visit: Acting) -> HTMLResponse:
    """The coach's place at the table, after it has judged what is new."""
    table = await find_table(visit.services, table_id)
    who = visit.person.id
    notes = await judge_new(visit.services, table, who)
    last = None
    if notes.last and notes.last[0][:2] == (table.id, table.round):
        last = told(notes.last[1])
    question = table.question
    values = {
        "notes": notes,
        "cost": cost_words(notes.session.cost_cents),
        "last": last,
        "is_asked": question is not None and question.seat == dealt_seat_of(table, who),
    }
    return HTMLResponse(render("coach/panel.html", **values))


@parts.get("/tables/{table_id}/coach/advice")
async def tell_me(table_id: TableId, visit: Known) -> HTMLResponse:
    """What each option of the visitor's open decision is worth."""
    table = await find_table(visit.services, table_id)
    notes = await load_notes(visit.services, visit.person.id)
    in_exam = notes.exam is not None
    advice = await count(visit.services, advise_seat, table, visit.person.id, in_exam)
    return HTMLResponse(render("coach/advice.html", weighed=weighed_advice(advice)))


@parts.post("/tables/{table_id}/coach/exam")
async def switch_exam(table_id: TableId, visit: Acting) -> HTMLResponse:
    """Begin an exam at the table, or end it."""
    now = visit.services.now()
    await change_notes(
        visit.services, visit.person.id, lambda notes: notes.set_exam(notes.exam is None, now)
    )
    return await look_on(table_id, visit)


@router.get("/coach")
async def coach_page(visit: Viewing) -> HTMLResponse:
    """Totals, mistakes by kind with an example of each, and exams."""
    notes = await load_notes(visit.services, visit.who) if visit.found else Notes()
    return show_page(visit, "coach/page.html", page_values(notes))


def page_values(notes: Notes) -> dict[str, Any]:
    """What the page of the coach shows."""
    total = notes.total
    examples = {(one.game, one.kind): one for one in reversed(notes.examples)}
    frequent = [
        {
            "game": find_game(one.game).source.title,
            "kind": one.kind,
            "times": one.times,
            "cost": cost_words(one.cost_cents),
            "example": told(example) if (example := examples.get((one.game, one.kind))) else None,
        }
        for one in notes.total.most_frequent(12)
    ]
    last_exam = notes.last_exam
    return {
        "notes": notes,
        "total_cost": cost_words(total.cost_cents),
        "accuracy": f"{100 * total.right / total.judged:.1f} %" if total.judged else "–",
        "session_cost": cost_words(notes.session.cost_cents),
        "frequent": frequent,
        "last_exam": last_exam,
        "exam_cost": cost_words(last_exam.card.cost_cents) if last_exam else "",
        "exam_mistakes": [told(one) for one in last_exam.mistakes] if last_exam else [],
        "games": [(key, find_game(key).source.title) for key in taught_games()],
    }


@router.post("/coach/exam")
async def set_exam(visit: Known) -> RedirectResponse:
    """Begin or end an exam from the coach's page."""
    fields = await read_act(visit)
    on, now = fields.get("exam") == "on", visit.services.now()
    await change_notes(visit.services, visit.person.id, lambda notes: notes.set_exam(on, now))
    return RedirectResponse("/coach", 303)


router.include_router(parts)
