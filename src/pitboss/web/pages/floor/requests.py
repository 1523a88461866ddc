"""Acts of two people: one asks with a reason, another approves, and it is done at once."""

from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse

from pitboss.house import desk, store
from pitboss.house.access import TWO_PEOPLE, require
from pitboss.house.desk import ask_for
from pitboss.house.store import Transaction
from pitboss.jackpots.meter import REDUCTIONS
from pitboss.refusal import Refused
from pitboss.web.common import visits
from pitboss.web.common.gate import NotFound
from pitboss.web.common.visits import Fields, Visit, read_act
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
async def requests_page(visit: Staff) -> HTMLResponse:
    """What waits for a second person, what has ended, and the forms to ask."""
    require(visit.person, "read-all")
    return await _show(visit, dict(visit.query))


async def _show(visit: Visit, given: Fields, refusal: Refused | None = None) -> HTMLResponse:

    def look(transaction: Transaction) -> dict[str, Any]:
        return {
            "waiting": store.people.read_requests(transaction, desk.OPEN),
            "ended": store.people.read_requests(transaction, ENDED)[::-1][:MOST_ENDED],
            "names": store.people.read_names(transaction),
            "jackpots": [
                (jackpot, f"{name} ({jackpot})")
                for jackpot, name in store.jackpots.read_names(transaction).items()
            ],
            "tables": store.tables.read_names(transaction),
        }

    values = await visit.services.look(look)
    values |= {"causes": CAUSES, "given": given}
    values["failed"] = given.get("at", "") if refusal else ""
    return show_floor(visit, "floor/requests.html", values, refusal)


@router.post("/floor/requests")
async def ask(visit: Staff) -> Response:
    """Ask for an act that another person must approve."""
    fields = await read_act(visit)
    act = fields.get("act", "")
    if act not in TWO_PEOPLE:
        raise NotFound(f"request {act[:20]!r}: there are {', '.join(sorted(TWO_PEOPLE))}")
    body: dict[str, Any] = {name: fields.get(name, "") for name in PARTS[act]}
    number = body.get("round", "")
    if number.isdecimal() and len(number) < 10:
        body["round"] = int(number)
    try:
        require(visit.person, act)
        why = fields.get("why", "")
        await visit.services.read(ask_for, visit.services.house, visit.person, act, body, why)
    except Refused as refusal:
        return await _show(visit, {**fields, "at": act}, refusal)
    return go("/floor/requests", "asked")


@router.post("/floor/requests/{request_id}")
async def answer(visit: Staff, request_id: str) -> Response:
    """Approve, decline or withdraw."""
    fields = await read_act(visit)
    act, person = fields.get("act", ""), visit.person
    try:
        await visits.answer_request(visit.services, person, request_id, act, fields.get("why", ""))
    except Refused as refusal:
        return await _show(visit, {"at": request_id}, refusal)
    return go(
        "/floor/requests", {"approve": "approved", "decline": "declined"}.get(act, "withdrawn")
    )
