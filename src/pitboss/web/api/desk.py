"""The desk: acts that need two people, alerts, and jackpot hits."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from pitboss.house import desk, store
from pitboss.house.people import requests
from pitboss.house.people.roles import require
from pitboss.jackpots.terms import Hit
from pitboss.money import dollars
from pitboss.web.api import answers
from pitboss.web.api.described import BY_VISITOR, CHANGED, TO_CHANGE, says
from pitboss.web.api.requests import Decline, NewRequest, RequestAnswer, given_values
from pitboss.web.common import people
from pitboss.web.common.errors import Json
from pitboss.web.common.security import Acting, Known

router = APIRouter(tags=["desk"])

MOST_HITS = 200
ALL_STATES = ("asked", "approved", "done", "declined", "withdrawn")

RequestId = Annotated[
    str, Path(pattern="^request-[0-9a-f]{16}$", examples=["request-0123456789abcdef"])
]
AlertId = Annotated[str, Path(pattern="^alert-[0-9a-f]{16}$", examples=["alert-0123456789abcdef"])]


@router.get("/requests", **says(answers.Requests, 401, 403, 422, by=BY_VISITOR))
async def list_requests(
    visit: Known, ended: Annotated[bool, Query(description="those that have ended too")] = False
) -> Json:
    """Acts that one person has asked for and another may approve."""
    require(visit.person, "read-all")
    states = ALL_STATES if ended else requests.OPEN
    found = await visit.services.look(store.people.read_requests, states)
    return Json({"requests": [desk.request_values(each) for each in found]})


@router.post("/requests", status_code=201, **says(answers.RequestShown, *CHANGED, by=TO_CHANGE))
async def make_request(visit: Acting, asked: NewRequest) -> Json:
    """Ask for an act that another person must approve."""
    require(visit.person, asked.act)
    given = given_values(asked)
    made = await visit.services.read(
        desk.ask_for, visit.services.house, visit.person, asked.act, given["body"], asked.why
    )
    return Json(desk.request_values(made), 201)


@router.post("/requests/{request_id}", **says(answers.RequestShown, *CHANGED, by=TO_CHANGE))
async def answer_request(visit: Acting, request_id: RequestId, asked: RequestAnswer) -> Json:
    """Approve what another has asked for, which carries it out; decline it; or withdraw yours."""
    why = asked.why if isinstance(asked, Decline) else ""
    found = await people.answer_request(visit.services, visit.person, request_id, asked.act, why)
    return Json(desk.request_values(found))


@router.get("/alerts", **says(answers.Alerts, 401, 403, 422, by=BY_VISITOR))
async def list_alerts(visit: Known, acknowledged: bool = False) -> Json:
    """Alerts that wait, or those that were acknowledged, the latest first."""
    require(visit.person, "read-all")
    found = await visit.services.look(store.people.read_alerts, acknowledged)
    return Json({"alerts": [alert._asdict() for alert in found]})


@router.post(
    "/alerts/{alert_id}", **says(answers.AlertShown, 401, 403, 409, 422, 429, by=TO_CHANGE)
)
async def acknowledge_alert(visit: Acting, alert_id: AlertId) -> Json:
    """Acknowledge an alert."""
    done = await visit.services.change(
        visit.person, lambda change: desk.acknowledge(change, alert_id)
    )
    return Json(done._asdict())


@router.get("/hits", **says(answers.Hits, 401, 403, 422, by=BY_VISITOR))
async def list_hits(
    visit: Known, ended: Annotated[bool, Query(description="those paid or voided too")] = False
) -> Json:
    """Jackpot hits that wait to be verified and paid, the latest first; the act advance-hit of
    their table moves them on."""
    require(visit.person, "read-all")
    found = await visit.services.look(store.jackpots.latest_hits, MOST_HITS, ended)
    return Json({"hits": [_hit_values(hit) for hit in found]})


def _hit_values(hit: Hit) -> dict[str, Any]:
    names = ("id", "jackpot", "round", "seat", "who", "hand", "state", "steps", "at", "table")
    return {**{name: getattr(hit, name) for name in names}, "paid": dollars(hit.paid_cents)}
