"""Acts of two people: one asks with a reason, another approves, and it is done at once."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from pitboss.house import store
from pitboss.house.desk import ask_for
from pitboss.house.people import requests
from pitboss.house.people.roles import TWO_PEOPLE, require
from pitboss.house.store import Transaction
from pitboss.jackpots.meter import REDUCTIONS
from pitboss.refusal import Refused
from pitboss.web.common import people
from pitboss.web.common.errors import NotFound
from pitboss.web.common.form import Fields, read_act
from pitboss.web.common.security import Shared, Visitor
from pitboss.web.common.settings import Services
from pitboss.web.pages.floor.staff import Staff, go, show_floor
from pitboss.web.pages.site import page_router

router = page_router()

ENDED = ("done", "declined", "withdrawn")
MOST_ENDED = 25
PARTS = {
    "adjust-meter": ("jackpot", "change", "cause", "reference"),
    "reseed": ("jackpot",),
    "void-settled": ("table", "round"),
}
CAUSES = [*((cause, cause.replace("-", " ")) for cause in REDUCTIONS)]
CAUSES.append(("adjustment", "another, upwards only"))


@router.get("/floor/requests")
async def requests_page(request: Request, visitor: Staff, services: Shared) -> HTMLResponse:
    """What waits for a second person, what has ended, and the forms to ask."""
    require(visitor.person, "read-all")
    return await _show(request, visitor, dict(request.query_params))


async def _show(
    request: Request, visitor: Visitor, given: Fields, refusal: Refused | None = None
) -> HTMLResponse:
    services: Services = request.app.state.services

    def look(transaction: Transaction) -> dict[str, Any]:
        return {
            "waiting": store.requests.read_all(transaction, requests.OPEN),
            "ended": store.requests.read_all(transaction, ENDED)[::-1][:MOST_ENDED],
            "names": store.people.read_names(transaction),
            "jackpots": [
                (jackpot, f"{name} ({jackpot})")
                for jackpot, name in store.jackpots.read_names(transaction).items()
            ],
            "tables": store.tables.read_names(transaction),
        }

    values = await services.look(look)
    values |= {"causes": CAUSES, "given": given}
    values["failed"] = given.get("at", "") if refusal else ""
    return show_floor(request, visitor, "floor/requests.html", values, refusal)


@router.post("/floor/requests")
async def ask(request: Request, visitor: Staff, services: Shared) -> Response:
    """Ask for an act that another person must approve."""
    fields = await read_act(request, visitor)
    act = fields.get("act", "")
    if act not in TWO_PEOPLE:
        raise NotFound(f"request {act[:20]!r}: there are {', '.join(sorted(TWO_PEOPLE))}")
    body: dict[str, Any] = {name: fields.get(name, "") for name in PARTS[act]}
    number = body.get("round", "")
    if number.isdecimal() and len(number) < 10:
        body["round"] = int(number)
    try:
        require(visitor.person, act)
        why = fields.get("why", "")
        await services.read(ask_for, services.house, visitor.person, act, body, why)
    except Refused as refusal:
        return await _show(request, visitor, {**fields, "at": act}, refusal)
    return go("/floor/requests", "asked")


@router.post("/floor/requests/{request_id}")
async def answer(request: Request, request_id: str, visitor: Staff, services: Shared) -> Response:
    """Approve, decline or withdraw."""
    fields = await read_act(request, visitor)
    act, person = fields.get("act", ""), visitor.person
    try:
        await people.answer_request(services, person, request_id, act, fields.get("why", ""))
    except Refused as refusal:
        return await _show(request, visitor, {"at": request_id}, refusal)
    return go(
        "/floor/requests", {"approve": "approved", "decline": "declined"}.get(act, "withdrawn")
    )
