"""What every route says of itself in the OpenAPI document: who may call it, how it refuses."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pitboss.web.api.answers import Error
from pitboss.web.common.security import COOKIE, CSRF_HEADER

WHY = {
    400: "the body is no JSON",
    401: "no session, or it has ended",
    403: "not for your role, or sent by another site's page",
    404: "there is no such thing",
    409: "refused by the rules or as things stand; nothing has changed",
    413: "the body is too large",
    415: "the body is not application/json",
    422: "the input does not have the form described here",
    429: "too many; Retry-After says how many seconds to wait",
    503: "busy; try again",
}
SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "for programs"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "for browsers"},
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF_HEADER,
        "description": "with the cookie, for all that changes something: csrf of GET /api/me",
    },
}
BY_ANYONE: dict[str, Any] = {"security": [{}, {"bearer": []}, {"cookie": []}]}
BY_VISITOR: dict[str, Any] = {"security": [{"bearer": []}, {"cookie": []}]}
TO_CHANGE: dict[str, Any] = {"security": [{"bearer": []}, {"cookie": [], "csrf": []}]}

BODY = (400, 413, 415, 422)
"""How a body may be refused."""
CHANGED = (401, 403, 409, 429, *BODY)
"""How what changes something may be refused."""


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {
        status: {"model": Error, "description": WHY[status]} for status in sorted({*statuses, 503})
    }


def says(answer: object, *statuses: int, by: dict[str, Any] | None = None) -> dict[str, Any]:
    """A route's answer, how it may refuse, and who may call it."""
    return {"response_model": answer, "responses": problems(*statuses), "openapi_extra": by}


def describe(app: FastAPI, version: str) -> None:
    """Make the document once, with the ways to show who one is."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title="Pitboss",
                version=version,
                summary="Casino card games by their rules. Play money only.",
                description="Tables, rounds and jackpots. Practice only: no real money.",
                routes=app.routes,
            )
            document["components"]["securitySchemes"] = SCHEMES
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
