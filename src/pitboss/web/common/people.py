"""What the API and the pages do with people: sessions begun and ended, accounts, passwords, and
the answers to acts of two people."""

from collections.abc import Callable, Mapping

from pitboss.house import store
from pitboss.house.desk import approve_and_do
from pitboss.house.people import accounts, requests, sessions
from pitboss.house.people.passwords import hash_password
from pitboss.house.people.roles import require
from pitboss.house.people.sessions import Begun
from pitboss.house.person import Person
from pitboss.house.store.entries import Change, Unit
from pitboss.web.common.errors import NotFound
from pitboss.web.common.security import Visit
from pitboss.web.common.settings import Services

ACCOUNT_ACTS: Mapping[str, tuple[str, Callable[..., object]]] = {
    "change-role": ("role", accounts.change_role),
    "rename": ("name", accounts.rename),
    "set-password": ("password", accounts.set_password),
    "deactivate": ("", accounts.deactivate),
    "reactivate": ("", accounts.reactivate),
}
"""What may be done with an account, with the one thing that each needs to know."""


async def begin_guest(visit: Visit, name: str | None = None) -> Begun:
    """A session without an account, with practice chips; the one that the browser held ends."""
    services = visit.services
    services.limits.take_guest(visit.address)
    now, sweep = services.now(), services.is_sweep_due()

    def begin(unit: Unit) -> Begun:
        if sweep:
            store.people.remove_ended_sessions(unit.transaction, now)
        if visit.by_cookie:
            sessions.end(unit.transaction, visit.token)
        return sessions.begin_guest(unit, now, name)

    begun = await services.write(begin)
    await services.read(services.house.issue_chips, begun.session.person)
    return begun


async def log_in(visit: Visit, name: str, password: str) -> Begun:
    """A session for whoever has the password; the one held before ends."""
    services = visit.services
    services.limits.take_login(name, visit.address)
    proof = await services.hash(accounts.prove, services.house.database, name, password)
    now = services.now()
    begun = await services.write(lambda unit: accounts.log_in(unit, proof, now, visit.token))
    if begun is None:
        raise accounts.LoginRefused
    return begun


async def log_out(visit: Visit) -> None:
    """End the session; its streams end with it."""
    await visit.services.write(lambda unit: sessions.end(unit.transaction, visit.token))
    visit.services.hub.end(visit.session.key)


async def change_password(visit: Visit, present: str, new: str) -> None:
    """One's own, with the present one; all sessions of the account end."""
    person, services = visit.person, visit.services
    services.limits.take_login(person.name, visit.address)
    hashed = await services.hash(hash_password, new)
    proof = await services.hash(accounts.prove, services.house.database, person.name, present)
    await services.change(
        person, lambda change: accounts.change_own_password(change, proof, hashed)
    )
    services.hub.end(visit.session.key)


async def make_person(services: Services, by: Person, given: Mapping[str, str]) -> Person:
    """A new account with a name, a role and a password."""
    require(by, "manage-people")
    hashed = await services.hash(hash_password, given.get("password", ""))
    name, role = given.get("name", ""), given.get("role", "")
    return await services.change(
        by, lambda change: accounts.make_person(change, name, role, hashed)
    )


async def change_person(
    services: Services, by: Person, person_id: str, given: Mapping[str, str]
) -> None:
    """Change an account; with its role or password its sessions end."""
    require(by, "manage-people")
    act = given.get("act", "")
    if act not in ACCOUNT_ACTS:
        raise NotFound(f"act {act[:20]!r}: there are {', '.join(ACCOUNT_ACTS)}")
    name, do = ACCOUNT_ACTS[act]
    values: list[object] = [given.get(name, "")] if name else []
    if name == "password":
        values = [await services.hash(hash_password, given.get(name, ""))]
    await services.change(by, lambda change: do(change, person_id, *values))


async def answer_request(
    services: Services, by: Person, request_id: str, act: str, why: str = ""
) -> store.people.Request:
    """Approve what another has asked for, which carries it out; decline it; or withdraw yours."""

    def change(change: Change) -> store.people.Request:
        if act == "decline":
            return requests.decline(change, request_id, why)
        return requests.withdraw(change, request_id)

    if act == "approve":
        return await services.read(approve_and_do, services.house, by, request_id)
    if act not in ("decline", "withdraw"):
        raise NotFound(f"act {act[:20]!r}: there are approve, decline and withdraw")
    return await services.change(by, change)
