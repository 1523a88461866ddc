"""Every request as those who run the server see it: how many of which kind, how long they took, and
which event streams are open. An address counts as its template: nothing that a client makes up
becomes a name in the metrics.
"""

import time
from collections import Counter
from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.house.counters import SECONDS, Spread

NOWHERE = "none"
"""Stands for all addresses that lead nowhere."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
OTHER = "other"
STREAM = b"text/event-stream"


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
    """One request on its way."""

    __slots__ = ("_begun", "_traffic", "is_stream", "route", "seconds", "status")

    def __init__(self, traffic: Traffic) -> None:
        self._begun = time.perf_counter()
        self._traffic = traffic
        self.is_stream = False
        self.route = NOWHERE
        self.seconds = 0.0
        self.status = 0

    def begin_answer(self, message: Message, route: str) -> None:
        self.status, self.route = message["status"], route
        kind = next((v for n, v in message.get("headers", ()) if n.lower() == b"content-type"), b"")
        if kind.startswith(STREAM):
            self.is_stream = True
            self.seconds = time.perf_counter() - self._begun
            self._traffic.streams[route] += 1

    def end(self, method: str) -> None:
        if self.is_stream:
            self._traffic.streams[self.route] -= 1
        else:
            self.seconds = time.perf_counter() - self._begun
        self._traffic.count(method, self.route, self.status or 500, self.seconds)


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
        passage = Passage(self._traffic)

        async def send_noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                passage.begin_answer(message, self._template(scope))
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        finally:
            if not passage.status:
                passage.route = self._template(scope)
            passage.end(scope["method"])

    def _template(self, scope: Scope) -> str:
        """The address as it is written in the application."""
        if route := scope.get("route"):
            if id(route) not in self._routes:
                self._routes = find_templates(scope["app"])
            return self._routes.get(id(route), NOWHERE)
        # a folder of files: the address within it is the client's
        return str(scope.get("root_path") or NOWHERE)


def find_templates(app: FastAPI) -> dict[int, str]:
    """Every route's whole address, by the identity of the route."""
    found: Mapping[int, str | None] = {
        id(context.original_route): context.path for context in iter_route_contexts(app.routes)
    }
    return {route: path for route, path in found.items() if path}
