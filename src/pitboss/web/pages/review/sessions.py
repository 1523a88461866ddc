"""The review: one's own sessions, and each round of one with its decisions as they were worth.

Nobody sees another's: rounds are found by who was dealt them, and judged from what that seat saw.
While an exam is under way its rounds are not judged here either.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games import find_game
from pitboss.house.tables.state import Published
from pitboss.money import signed_money, whole_or_text
from pitboss.training.coach import Judgement
from pitboss.training.drills import make_drill
from pitboss.training.review import BEST, FORCED, THRESHOLDS, Reviewed, Turn
from pitboss.training.sessions import SPREAD_ROUNDS, Session
from pitboss.web.common.gate import NotFound
from pitboss.web.common.own import (
    OwnRound,
    Seen,
    all_sessions,
    load_own,
)
from pitboss.web.common.reviews import (
    Reviews,
    Row,
    gather,
    is_secret,
    review_own,
    review_session,
    secret_since,
)
from pitboss.web.common.services import TableId, find_table
from pitboss.web.common.visits import Known, Viewing, Visit, read_act
from pitboss.web.pages.charts import FRAGMENT_SECONDS, Chart, Charts
from pitboss.web.pages.coach import change_notes
from pitboss.web.pages.notes import Notes
from pitboss.web.pages.review import graphs, words
from pitboss.web.pages.review.stood import as_it_stood, before_decision, post_as_then
from pitboss.web.pages.site import page_router, render, show_page, templates
from pitboss.web.pages.table.scene import make_scene
from pitboss.web.pages.told import tell

router = page_router()

GRAPH = "graph"
PART_SECONDS = 0.4
"""So long what is morphed into a page waits for its graph, so that it does not go and come."""


def fits(row: Row, shown: str) -> bool:
    """Whether a round is listed under a filter."""
    if shown == "wrong":
        return row.tag not in ("", BEST)
    return shown == "all" or row.tag == shown


class Entry(NamedTuple):
    """A session in the list of them."""

    rounds: Sequence[OwnRound]
    session: Session
    waiting: int

    @property
    def title(self) -> str:
        return find_game(self.rounds[0].game).source.title

    @property
    def net_cents(self) -> int:
        return sum(one.net_cents for one in self.rounds)

    @property
    def address(self) -> str:
        return f"/review/{self.rounds[0].table}?from={self.rounds[0].number}"


def grading_words() -> str:
    """From which costs on a decision is called what."""
    (mistake, blunder), (wide, widest) = (
        map(float, THRESHOLDS[unit]) for unit in ("first wager", "big blind")
    )
    return words.grading(mistake=mistake, blunder=blunder, wide=wide, widest=widest)


def accuracy_words(session: Session) -> str:
    return "–" if session.accuracy is None else f"{float(100 * session.accuracy):.1f} %"


def cents_words(cents: Any) -> str:
    """An expectation for the eye, to the nearest cent."""
    return signed_money(round(cents))


templates.filters |= {"accuracy": accuracy_words, "worth": cents_words}


@router.get("/review")
async def review_page(visit: Viewing, game: str = "") -> HTMLResponse:
    """One's own sessions; those that were opened before have their figures."""
    found: list[list[OwnRound]] = []
    if visit.found:
        found = await visit.services.look(all_sessions, visit.who, visit.services.now())
    reviews = visit.services.keep(Reviews)
    secret = await secret_since(visit)
    if found:
        visit.services.keep(Charts).warm()
    entries = []
    for rounds in found:
        kept = [None if is_secret(one, secret) else reviews.find(one, visit.who) for one in rounds]
        entries.append(Entry(rounds, gather(kept), kept.count(None)))
    games = {entry.rounds[0].game: entry.title for entry in entries}
    shown = [entry for entry in entries if game in ("", entry.rounds[0].game)]
    values = {"entries": shown, "games": games, "game": game if game in games else ""}
    return show_page(visit, "review/list.html", values)


@router.get("/review/{table_id}")
async def session_page(visit: Known, table_id: TableId) -> HTMLResponse:
    """A session at a table: ``?from=`` its first round, ``&round=`` and ``&turn=`` what the felt
    shows, ``&show=`` a filter; ``&part=1`` for what changes while it is being judged, and
    ``&part=graph`` for the graph alone, once it is drawn."""
    visit.take_command()
    rows = await review_session(visit, table_id, asked_round(visit))
    shown, part = visit.query.get("show", "all"), visit.query.get("part", "")
    values = session_values(rows, shown)
    graph = _draw(visit, rows, values["session"])
    if part == GRAPH:
        if graph:
            await graph.wait(FRAGMENT_SECONDS)
        return HTMLResponse(render("review/graph.html", graph=graph, **values))
    here = _chosen(rows, shown, read_number(visit, "round"))
    values |= await _felt(visit, here)
    if graph:
        await graph.wait(PART_SECONDS if part else 0)
    values |= {"table_id": table_id, "graph": graph}
    if part:
        return HTMLResponse(render("review/region.html", csrf=visit.csrf, **values))
    return show_page(visit, "review/page.html", values)


