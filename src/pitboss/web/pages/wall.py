"""The big screen's page; nobody logs in at a wall."""

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.web.common.security import Shared, Viewing
from pitboss.web.common.settings import Services
from pitboss.web.pages.live import stream_region
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.wall_boards import Wall, choose_tables, make_wall, read_names

router = page_router()


async def read_wall(request: Request, services: Services) -> Wall:
    """What ``?tables=`` and ``?jackpots=`` choose, as it stands now."""
    wanted = request.query_params
    named = read_names(wanted.get("tables", ""), "tables")
    jackpots = read_names(wanted.get("jackpots", ""), "jackpots")
    titles: dict[str, str] = await services.look(_titles)
    tables = choose_tables(await services.tables(), named, jackpots)
    return make_wall(tables, jackpots, titles, services.house.meters)


def _titles(transaction: Any) -> dict[str, str]:
    return dict(transaction.execute("SELECT id, name FROM jackpots"))


@router.get("/wall")
async def wall_page(request: Request, visitor: Viewing, services: Shared) -> HTMLResponse:
    """Meters and signs."""
    values = {"wall": await read_wall(request, services), "query": request.url.query}
    return show_page(request, visitor, "wall/page.html", values)


@router.get("/wall/stream")
async def wall_stream(request: Request, visitor: Viewing, services: Shared) -> StreamingResponse:
    """The same as it changes."""
    await read_wall(request, services)

    async def make() -> dict[str, object]:
        return {"html": render("wall/region.html", wall=await read_wall(request, services))}

    return stream_region(request, visitor, [], make)
