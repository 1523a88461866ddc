"""History: the last rounds of a table, and one of them step by step, with a link to share."""

from collections import OrderedDict
from typing import Any, NamedTuple

from fastapi.responses import HTMLResponse

from pitboss.house.store import Transaction
from pitboss.house.tables.state import Published
from pitboss.money import whole_or_text
from pitboss.rounds.telling import Line, name_places, rule_text, tell
from pitboss.rounds.view import view
from pitboss.training.review import Reviewed
from pitboss.web.common.glances import Glance, glance_at
from pitboss.web.common.reviews import review_own, tag_rounds
from pitboss.web.common.services import RoundNumber, TableId, find_table
from pitboss.web.common.tables import Line as Listed
from pitboss.web.common.tables import Past, list_rounds, load_round
from pitboss.web.common.visits import NOBODY, Viewing, Visit
from pitboss.web.pages.review.stood import as_it_stood, before_decision, post_as_then
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.table.scene import make_scene
from pitboss.web.pages.told import tell as tell_judgement

router = page_router()

MOST_GLANCES = 4_000


@router.get("/tables/{table_id}/rounds")
async def rounds_page(visit: Viewing, table_id: TableId) -> HTMLResponse:
    """The table's last rounds, with the cards that the viewer saw of each."""
    services, who = visit.services, visit.who
    table = await find_table(services, table_id)
    listed = await services.study(list_glances, table_id, who, services.keep(Glances))
    numbers = [line.round for line, _ in listed if line.seat]
    tags = await tag_rounds(visit, table_id, numbers) if numbers else {}
    values = {"table": table, "rounds": listed, "is_own": bool(numbers), "tags": tags}
    return show_page(visit, "rounds/list.html", values)


class Glances:
    """The cards of rounds that were listed lately: a round that has ended keeps its cards."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str, int], Glance] = OrderedDict()

    def find(self, transaction: Transaction, table_id: str, line: Listed, seat: int) -> Glance:
        key = (table_id, line.round, line.status, seat)
        if key not in self._kept:
            past = load_round(transaction, table_id, line.round)
            self._kept[key] = glance_at(past.running, seat)
            if len(self._kept) > MOST_GLANCES:
                self._kept.popitem(last=False)
        return self._kept[key]


def list_glances(
    transaction: Transaction, table_id: str, who: str, glances: Glances
) -> list[tuple[Listed, Glance]]:
    """The last rounds, each with its cards."""
    listed = list_rounds(transaction, table_id, who)
    return [(line, glances.find(transaction, table_id, line, line.seat)) for line in listed]


@router.get("/tables/{table_id}/rounds/{number}")
async def round_page(visit: Viewing, table_id: TableId, number: RoundNumber) -> HTMLResponse:
    """One round as the viewer saw it, up to ``?step=``; without one, as it ended. ``?part=1``
    for the table alone."""
    table = await find_table(visit.services, table_id)
    visit.take_command()
    reviewed = await review_own(visit, table_id, number)

    def show(transaction: Transaction) -> HTMLResponse:
        past = load_round(transaction, table_id, number)
        replay = Replay(table, past, visit.who, reviewed)
        return show_replay(visit, replay, "rounds/page.html")

    return await visit.services.study(show)


class Replay(NamedTuple):
    """A round to be shown again: at its table, for whom, and reviewed if it is theirs."""

    table: Published
    past: Past
    who: str
    reviewed: Reviewed | None = None


def show_replay(visit: Visit, replay: Replay, page: str) -> HTMLResponse:
    """A page with the step that the address names, or its table alone; with the coach's words where
    it is a decision of the viewer's own."""
    asked = whole_or_text(visit.query.get("step", "0"))
    step = asked if isinstance(asked, int) else 0
    table, past, who, reviewed = replay
    values = replay_values(table, past, who, step)
    values |= judged_values(past, values["replay"]["here"], reviewed)
    values |= {"posted": post_as_then(values["table"], past), "who": past.who, "judged": None}
    if visit.query.get("part"):
        return HTMLResponse(render("rounds/region.html", **values))
    return show_page(visit, page, values)


def replay_values(table: Published, past: Past, who: str, step: int) -> dict[str, Any]:
    """The table as it stood after a step, which is a line of what is told."""
    viewer = past.seat_of(who)
    seen = view(past.running.table.events, viewer)
    lines = tell(seen, table.setup.game, name_places(past.names, viewer))
    here = min(step, len(lines)) or len(lines)
    # After the last line all has happened, what is told in no line as well.
    length = len(seen) if here == len(lines) else lines[here - 1].until + 1
    stood = as_it_stood(table, past, length)
    return {
        "table": stood,
        "source": table.setup.game.source,
        "scene": make_scene(stood, who),
        "is_owner": False,
        "known": who != NOBODY,
        "replay": {
            "number": past.line.number,
            "status": past.line.status,
            "ended_at": past.line.ended_at,
            "step": here,
            "steps": len(lines),
            "lines": lines,
            "here": lines[here - 1] if lines else Line(0, -1, ""),
            "back": max(here - 1, 1),
            "next": min(here + 1, len(lines)),
            "rules": {line.rule: rule_text(table.setup.game, line.rule) for line in lines},
            "is_own": viewer > 0,
        },
    }


def judged_values(past: Past, here: Any, reviewed: Reviewed | None) -> dict[str, Any]:
    """What each option was worth, at a line that tells of a decision; and which lines do."""
    turns = reviewed.turns if reviewed else ()
    places = {before_decision(past.running, turn.number): turn for turn in turns}
    turn = next((places[at] for at in places if here.order <= at <= here.until), None)
    return {
        "tags": {at: turn.tag for at, turn in places.items()},
        "turn": turn,
        "told": tell_judgement(turn.judgement) if turn else None,
    }
