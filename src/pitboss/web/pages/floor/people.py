"""People: accounts made, changed, closed and opened again, by operators."""

from collections.abc import Callable
from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from pitboss.house.people import accounts
from pitboss.house.people.change import Change
from pitboss.house.people.passwords import hash_password
from pitboss.house.people.roles import ROLES, require
from pitboss.refusal import Refused
from pitboss.web.common.errors import NotFound
from pitboss.web.common.security import Shared, Visitor
from pitboss.web.common.settings import Services
from pitboss.web.pages.floor.staff import Fields, Staff, go, read_act, show_floor
from pitboss.web.pages.site import page_router

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
        "accounts": await services.look(accounts.read_accounts),
        "roles": GIVEN_ROLES,
        "given": given,
        "failed": given.get("at", "") if refusal else "",
    }
    return show_floor(request, visitor, "floor/people.html", values, refusal)


@router.post("/floor/people")
async def make_person(request: Request, visitor: Staff, services: Shared) -> Response:
    """A new account."""
    fields = await read_act(request, visitor)
    require(visitor.person, "manage-people")
    name, role = fields.get("name", ""), fields.get("role", "")
    try:
        hashed = await services.hash(hash_password, fields.get("password", ""))
        await services.change(
            visitor.person, lambda change: accounts.make_person(change, name, role, hashed)
        )
    except Refused as refusal:
        return await _show(request, visitor, {**fields, "at": "new"}, refusal)
    return go("/floor/people", "person")


@router.post("/floor/people/{person_id}")
async def change_person(
    request: Request, person_id: str, visitor: Staff, services: Shared
) -> Response:
    """A new role, name or password, or the account closed or opened again."""
    fields = await read_act(request, visitor)
    require(visitor.person, "manage-people")
    try:
        act = await _act(services, person_id, fields)
        await services.change(visitor.person, act)
    except Refused as refusal:
        return await _show(request, visitor, {**fields, "at": person_id}, refusal)
    return go("/floor/people", "person-changed")


async def _act(services: Services, person_id: str, fields: Fields) -> Callable[[Change], object]:
    act = fields.get("act", "")
    if act == "role":
        return lambda change: accounts.change_role(change, person_id, fields.get("role", ""))
    if act == "rename":
        return lambda change: accounts.rename(change, person_id, fields.get("name", ""))
    if act == "password":
        hashed = await services.hash(hash_password, fields.get("password", ""))
        return lambda change: accounts.set_password(change, person_id, hashed)
    if act == "close":
        return lambda change: accounts.deactivate(change, person_id)
    if act == "reopen":
        return lambda change: accounts.reactivate(change, person_id)
    raise NotFound(f"act {act[:20]!r}: there are role, rename, password, close and reopen")
