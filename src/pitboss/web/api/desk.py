"""The desk: acts that need two people, alerts, jackpot hits; and its records: reports and sheets as
JSON or CSV, the log as JSON Lines with its signature."""

from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from pitboss.house import desk, store
from pitboss.house.audit.export import Scope, Signer, export_log, export_round
from pitboss.house.audit.exposure import read_kept_head
from pitboss.house.books import reports
from pitboss.house.store import Transaction, departures
from pitboss.house.store.period import Period, read_period
from pitboss.house.tables.promotions import promotion_values, state_on
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.web.api import answers
from pitboss.web.api.answers import BY_ANYONE, BY_VISITOR, CHANGED, TO_CHANGE, says
from pitboss.web.api.posted import Promotions
from pitboss.web.api.requests import Decline, NewRequest, OneOf, RequestAnswer, given_values
from pitboss.web.common import visits
from pitboss.web.common.gate import Json, NotFound
from pitboss.web.common.services import RoundNumber, Services, TableId, find_table
from pitboss.web.common.tables import find_round
from pitboss.web.common.visits import Acting, Known, Viewing

router = APIRouter(tags=["desk"])
record_router = APIRouter(tags=["records"])
ROUTERS = (router, record_router)

MOST_HITS = 200
ALL_STATES = ("asked", "approved", "done", "declined", "withdrawn")

RequestId = Annotated[
    str, Path(pattern="^request-[0-9a-f]{16}$", examples=["request-0123456789abcdef"])
]
AlertId = Annotated[str, Path(pattern="^alert-[0-9a-f]{16}$", examples=["alert-0123456789abcdef"])]
HeadNumber = Annotated[int, Path(ge=1, le=2**53, examples=[1])]
CHUNK = 200
"""Lines that are made at a time."""

CSV, LINES = "text/csv", "application/x-ndjson"
TEXT = {CSV: {"schema": {"type": "string"}}}
SHEET = {"description": "the column names first", "content": TEXT}
LOG = {"description": "one JSON object a line", "content": {LINES: {"schema": {"type": "object"}}}}

DayText = Annotated[
    str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10, examples=["2026-01-31"])
]
Day = Annotated[DayText, Query()]
AnyTable = Annotated[str, Query(max_length=40, description="one table's id, or all")]
ReportName = Annotated[str, OneOf(*reports.REPORTS)]
SheetName = Annotated[str, OneOf(*reports.RECORDS)]


@router.get("/requests", **says(answers.Requests, 401, 403, 422, by=BY_VISITOR))
async def list_requests(
    visit: Known, ended: Annotated[bool, Query(description="those that have ended too")] = False
) -> Json:
    """Acts that one person has asked for and another may approve."""
    states = ALL_STATES if ended else desk.OPEN
    found = await visit.services.look(store.people.read_requests, states)
    return Json({"requests": [desk.request_values(each) for each in found]})


@router.post("/requests", status_code=201, **says(answers.RequestShown, *CHANGED, by=TO_CHANGE))
async def make_request(visit: Acting, asked: NewRequest) -> Json:
    """Ask for an act that another person must approve."""
    given = given_values(asked)
    made = await visit.services.read(
        desk.ask_for, visit.services.house, visit.person, asked.act, given["body"], asked.why
    )
    return Json(desk.request_values(made), 201)


@router.post("/requests/{request_id}", **says(answers.RequestShown, *CHANGED, by=TO_CHANGE))
async def answer_request(visit: Acting, request_id: RequestId, asked: RequestAnswer) -> Json:
    """Approve what another has asked for, which carries it out; decline it; or withdraw yours."""
    why = asked.why if isinstance(asked, Decline) else ""
    done = await visits.answer_request(visit.services, visit.person, request_id, asked.act, why)
    made = {"password": done.password} if done.password else {}
    return Json({**desk.request_values(done.request), **made})


@router.get("/alerts", **says(answers.Alerts, 401, 403, 422, by=BY_VISITOR))
async def list_alerts(visit: Known, acknowledged: bool = False) -> Json:
    """Alerts that wait, or those that were acknowledged, the latest first."""
    found = await visit.services.look(store.people.read_alerts, acknowledged)
    return Json({"alerts": [alert._asdict() for alert in found]})


@router.post(
    "/alerts/{alert_id}", **says(answers.AlertShown, 401, 403, 409, 422, 429, by=TO_CHANGE)
)
async def acknowledge_alert(visit: Acting, alert_id: AlertId) -> Json:
    """Acknowledge an alert."""
    done = await visit.services.change(visit.person, desk.acknowledge, alert_id)
    return Json(done._asdict())


@router.get("/hits", **says(answers.Hits, 401, 403, 422, by=BY_VISITOR))
async def list_hits(
    visit: Known, ended: Annotated[bool, Query(description="those paid or voided too")] = False
) -> Json:
    """Jackpot hits that wait to be verified and paid, the latest first; the act advance-hit of
    their table moves them on."""
    found = await visit.services.look(store.jackpots.latest_hits, MOST_HITS, ended)
    names = ("id", "jackpot", "round", "seat", "who", "hand", "state", "steps", "at", "table")
    hits = [
        {**{name: getattr(hit, name) for name in names}, "paid": dollars(hit.paid_cents)}
        for hit in found
    ]
    return Json({"hits": hits})


