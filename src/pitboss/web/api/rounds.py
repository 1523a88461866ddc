"""Ended rounds, each as its viewer may see it."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from pitboss.house.people.roles import may
from pitboss.web.api import answers
from pitboss.web.api.described import BY_ANYONE, says
from pitboss.web.common.errors import Json
from pitboss.web.common.past import read_lines, round_values
from pitboss.web.common.security import Shared, Viewing, address_of, who_of
from pitboss.web.common.tables import RoundNumber, TableId, find_table

router = APIRouter(tags=["rounds"])


@router.get("/tables/{table_id}/rounds", **says(answers.Rounds, 401, 404, 422, by=BY_ANYONE))
async def list_rounds(
    services: Shared,
    visitor: Viewing,
    table_id: TableId,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Json:
    """The last rounds that have ended, or those before one, the newest first."""
    await find_table(services, table_id)
    lines = await services.look(lambda reading: read_lines(reading, table_id, before, most))
    return Json({"table": table_id, "rounds": lines})


@router.get(
    "/tables/{table_id}/rounds/{number}",
    **says(answers.RoundShown, 401, 404, 422, 429, by=BY_ANYONE),
)
async def show_round(
    request: Request, services: Shared, visitor: Viewing, table_id: TableId, number: RoundNumber
) -> Json:
    """An ended round: what your seat saw and what was shown to all; everything for whoever reads
    all. A round in play is not here."""
    services.limits.take_command(visitor.session.key if visitor else address_of(request))
    await find_table(services, table_id)
    sees_all = visitor is not None and may(visitor.person, "read-all")
    who = who_of(visitor)
    return Json(
        await services.look(lambda reading: round_values(reading, table_id, number, who, sees_all))
    )