def _draw(visit: Visit, rows: Sequence[Row], session: Session) -> Chart | None:
    """The graph, which is drawn while the rest is made; None before there are two rounds."""
    judged = [row.own.number for row in rows if row.reviewed]
    course = graphs.course_of(session, judged, rows[0].own.number)
    return visit.services.keep(Charts).course(course) if course else None


def asked_round(visit: Visit) -> int:
    """The round of the address by which a session is found."""
    return read_number(visit, "from") or read_number(visit, "round")


def read_number(visit: Visit, name: str) -> int:
    """A whole number of the address; 0 where there is none."""
    given = whole_or_text(visit.query.get(name, "0"))
    return given if isinstance(given, int) else 0


def _chosen(rows: Sequence[Row], shown: str, number: int) -> Row:
    """The round that the address names, else the newest of those that are listed."""
    named = [row for row in rows if row.own.number == number]
    return [*rows, *(row for row in rows if fits(row, shown)), *named][-1]


def session_values(rows: Sequence[Row], shown: str) -> dict[str, Any]:
    """The list and the figures of what is judged so far."""
    session = gather(None if row.is_secret else row.kept for row in rows)
    shown = shown if shown in words.SHOWN else "all"
    return {
        "rows": [row for row in reversed(rows) if fits(row, shown)],
        "shown": shown,
        "filters": list(words.SHOWN.items()),
        "session": session,
        "counted": words.COUNTED,
        "net_cents": sum(row.own.net_cents for row in rows),
        "waiting": sum(row.is_waiting for row in rows),
        "secret": sum(row.is_secret for row in rows),
        "rounds": [row.own for row in rows],
        "spread": session.spread,
        "spread_rounds": SPREAD_ROUNDS,
        "grading": grading_words(),
        "title": find_game(rows[0].own.game).source.title,
    }


async def _felt(visit: Visit, row: Row) -> dict[str, Any]:
    """The chosen round on its felt, at one of its decisions or as it ended."""
    services, here = visit.services, row.own
    table = await find_table(services, here.table)
    seen = await services.study(load_own, here.table, here.number, visit.who)
    turns = row.reviewed.turns if row.reviewed else ()
    asked = read_number(visit, "turn") or _first_shown(turns)
    place = min(asked, len(turns) + 1)
    turn = turns[place - 1] if place <= len(turns) else None
    return {
        **felt_values(table, seen, turn),
        "here": here,
        "row": row,
        "turn": turn,
        "place": place,
        "told": tell(turn.judgement) if turn else None,
        "lucks": _luck_lines(row.reviewed) if row.reviewed else [],
    }


def _first_shown(turns: Sequence[Turn]) -> int:
    """The dearest decision; where none cost anything, the end."""
    wrong = [n for n, turn in enumerate(turns, 1) if turn.judgement.cost]
    return max(wrong, key=lambda n: turns[n - 1].judgement.cost_cents, default=len(turns) + 1)


def felt_values(table: Published, seen: Seen, turn: Turn | None) -> dict[str, Any]:
    """The felt as the seat saw it before a decision, or as the round ended."""
    running = seen.past.running
    length = before_decision(running, turn.number) if turn else len(running.table.events)
    stood = as_it_stood(table, seen.past, length)
    return {
        "table": stood,
        "source": stood.setup.game.source,
        "scene": make_scene(stood, seen.past.who[seen.seat]),
        "posted": post_as_then(stood, seen.past),
        "judged": None,
    }


def _luck_lines(reviewed: Reviewed) -> list[tuple[str, Any]]:
    return [(words.LUCK[one.kind].format(turn=one.turn), one.cents) for one in reviewed.lucks]


@router.post("/review/{table_id}/drill")
async def drill_this(visit: Known, table_id: TableId) -> RedirectResponse:
    """Make a drill of a decision of one's own, and go to it."""
    fields = await read_act(visit)
    given = {name: whole_or_text(fields.get(name, "")) for name in ("round", "turn")}
    number, place = (value if isinstance(value, int) else 0 for value in given.values())
    judgement = await _find_judgement(visit, table_id, number, place)
    origin = "hard" if judgement.is_right else "mistake"
    drill = make_drill(origin, judgement.situation, judgement.spot)

    def add(notes: Notes) -> Notes:
        return notes._replace(drills=notes.drills.add(drill))

    await change_notes(visit.services, visit.who, add)
    return RedirectResponse(f"/drills/{drill.id}", 303)


async def _find_judgement(visit: Visit, table_id: str, number: int, place: int) -> Judgement:
    reviewed = await review_own(visit, table_id, number)
    turns = reviewed.turns if reviewed else ()
    if not 1 <= place <= len(turns) or turns[place - 1].tag == FORCED:
        raise NotFound(f"drill: round {number} has no decision {place} of yours that is judged")
    return turns[place - 1].judgement
