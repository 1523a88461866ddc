"""Tables: the lobby, one table as its viewer sees it, what it posts, and what is asked of it."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query

from pitboss.house.people.person import Person
from pitboss.house.people.roles import require
from pitboss.house.tables.view import Published, table_view
from pitboss.house.tables.work import Command, Stale
from pitboss.web.api import answers
from pitboss.web.api.described import BODY, BY_ANYONE, TO_CHANGE, problems
from pitboss.web.api.requests import AnyCommand, Setup, given_values
from pitboss.web.common.errors import Behind, Json, NotFound
from pitboss.web.common.lobby import lobby_row
from pitboss.web.common.posted import posted_values
from pitboss.web.common.security import NOBODY, Acting, Shared, Viewing, Visitor
from pitboss.web.common.settings import Services

router = APIRouter(tags=["tables"])

MOST_OWN = 5
"""Open practice tables of one person."""

TableId = Annotated[str, Path(pattern="^[a-z-]{1,20}-[0-9a-f]{8}$", examples=["duki-0a1b2c3d"])]


def who_of(visitor: Visitor | None) -> str:
    return visitor.person.id if visitor else NOBODY


async def find_table(services: Services, table_id: str) -> Published:
    """A table as it was last committed; unknown ones are refused."""
    known = services.house.follower.known(table_id)
    if known is not None:
        return known
    rows = await services.look(
        lambda transaction: transaction.execute("SELECT 1 FROM tables WHERE id = ?", (table_id,))
    )
    if not rows:
        raise NotFound(f"table {table_id[:40]}: there is no such table")
    return await services.read(services.house.table, table_id)


def fresh_view(table: Published, who: str, start: int = 0) -> dict[str, object]:
    """A table as a viewer sees it, its events from ``start`` on where that makes sense: not after
    a newer deal, nor once meters of a link were settled anew with the round."""
    settled_anew = table.setup.jackpots and table.status != "waiting"
    return table_view(table, who, 0 if start > table.length or settled_anew else start)


@router.get(
    "/tables", response_model=answers.Lobby, responses=problems(401), openapi_extra=BY_ANYONE
)
async def list_tables(services: Shared, visitor: Viewing) -> Json:
    """The open tables."""
    rows = [
        lobby_row(table, services.house.meters, who_of(visitor))
        for table in sorted(await services.tables(), key=lambda table: table.id)
        if table.phase != "closed"
    ]
    return Json({"tables": rows})


@router.post(
    "/tables",
    status_code=201,
    response_model=answers.Opened,
    responses=problems(401, 403, 409, 429, *BODY),
    openapi_extra=TO_CHANGE,
)
async def open_table(services: Shared, visitor: Acting, setup: Setup) -> Json:
    """Open a table: an operator any, everyone else one for practice."""
    given = given_values(setup)
    owner = ""
    if setup.practice:
        require(visitor.person, "open-practice-table")
        await check_own(services, visitor.person)
        owner = visitor.person.id
    table_id = await services.read(services.house.open_table, visitor.person, given, owner)
    opened = await find_table(services, table_id)
    return Json({"table": table_id, "version": opened.version}, 201)


async def check_own(services: Services, person: Person) -> None:
    own = [t for t in await services.tables() if t.owner == person.id and t.phase != "closed"]
    if len(own) >= MOST_OWN:
        raise Stale(f"practice tables: you have {MOST_OWN} open; close one first")


@router.get(
    "/tables/{table_id}",
    response_model=answers.TableShown,
    responses=problems(401, 404, 422),
    openapi_extra=BY_ANYONE,
)
async def show_table(
    services: Shared,
    visitor: Viewing,
    table_id: TableId,
    start: Annotated[int, Query(alias="from", ge=0, le=100_000)] = 0,
) -> Json:
    """A table as you see it, with its round's events from one on."""
    return Json(fresh_view(await find_table(services, table_id), who_of(visitor), start))


@router.get(
    "/tables/{table_id}/posted",
    response_model=answers.Posted,
    responses=problems(401, 404, 422),
    openapi_extra=BY_ANYONE,
)
async def show_posted(services: Shared, visitor: Viewing, table_id: TableId) -> Json:
    """Limits, pay tables, rulings, jackpots and the way to settle a dispute."""
    return Json(posted_values(await find_table(services, table_id), services.house.meters))


@router.post(
    "/tables/{table_id}/commands",
    response_model=answers.CommandAnswer,
    responses=problems(401, 403, 404, 409, 429, *BODY),
    openapi_extra=TO_CHANGE,
)
async def command_table(
    services: Shared, visitor: Acting, table_id: TableId, asked: AnyCommand
) -> Json:
    """Ask something of a table. It is on disk when the answer comes; the same ``id`` sent again
    gets the same answer and has one effect."""
    await find_table(services, table_id)
    given = given_values(asked, frozenset({"act", "id", "version"}))
    command = Command(table_id, asked.act, visitor.person, given, asked.id, asked.version)
    return Json(await carry_out(services, command))


async def carry_out(services: Services, command: Command) -> dict[str, object]:
    """Pages use it too."""
    try:
        answer: dict[str, object] = await services.finish(partial(services.house.send, command))
        return answer
    except Stale as stale:
        table = await find_table(services, command.table)
        raise Behind(stale, table.version) from None
