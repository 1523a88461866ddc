"""People: guests, logins, who one is, practice chips; operators manage the accounts."""

from typing import Annotated, Any

from fastapi import APIRouter, Path

from pitboss.house import accounts, ledger, personnel, store
from pitboss.house.access import Begun
from pitboss.house.log import stamp
from pitboss.house.store.people import Account, Session
from pitboss.money import dollars
from pitboss.web.api import answers, requests
from pitboss.web.api.answers import BODY, BY_VISITOR, CHANGED, TO_CHANGE, says
from pitboss.web.api.requests import given_values
from pitboss.web.common import visits
from pitboss.web.common.gate import Json
from pitboss.web.common.services import Services
from pitboss.web.common.visits import Acting, Arriving, Known, Visit, drop_session, keep_session

router = APIRouter(tags=["people"])

NO_GUEST = requests.Guest(name=None)

PersonId = Annotated[
    str, Path(pattern="^[a-z]+-[0-9a-f]{16}$", examples=["person-0123456789abcdef"])
]


@router.post("/guest", **says(answers.Begun, 403, 409, 429, *BODY))
async def begin_guest(visit: Arriving, guest: requests.Guest = NO_GUEST) -> Json:
    """Begin a session without an account, with practice chips."""
    return await _begun(visit, await visits.begin_guest(visit, guest.name))


@router.post("/login", **says(answers.Begun, 401, 403, 429, *BODY))
async def log_in(visit: Arriving, login: requests.Login) -> Json:
    """Begin a session; the one held before ends."""
    return await _begun(visit, await visits.log_in(visit, login.name, login.password, login.code))


async def _begun(visit: Visit, begun: Begun) -> Json:
    answer = Json({**await me_values(visit.services, begun.session), "token": begun.token})
    keep_session(answer, visit, begun)
    return answer


async def me_values(services: Services, session: Session) -> dict[str, Any]:
    cents = await services.read(services.house.balance, ledger.player(session.person.id))
    return {
        "person": session.person._asdict(),
        "balance": dollars(cents),
        "csrf": session.csrf,
        "ends_at": session.ends_at.isoformat(timespec="milliseconds"),
    }


@router.post("/logout", **says(answers.Done, 401, 403, 429, by=TO_CHANGE))
async def log_out(visit: Acting) -> Json:
    """End the session; its streams end with it."""
    await visits.log_out(visit)
    answer = Json({"done": True})
    if visit.by_cookie:
        drop_session(answer, visit)
    return answer


@router.get("/me", **says(answers.Me, 401, by=BY_VISITOR))
async def show_me(visit: Known) -> Json:
    """Who you are, and your chips."""
    return Json(await me_values(visit.services, visit.session))


@router.post("/chips", **says(answers.Balance, 401, 403, 409, 429, by=TO_CHANGE))
async def issue_chips(visit: Acting) -> Json:
    """Practice chips for whoever has run short of them."""
    cents = await visit.services.read(visit.services.house.issue_chips, visit.person)
    return Json({"balance": dollars(cents)})


def account_values(account: Account) -> dict[str, Any]:
    return {
        "person": account.person._asdict(),
        "active": account.is_active,
        "made_at": account.made_at,
    }


@router.get("/people", **says(answers.Accounts, 401, 403, by=BY_VISITOR))
async def list_people(visit: Known) -> Json:
    """Every account."""
    found = await visit.services.look(store.people.read_all)
    return Json({"people": [account_values(account) for account in found]})


@router.post("/people", status_code=201, **says(answers.Account, *CHANGED, by=TO_CHANGE))
async def make_person(visit: Acting, asked: requests.NewPerson) -> Json:
    """Make an account."""
    made = await visits.make_person(visit.services, visit.person, given_values(asked))
    account = await visit.services.look(accounts.read_account, made.id)
    return Json(account_values(account), 201)


@router.post("/people/{person_id}", **says(answers.Account, *CHANGED, by=TO_CHANGE))
async def change_person(visit: Acting, person_id: PersonId, asked: requests.PersonChange) -> Json:
    """Change an account; with its role or password its sessions end."""
    await visits.change_person(visit.services, visit.person, person_id, given_values(asked))
    return Json(account_values(await visit.services.look(accounts.read_account, person_id)))


@router.post("/password", **says(answers.Done, *CHANGED, by=TO_CHANGE))
async def change_password(visit: Acting, asked: requests.OwnPassword) -> Json:
    """Change your own password; all your sessions end."""
    await visits.change_password(visit, asked.password, asked.new)
    return Json({"done": True})


SessionKey = Annotated[str, Path(pattern="^[0-9a-f]{64}$", examples=["0" * 64])]


def session_values(session: Session, own: str) -> dict[str, Any]:
    """A session as its list shows it; the key stands for the token and opens nothing."""
    return {
        "session": session.key,
        "this": session.key == own,
        "address": session.address,
        "made_at": stamp(session.made_at),
        "seen_at": stamp(session.seen_at),
        "ends_at": stamp(session.ends_at),
    }


async def _list_sessions(visit: Visit, person_id: str) -> Json:
    found = await visit.services.look(store.people.sessions_of, person_id, visit.services.now())
    return Json({"sessions": [session_values(each, visit.session.key) for each in found]})


@router.get("/sessions", **says(answers.Sessions, 401, 403, by=BY_VISITOR))
async def list_sessions(visit: Known) -> Json:
    """Your sessions: where each was begun, and when it was last used."""
    return await _list_sessions(visit, visit.person.id)


@router.post("/sessions/{session_key}", **says(answers.Done, *CHANGED, by=TO_CHANGE))
async def end_session(visit: Acting, session_key: SessionKey) -> Json:
    """End one of your sessions; its streams end with it."""
    await visit.services.change(visit.person, accounts.end_own_session, session_key)
    return Json({"done": True})


@router.get("/people/{person_id}/sessions", **says(answers.Sessions, 401, 403, 422, by=BY_VISITOR))
async def list_persons_sessions(visit: Known, person_id: PersonId) -> Json:
    """Someone's sessions; the act end-sessions ends them all."""
    return await _list_sessions(visit, person_id)


@router.post("/factor", **says(answers.FactorBegun, *CHANGED, by=TO_CHANGE))
async def begin_factor(visit: Acting, asked: requests.PresentPassword) -> Json:
    """Begin to set up a second factor."""
    factor = await visits.begin_factor(visit, asked.password)
    return Json({"secret": factor.secret, "address": factor.address(visit.person.name)})


@router.post("/factor/confirm", **says(answers.Recovery, *CHANGED, by=TO_CHANGE))
async def confirm_factor(visit: Acting, asked: requests.Code) -> Json:
    """A first code puts it in force."""
    codes = await visit.services.change(visit.person, personnel.confirm_factor, asked.code)
    return Json({"recovery": codes})
