"""The coach at the table, and the page of what it has noted.

It knows what the person's seat has seen, and nothing else: every sum starts from the seat's own
spot, in which the cards it has not seen are dealt anew, so that not even by a mistake could the
answer depend on a hidden card. Sums run in threads of their own, away from the tables; the first of
a game takes seconds, while its tables are made, and a server makes them as soon as it starts.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from threading import Event
from typing import Any, NamedTuple

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.house.store import Transaction, entries, people
from pitboss.house.store.entries import Which
from pitboss.house.tables.state import Published, dealt_seat_of
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, replay
from pitboss.training.coach import Advice, Judgement, Scorecard, judge, weigh
from pitboss.training.drills import deal_again, keep
from pitboss.training.rounds import coached_games, sample_opening
from pitboss.web.common.services import Services, TableId, find_table
from pitboss.web.common.sums import Sums, count
from pitboss.web.common.visits import Acting, Known, Viewing, read_act
from pitboss.web.pages.notes import Exam, Notes, Taken, change_kept, read_notes, trim
from pitboss.web.pages.site import page_router, render, show_page, templates
from pitboss.web.pages.told import TELLING, Told, tell

SEED = "coach"


def warm_up(stopping: Event) -> None:
    """One sum of each game, the quickest first, so that the first player need not wait for it."""
    games = [find_game(key) for key in coached_games()]
    for game in sorted(games, key=lambda game: game.face.drill.turn):
        if not stopping.is_set():
            weigh(Runner(game, sample_opening(game.source.key, "first")))


@asynccontextmanager
async def warming(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs: the sums are made ready in the background."""
    stopping = Event()
    services: Services = app.state.services
    services.keep(Sums).threads.submit(warm_up, stopping)
    yield
    stopping.set()


router = page_router()
router.lifespan_context = warming
parts = APIRouter(include_in_schema=False)
"""Parts of a page, asked for by its script: refusals are JSON, as at the API."""


class ExamTold(NamedTuple):
    """An exam that is over: its score, and its mistakes as they are shown."""

    card: Scorecard
    mistakes: list[Told]

    @property
    def more(self) -> int:
        """Mistakes that were counted, but not kept whole."""
        return self.card.wrong - len(self.mistakes)


def tell_exam(exam: Exam) -> ExamTold:
    return ExamTold(exam.card, [tell(one) for one in exam.mistakes])


templates.filters |= TELLING


def as_seen(table: Published, number: int) -> Runner:
    """The round before one of its decisions, as far as the seat that takes it has seen it."""
    assert table.opening
    running = replay(table.setup.game, table.opening, table.decisions[:number])
    return deal_again(keep(running), SEED)


def advise_seat(table: Published, who: str, exam: bool) -> Advice:
    """What each option is worth, for whoever is asked."""
    question = table.question
    if question is None or question.seat != dealt_seat_of(table, who):
        raise Refused("coach: it is not your turn; advice is about your own open decision")
    return weigh(as_seen(table, len(table.decisions)), exam=exam)


def find_taken(transaction: Transaction, table: Published, who: str) -> list[Taken]:
    """The decisions of the round that this person took; those that the clock took do not count."""
    which = Which(table.id, ("round-opened",))
    opened = entries.search(transaction, which, newest_first=True, most=1)
    if not opened or table.opening is None:
        return []
    decided = Which(table.id, ("decided",), after=opened[0].version)
    taken = []
    found = entries.search(transaction, decided)
    for number, entry in enumerate(found[: len(table.decisions)]):
        body = entry.values
        if entry.who == who and body["by"] == "seat" and body["round"] == table.round:
            taken.append(Taken(table.id, table.round, number))
    return taken


def judge_taken(table: Published, taken: Sequence[Taken]) -> list[tuple[Taken, Judgement]]:
    """Each of these decisions: right, or what it cost."""
    return [(one, judge(as_seen(table, one.number), table.decisions[one.number])) for one in taken]


async def load_notes(services: Services, who: str) -> Notes:
    notes = read_notes(await services.look(people.read_scores, who))
    return notes.refresh(services.now())


async def change_notes(services: Services, who: str, do: Callable[[Notes], Notes]) -> Notes:
    return await change_kept(services, who, read_notes, lambda notes: trim(do(notes)))


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


@parts.post("/tables/{table_id}/coach")
async def look_on(table_id: TableId, visit: Acting) -> HTMLResponse:
    """The coach's place at the table, after it has judged what is new."""
    table = await find_table(visit.services, table_id)
    notes = await judge_new(visit.services, table, visit.person.id)
    return show_panel(table, visit.person.id, notes)


def show_panel(table: Published, who: str, notes: Notes, ended: Exam | None = None) -> HTMLResponse:
    """The panel; an exam that has just ended is shown with what came of it."""
    last = None
    if notes.last and notes.last[0][:2] == (table.id, table.round):
        last = tell(notes.last[1])
    question = table.question
    is_asked = question is not None and question.seat == dealt_seat_of(table, who)
    told = {"notes": notes, "last": last, "is_asked": is_asked, "ended": ended and tell_exam(ended)}
    return HTMLResponse(render("coach/panel.html", **told))


@parts.get("/tables/{table_id}/coach/advice")
async def tell_me(table_id: TableId, visit: Known) -> HTMLResponse:
    """What each option of the visitor's open decision is worth."""
    table = await find_table(visit.services, table_id)
    notes = await load_notes(visit.services, visit.person.id)
    in_exam = notes.exam is not None
    advice = await count(visit.services, advise_seat, table, visit.person.id, in_exam)
    return HTMLResponse(render("coach/advice.html", told=tell(advice)))


@parts.post("/tables/{table_id}/coach/exam")
async def switch_exam(table_id: TableId, visit: Acting) -> HTMLResponse:
    """Begin an exam at the table, or end it and show how it went. What was decided last belongs to
    the exam, so it is judged first."""
    services, who, now = visit.services, visit.person.id, visit.services.now()
    table = await find_table(services, table_id)
    was_on = (await judge_new(services, table, who)).exam is not None
    notes = await change_notes(services, who, lambda notes: notes.set_exam(not was_on, now))
    return show_panel(table, who, notes, notes.last_exam if was_on else None)


@router.get("/coach")
async def coach_page(visit: Viewing) -> HTMLResponse:
    """Totals, mistakes by kind with an example of each, and exams."""
    notes = await load_notes(visit.services, visit.who) if visit.found else Notes()
    total, exam = notes.total, notes.last_exam
    examples = {(one.game, one.kind): tell(one) for one in reversed(notes.examples)}
    values: dict[str, Any] = {
        "notes": notes,
        "accuracy": f"{100 * total.right / total.judged:.1f} %" if total.judged else "–",
        "frequent": [
            (one, find_game(one.game).source.title, examples.get((one.game, one.kind)))
            for one in total.most_frequent(12)
        ],
        "last_exam": tell_exam(exam) if exam else None,
        "has_just_ended": "ended" in visit.query,
    }
    return show_page(visit, "coach/page.html", values)


@router.post("/coach/exam")
async def set_exam(visit: Known) -> RedirectResponse:
    """Begin or end an exam from the coach's page."""
    fields = await read_act(visit)
    on, now = fields.get("exam") == "on", visit.services.now()
    await change_notes(visit.services, visit.person.id, lambda notes: notes.set_exam(on, now))
    return RedirectResponse("/coach" if on else "/coach?ended#exam", 303)


router.include_router(parts)
