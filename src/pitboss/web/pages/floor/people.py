"""People: accounts made, changed, closed and opened again, by operators."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from pitboss.house import store
from pitboss.house.people.roles import ROLES, require
from pitboss.refusal import Refused
from pitboss.web.common import people
from pitboss.web.common.form import Fields, read_act
from pitboss.web.common.security import Shared, Visitor
from pitboss.web.common.settings import Services
from pitboss.web.pages.floor.staff import Staff, go, show_floor
from pitboss.web.pages.site import page_router, pairs

router = page_router()

GIVEN_ROLES = tuple(role for role in ROLES if role != "guest")


@router.get("/floor/people")
async def people_page(request: Request, visitor: Staff, services: Shared) -> HTMLResponse:
    """Every account."""
    require(visitor.person, "manage-people")
    return await _show(request, visitor, {})


async def _show(
    request: Request, visitor: Visitor, given: Fields, refusal: Refused | None = None
) -> HTMLResponse:
    services: Services = request.app.state.services
    values: dict[str, Any] = {
        "accounts": await services.look(store.people.read_all),
        "roles": pairs(GIVEN_ROLES),
        "given": {f"new_{name}": text for name, text in given.items() if given["at"] == "new"},
        "failed": given.get("at", "") if refusal else "",
    }
    return show_floor(request, visitor, "floor/people.html", values, refusal)


@router.post("/floor/people")
async def make_person(request: Request, visitor: Staff, services: Shared) -> Response:
    """A new account."""
    fields = await read_act(request, visitor)
    try:
        await people.make_person(services, visitor.person, fields)
    except Refused as refusal:
        return await _show(request, visitor, {**fields, "at": "new"}, refusal)
    return go("/floor/people", "person")


@router.post("/floor/people/{person_id}")
async def change_person(
    request: Request, person_id: str, visitor: Staff, services: Shared
) -> Response:
    """A new role, name or password, or the account closed or opened again."""
    fields = await read_act(request, visitor)
    try:
        await people.change_person(services, visitor.person, person_id, fields)
    except Refused as refusal:
        return await _show(request, visitor, {**fields, "at": person_id}, refusal)
    return go("/floor/people", "person-changed")
