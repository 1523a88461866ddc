"""Who asks, whether they may, and what they do with sessions and accounts, their own and others',
and the answers to acts of two people.

A browser holds its session in a cookie and proves with every change that one of our own pages
made it: by the session's CSRF token and by its ``Origin``. A program sends its token as
``Authorization: Bearer`` instead, which no other site can make a browser send.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse

from pitboss.house import access, accounts, desk
from pitboss.house.access import Begun, Forbidden
from pitboss.house.desk import approve_and_do
from pitboss.house.log import Person
from pitboss.house.names import typed_name
from pitboss.house.outage import Outage
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Unit
from pitboss.house.store.factors import Factor
from pitboss.house.store.people import Session
from pitboss.refusal import Refused
from pitboss.web.common import attempts
from pitboss.web.common.gate import NO_NUL, NoSession, NotFound
from pitboss.web.common.services import ADDRESS, Services
from pitboss.web.common.waiting import NOTHING, Waiting, read_waiting

CSRF_HEADER = "X-CSRF"
COOKIE_SECONDS = 30 * 24 * 3_600
NOBODY = "nobody"
"""Stands for a viewer without a session where a person's id is needed."""
MOST_FIELDS = 400
ENDED = "session: it has ended; log in again"

Fields = dict[str, str]


class Visit:
    """A request, with the session of whoever makes it and what every route shares."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.query: Mapping[str, str] = request.query_params
        self.address = request.client.host if request.client else ""
        """Where the request comes from, for rate limits."""
        self.services: Services = request.app.state.services
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        self.by_cookie = scheme.lower() != "bearer"
        cookie = request.cookies.get(self.services.cookie["key"], "")
        self.token = cookie if self.by_cookie else token.strip()
        self.found: Session | None = None
        self.waiting = NOTHING
        """What waits for whoever it is, where a page is asked for."""
        self.begun: Begun | None = None

    @property
    def session(self) -> Session:
        """Of whoever must have one."""
        if self.found:
            return self.found
        raise NoSession(
            ENDED if self.token else "session: none; POST /api/guest or /api/login first"
        )

    @property
    def person(self) -> Person:
        return self.session.person

    @property
    def who(self) -> str:
        return self.found.person.id if self.found else NOBODY

    @property
    def role(self) -> str:
        """Nothing for whoever has no session."""
        return self.found.person.role if self.found else ""

    @property
    def csrf(self) -> str:
        """What pages must send back with every change; another text each time it is asked for."""
        return access.mask_csrf(self.found) if self.found else ""

    @property
    def stream_owner(self) -> str:
        """Whose the streams are that it opens."""
        return self.found.key if self.found else f"{ADDRESS}{self.address}"

    @property
    def seconds_left(self) -> float:
        """Until its session ends unless it is used; long enough to look again in between."""
        if self.found is None:
            return float("inf")
        return max(0.05, (self.found.ends_at - self.services.now()).total_seconds())

    def take_command(self) -> None:
        """Refuse one request too many that costs the house something, of a session or address."""
        self.services.limits.take_command(self.found.key if self.found else self.address)

    async def is_over(self) -> bool:
        """Whether its session has ended since; a stream that runs is no use of the session."""
        if self.found is None:
            return False
        try:
            found = await self.services.look(access.read_session, self.token, self.services.now())
        except Outage:  # nobody can say, and there is no news either
            return False
        if found:
            self.found = found  # it may have been used since, and end later
        return found is None


async def find_visit(request: Request) -> Visit:
    """The visit, with its session if its token is good; keeps the session alive."""
    visit = Visit(request)
    services, token, now = visit.services, visit.token, visit.services.now()
    if token:
        is_page = "text/html" in request.headers.get("accept", "")
        visit.found, visit.waiting = await services.look(_read_found, token, now, is_page)
        request.scope["person_id"] = visit.found.person.id if visit.found else ""
    session = visit.found
    if session and (connection := request.scope.get("state", {}).get("connection")):
        connection.known = True  # whoever has a session keeps it when others must give way
    if session and now - session.seen_at >= access.SEEN_EVERY:
        with suppress(Outage):  # a database that takes no writes can still be read
            await services.write(lambda unit: access.touch_session(unit.transaction, session, now))
    return visit


def _read_found(
    transaction: Transaction, token: str, now: datetime, is_page: bool
) -> tuple[Session | None, Waiting]:
    """The session, and for a page's navigation what waits for its person."""
    found = access.read_session(transaction, token, now)
    return found, read_waiting(transaction, found.person) if found and is_page else NOTHING


