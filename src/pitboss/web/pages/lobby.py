"""The first page: the games, the open tables and the jackpots, and the button that puts a guest at
a table."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from pitboss.cards import parse_cards
from pitboss.games import all_games
from pitboss.games.contract import Game
from pitboss.house.people.sessions import Begun
from pitboss.house.person import Person
from pitboss.house.tables.view import Published, seat_of
from pitboss.money import money
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
from pitboss.web.pages.practice import open_practice, practice_setup, sit_free
from pitboss.web.pages.signs import Sign, post_signs
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.table.felt import FACES, Face

router = page_router()


class GameCard(NamedTuple):
    """A game to play now; ``art`` is a few cards."""

    key: str
    title: str
    blurb: str
    maker: str
    art: list[Face]
    is_poker: bool


class TableCard(NamedTuple):
    """An open table."""

    id: str
    name: str
    game: str
    phase: str
    taken: int
    seats: int
    people: list[str]
    limits: list[Sign]
    labels: tuple[str, ...]
    is_yours: bool
    practice: bool


class Meter(NamedTuple):
    """A jackpot with a table where it is played."""

    id: str
    title: str
    cents: int
    wager: str


class Lobby(NamedTuple):
    games: list[GameCard]
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
        [_game_card(game) for game in all_games()],
        [_table_card(table, meters, who) for table in shown],
        _meters(shown, meters),
    )


def _is_of(table: Published, who: str) -> bool:
    return table.owner == who or seat_of(table, who) > 0


def _game_card(game: Game) -> GameCard:
    source, face = game.source, game.face
    return GameCard(
        source.key,
        source.title,
        face.blurb,
        source.maker,
        [FACES[card] for card in parse_cards(" ".join(face.art))],
        game.read_seating is not None,
    )


def _table_card(table: Published, meters: Mapping[str, int], who: str) -> TableCard:
    posted = post_signs(table.setup, meters)
    return TableCard(
        table.id,
        table.setup.name,
        table.setup.game.source.title,
        "playing" if table.phase == "playing" else "wagers open",
        len(table.seats),
        table.setup.seats,
        [str(seat["name"]) for seat in table.seats.values()],
        [*posted.limits[:1], *(fact for fact in posted.facts if fact.title == "Blinds")],
        posted.labels,
        _is_of(table, who),
        bool(table.setup.given["practice"]),
    )


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
    person, begun = await enter(request, visitor, services, fields)
    table_id = await open_practice(services, person, key, fields.get("bots") == "on")
    return go(f"/tables/{table_id}", services, begun)


@router.post("/tables/{table_id}/sit", dependencies=[Depends(arriving)])
async def sit_down(
    request: Request, table_id: TableId, visitor: Viewing, services: Shared
) -> RedirectResponse:
    """A seat at a table for whoever came by its link, as a guest if need be."""
    table = await find_table(services, table_id)
    person, begun = await enter(request, visitor, services, await read_form(request))
    await sit_free(services, person, table)
    return go(f"/tables/{table_id}", services, begun)


async def enter(
    request: Request, visitor: Visitor | None, services: Services, fields: dict[str, str]
) -> tuple[Person, Begun | None]:
    """Who came, with a new guest's session, or none for whoever has one and sent its token."""
    if visitor is None:
        begun = await begin_guest(request, services)
        return begun.session.person, begun
    allow_change(request, visitor, fields.get("csrf", ""))
    return visitor.person, None


def go(address: str, services: Services, begun: Begun | None) -> RedirectResponse:
    """To another page, with a new session if one was begun."""
    answer = RedirectResponse(address, 303)
    if begun:
        keep_session(answer, services, begun)
    return answer
