"""What every request and answer passes: bounded bodies, headers, JSON, and each refusal as one
clear line under ``error`` with a status for its kind."""

import logging
import sqlite3
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.routing import compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.house.access import Forbidden, RateLimited
from pitboss.house.accounts import LoginRefused
from pitboss.house.outage import Outage
from pitboss.house.store import Conflict
from pitboss.house.tables.play import Stale
from pitboss.money import whole_or_text
from pitboss.refusal import Refused

LARGEST_BODY = 64 * 1024
TOO_LARGE = f"body: at most {LARGEST_BODY} bytes"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'; object-src 'none'; img-src 'self' data:",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NO_SUCH = "address: it names nothing that is here; a table's is in the lobby"
"""Said to people: how a name should have been written helps none of them."""
NO_NUL = "the character NUL is not allowed"
_WORDS = {
    404: "address: there is nothing here; the API is described at /api/openapi.json",
    405: "method: not allowed at this address",
}
REQUEST_ID = "request_id"
"""Under this name a request's scope has the id by which the log knows it."""
_LOG = logging.getLogger("pitboss.web")


class NoSession(Refused):
    """Nobody is logged in, or no longer."""


class NotFound(Refused):
    """There is no such thing."""


class Full(Refused):
    """No stream is left."""


class Behind(Stale):
    """A command for a version that has passed; says at which the table is now."""

    def __init__(self, stale: Stale, version: int) -> None:
        super().__init__(str(stale))
        self.version = version


STATUSES: Mapping[type[Refused], int] = {
    NoSession: 401,
    LoginRefused: 401,
    Forbidden: 403,
    NotFound: 404,
    Stale: 409,
    RateLimited: 429,
    Full: 503,
    Outage: 503,
}
RETRY_SECONDS = 2
"""When to ask again while the database is away."""


class Json(Response):
    """JSON values, encoded quickly."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


class Guard:
    """Stands outside of the whole application: its headers are on every answer, also on one that
    says that the application has failed."""

    def __init__(self, app: ASGIApp, https: bool = False) -> None:
        self.app = app
        self._headers = dict(HEADERS)
        if https:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_headers if scope["type"] == "http" else send)


class Bounds:
    """What is asked and sent has bounds; beyond them the application refuses it without a look."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        total = 0

        async def receive_bounded() -> Message:
            """Stop reading a body of unknown length once it is too large."""
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            if total > LARGEST_BODY:
                raise HTTPException(413, TOO_LARGE)
            return message

        answer = self.app
        if refused := refuse_address(scope) or refuse_body(scope):
            request = Request(scope, receive)
            handler: Any = request.app.exception_handlers[AnyHTTPException]
            answer = await handler(request, refused)
        await answer(scope, receive_bounded, send)


def refuse_address(scope: Scope) -> HTTPException | None:
    """No name, word or number has a NUL in it, and PostgreSQL takes no text that has."""
    if "\x00" in scope["path"] or b"%00" in scope["query_string"]:
        return HTTPException(422, f"address: {NO_NUL}")
    return None


def refuse_body(scope: Scope) -> HTTPException | None:
    """A body that is announced too large or of the wrong kind is not read at all."""
    headers = Headers(scope=scope)
    announced = headers.get("content-length", "0")
    length = whole_or_text(announced)
    if isinstance(length, str) or length > LARGEST_BODY:
        return HTTPException(413, TOO_LARGE)
    has_body = announced != "0" or "transfer-encoding" in headers
    if scope["method"] in SAFE or not scope["path"].startswith("/api/") or not has_body:
        return None
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return HTTPException(415, "content type: only application/json is taken here")
    return None


def error_answer(status: int, words: str, headers: Mapping[str, str] | None = None) -> Json:
    return Json({"error": words}, status, dict(headers or {}))


def status_of(refusal: Refused) -> int:
    """What the house refuses by its rules or because of how things stand is a conflict."""
    return next((status for kind, status in STATUSES.items() if isinstance(refusal, kind)), 409)


def add_error_handlers(app: FastAPI) -> None:
    """The databases' errors too; PostgreSQL's only where it is in use."""
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(AnyHTTPException, _on_http)
    app.add_exception_handler(Conflict, _on_database)
    app.add_exception_handler(sqlite3.Error, _on_database)
    if "psycopg" in sys.modules:
        app.add_exception_handler(sys.modules["psycopg"].Error, _on_database)
    app.add_exception_handler(Exception, _on_failure)


async def _on_refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    status = status_of(refusal)
    body: dict[str, object] = {"error": str(refusal)}
    if refusal.rule:
        body["rule"] = refusal.rule
    if len(refusal.each) > 1:
        body["errors"] = [{"at": one.place, "error": str(one)} for one in refusal.each]
    if isinstance(refusal, Behind):
        body["version"] = refusal.version
    headers = {}
    if isinstance(refusal, RateLimited):
        headers["Retry-After"] = str(max(1, refusal.wait_seconds))
    if isinstance(refusal, Outage):
        headers["Retry-After"] = str(RETRY_SECONDS)
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Json(body, status, headers)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    status, headers = error.status_code, dict(error.headers or {})
    if status == 405:
        # All methods of the address, of which each route knows only its own.
        allowed: set[str] = set()
        for route in iter_route_contexts(request.app.routes):
            if route.path and route.methods and compile_path(route.path)[0].match(request.url.path):
                allowed |= route.methods
        headers["Allow"] = ", ".join(sorted(allowed))
    return error_answer(status, _WORDS.get(status, str(error.detail)), headers)


async def _on_invalid(request: Request, error: Exception) -> Response:
    """The first thing that is wrong with the input; what was given is not repeated."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return error_answer(400, "body: no valid JSON")
    if first["loc"][0] == "path" and not request.url.path.startswith("/api/"):
        return error_answer(404, NO_SUCH)
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    words = Refused(f"{place or 'body'}: {first['msg']}")
    return error_answer(422, str(words))


async def _on_database(request: Request, error: Exception) -> Response:
    _LOG.warning("database: %s", error)
    return error_answer(503, "database: busy; try again", {"Retry-After": "1"})


async def _on_failure(request: Request, error: Exception) -> Response:
    identity = str(request.scope.get(REQUEST_ID, ""))
    words = f"server: this failed and was logged as request {identity}; nothing was acknowledged"
    return error_answer(500, words, {"X-Request-Id": identity})