Found = Annotated[Visit, Depends(find_visit)]
"""The same visit for the door and the route: its session is looked for once."""


async def seeing(visit: Found) -> Visit:
    """Whoever looks at something public. A token that is no good is refused, an old cookie not."""
    if visit.found is None and visit.token and not visit.by_cookie:
        raise NoSession(ENDED)
    return visit


async def known(visit: Found) -> Visit:
    """Whoever must have a session."""
    _ = visit.session  # refuses whoever has none
    return visit


async def acting(visit: Annotated[Visit, Depends(known)]) -> Visit:
    """Whoever changes something through the API."""
    allow_change(visit, visit.request.headers.get(CSRF_HEADER, ""))
    return visit


async def arriving(visit: Found) -> Visit:
    """Whoever begins a session: no other site may begin one in a visitor's browser."""
    if not visit.request.headers.get("authorization"):
        check_origin(visit.request)
    return visit


def allow_change(visit: Visit, csrf: str) -> None:
    """Refuse a change that another site made a browser send, and too many of them; ``csrf`` comes
    from the header at the API and from a field in a form."""
    if visit.by_cookie:
        check_origin(visit.request)
        access.require_csrf(visit.session, csrf)
    visit.services.limits.take_command(visit.session.key)


async def read_form(visit: Visit) -> Fields:
    """The fields of a form that are not empty, trimmed, each once."""
    text = (await visit.request.body()).decode(errors="replace")
    try:
        fields = parse_qs(text, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refused(f"form: at most {MOST_FIELDS} fields") from None
    if any("\x00" in text for name, values in fields.items() for text in (name, *values)):
        raise Refused(f"form: {NO_NUL}")
    return {name: values[-1].strip() for name, values in fields.items()}


async def read_secret(visit: Visit, name: str) -> str:
    """A field of a form as it was typed: blanks are part of a password."""
    text = (await visit.request.body()).decode(errors="replace")
    return parse_qs(text, max_num_fields=MOST_FIELDS).get(name, [""])[-1]


async def read_act(visit: Visit) -> Fields:
    """The fields of a form by which someone changes something."""
    fields = await read_form(visit)
    allow_change(visit, fields.pop("csrf", ""))
    return fields


def check_origin(request: Request) -> None:
    """The page that sent this must be one of ours; programs send no origin."""
    headers, settings = request.headers, request.app.state.services.settings
    scheme = "https" if settings.https else request.url.scheme
    ours = (None, f"{scheme}://{headers.get('host', '')}", *settings.origins)
    sites = (None, "same-origin", "none")
    if headers.get("sec-fetch-site") not in sites or headers.get("origin") not in ours:
        raise Forbidden("origin: this came from a page of another site")


def keep_session(response: Response, visit: Visit, begun: Begun) -> None:
    """Give the browser its session; no script can read it."""
    response.set_cookie(value=begun.token, max_age=COOKIE_SECONDS, **visit.services.cookie)


def drop_session(response: Response, visit: Visit) -> None:
    response.delete_cookie(**visit.services.cookie)


Viewing = Annotated[Visit, Depends(seeing)]
Known = Annotated[Visit, Depends(known)]
Acting = Annotated[Visit, Depends(acting)]
Arriving = Annotated[Visit, Depends(arriving)]

ACCOUNT_ACTS: Mapping[str, tuple[str, Callable[..., object]]] = {
    "change-role": ("role", accounts.change_role),
    "rename": ("name", accounts.rename),
    "set-password": ("password", accounts.set_password),
    "deactivate": ("", accounts.deactivate),
    "reactivate": ("", accounts.reactivate),
    "end-sessions": ("", accounts.end_sessions),
    "reset-second-factor": ("", accounts.reset_factor),
}
"""What may be done with an account, with the one thing that each needs to know."""

VACATING = frozenset({"change-role", "deactivate"})
"""Who is no longer what they were when they sat down gives up their seats."""


async def begin_guest(visit: Visit, name: str | None = None) -> Begun:
    """A session without an account, with practice chips; the one that the browser held ends."""
    services = visit.services
    services.limits.take_guest(visit.address)
    now = services.now()

    def begin(unit: Unit) -> Begun:
        if visit.by_cookie and visit.token:
            access.end_session(unit, visit.token)
        return access.begin_guest(unit, now, name, visit.address)

    begun = await services.write(begin)
    await services.read(services.house.issue_chips, begun.session.person)
    return begun


async def enter(visit: Visit, fields: Fields) -> None:
    """Begin a guest's session for whoever has none; whoever has one must have sent its token."""
    if visit.found is None:
        visit.begun = await begin_guest(visit)
        visit.found = visit.begun.session
    else:
        allow_change(visit, fields.get("csrf", ""))


def go(address: str, visit: Visit) -> RedirectResponse:
    """To another page, with a new session if one was begun."""
    answer = RedirectResponse(address, 303)
    if visit.begun:
        keep_session(answer, visit, visit.begun)
    return answer


async def log_in(visit: Visit, name: str, password: str, code: str = "") -> Begun:
    """A session for whoever has the password; the one held before ends."""
    services = visit.services
    await take_attempt(visit, name)
    proof = await services.hash(accounts.prove, services.house.database, name, password)
    now, address = services.now(), visit.address

    def begin(unit: Unit) -> Begun | accounts.LoginRefused:
        given = proof._replace(code=code)
        begun = accounts.log_in(unit, given, now, visit.token, address)
        if isinstance(begun, Begun):
            attempts.know(unit, begun.session.person.name, address, now)
        return begun

    begun = await services.write(begin)
    is_done = isinstance(begun, Begun)
    services.house.counters.logins["done" if is_done else "refused"] += 1
    if isinstance(begun, accounts.LoginRefused):
        raise begun
    return begun


async def begin_factor(visit: Visit, password: str) -> Factor:
    """A second factor for whoever gives the present password once more."""
    person, services = visit.person, visit.services
    await take_attempt(visit, person.name)
    proof = await services.hash(accounts.prove, services.house.database, person.name, password)
    return await services.change(person, accounts.begin_factor, proof)


async def take_attempt(visit: Visit, name: str) -> None:
    """One of the attempts that a name has from this address, or a refusal."""
    services = visit.services
    services.limits.take_login(visit.address)
    now, typed = services.now(), typed_name(name)
    await services.write(lambda unit: attempts.take(unit, typed, visit.address, now))


async def log_out(visit: Visit) -> None:
    """End the session; its streams end with it. A guest has no other, and gives up the seat."""
    services, person = visit.services, visit.person
    await services.write(lambda unit: access.end_session(unit, visit.token))
    if person.role == "guest":
        await services.read(desk.vacate, services.house, person.id)


async def change_password(visit: Visit, present: str, new: str) -> None:
    """One's own, with the present one; all sessions of the account end."""
    person, services = visit.person, visit.services
    await take_attempt(visit, person.name)
    hashed = await services.hash(accounts.choose_password, new, person.name, present)
    proof = await services.hash(accounts.prove, services.house.database, person.name, present)
    await services.change(person, accounts.change_own_password, proof, hashed)


async def make_person(services: Services, by: Person, given: Mapping[str, str]) -> Person:
    """A new account with a name, a role and a password."""
    name, role = given.get("name", ""), given.get("role", "")
    hashed = await services.hash(accounts.choose_password, given.get("password", ""), name)
    return await services.change(by, accounts.make_person, name, role, hashed)


async def change_person(
    services: Services, by: Person, person_id: str, given: Mapping[str, str]
) -> None:
    """Change an account; with its role or password its sessions end."""
    act = given.get("act", "")
    if act not in ACCOUNT_ACTS:
        raise NotFound(f"act {act[:20]!r}: there are {', '.join(ACCOUNT_ACTS)}")
    name, do = ACCOUNT_ACTS[act]
    values: list[object] = [given.get(name, "")] if name else []
    if name == "password":
        values = [await services.hash(accounts.choose_password, given.get(name, ""))]
    await services.change(by, do, person_id, *values)
    if act in VACATING:
        await services.read(desk.vacate, services.house, person_id)


async def answer_request(
    services: Services, by: Person, request_id: str, act: str, why: str = ""
) -> desk.Done:
    """Approve what another has asked for, which carries it out; decline it; or withdraw yours."""
    if act == "approve":
        return await services.read(approve_and_do, services.house, by, request_id)
    if act == "decline":
        return desk.Done(await services.change(by, desk.decline, request_id, why))
    if act == "withdraw":
        return desk.Done(await services.change(by, desk.withdraw, request_id))
    raise NotFound(f"act {act[:20]!r}: there are approve, decline and withdraw")
