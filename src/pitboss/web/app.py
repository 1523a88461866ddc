"""The application: a house behind HTTP."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from pitboss import __version__
from pitboss.house.engine.house import House
from pitboss.web.api import desk, exports, jackpots, live, people, rounds, tables
from pitboss.web.api.described import describe
from pitboss.web.common.errors import add_error_handlers
from pitboss.web.common.guard import Guard
from pitboss.web.common.settings import ServerSettings, Services

API = (people, tables, jackpots, rounds, live, desk, exports)


def create_app(house: House, settings: ServerSettings | None = None) -> FastAPI:
    """The API and, where they are wanted, the pages."""
    services = Services(house, settings or ServerSettings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        services.close()

    app = FastAPI(
        title="Pitboss",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.services = services
    app.add_middleware(Guard, https=services.settings.https)
    add_error_handlers(app)
    for part in API:
        app.include_router(part.router, prefix="/api")
    describe(app, __version__)
    if services.settings.pages:
        from pitboss.web.pages.areas import (
            add_pages,  # a server of the API alone needs no templates
        )

        add_pages(app)
    return app
