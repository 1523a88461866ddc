"""What holds for every request: bounded bodies, JSON at the API, the headers of answers."""

from collections.abc import Iterable
from typing import Any

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.web.common.errors import error_answer

LARGEST_BODY = 64 * 1024
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "img-src 'self' data:",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Stands in front of the whole application."""

    def __init__(self, app: ASGIApp, https: bool = False) -> None:
        self.app = app
        self._headers: Iterable[tuple[str, str]] = [
            *HEADERS.items(),
            *([("Strict-Transport-Security", "max-age=31536000")] if https else []),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers:
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = refuse_body(scope)
        if refused:
            await error_answer(*refused)(scope, receive, send_headers)
            return
        await self.app(scope, _bounded(receive), send_headers)


def refuse_body(scope: Scope) -> tuple[int, str] | None:
    """A body that is announced too large or of the wrong kind is not read at all."""
    headers = Headers(scope=scope)
    announced = headers.get("content-length", "0")
    if announced.isdecimal() and int(announced[:20]) > LARGEST_BODY:
        return 413, f"body: at most {LARGEST_BODY} bytes"
    has_body = announced != "0" or "transfer-encoding" in headers
    if scope["method"] in SAFE or not scope["path"].startswith("/api/") or not has_body:
        return None
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return 415, "content type: only application/json is taken here"
    return None


def _bounded(receive: Receive) -> Receive:
    """Stop reading a body of unknown length once it is too large."""
    total = 0

    async def bounded() -> Any:
        nonlocal total
        message = await receive()
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            if total > LARGEST_BODY:
                raise HTTPException(413, f"body: at most {LARGEST_BODY} bytes")
        return message

    return bounded
