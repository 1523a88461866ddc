"""People: guests, logins, who one is, practice chips; operators manage the accounts."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request

from pitboss.house import ledger, store
from pitboss.house.people import accounts
from pitboss.house.people.roles import require
from pitboss.house.people.sessions import Begun
from pitboss.house.store.people import Account
from pitboss.house.store.sessions import Session
from pitboss.money import dollars
from pitboss.web.api import answers
from pitboss.web.api.described import BODY, BY_VISITOR, CHANGED, TO_CHANGE, says
from pitboss.web.api.requests import (
    Guest,
    Login,
    NewPerson,
    OwnPassword,
    PersonChange,
    given_values,
)
from pitboss.web.common import people
from pitboss.web.common.errors import Json
from pitboss.web.common.security import Acting, Known, Shared, arriving, drop_session, keep_session
from pitboss.web.common.settings import Services

router = APIRouter(tags=["people"])

NO_GUEST = Guest(name=None)
ARRIVING = [Depends(arriving)]

PersonId = Annotated[
    str, Path(pattern="^[a-z]+-[0-9a-f]{16}$", examples=["person-0123456789abcdef"])
]


@router.post("/guest", dependencies=ARRIVING, **says(answers.Begun, 403, 409, 429, *BODY))
async def begin_guest(request: Request, services: Shared, guest: Guest = NO_GUEST) -> Json:
    """Begin a session without an account, with practice chips."""
    return await _begun(services, await people.begin_guest(request, services, guest.name))


@router.post("/login", dependencies=ARRIVING, **says(answers.Begun, 401, 403, 429, *BODY))
async def log_in(request: Request, services: Shared, login: Login) -> Json:
    """Begin a session; the one held before ends."""
    begun = await people.log_in(request, services, login.name, login.password)
    return await _begun(services, begun)


async def _begun(services: Services, begun: Begun) -> Json:
    shown = await me_values(services, begun.session)
    answer = Json({**shown, "token": begun.token})
    keep_session(answer, services, begun)
    return answer


async def me_values(services: Services, session: Session) -> dict[str, Any]:
    account = ledger.player(session.person.id)
    cents = await services.read(services.house.balance, account)
    return {
        "person": session.person._asdict(),
        "balance": dollars(cents),
        "csrf": session.csrf,
        "ends_at": session.ends_at.isoformat(timespec="milliseconds"),
    }


@router.post("/logout", **says(answers.Done, 401, 403, 429, by=TO_CHANGE))
async def log_out(services: Shared, visitor: Acting) -> Json:
    """End the session; its streams end with it."""
    await people.log_out(services, visitor)
    answer = Json({"done": True})
    if visitor.by_cookie:
        drop_session(answer, services)
    return answer


@router.get("/me", **says(answers.Me, 401, by=BY_VISITOR))
async def show_me(services: Shared, visitor: Known) -> Json:
    """Who you are, and your chips."""
    return Json(await me_values(services, visitor.session))


@router.post("/chips", **says(answers.Balance, 401, 403, 409, 429, by=TO_CHANGE))
async def issue_chips(services: Shared, visitor: Acting) -> Json:
    """Practice chips for whoever has run short of them."""
    cents = await services.read(services.house.issue_chips, visitor.person)
    return Json({"balance": dollars(cents)})


def account_values(account: Account) -> dict[str, Any]:
    return {
        "person": account.person._asdict(),
        "active": account.is_active,
        "made_at": account.made_at,
    }


@router.get("/people", **says(answers.Accounts, 401, 403, by=BY_VISITOR))
async def list_people(services: Shared, visitor: Known) -> Json:
    """Every account."""
    require(visitor.person, "manage-people")
    found = await services.look(store.people.read_all)
    return Json({"people": [account_values(account) for account in found]})


@router.post("/people", status_code=201, **says(answers.Account, *CHANGED, by=TO_CHANGE))
async def make_person(services: Shared, visitor: Acting, asked: NewPerson) -> Json:
    """Make an account."""
    made = await people.make_person(services, visitor.person, given_values(asked))
    return Json(await _show(services, made.id), 201)


@router.post("/people/{person_id}", **says(answers.Account, *CHANGED, by=TO_CHANGE))
async def change_person(
    services: Shared, visitor: Acting, person_id: PersonId, asked: PersonChange
) -> Json:
    """Change an account; with its role or password its sessions end."""
    await people.change_person(services, visitor.person, person_id, given_values(asked))
    return Json(await _show(services, person_id))


async def _show(services: Services, person_id: str) -> dict[str, Any]:
    return account_values(
        await services.look(lambda transaction: accounts.read_account(transaction, person_id))
    )


@router.post("/password", **says(answers.Done, *CHANGED, by=TO_CHANGE))
async def change_password(
    request: Request, services: Shared, visitor: Acting, asked: OwnPassword
) -> Json:
    """Change your own password; all your sessions end."""
    await people.change_password(request, services, visitor, asked.password, asked.new)
    return Json({"done": True})
