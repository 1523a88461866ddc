"""People: accounts made, changed, closed and opened again, by operators."""

from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse

from pitboss.house import store
from pitboss.house.access import ROLES, require
from pitboss.refusal import Refused
from pitboss.web.common import visits
from pitboss.web.common.visits import Fields, Visit, read_act
from pitboss.web.pages.floor.staff import Staff, go, show_floor
from pitboss.web.pages.site import page_router, pairs

router = page_router()

GIVEN_ROLES = tuple(role for role in ROLES if role != "guest")


@router.get("/floor/people")
async def people_page(visit: Staff) -> HTMLResponse:
    """Every account."""
    require(visit.person, "manage-people")
    return await _show(visit, {})


async def _show(visit: Visit, given: Fields, refusal: Refused | None = None) -> HTMLResponse:
    values: dict[str, Any] = {
        "accounts": await visit.services.look(store.people.read_all),
        "roles": pairs(GIVEN_ROLES),
        "given": {f"new_{name}": text for name, text in given.items() if given["at"] == "new"},
        "failed": given.get("at", "") if refusal else "",
    }
    return show_floor(visit, "floor/people.html", values, refusal)


@router.post("/floor/people")
async def make_person(visit: Staff) -> Response:
    """A new account."""
    fields = await read_act(visit)
    try:
        await visits.make_person(visit.services, visit.person, fields)
    except Refused as refusal:
        return await _show(visit, {**fields, "at": "new"}, refusal)
    return go("/floor/people", "person")


@router.post("/floor/people/{person_id}")
async def change_person(visit: Staff, person_id: str) -> Response:
    """A new role, name or password, or the account closed or opened again."""
    fields = await read_act(visit)
    try:
        await visits.change_person(visit.services, visit.person, person_id, fields)
    except Refused as refusal:
        return await _show(visit, {**fields, "at": person_id}, refusal)
    return go("/floor/people", "person-changed")
