"""What a supervisor, a load balancer and Prometheus ask. None of it needs a session or is counted
against a limit."""

import asyncio
import hmac
import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import Request, Response
from prometheus_client.core import Metric
from starlette.routing import Route

from pitboss.house.access import Forbidden
from pitboss.web.common.gate import Json
from pitboss.web.common.services import Services
from pitboss.web.operations import metrics
from pitboss.web.operations.exchange import gather, keep_posting
from pitboss.web.operations.readiness import read_readiness
from pitboss.web.operations.readings import Reading
from pitboss.web.operations.traffic import Traffic

FRESH = {"Cache-Control": "no-store"}
KEPT_SECONDS = 5.0
"""How old the database's own figures may be."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
REFUSED = "metrics: read on the machine itself, or with the token of the setting metrics_token"


class Observatory:
    """What one application shows of itself."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.traffic = Traffic()
        self._kept = Reading(self._read_kept, KEPT_SECONDS)

    def _read_kept(self) -> metrics.Kept:
        given = (self.services.now(), self.services.settings.destinations)
        return metrics.read_kept(self.services.house.database, *given)

    async def families(self) -> list[Metric]:
        """All metrics as they stand."""
        kept, house = await self._kept.get(), self.services.house
        shared, own = self.services.settings.shared, self.own_families()
        others = await self.services.read(gather, shared, own) if shared else own
        return [*metrics.of_house(house, kept), *others]

    def own_families(self) -> list[Metric]:
        """What is of this process alone."""
        house = self.services.house
        ready = read_readiness(house, self.services.settings.watch)
        return [
            *metrics.of_parts(house.health, ready),
            *metrics.of_process(house, self.traffic),
        ]

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        """While the server runs: its other processes are told of this one's figures."""
        shared = self.services.settings.shared
        posting = asyncio.create_task(keep_posting(shared, self.own_families)) if shared else None
        try:
            yield
        finally:
            if posting:
                posting.cancel()


async def say_alive(_: Request) -> Response:
    """The process lives and answers; nothing else is touched."""
    return Json({"alive": True}, headers=FRESH)


async def say_ready(request: Request) -> Response:
    """Whether the house can serve, or else 503 with the parts that cannot; why is told to whoever
    may read the metrics."""
    services: Services = request.app.state.services
    found = read_readiness(services.house, services.settings.watch)
    values = found.values(may_read(request, services.settings.metrics_token))
    return Json(values, 200 if found.ready else 503, headers=FRESH)


async def show_metrics(request: Request) -> Response:
    """Everything counted, in the Prometheus format."""
    observatory: Observatory = request.app.state.observatory
    if not may_read(request, observatory.services.settings.metrics_token):
        raise Forbidden(REFUSED)
    families = await observatory.families()
    write = partial(metrics.encode, families, request.headers.get("accept", ""))
    body, kind = await observatory.services.read(write)
    return Response(body, headers={**FRESH, "Content-Type": kind})


def may_read(request: Request, token: str) -> bool:
    """Whoever has the token, or asks from this machine and not through a proxy on it; nor may a
    page of another site, by a name that it lets lead here."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if token and scheme.lower() == "bearer":
        return hmac.compare_digest(given.strip().encode(), token.encode())
    return _is_here(request)


def _is_here(request: Request) -> bool:
    if any(name in request.headers for name in FORWARDED):
        return False
    host = request.headers.get("host", "").rsplit(":", 1)[0]
    if request.headers.get("host", "").endswith("]"):
        host = request.headers["host"]
    try:
        asked_from = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return asked_from.is_loopback and host in LOCAL_NAMES


ROUTES = (
    Route("/healthz", say_alive),
    Route("/readyz", say_ready),
    Route("/metrics", show_metrics),
)
"""Plain ones: nothing that the application does for every visitor is done for them."""
