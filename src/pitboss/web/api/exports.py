"""Reports and exports: the books as JSON or CSV, the log as JSON Lines with its signature."""

from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from pitboss.house.audit.export import Scope, Signer, export_log, export_round
from pitboss.house.books import sheets
from pitboss.house.people.roles import require
from pitboss.house.store import Transaction
from pitboss.house.store.period import Period, read_period
from pitboss.refusal import Refused
from pitboss.web.api import answers
from pitboss.web.api.described import BY_VISITOR, problems, says
from pitboss.web.api.requests import OneOf
from pitboss.web.common.errors import Json
from pitboss.web.common.past import find_round
from pitboss.web.common.security import Known
from pitboss.web.common.settings import Services
from pitboss.web.common.tables import RoundNumber, TableId, find_table

router = APIRouter(tags=["records"])

CHUNK = 200
"""Lines that are made at a time."""

CSV, LINES = "text/csv", "application/x-ndjson"

DayText = Annotated[
    str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10, examples=["2026-01-31"])
]
Day = Annotated[DayText, Query()]
AnyTable = Annotated[str, Query(max_length=40, description="one table's id, or all")]
ReportName = Annotated[str, OneOf(*sheets.REPORTS)]
SheetName = Annotated[str, OneOf(*sheets.RECORDS)]


class ReportAsked(BaseModel):
    """Which days, of one table or of all."""

    first_day: DayText
    last_day: DayText | None = None
    table: str = Field("", max_length=40, description="one table's id, or all")
    format: Literal["json", "csv"] = "json"


def text_answer(kind: str, of: str, description: str) -> dict[int | str, dict[str, Any]]:
    content = {kind: {"schema": {"type": of}}}
    return {200: {"description": description, "content": content}}


async def in_chunks(services: Services, lines: Iterator[str]) -> AsyncIterator[str]:
    """Lines that wait for the database, made away from the event loop."""
    while chunk := await services.read(lambda: "".join(islice(lines, CHUNK))):
        yield chunk


@router.get(
    "/reports/{name}",
    response_model=answers.Report,
    responses={
        **problems(401, 403, 409, 422),
        200: {"content": {CSV: {"schema": {"type": "string"}}}},
    },
    openapi_extra=BY_VISITOR,
)
async def show_report(
    visit: Known, name: ReportName, asked: Annotated[ReportAsked, Query()]
) -> Response:
    """A report of some days (UTC): the master game report by table, game and wager, the meter
    book, hits, envy pays, voids, corrections, promotions, changes."""
    require(visit.person, "read-reports")
    last_day = asked.last_day or asked.first_day
    period = read_period({"first_day": asked.first_day, "last_day": last_day, "table": asked.table})
    if asked.format == "csv":
        text = await visit.services.look(_as_csv, name, period)
        return Response(text, media_type=CSV)
    rows = await visit.services.look(sheets.REPORTS[name], period)
    head = {"report": name, "first_day": period.first_day, "last_day": period.last_day}
    return Json({**head, "rows": rows})


def _as_csv(transaction: Transaction, name: str, period: Period) -> str:
    return "".join(sheets.csv_lines(sheets.report_rows(transaction, name, period)))


@router.get(
    "/log",
    response_class=StreamingResponse,
    responses={
        **problems(401, 403, 409, 422),
        **text_answer(LINES, "object", "one JSON object a line"),
    },
    openapi_extra=BY_VISITOR,
)
async def show_log(
    visit: Known, table: AnyTable = "", first_day: Day | None = None, last_day: Day | None = None
) -> StreamingResponse:
    """The log as JSON Lines, signed, for `pitboss verify`; cards in play are not in it."""
    require(visit.person, "export-log")
    watch = visit.services.settings.watch
    if watch is None:
        raise Refused("export: this server has no key to sign it with")
    signer = Signer(watch.key, visit.services.house.writer.stamp(), watch.manifest["digest"])
    scope = Scope(table, first_day or "", last_day or "")
    lines = await visit.services.read(export_log, visit.services.house.database, signer, scope)
    return StreamingResponse(in_chunks(visit.services, lines), media_type=LINES)


@router.get(
    "/sheets/{name}",
    response_class=StreamingResponse,
    responses={**problems(401, 403, 422), **text_answer(CSV, "string", "the column names first")},
    openapi_extra=BY_VISITOR,
)
async def show_sheet(visit: Known, name: SheetName) -> StreamingResponse:
    """The records as CSV; no hidden card is in them."""
    require(visit.person, "export-log")
    lines = sheets.csv_lines(sheets.record_rows(visit.services.house.database, name))
    return StreamingResponse(in_chunks(visit.services, lines), media_type=CSV)


@router.get(
    "/tables/{table_id}/rounds/{number}/export",
    **says(dict[str, Any], 401, 403, 404, 422, by=BY_VISITOR),
)
async def show_exported_round(visit: Known, table_id: TableId, number: RoundNumber) -> Json:
    """An ended round with every card, for `pitboss replay` and `pitboss verify`."""
    require(visit.person, "read-all")
    await find_table(visit.services, table_id)
    await visit.services.look(find_round, table_id, number)
    return Json(await visit.services.look(export_round, table_id, number))
