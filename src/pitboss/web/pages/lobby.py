"""The first page, and the button that puts a guest at a table."""

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from pitboss.house.people.sessions import Begun
from pitboss.web.common.form import read_form
from pitboss.web.common.people import begin_guest
from pitboss.web.common.security import (
    Shared,
    Viewing,
    Visitor,
    allow_change,
    arriving,
    keep_session,
    who_of,
)
from pitboss.web.common.settings import Services
from pitboss.web.common.tables import TableId, find_table
from pitboss.web.pages.live import stream_region
from pitboss.web.pages.lobby_list import make_lobby
from pitboss.web.pages.practice import open_practice, practice_setup, sit_free
from pitboss.web.pages.site import page_router, render, show_page

router = page_router()


@router.get("/")
async def lobby_page(request: Request, visitor: Viewing, services: Shared) -> HTMLResponse:
    """The games and the open tables."""
    lobby = make_lobby(await services.tables(), services.house.meters, who_of(visitor))
    return show_page(request, visitor, "lobby/page.html", {"lobby": lobby})


@router.get("/stream")
async def lobby_stream(request: Request, visitor: Viewing, services: Shared) -> StreamingResponse:
    """The lobby's tables and meters as they change."""
    who = who_of(visitor)

    async def make() -> dict[str, object]:
        lobby = make_lobby(await services.tables(), services.house.meters, who)
        csrf = visitor.csrf if visitor else ""
        return {"html": render("lobby/region.html", lobby=lobby, csrf=csrf)}

    tables = [table.id for table in await services.tables()]
    return stream_region(request, visitor, tables, make)


@router.post("/play/{key}", dependencies=[Depends(arriving)])
async def play_now(
    request: Request, key: str, visitor: Viewing, services: Shared
) -> RedirectResponse:
    """A practice table of one's own, and a seat at it."""
    practice_setup(key, [])
    fields = await read_form(request)
    begun = await enter(request, visitor, services, fields)
    person = begun.session.person if begun else visitor.person if visitor else None
    assert person
    table_id = await open_practice(services, person, key, fields.get("bots") == "on")
    return go(f"/tables/{table_id}", services, begun)


@router.post("/tables/{table_id}/sit", dependencies=[Depends(arriving)])
async def sit_down(
    request: Request, table_id: TableId, visitor: Viewing, services: Shared
) -> RedirectResponse:
    """A seat at a table for whoever came by its link, as a guest if need be."""
    table = await find_table(services, table_id)
    begun = await enter(request, visitor, services, await read_form(request))
    person = begun.session.person if begun else visitor.person if visitor else None
    assert person
    await sit_free(services, person, table)
    return go(f"/tables/{table_id}", services, begun)


async def enter(
    request: Request, visitor: Visitor | None, services: Services, fields: dict[str, str]
) -> Begun | None:
    """A new guest's session, or nothing for whoever has one and sent its token."""
    if visitor is None:
        return await begin_guest(request, services)
    allow_change(request, visitor, fields.get("csrf", ""))
    return None


def go(address: str, services: Services, begun: Begun | None) -> RedirectResponse:
    """To another page, with a new session if one was begun."""
    answer = RedirectResponse(address, 303)
    if begun:
        keep_session(answer, services, begun)
    return answer
