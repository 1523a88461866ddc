"""The first page: the games, the open tables and the jackpots, and the button that puts a guest at
a table."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from fastapi import Depends
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from pitboss.cards import parse_cards
from pitboss.games import all_games
from pitboss.games.contract import Game
from pitboss.house.tables.view import Published, seat_of
from pitboss.money import money
from pitboss.web.common.people import begin_guest
from pitboss.web.common.security import (
    Fields,
    Viewing,
    Visit,
    allow_change,
    arriving,
    keep_session,
    read_form,
)
from pitboss.web.common.tables import TableId, find_table
from pitboss.web.pages.live import stream_region
from pitboss.web.pages.practice import open_practice, practice_setup, sit_free
from pitboss.web.pages.signs import Posted, post_signs
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.table.felt import FACES, Face

router = page_router()


class TableCard(NamedTuple):
    """An open table."""

    table: Published
    posted: Posted
    is_yours: bool


class Meter(NamedTuple):
    """A jackpot with a table where it is played."""

    id: str
    title: str
    cents: int
    wager: str


class Lobby(NamedTuple):
    tables: list[TableCard]
    meters: list[Meter]


def make_lobby(tables: Iterable[Published], meters: Mapping[str, int], who: str) -> Lobby:
    """Open tables, the viewer's own first; a practice table of someone else only when it is
    shared by its link, so it is not listed."""
    shown = [
        table
        for table in tables
        if table.phase != "closed" and (not table.setup.given["practice"] or _is_of(table, who))
    ]
    shown.sort(key=lambda table: (not _is_of(table, who), table.setup.key, table.setup.name))
    return Lobby(
        [TableCard(t, post_signs(t.setup, meters), _is_of(t, who)) for t in shown],
        _meters(shown, meters),
    )


def _is_of(table: Published, who: str) -> bool:
    return table.owner == who or seat_of(table, who) > 0


def _art(game: Game) -> list[Face]:
    """A few cards that stand for a game."""
    return [FACES[card] for card in parse_cards(" ".join(game.face.art))]


def _meters(tables: Iterable[Published], meters: Mapping[str, int]) -> list[Meter]:
    """Each jackpot once."""
    found: dict[str, Meter] = {}
    for table in tables:
        links = zip(table.setup.jackpots, table.setup.settings.jackpots, strict=True)
        for name, terms in links:
            if name not in found:
                cards = "Five card" if terms.family == "5CL" else "Seven card"
                title = f"{cards} jackpot, {terms.type}"
                wager = money(terms.wager_cents)
                found[name] = Meter(name, title, meters.get(name, 0), wager)
    return list(found.values())


@router.get("/")
async def lobby_page(visit: Viewing) -> HTMLResponse:
    """The games and the open tables."""
    games = [(game, _art(game)) for game in all_games()]
    return show_page(visit, "lobby/page.html", {"lobby": await _look(visit), "games": games})


async def _look(visit: Visit) -> Lobby:
    return make_lobby(await visit.services.tables(), visit.services.house.meters, visit.who)


@router.get("/stream")
async def lobby_stream(visit: Viewing) -> StreamingResponse:
    """The lobby's tables and meters as they change."""

    async def make() -> dict[str, object]:
        return {"html": render("lobby/region.html", lobby=await _look(visit), csrf=visit.csrf)}

    tables = [table.id for table in await visit.services.tables()]
    return stream_region(visit, tables, make)


@router.post("/play/{key}", dependencies=[Depends(arriving)])
async def play_now(visit: Viewing, key: str) -> RedirectResponse:
    """A practice table of one's own, and a seat at it."""
    practice_setup(key, [])
    fields = await read_form(visit)
    await enter(visit, fields)
    table_id = await open_practice(visit.services, visit.person, key, fields.get("bots") == "on")
    return go(f"/tables/{table_id}", visit)


@router.post("/tables/{table_id}/sit", dependencies=[Depends(arriving)])
async def sit_down(visit: Viewing, table_id: TableId) -> RedirectResponse:
    """A seat at a table for whoever came by its link, as a guest if need be."""
    table = await find_table(visit.services, table_id)
    await enter(visit, await read_form(visit))
    await sit_free(visit.services, visit.person, table)
    return go(f"/tables/{table_id}", visit)


async def enter(visit: Visit, fields: Fields) -> None:
    """Begin a guest's session for whoever has none; whoever has one must have sent its token."""
    if visit.found is None:
        visit.begun = await begin_guest(visit)
        visit.found = visit.begun.session
    else:
        allow_change(visit, fields.get("csrf", ""))


def go(address: str, visit: Visit) -> RedirectResponse:
    """To another page, with a new session if one was begun."""
    answer = RedirectResponse(address, 303)
    if visit.begun:
        keep_session(answer, visit, visit.begun)
    return answer
