"""Who asks, and whether they may: sessions by cookie or token, CSRF, origins, rate limits.

A browser holds its session in a cookie and proves with every change that one of our own pages
made it: by the session's CSRF token and by its ``Origin``. A program sends its token as
``Authorization: Bearer`` instead, which no other site can make a browser send.
"""

from typing import Annotated, NamedTuple

from fastapi import Depends, Request, Response

from pitboss.house.people import sessions
from pitboss.house.people.roles import Forbidden
from pitboss.house.people.sessions import Begun
from pitboss.house.person import Person
from pitboss.house.store.sessions import Session
from pitboss.web.common.errors import NoSession
from pitboss.web.common.settings import Services

COOKIE = "pitboss-session"
CSRF_HEADER = "X-CSRF"
COOKIE_SECONDS = 30 * 24 * 3_600
NOBODY = "nobody"
"""Stands for a viewer without a session where a person's id is needed."""


class Visitor(NamedTuple):
    """Someone with a session; ``csrf`` is what their pages must send back with every change."""

    person: Person
    session: Session
    csrf: str
    token: str
    by_cookie: bool


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def share(request: Request) -> Services:
    """The same for routes: a dependency that is no coroutine would cost each request a thread."""
    return services_of(request)


def who_of(visitor: Visitor | None) -> str:
    return visitor.person.id if visitor else NOBODY


def cookie_name(services: Services) -> str:
    """Over https, a browser keeps this name from anyone but this very host."""
    return f"__Host-{COOKIE}" if services.settings.https else COOKIE


def read_token(request: Request) -> tuple[str, bool]:
    """The token given, and whether it came in a cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), False
    return request.cookies.get(cookie_name(services_of(request)), ""), True


async def find_visitor(request: Request) -> Visitor | None:
    """The visitor by their token, if it is good; keeps the session alive."""
    token, by_cookie = read_token(request)
    if not token:
        return None
    services, now = services_of(request), services_of(request).now()
    session = await services.look(lambda transaction: sessions.read(transaction, token, now))
    if session is None:
        return None
    if now - session.seen_at >= sessions.SEEN_EVERY:
        await services.write(lambda transaction, _: sessions.touch(transaction, session, now))
    return Visitor(session.person, session, session.csrf, token, by_cookie)


async def seeing(request: Request) -> Visitor | None:
    """Whoever looks at something public. A token that is no good is refused, an old cookie not."""
    visitor = await find_visitor(request)
    token, by_cookie = read_token(request)
    if visitor is None and token and not by_cookie:
        raise NoSession("session: it has ended; log in again")
    return visitor


async def known(request: Request) -> Visitor:
    """Whoever must have a session."""
    visitor = await find_visitor(request)
    if visitor is None:
        token, _ = read_token(request)
        raise NoSession(
            "session: it has ended; log in again"
            if token
            else "session: none; POST /api/guest or /api/login first"
        )
    return visitor


async def acting(request: Request) -> Visitor:
    """Whoever changes something through the API."""
    visitor = await known(request)
    allow_change(request, visitor, request.headers.get(CSRF_HEADER, ""))
    return visitor


async def arriving(request: Request) -> None:
    """Whoever begins a session: no other site may begin one in a visitor's browser."""
    if not request.headers.get("authorization"):
        check_origin(request)


def allow_change(request: Request, visitor: Visitor, csrf: str) -> None:
    """Refuse a change that another site made a browser send, and too many of them; ``csrf`` comes
    from the header at the API and from a field in a form."""
    if visitor.by_cookie:
        check_origin(request)
        sessions.require_csrf(visitor.session, csrf)
    services_of(request).limits.take_command(visitor.session.key)


def check_origin(request: Request) -> None:
    """The page that sent this must be one of ours; programs send no origin."""
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise Forbidden("origin: this came from a page of another site")
    origin = request.headers.get("origin")
    if origin is None:
        return
    settings = services_of(request).settings
    scheme = "https" if settings.https else request.url.scheme
    if origin not in (f"{scheme}://{request.headers.get('host', '')}", *settings.origins):
        raise Forbidden("origin: this came from a page of another site")


def address_of(request: Request) -> str:
    """Where the request comes from, for rate limits."""
    return request.client.host if request.client else ""


def keep_session(response: Response, services: Services, begun: Begun) -> None:
    """Give the browser its session; no script can read it."""
    response.set_cookie(
        cookie_name(services),
        begun.token,
        max_age=COOKIE_SECONDS,
        secure=services.settings.https,
        httponly=True,
        samesite="lax",
    )


def drop_session(response: Response, services: Services) -> None:
    response.delete_cookie(
        cookie_name(services),
        secure=services.settings.https,
        httponly=True,
        samesite="lax",
    )


Viewing = Annotated[Visitor | None, Depends(seeing)]
Known = Annotated[Visitor, Depends(known)]
Acting = Annotated[Visitor, Depends(acting)]
Shared = Annotated[Services, Depends(share)]
