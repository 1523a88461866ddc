"""Every refusal over HTTP: one clear line under ``error``, and a status for its kind."""

import logging
import sqlite3
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from pitboss.house.people.accounts import LoginRefused
from pitboss.house.people.limits import RateLimited
from pitboss.house.people.roles import Forbidden
from pitboss.house.store import Conflict
from pitboss.house.tables.work import Stale
from pitboss.refusal import Refused
from pitboss.web.common.hub import Full

_WORDS = {
    404: "address: there is nothing here; the API is described at /api/openapi.json",
    405: "method: not allowed at this address",
}
_LOG = logging.getLogger("pitboss.web")


class NoSession(Refused):
    """Nobody is logged in, or no longer."""


class NotFound(Refused):
    """There is no such thing."""


class Behind(Stale):
    """A command for a version that has passed; says at which the table is now."""

    def __init__(self, stale: Stale, version: int) -> None:
        super().__init__(str(stale))
        self.version = version


class Json(Response):
    """JSON values, encoded quickly."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


STATUSES: Mapping[type[Refused], int] = {
    NoSession: 401,
    LoginRefused: 401,
    Forbidden: 403,
    NotFound: 404,
    Stale: 409,
    RateLimited: 429,
    Full: 503,
}


def status_of(refusal: Refused) -> int:
    """What the house refuses by its rules or because of how things stand is a conflict."""
    return next((status for kind, status in STATUSES.items() if isinstance(refusal, kind)), 409)


def refusal_answer(refusal: Refused) -> Json:
    status = status_of(refusal)
    body: dict[str, object] = {"error": str(refusal)}
    if refusal.rule:
        body["rule"] = refusal.rule
    if isinstance(refusal, Behind):
        body["version"] = refusal.version
    headers = {}
    if isinstance(refusal, RateLimited):
        headers["Retry-After"] = str(max(1, refusal.wait_seconds))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Json(body, status, headers)


def error_answer(status: int, words: str, headers: Mapping[str, str] | None = None) -> Json:
    return Json({"error": words}, status, dict(headers or {}))


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Conflict, _on_database)
    for error in database_errors():
        app.add_exception_handler(error, _on_database)
    app.add_exception_handler(Exception, _on_failure)


def database_errors() -> list[type[Exception]]:
    """What the databases raise when they fail; PostgreSQL's only where it is in use."""
    found: list[type[Exception]] = [sqlite3.Error]
    if "psycopg" in sys.modules:
        found.append(sys.modules["psycopg"].Error)
    return found


async def _on_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal_answer(error)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(_methods_at(request))
    return error_answer(
        error.status_code, _WORDS.get(error.status_code, str(error.detail)), headers
    )


def _methods_at(request: Request) -> list[str]:
    """All methods of an address, of which each route knows only its own."""
    found: set[str] = set()
    for route in iter_route_contexts(request.app.routes):
        if route.path and route.methods and compile_path(route.path)[0].match(request.url.path):
            found |= route.methods
    return sorted(found)


async def _on_invalid(request: Request, error: Exception) -> Response:
    """The first thing that is wrong with the input; what was given is not repeated."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return error_answer(400, "body: no valid JSON")
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    words = Refused(f"{place or 'body'}: {first['msg']}")
    return error_answer(422, str(words))


async def _on_database(request: Request, error: Exception) -> Response:
    _LOG.warning("database: %s", error)
    return error_answer(503, "database: busy; try again", {"Retry-After": "1"})


async def _on_failure(request: Request, error: Exception) -> Response:
    return error_answer(500, "server: this failed and was logged; nothing was acknowledged")
