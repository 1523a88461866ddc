"""Accounts: operators manage them, everyone changes their own password."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from pitboss.house.people import accounts
from pitboss.house.people.change import Change
from pitboss.house.people.passwords import hash_password
from pitboss.house.people.roles import require
from pitboss.web.api import staff_answers as answers
from pitboss.web.api.answers import Done
from pitboss.web.api.described import BODY, BY_VISITOR, TO_CHANGE, problems
from pitboss.web.api.staff_requests import (
    ChangeRole,
    NewPerson,
    OwnPassword,
    PersonChange,
    Rename,
    SetPassword,
)
from pitboss.web.common.errors import Json
from pitboss.web.common.security import Acting, Known, Shared, address_of
from pitboss.web.common.settings import Services

router = APIRouter(tags=["people"])

PersonId = Annotated[
    str, Path(pattern="^[a-z]+-[0-9a-f]{16}$", examples=["person-0123456789abcdef"])
]
BY_NAME: Mapping[str, Callable[[Change, str], None]] = {
    "deactivate": accounts.deactivate,
    "reactivate": accounts.reactivate,
}


def account_values(account: accounts.Account) -> dict[str, Any]:
    return {
        "person": account.person._asdict(),
        "active": account.is_active,
        "made_at": account.made_at,
    }


@router.get(
    "/people",
    response_model=answers.Accounts,
    responses=problems(401, 403),
    openapi_extra=BY_VISITOR,
)
async def list_people(services: Shared, visitor: Known) -> Json:
    """Every account."""
    require(visitor.person, "manage-people")
    found = await services.look(accounts.read_accounts)
    return Json({"people": [account_values(account) for account in found]})


@router.post(
    "/people",
    status_code=201,
    response_model=answers.Account,
    responses=problems(401, 403, 409, 429, *BODY),
    openapi_extra=TO_CHANGE,
)
async def make_person(services: Shared, visitor: Acting, asked: NewPerson) -> Json:
    """Make an account."""
    require(visitor.person, "manage-people")
    hashed = await services.hash(hash_password, asked.password)
    made = await services.change(
        visitor.person, lambda change: accounts.make_person(change, asked.name, asked.role, hashed)
    )
    return Json(await _show(services, made.id), 201)


@router.post(
    "/people/{person_id}",
    response_model=answers.Account,
    responses=problems(401, 403, 409, 429, *BODY),
    openapi_extra=TO_CHANGE,
)
async def change_person(
    services: Shared, visitor: Acting, person_id: PersonId, asked: PersonChange
) -> Json:
    """Change an account; with its role or password its sessions end."""
    require(visitor.person, "manage-people")
    act = await _act_of(services, person_id, asked)
    await services.change(visitor.person, act)
    return Json(await _show(services, person_id))


async def _act_of(
    services: Services, person_id: str, asked: PersonChange
) -> Callable[[Change], object]:
    if isinstance(asked, ChangeRole):
        role = asked.role
        return lambda change: accounts.change_role(change, person_id, role)
    if isinstance(asked, Rename):
        name = asked.name
        return lambda change: accounts.rename(change, person_id, name)
    if isinstance(asked, SetPassword):
        hashed = await services.hash(hash_password, asked.password)
        return lambda change: accounts.set_password(change, person_id, hashed)
    named = BY_NAME[asked.act]
    return lambda change: named(change, person_id)


async def _show(services: Services, person_id: str) -> dict[str, Any]:
    return account_values(
        await services.look(lambda transaction: accounts.read_account(transaction, person_id))
    )


@router.post(
    "/password",
    response_model=Done,
    responses=problems(401, 403, 409, 429, *BODY),
    openapi_extra=TO_CHANGE,
)
async def change_password(
    request: Request, services: Shared, visitor: Acting, asked: OwnPassword
) -> Json:
    """Change your own password; all your sessions end."""
    person = visitor.person
    services.limits.take_login(person.name, address_of(request))
    hashed = await services.hash(hash_password, asked.new)
    proof = await services.hash(
        accounts.prove, services.house.database, person.name, asked.password
    )
    await services.change(
        person, lambda change: accounts.change_own_password(change, proof, hashed)
    )
    services.hub.end(visitor.session.key)
    return Json({"done": True})
