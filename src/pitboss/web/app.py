"""The application: a house behind HTTP."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from pitboss import __version__
from pitboss.house.access import STAFF
from pitboss.house.engine import House
from pitboss.web.api import company, desk, people, review, tables
from pitboss.web.api.answers import describe
from pitboss.web.common.compression import Compressed
from pitboss.web.common.door import pass_door
from pitboss.web.common.gate import Bounds, Guard, add_error_handlers
from pitboss.web.common.hosts import HostGuard
from pitboss.web.common.services import ServerSettings, Services
from pitboss.web.operations import probes
from pitboss.web.operations.traffic import Gatehouse

API = (people.router, *tables.ROUTERS, company.router, review.router, *desk.ROUTERS)


class Application(FastAPI):
    """Every answer passes the guard, which stands outside of all that may fail."""

    def build_middleware_stack(self) -> ASGIApp:
        return Guard(super().build_middleware_stack(), self.state.services.settings.https)


def create_app(house: House, settings: ServerSettings | None = None) -> FastAPI:
    """The API and, where they are wanted, the pages."""
    services = Services(house, settings or ServerSettings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if services.settings.pages:
            from pitboss.web.pages.design.bench import open_bench

            services.keep(open_bench, house)  # goes on with what was not done before
        async with app.state.observatory.telling():
            yield
        services.close()

    app = Application(
        title="Pitboss",
        version=__version__,
        lifespan=lifespan,
        dependencies=[Depends(pass_door)],
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.services = services
    app.state.observatory = probes.Observatory(services)
    app.add_middleware(Bounds)
    app.add_middleware(Compressed)
    if services.settings.hosts:
        app.add_middleware(HostGuard, hosts=services.settings.hosts)
    app.add_middleware(Gatehouse, traffic=app.state.observatory.traffic)
    add_error_handlers(app)
    app.router.routes.extend(api_routes())
    app.router.routes.extend(probes.ROUTES)
    describe(app, __version__)
    if services.settings.pages:
        add_pages(app)
    return app


@cache
def api_routes() -> list[BaseRoute]:
    return include(API, "/api")


def include(parts: Iterable[APIRouter], prefix: str = "") -> list[BaseRoute]:
    """The routes of these parts, behind the door. What they take and answer is worked out at the
    first request, and costs more than all else of an application: every house shares it."""
    whole = APIRouter(dependencies=[Depends(pass_door)])
    for part in parts:
        whole.include_router(part, prefix=prefix)
    return whole.routes


def make_links() -> tuple[Any, ...]:
    """The navigation, in its order; a link without roles is for everyone."""
    from pitboss.web.pages.site import Link

    return (
        Link("Lobby", "/"),
        Link("Rules", "/games"),
        Link("Coach", "/coach"),
        Link("Review", "/review"),
        Link("Training", "/training"),
        Link("Designer", "/designer"),
        Link("Floor", "/floor", STAFF),
        Link("Log", "/audit", STAFF - {"dealer"}),
        Link("Log in", "/login", frozenset({"", "guest"})),
        Link("Account", "/account", STAFF | {"player"}),
    )


@cache
def page_routes() -> list[BaseRoute]:
    """Those of every part of the site; a new part adds its lines here. They are imported here,
    because a server of the API alone needs no templates."""
    from pitboss.web.pages import (
        audit,
        coach,
        drills,
        floor,
        guide,
        lobby,
        offline,
        picture,
        postings,
        rounds,
    )
    from pitboss.web.pages.dealers import training
    from pitboss.web.pages.design import page as designer
    from pitboss.web.pages.design import papers, protection, sessions, targets
    from pitboss.web.pages.review import downloads
    from pitboss.web.pages.review import sessions as reviewed
    from pitboss.web.pages.table import page as table

    parts = (
        lobby,
        offline,
        table,
        rounds,
        picture,
        downloads,
        reviewed,
        postings,
        guide,
        coach,
        drills,
        training,
        designer,
        *(protection, sessions, targets, papers),
        audit,
        *floor.PARTS,
    )
    return include(part.router for part in parts)


def add_pages(app: FastAPI) -> None:
    """The site and its assets."""
    from pitboss.web.pages.assets import STATIC, Assets
    from pitboss.web.pages.site import add_error_pages, show_colours

    app.state.links = make_links()
    app.get("/static/games.css", include_in_schema=False)(show_colours)
    app.router.routes.extend(page_routes())
    add_error_pages(app)
    app.mount("/static", Assets(STATIC), "static")
