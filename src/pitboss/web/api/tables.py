"""Tables: the lobby, one table as its viewer sees it, what it posts, and what is asked of it."""

from typing import Annotated

from fastapi import APIRouter, Query

from pitboss.house.tables.work import Command
from pitboss.web.api import answers
from pitboss.web.api.described import BY_ANYONE, CHANGED, TO_CHANGE, says
from pitboss.web.api.requests import AnyCommand, Setup, given_values
from pitboss.web.common import tables
from pitboss.web.common.errors import Json
from pitboss.web.common.posted import lobby_row, posted_values
from pitboss.web.common.security import Acting, Viewing
from pitboss.web.common.tables import TableId, carry_out, find_table, fresh_view

router = APIRouter(tags=["tables"])


@router.get("/tables", **says(answers.Lobby, 401, by=BY_ANYONE))
async def list_tables(visit: Viewing) -> Json:
    """The open tables."""
    rows = [
        lobby_row(table, visit.services.house.meters, visit.who)
        for table in sorted(await visit.services.tables(), key=lambda table: table.id)
        if table.phase != "closed"
    ]
    return Json({"tables": rows})


@router.post("/tables", status_code=201, **says(answers.Opened, *CHANGED, by=TO_CHANGE))
async def open_table(visit: Acting, setup: Setup) -> Json:
    """Open a table: an operator any, everyone else one for practice."""
    given = given_values(setup)
    table_id = await tables.open_table(visit.services, visit.person, given)
    opened = await find_table(visit.services, table_id)
    return Json({"table": table_id, "version": opened.version}, 201)


@router.get("/tables/{table_id}", **says(answers.TableShown, 401, 404, 422, by=BY_ANYONE))
async def show_table(
    visit: Viewing,
    table_id: TableId,
    start: Annotated[int, Query(alias="from", ge=0, le=100_000)] = 0,
) -> Json:
    """A table as you see it, with its round's events from one on."""
    return Json(fresh_view(await find_table(visit.services, table_id), visit.who, start))


@router.get("/tables/{table_id}/posted", **says(answers.Posted, 401, 404, 422, by=BY_ANYONE))
async def show_posted(visit: Viewing, table_id: TableId) -> Json:
    """Limits, pay tables, rulings, jackpots and the way to settle a dispute."""
    return Json(
        posted_values(await find_table(visit.services, table_id), visit.services.house.meters)
    )


@router.post(
    "/tables/{table_id}/commands", **says(answers.CommandAnswer, 404, *CHANGED, by=TO_CHANGE)
)
async def command_table(visit: Acting, table_id: TableId, asked: AnyCommand) -> Json:
    """Ask something of a table. It is on disk when the answer comes; the same ``id`` sent again
    gets the same answer and has one effect."""
    await find_table(visit.services, table_id)
    given = given_values(asked, frozenset({"act", "id", "version"}))
    command = Command(table_id, asked.act, visit.person, given, asked.id, asked.version)
    return Json(await carry_out(visit.services, command))
