"""Sessions: guests, logins, who one is, and practice chips."""

from typing import Any

from fastapi import APIRouter, Depends, Request

from pitboss.house import ledger
from pitboss.house.people import accounts, sessions
from pitboss.house.people.change import Record
from pitboss.house.people.sessions import Session
from pitboss.house.store import Transaction
from pitboss.money import dollars
from pitboss.web.api import answers
from pitboss.web.api.described import BODY, BY_VISITOR, TO_CHANGE, problems
from pitboss.web.api.requests import Guest, Login
from pitboss.web.common.errors import Json
from pitboss.web.common.security import (
    Acting,
    Known,
    Shared,
    address_of,
    arriving,
    drop_session,
    keep_session,
    read_token,
)
from pitboss.web.common.settings import Services

router = APIRouter(tags=["people"])

NO_GUEST = Guest(name=None)


@router.post(
    "/guest",
    response_model=answers.Begun,
    responses=problems(403, 409, 429, *BODY),
    dependencies=[Depends(arriving)],
)
async def begin_guest(request: Request, services: Shared, guest: Guest = NO_GUEST) -> Json:
    """Begin a session without an account, with practice chips."""
    services.limits.take_guest(address_of(request))
    old, by_cookie = read_token(request)
    now, sweep = services.now(), services.is_sweep_due()

    def begin(transaction: Transaction, record: Record) -> sessions.Begun:
        if sweep:
            sessions.sweep(transaction, now)
        if by_cookie:
            sessions.end(transaction, old)
        return sessions.begin_guest(transaction, now, record, guest.name)

    begun = await services.write(begin)
    await services.read(services.house.issue_chips, begun.session.person)
    return await begun_answer(services, begun)


@router.post(
    "/login",
    response_model=answers.Begun,
    responses=problems(401, 403, 429, *BODY),
    dependencies=[Depends(arriving)],
)
async def log_in(request: Request, services: Shared, login: Login) -> Json:
    """Begin a session; the one held before ends."""
    begun = await prove_login(request, services, login.name, login.password)
    return await begun_answer(services, begun)


async def prove_login(
    request: Request, services: Services, name: str, password: str
) -> sessions.Begun:
    """A session for whoever has the password; pages use it too."""
    services.limits.take_login(name, address_of(request))
    proof = await services.hash(accounts.prove, services.house.database, name, password)
    old, _ = read_token(request)
    now = services.now()
    begun = await services.write(
        lambda transaction, record: accounts.log_in(transaction, proof, now, record, old)
    )
    if begun is None:
        raise accounts.LoginRefused
    return begun


async def begun_answer(services: Services, begun: sessions.Begun) -> Json:
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


@router.post(
    "/logout",
    response_model=answers.Done,
    responses=problems(401, 403, 429),
    openapi_extra=TO_CHANGE,
)
async def log_out(services: Shared, visitor: Acting) -> Json:
    """End the session; its streams end with it."""
    await services.write(lambda transaction, _: sessions.end(transaction, visitor.token))
    services.hub.end(visitor.session.key)
    answer = Json({"done": True})
    if visitor.by_cookie:
        drop_session(answer, services)
    return answer


@router.get("/me", response_model=answers.Me, responses=problems(401), openapi_extra=BY_VISITOR)
async def show_me(services: Shared, visitor: Known) -> Json:
    """Who you are, and your chips."""
    return Json(await me_values(services, visitor.session))


@router.post(
    "/chips",
    response_model=answers.Balance,
    responses=problems(401, 403, 409, 429),
    openapi_extra=TO_CHANGE,
)
async def issue_chips(services: Shared, visitor: Acting) -> Json:
    """Practice chips for whoever has run short of them."""
    cents = await services.read(services.house.issue_chips, visitor.person)
    return Json({"balance": dollars(cents)})
