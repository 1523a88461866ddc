"""What every page has: the layout, the look that the visitor chose, navigation, assets, and the
event stream of a tab."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.types import Scope

from pitboss.games import all_games
from pitboss.house.access import STAFF
from pitboss.house.outage import Outage
from pitboss.money import direction, full_money, money, parse_dollars, signed_money
from pitboss.refusal import Refused
from pitboss.web.common.gate import RETRY_SECONDS, status_of
from pitboss.web.common.visits import Visit, find_visit

STATIC = Path(__file__).parent / "static"
LOOK_COOKIE = "pitboss-look"
THEMES = ("auto", "dark", "light")
DECKS = ("two", "four")


class Link(NamedTuple):
    """An entry of the navigation; without ``roles`` it is for everyone."""

    title: str
    href: str
    roles: frozenset[str] = frozenset()


def digits(cents: int) -> list[tuple[str, str]]:
    """An amount sign by sign, always with its cents, each with its look: a digit is drawn by that
    alone and rolls, the others stand still."""
    signs = full_money(cents)
    return [("", f"digit n{c}") if c.isdecimal() else (c, "sign") for c in signs]


templates = Environment(
    loader=PackageLoader("pitboss.web.pages", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.filters |= {
    "money": money,
    "signed_money": signed_money,
    "direction": direction,
    "digits": digits,
    "dollars": lambda text: full_money(parse_dollars(text)),
    # A stamp of the log as people read it.
    "minute": lambda text: text[:16].replace("T", " "),
    "second": lambda text: text[:19].replace("T", " "),
    "instant": lambda text: text[:23].replace("T", " "),
}


def pairs(names: Iterable[object]) -> list[tuple[str, str]]:
    """Names as options of a form, each in its own words."""
    return [(str(name), str(name)) for name in names]


def render(name: str, **values: Any) -> str:
    """Part of a page."""
    return templates.get_template(name).render(**values)


def show_page(
    visit: Visit, name: str, values: Mapping[str, Any], status: int = 200
) -> HTMLResponse:
    """A whole page in the layout ``base.html``, never kept by a cache on the way. What the visitor
    chose for the eye is in a cookie that the page's own script writes."""
    request = visit.request
    theme, _, deck = request.cookies.get(LOOK_COOKIE, "").partition(".")
    frame = {
        "person": visit.found and visit.person,
        "is_staff": visit.role in STAFF,
        "csrf": visit.csrf,
        "theme": theme if theme in THEMES else THEMES[0],
        "deck": deck if deck in DECKS else DECKS[0],
        "links": [
            link for link in request.app.state.links if not link.roles or visit.role in link.roles
        ],
        "path": request.url.path,
    }
    return HTMLResponse(render(name, **frame, **values), status, {"Cache-Control": "no-store"})


class PageRoute(APIRoute):
    """A route whose refusals are pages for people."""

    def get_route_handler(self) -> Any:
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except Refused as refusal:
                values = {"title": "That did not work", "words": str(refusal)}
                # while the database is away nobody can be asked who this is
                away = isinstance(refusal, Outage)
                visit = Visit(request) if away else await find_visit(request)
                page = show_page(visit, "error.html", values, status_of(refusal))
                if away:
                    page.headers["Retry-After"] = str(RETRY_SECONDS)
                return page

        return answer


def page_router() -> APIRouter:
    """A router for pages; they are not part of the described API."""
    return APIRouter(route_class=PageRoute, include_in_schema=False)


class Assets(StaticFiles):
    """Scripts and styles are asked for anew each time and mostly answered with "not modified";
    card faces never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = "max-age=604800" if path.startswith("cards") else "no-cache"
        response.headers["Cache-Control"] = kept
        return response


async def show_colours() -> Response:
    """Each game's colours as custom properties, so that no style sheet names a game."""
    rules = "".join(
        f".g-{game.source.key} {{ --felt: {colours.felt}; --deep: {colours.deep};"
        f" --game: {colours.card}; --wall: {colours.wall}; }}\n"
        for game in all_games()
        for colours in [game.face.colours]
    )
    return Response(rules, media_type="text/css", headers={"Cache-Control": "no-cache"})


def add_error_pages(app: FastAPI) -> None:
    """Outside the API, what is not there is said on a page."""
    answer_json: Any = app.exception_handlers[HTTPException]

    async def answer(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code != 404 or request.url.path.startswith(("/api/", "/static/")):
            found: Response = await answer_json(request, error)
            return found
        values = {"title": "There is nothing here", "words": "The address leads nowhere."}
        return show_page(await find_visit(request), "error.html", values, 404)

    app.add_exception_handler(HTTPException, answer)


Render = Callable[[], Awaitable[dict[str, object]]]
"""Gives what the page is to show now: ``html``, and whatever its script needs beside it."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
RETRY_MS = 800
HEARTBEAT = "event: alive\ndata: {}\n\n"


def stream_region(visit: Visit, tables: Sequence[str], render: Render) -> StreamingResponse:
    """One stream for a tab: the region that ``render`` makes, on connecting and again when one of
    the tables or a meter has changed and the region with it. The whole region is sent, so a client
    that lost its connection needs nothing but the next message."""
    messages = _messages(visit, tables, render)
    return StreamingResponse(messages, media_type="text/event-stream", headers=HEADERS)


async def _messages(visit: Visit, tables: Sequence[str], render: Render) -> AsyncIterator[str]:
    services = visit.services
    client = services.hub.join(visit.stream_owner, tables)
    content: object = None
    sent: object = None
    try:
        yield f"retry: {RETRY_MS}\n\n"
        while not client.ended:
            client.take()
            wait = services.settings.heartbeat_seconds
            try:
                content = await render()
            except Outage:  # what was shown stands until the database is back
                wait = min(wait, RETRY_SECONDS)
            if content != sent:
                sent = content
                yield f"event: region\ndata: {msgspec.json.encode(content).decode()}\n\n"
            try:
                await asyncio.wait_for(client.wake.wait(), wait)
            except TimeoutError:
                yield HEARTBEAT
        yield "event: ended\ndata: {}\n\n"
    finally:
        services.hub.leave(client)
