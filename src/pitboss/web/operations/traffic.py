"""Every request as those who run the server see it: its id, its line in the log, how many there
were of which kind, how long they took, and which event streams are open. An address counts as its
template: nothing that a client makes up becomes a name in the metrics or a word in the log.
"""

import logging
import re
import secrets
import time
from collections import Counter

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.house.counters import SECONDS, Spread
from pitboss.web.common.gate import REQUEST_ID
from pitboss.web.operations.logs import REQUEST

_LOG = logging.getLogger("pitboss.requests")

NOWHERE = "none"
"""Stands for all addresses that lead nowhere."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
OTHER = "other"
STREAM = "text/event-stream"
QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked for every few seconds: not worth a line."""
LONGEST_ADDRESS = 60
ID_HEADER = "X-Request-Id"
_HARMLESS = re.compile(r"[0-9A-Za-z_.:-]{8,64}")


class Traffic:
    """The counts of one application, added to on its event loop."""

    def __init__(self) -> None:
        self.answered: Counter[tuple[str, str, int]] = Counter()
        """By method, template and status."""
        self.took: dict[str, Spread] = {}
        """Seconds to the end of an answer; of a stream to its beginning."""
        self.streams: Counter[str] = Counter()
        """Open ones by template."""

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        self.answered[method if method in METHODS else OTHER, route, status] += 1
        spread = self.took.get(route)
        if spread is None:
            spread = self.took[route] = Spread(SECONDS)
        spread.add(seconds)


class Passage:
    """One request on its way, and what is logged of it."""

    __slots__ = ("_begun", "_traffic", "id", "is_stream", "method", "route", "scope", "status")

    def __init__(self, traffic: Traffic, scope: Scope) -> None:
        self._begun = time.perf_counter()
        self._traffic = traffic
        self.scope = scope
        self.id = scope[REQUEST_ID] = choose_id(scope)
        self.method = scope["method"] if scope["method"] in METHODS else OTHER
        self.route = ""
        self.status = 0
        self.is_stream = False

    def fields(self) -> dict[str, object]:
        known = {"request": self.id, "method": self.method, "route": self.route}
        known |= {"person": self.scope.get("person_id", ""), "address": self.address}
        return {name: value for name, value in known.items() if value}

    def begin_answer(self, message: Message, route: str) -> None:
        headers = MutableHeaders(scope=message)
        headers[ID_HEADER] = self.id
        self.status, self.route = message["status"], route
        if headers.get("content-type", "").startswith(STREAM):
            self.is_stream = True
            self._traffic.streams[route] += 1
            self._traffic.count(self.method, route, self.status, self._seconds)
            self._log("stream begun")

    def end(self) -> None:
        if self.is_stream:
            self._traffic.streams[self.route] -= 1
            self._log("stream ended")
        else:
            self.status = self.status or 500
            self._traffic.count(self.method, self.route, self.status, self._seconds)
            if self.route not in QUIET:
                self._log("request")

    @property
    def address(self) -> str:
        client = self.scope.get("client")
        return str(client[0])[:LONGEST_ADDRESS] if client else ""

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self._begun

    def _log(self, event: str) -> None:
        fields = {"status": self.status, "seconds": round(self._seconds, 6)}
        level = logging.WARNING if self.status >= 500 else logging.INFO
        if _LOG.isEnabledFor(level):  # and without looking for the line of code that says so
            given = (_LOG.name, level, "", 0, event, (), None)
            _LOG.handle(_LOG.makeRecord(*given, extra={"fields": fields}))


def choose_id(scope: Scope) -> str:
    """The id that a trusted proxy gave to the request, where its form is harmless, or a new one.
    The server puts the client's address in place of a trusted proxy's, with the port 0, which no
    connection has."""
    client = scope.get("client")
    if client and client[1] == 0:
        given = Headers(scope=scope).get(ID_HEADER, "")
        if _HARMLESS.fullmatch(given):
            return given
    return secrets.token_hex(8)


class Gatehouse:
    """Stands before the whole application, its guard included."""

    def __init__(self, app: ASGIApp, traffic: Traffic) -> None:
        self.app = app
        self._traffic = traffic
        self._routes: dict[int, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        passage = Passage(self._traffic, scope)
        REQUEST.set(passage)  # each request has a task of its own, and with it a context

        async def send_noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                passage.begin_answer(message, self._template(scope))
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        finally:
            passage.route = passage.route or self._template(scope)
            passage.end()

    def _template(self, scope: Scope) -> str:
        """The address as it is written in the application."""
        endpoint = scope.get("endpoint")
        if endpoint is None:
            return NOWHERE
        if id(endpoint) not in self._routes:
            self._routes = find_templates(scope["app"])
        return self._routes.get(id(endpoint), NOWHERE)


def find_templates(app: FastAPI) -> dict[int, str]:
    """Every route's whole address, by the identity of what answers there; of a folder of files its
    own, since the address within it is the client's."""
    found = {}
    for context in iter_route_contexts(app.routes):
        answers = context.endpoint or getattr(context.original_route, "app", None)
        if context.path and answers:
            found[id(answers)] = context.path
    return found
