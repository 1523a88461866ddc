"""Ended rounds, each as its viewer may see it."""

from typing import Annotated

from fastapi import APIRouter, Query

from pitboss.house.people.roles import may
from pitboss.web.api import answers
from pitboss.web.api.described import BY_ANYONE, says
from pitboss.web.common.errors import Json
from pitboss.web.common.past import read_lines, round_values
from pitboss.web.common.security import Viewing
from pitboss.web.common.tables import RoundNumber, TableId, find_table

router = APIRouter(tags=["rounds"])


@router.get("/tables/{table_id}/rounds", **says(answers.Rounds, 401, 404, 422, by=BY_ANYONE))
async def list_rounds(
    visit: Viewing,
    table_id: TableId,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Json:
    """The last rounds that have ended, or those before one, the newest first."""
    await find_table(visit.services, table_id)
    lines = await visit.services.look(read_lines, table_id, before, most)
    return Json({"table": table_id, "rounds": lines})


@router.get(
    "/tables/{table_id}/rounds/{number}",
    **says(answers.RoundShown, 401, 404, 422, 429, by=BY_ANYONE),
)
async def show_round(visit: Viewing, table_id: TableId, number: RoundNumber) -> Json:
    """An ended round: what your seat saw and what was shown to all; everything for whoever reads
    all. A round in play is not here."""
    services, who = visit.services, visit.who
    services.limits.take_command(visit.found.key if visit.found else visit.address)
    await find_table(services, table_id)
    sees_all = visit.found is not None and may(visit.person, "read-all")
    return Json(await services.look(round_values, table_id, number, who, sees_all))
