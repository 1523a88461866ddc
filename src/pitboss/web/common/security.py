"""Who asks, and whether they may: sessions by cookie or token, CSRF, origins, rate limits.

A browser holds its session in a cookie and proves with every change that one of our own pages
made it: by the session's CSRF token and by its ``Origin``. A program sends its token as
``Authorization: Bearer`` instead, which no other site can make a browser send.
"""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import Depends, Request, Response

from pitboss.house.people import sessions
from pitboss.house.people.roles import Forbidden
from pitboss.house.people.sessions import Begun
from pitboss.house.person import Person
from pitboss.house.store.people import Session
from pitboss.refusal import Refused
from pitboss.web.common.errors import NoSession
from pitboss.web.common.settings import ServerSettings, Services

COOKIE = "pitboss-session"
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
        self.services: Services = request.app.state.services
        self.token, self.by_cookie = self._read_token()
        self.found: Session | None = None
        self.begun: Begun | None = None

    def _read_token(self) -> tuple[str, bool]:
        """The token given, and whether it came in a cookie."""
        scheme, _, token = self.request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return token.strip(), False
        return self.request.cookies.get(cookie_name(self.services), ""), True

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
        """What pages must send back with every change."""
        return self.found.csrf if self.found else ""

    @property
    def query(self) -> Mapping[str, str]:
        return self.request.query_params

    @property
    def address(self) -> str:
        """Where the request comes from, for rate limits."""
        return self.request.client.host if self.request.client else ""

    @property
    def stream_owner(self) -> str:
        """Whose the streams are that it opens."""
        return self.found.key if self.found else f"address {self.address}"

    async def is_over(self) -> bool:
        """Whether its session has ended since; a stream that runs is no use of the session."""
        if self.found is None:
            return False
        now = self.services.now()
        session = await self.services.look(sessions.read, self.token, now)
        return session is None


def cookie_name(services: Services) -> str:
    """Over https, a browser keeps this name from anyone but this very host."""
    return f"__Host-{COOKIE}" if services.settings.https else COOKIE


async def find_visit(request: Request) -> Visit:
    """The visit, with its session if its token is good; keeps the session alive."""
    visit = Visit(request)
    services, token, now = visit.services, visit.token, visit.services.now()
    if token:
        visit.found = await services.look(sessions.read, token, now)
    session = visit.found
    if session and now - session.seen_at >= sessions.SEEN_EVERY:
        await services.write(lambda unit: sessions.touch(unit.transaction, session, now))
    return visit


async def seeing(request: Request) -> Visit:
    """Whoever looks at something public. A token that is no good is refused, an old cookie not."""
    visit = await find_visit(request)
    if visit.found is None and visit.token and not visit.by_cookie:
        raise NoSession(ENDED)
    return visit


async def known(request: Request) -> Visit:
    """Whoever must have a session."""
    visit = await find_visit(request)
    _ = visit.session  # refuses whoever has none
    return visit


async def acting(request: Request) -> Visit:
    """Whoever changes something through the API."""
    visit = await known(request)
    allow_change(visit, request.headers.get(CSRF_HEADER, ""))
    return visit


async def arriving(request: Request) -> Visit:
    """Whoever begins a session: no other site may begin one in a visitor's browser."""
    if not request.headers.get("authorization"):
        check_origin(request)
    return Visit(request)


def allow_change(visit: Visit, csrf: str) -> None:
    """Refuse a change that another site made a browser send, and too many of them; ``csrf`` comes
    from the header at the API and from a field in a form."""
    if visit.by_cookie:
        check_origin(visit.request)
        sessions.require_csrf(visit.session, csrf)
    visit.services.limits.take_command(visit.session.key)


async def read_form(visit: Visit) -> Fields:
    """The fields of a form that are not empty, trimmed, each once."""
    text = (await visit.request.body()).decode(errors="replace")
    try:
        fields = parse_qs(text, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refused(f"form: at most {MOST_FIELDS} fields") from None
    return {name: values[-1].strip() for name, values in fields.items()}


async def read_act(visit: Visit) -> Fields:
    """The fields of a form by which someone changes something."""
    fields = await read_form(visit)
    allow_change(visit, fields.pop("csrf", ""))
    return fields


def check_origin(request: Request) -> None:
    """The page that sent this must be one of ours; programs send no origin."""
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise Forbidden("origin: this came from a page of another site")
    origin = request.headers.get("origin")
    if origin is None:
        return
    settings: ServerSettings = request.app.state.services.settings
    scheme = "https" if settings.https else request.url.scheme
    if origin not in (f"{scheme}://{request.headers.get('host', '')}", *settings.origins):
        raise Forbidden("origin: this came from a page of another site")


def keep_session(response: Response, visit: Visit, begun: Begun) -> None:
    """Give the browser its session; no script can read it."""
    response.set_cookie(
        cookie_name(visit.services),
        begun.token,
        max_age=COOKIE_SECONDS,
        secure=visit.services.settings.https,
        httponly=True,
        samesite="lax",
    )


def drop_session(response: Response, visit: Visit) -> None:
    response.delete_cookie(
        cookie_name(visit.services),
        secure=visit.services.settings.https,
        httponly=True,
        samesite="lax",
    )


Viewing = Annotated[Visit, Depends(seeing)]
Known = Annotated[Visit, Depends(known)]
Acting = Annotated[Visit, Depends(acting)]
Arriving = Annotated[Visit, Depends(arriving)]
