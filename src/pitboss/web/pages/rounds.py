"""History: the last rounds of a table, and one of them step by step, with a link to share."""

from typing import Any

from fastapi.responses import HTMLResponse

from pitboss.house.store import Transaction
from pitboss.house.tables.state import Published
from pitboss.money import whole_or_text
from pitboss.rounds.telling import name_places, rule_text, tell
from pitboss.rounds.view import view
from pitboss.web.common.services import RoundNumber, TableId, find_table
from pitboss.web.common.tables import Past, list_rounds, load_round
from pitboss.web.common.visits import NOBODY, Viewing, Visit
from pitboss.web.pages.signs import post_signs
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.table import make_scene, shown_seat

router = page_router()


@router.get("/tables/{table_id}/rounds")
async def rounds_page(visit: Viewing, table_id: TableId) -> HTMLResponse:
    """The table's last rounds."""
    table = await find_table(visit.services, table_id)
    listed = await visit.services.study(list_rounds, table_id, visit.who)
    return show_page(visit, "rounds/list.html", {"table": table, "rounds": listed})


@router.get("/tables/{table_id}/rounds/{number}")
async def round_page(visit: Viewing, table_id: TableId, number: RoundNumber) -> HTMLResponse:
    """One round as the viewer saw it, up to ``?step=``; without one, as it ended. ``?part=1``
    for the table alone."""
    table = await find_table(visit.services, table_id)
    visit.take_command()

    def show(transaction: Transaction) -> HTMLResponse:
        past = load_round(transaction, table_id, number)
        return show_replay(visit, table, past, visit.who, "rounds/page.html")

    return await visit.services.study(show)


def show_replay(visit: Visit, table: Published, past: Past, who: str, page: str) -> HTMLResponse:
    """A page with the step that the address names, or its table alone."""
    asked = whole_or_text(visit.query.get("step", "0"))
    step = asked if isinstance(asked, int) else 0
    values = replay_values(table, past, who, step)
    values |= {"posted": post_signs(table.setup, visit.services.house.meters), "who": past.who}
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
    stood = _as_it_stood(table, past, length)
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
            "here": lines[here - 1] if lines else {"text": "", "rule": ""},
            "back": max(here - 1, 1),
            "next": min(here + 1, len(lines)),
            "rules": {line.rule: rule_text(table.setup.game, line.rule) for line in lines},
            "is_own": viewer > 0,
        },
    }


def _as_it_stood(table: Published, past: Past, length: int) -> Published:
    """The table during a past round; seats as they were taken then."""
    running = past.running
    ended = length == len(running.table.events)
    seats = {
        seat: shown_seat(person, past.names.get(seat, f"Seat {seat}"))
        for seat, person in sorted(past.who.items())
    }
    return table._replace(
        setup=table.setup.under(running.table.opening.settings),
        phase="wagering" if ended else "playing",
        round=past.line.number,
        status=running.status if ended else "waiting",
        seats=seats,
        events=running.table.events,
        length=length,
        question=None,
        since="",
        started="",
        opening=running.table.opening,
        dealt=past.who,
    )
