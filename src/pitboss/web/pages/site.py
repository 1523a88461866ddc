"""What every page has: the layout, the look that the visitor chose, navigation, and the event
stream of a tab."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from starlette.exceptions import HTTPException

from pitboss.games import all_games
from pitboss.house.access import STAFF
from pitboss.house.outage import Outage
from pitboss.web.common.gate import NO_SUCH, RETRY_SECONDS
from pitboss.web.common.services import Client
from pitboss.web.common.visits import Visit, find_visit
from pitboss.web.pages import words
from pitboss.web.pages.assets import Versioned
from pitboss.web.pages.drawing import make_templates
from pitboss.web.pages.previews import make_preview

LOOK_COOKIE = "pitboss-look"
THEMES = ("auto", "dark", "light")
DECKS = ("two", "four")


class Link(NamedTuple):
    """An entry of the navigation; without ``roles`` it is for everyone."""

    title: str
    href: str
    roles: frozenset[str] = frozenset()


templates = make_templates(Versioned)


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
        "preview": make_preview(visit, values),
        "badges": visit.waiting,
    }
    return HTMLResponse(render(name, **frame, **values), status, {"Cache-Control": "no-store"})


def page_router() -> APIRouter:
    """A router for pages; they are not part of the described API."""
    return APIRouter(include_in_schema=False)


def colour_rules() -> str:
    """Each game's colours as custom properties, so that no style sheet names a game."""
    return "".join(
        f".g-{game.source.key} {{ --felt: {colours.felt}; --deep: {colours.deep};"
        f" --game: {colours.card}; --wall: {colours.wall}; }}\n"
        for game in all_games()
        for colours in [game.face.colours]
    )


async def show_colours() -> Response:
    headers = {"Cache-Control": "no-cache"}
    return Response(colour_rules(), media_type="text/css", headers=headers)


NO_PAGES = ("/api/", "/static/", "/healthz", "/readyz", "/metrics")


def is_for_people(request: Request) -> bool:
    """Whether someone looks at the answer: outside the API, where a browser asks for a page. The
    pages' own scripts ask for anything, and read one line."""
    asks_page = "text/html" in request.headers.get("accept", "")
    return asks_page and not request.url.path.startswith(NO_PAGES)


def add_error_pages(app: FastAPI) -> None:
    """Whatever goes wrong is said to people on a page, in the one line that programs get."""
    for kind, handler in list(app.exception_handlers.items()):
        app.add_exception_handler(kind, _on_page(handler))


def _on_page(answer_json: Any) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, error: Exception) -> Response:
        found: Response = await answer_json(request, error)
        if not is_for_people(request) or "Location" in found.headers:
            return found
        title, told = words.FAILED, msgspec.json.decode(bytes(found.body))["error"]
        if found.status_code == 404:
            title = words.NOTHING_HERE
            is_plain = isinstance(error, HTTPException) or told == NO_SUCH
            told = words.NOWHERE if is_plain else told
        visit = await _visit_if_it_can(request, found.status_code)
        page = show_page(visit, "error.html", {"title": title, "words": told}, found.status_code)
        for name in ("Allow", "Retry-After"):
            if name in found.headers:
                page.headers[name] = found.headers[name]
        return page

    return answer


async def _visit_if_it_can(request: Request, status: int) -> Visit:
    """Whoever asks; a stranger where the server itself has failed, for it may fail again."""
    if status < 500:
        with suppress(Exception):
            return await find_visit(request)
    return Visit(request)


Render = Callable[[], Awaitable[Mapping[str, object] | bytes]]
"""Gives what the page is to show now: ``html``, and whatever its script needs beside it; encoded
already where many are shown the same."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
RETRY_MS = 800
SHARE, LONGEST_REST = 30, 3.0
"""Rests between two makings: so many times what the last took, and no longer than that."""
MOST_SHARED = 64
HEARTBEAT = b"event: alive\ndata: {}\n\n"


class Shared:
    """What many are shown alike is made once for all who wait for it, and made again only after a
    rest of so many times as long as it took."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, Made] = OrderedDict()

    async def find(self, key: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        clock = asyncio.get_running_loop().time
        asked, made = clock(), self._made.setdefault(key, Made())
        self._made.move_to_end(key)
        if len(self._made) > MOST_SHARED:
            self._made.popitem(last=False)
        async with made.making:
            if made.begun < asked:
                await asyncio.sleep(made.rest_until - clock())
                made.begun = clock()
                made.content = await make()
                spent = clock() - made.begun
                made.rest_until = clock() + min(SHARE * spent, LONGEST_REST)
        return made.content


class Made:
    """Something that is shared, and when it was last begun."""

    def __init__(self) -> None:
        self.making = asyncio.Lock()
        self.begun = self.rest_until = float("-inf")
        self.content = b""


class Source(Protocol):
    """Something besides tables whose changes a stream follows."""

    def join(self, client: Client) -> None: ...

    def leave(self, client: Client) -> None: ...


Left = Callable[[], Mapping[str, float | None]]
"""How many seconds the clocks on the page still run, by name; none for one that does not."""


def stream_region(
    visit: Visit,
    tables: Sequence[str],
    render: Render,
    source: Source | None = None,
    left: Left | None = None,
) -> StreamingResponse:
    """One stream for a tab: the region that ``render`` makes, on connecting and again when one of
    the tables or a meter has changed and the region with it. The whole region is sent, so a client
    that lost its connection needs nothing but the next message."""
    visit.services.hub.check_room(visit.stream_owner)
    messages = _messages(visit, tables, render, source, left)
    return StreamingResponse(messages, media_type="text/event-stream", headers=HEADERS)


async def _messages(
    visit: Visit,
    tables: Sequence[str],
    render: Render,
    source: Source | None,
    left: Left | None,
) -> AsyncIterator[str | bytes]:
    services = visit.services
    content: Mapping[str, object] | bytes | None = None
    client = services.hub.join(visit.stream_owner, tables, source is None, visit.who)
    sent: object = None
    if source:
        source.join(client)
    try:
        yield f"retry: {RETRY_MS}\n\n"
        if await visit.is_over():  # between the door and here
            client.end()
        while not client.ended:
            client.take()
            for word in client.take_words():
                yield b"event: reaction\ndata: " + msgspec.json.encode(word) + b"\n\n"
            wait = services.settings.heartbeat_seconds
            try:
                content = await render()
            except Outage:  # what was shown stands until the database is back
                wait = min(wait, RETRY_SECONDS)
            if client.is_over():
                break
            if content is not None and content != sent:
                sent = content
                yield _region(content) + _clock(left)
            elif clock := _clock(left):  # it may run anew though nothing else is to be seen
                yield clock
            try:
                # Woken without a task in between, it comes before the answer to the command that
                # made the news: what people look at is drawn first.
                async with asyncio.timeout(min(wait, visit.seconds_left)):
                    await client.wake.wait()
            except TimeoutError:
                if await visit.is_over():
                    break
                yield HEARTBEAT
        yield "event: ended\ndata: {}\n\n"
    finally:
        services.hub.leave(client)
        if source:
            source.leave(client)


def _region(content: Mapping[str, object] | bytes) -> bytes:
    encoded = content if isinstance(content, bytes) else msgspec.json.encode(content)
    return b"event: region\ndata: " + encoded + b"\n\n"


def _clock(left: Left | None) -> bytes:
    """Beside the region, which many may share: the same clock has other seconds left each time."""
    if left is None:
        return b""
    return b"event: clock\ndata: " + msgspec.json.encode(left()) + b"\n\n"