@router.get("/promotions", **says(Promotions, 401, 403, 422, by=BY_VISITOR))
async def list_promotions(visit: Known) -> Json:
    """The promotions of all open tables; the acts make-promotion and end-promotion of a table
    change them."""
    today = visit.services.today
    found = [
        {
            **promotion_values(table.setup.game, each),
            "table": table.id,
            "consent": each.consent,
            "state": state_on(each, today),
        }
        for table in await visit.services.tables()
        if table.phase != "closed"
        for each in table.setup.promotions
    ]
    return Json({"promotions": found})


class ReportAsked(BaseModel):
    """Which days, of one table or of all."""

    first_day: DayText
    last_day: DayText | None = None
    table: str = Field("", max_length=40, description="one table's id, or all")
    format: Literal["json", "csv"] = "json"


def _stream(services: Services, lines: Iterator[str], kind: str) -> StreamingResponse:
    """Lines that wait for the database, made away from the event loop."""

    async def in_chunks() -> AsyncIterator[str]:
        while chunk := await services.read(lambda: "".join(islice(lines, CHUNK))):
            yield chunk

    return StreamingResponse(in_chunks(), media_type=kind)


@record_router.get(
    "/reports/{name}",
    **says(answers.Report, 401, 403, 409, 422, by=BY_VISITOR, good={"content": TEXT}),
)
async def show_report(
    visit: Known, name: ReportName, asked: Annotated[ReportAsked, Query()]
) -> Response:
    """A report of some days (UTC): the master game report by table, game and wager, jackpots'
    funds, the meter book, hits, envy pays, voids, corrections, promotions, changes."""
    last_day = asked.last_day or asked.first_day
    period = read_period({"first_day": asked.first_day, "last_day": last_day, "table": asked.table})
    if asked.format == "csv":
        text = await visit.services.look(_as_csv, name, period)
        return Response(text, media_type=CSV)
    rows = await visit.services.look(reports.REPORTS[name], period)
    head = {"report": name, "first_day": period.first_day, "last_day": period.last_day}
    return Json({**head, "rows": rows})


def _as_csv(transaction: Transaction, name: str, period: Period) -> str:
    return "".join(reports.csv_lines(reports.report_rows(transaction, name, period)))


@record_router.get(
    "/log",
    response_class=StreamingResponse,
    **says(None, 401, 403, 409, 422, by=BY_VISITOR, good=LOG),
)
async def show_log(
    visit: Known, table: AnyTable = "", first_day: Day | None = None, last_day: Day | None = None
) -> StreamingResponse:
    """The log as JSON Lines, signed, for `pitboss verify`; cards in play are not in it."""
    watch = visit.services.settings.watch
    if watch is None:
        raise Refused("export: this server has no key to sign it with")
    signer = Signer(watch.key, visit.services.house.writer.stamp(), watch.manifest["digest"])
    scope = Scope(table, first_day or "", last_day or "")
    lines = await visit.services.read(export_log, visit.services.house.database, signer, scope)
    return _stream(visit.services, lines, LINES)


@record_router.get("/heads", **says(answers.HeadsLeft, by=BY_ANYONE))
async def show_heads(visit: Viewing) -> Json:
    """When a signed head of the log last left the house, for each place that it is sent to."""
    destinations = visit.services.settings.destinations
    return Json({"heads": await visit.services.look(_read_left, destinations)})


def _read_left(transaction: Transaction, destinations: Sequence[str]) -> list[dict[str, Any]]:
    found = []
    for name in destinations:
        last = departures.read_last(transaction, name)
        told = (last.head, last.head_at, last.left_at) if last else (None, "", "")
        head, at, left_at = told
        found.append({"destination": name, "head": head, "at": at, "left_at": left_at})
    return found


@record_router.get("/heads/{number}", **says(answers.KeptHead, 401, 403, 404, 422, by=BY_VISITOR))
async def show_head(visit: Known, number: HeadNumber) -> Json:
    """A signed head to keep elsewhere, for `pitboss verify --head`."""
    found = await visit.services.look(read_kept_head, number)
    if found is None:
        raise NotFound(f"head {number}: there is no such head")
    return Json(found)


@record_router.get(
    "/sheets/{name}",
    response_class=StreamingResponse,
    **says(None, 401, 403, 422, by=BY_VISITOR, good=SHEET),
)
async def show_sheet(visit: Known, name: SheetName) -> StreamingResponse:
    """The records as CSV; no hidden card is in them."""
    lines = reports.csv_lines(reports.record_rows(visit.services.house.database, name))
    return _stream(visit.services, lines, CSV)


@record_router.get(
    "/tables/{table_id}/rounds/{number}/export",
    **says(dict[str, Any], 401, 403, 404, 422, by=BY_VISITOR),
)
async def show_exported_round(visit: Known, table_id: TableId, number: RoundNumber) -> Json:
    """An ended round with every card, for `pitboss replay` and `pitboss verify`."""
    await find_table(visit.services, table_id)
    await visit.services.look(find_round, table_id, number)
    return Json(await visit.services.look(export_round, table_id, number))
