"""The first page: the games, the open tables and the jackpots; and Play now, which gives a guest a
session, a practice table, players if wished, and a seat."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fastapi import Depends
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from pitboss.cards import parse_cards
from pitboss.games import all_games, find_game, game_keys
from pitboss.games.contract import Game
from pitboss.house import ledger
from pitboss.house.person import Person
from pitboss.house.store import Transaction
from pitboss.house.store.jackpots import read_terms
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published, seat_of
from pitboss.money import money
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound
from pitboss.web.common.services import Services, TableId, carry_out, find_table, open_table
from pitboss.web.common.visits import (
    Fields,
    Viewing,
    Visit,
    allow_change,
    arriving,
    begin_guest,
    keep_session,
    read_form,
)
from pitboss.web.pages.felt import FACES, USUAL_CENTS, Face
from pitboss.web.pages.signs import Posted, post_signs
from pitboss.web.pages.site import page_router, render, show_page, stream_region

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


def practice_setup(key: str, jackpots: list[str]) -> dict[str, Any]:
    """A table of one's own: no clock, and the house's jackpots where the game has them."""
    if key not in game_keys():
        raise NotFound(f"game {key[:20]!r}: there are {', '.join(game_keys())}")
    game = find_game(key)
    setup = {**game.face.practice.setup, "game": key, "practice": True}
    setup["name"] = f"{game.source.title} practice"
    setup["clock"] = {"decision": 0, "wagers": 0}
    if jackpots:
        setup["table"] = {
            **setup.get("table", {}),
            "jackpots": [{"jackpot": name} for name in jackpots],
        }
    return setup


def pick_jackpots(transaction: Transaction, key: str) -> list[str]:
    """The house's jackpots as far as the game has sensors, all of one type and each of its own
    hands."""
    sensors = len(find_game(key).jackpot_spots)
    if not sensors:
        return []
    picked: dict[str, tuple[str, str]] = {}
    for name, terms in sorted(read_terms(transaction).items()):
        types = {kind for _, kind in picked.values()}
        if terms.family not in picked and types <= {terms.type}:
            picked[terms.family] = (name, terms.type)
    return [name for name, _ in sorted(picked.values(), key=lambda pair: pair[0])][:sensors]


async def find_own(services: Services, person: Person, key: str) -> Published | None:
    """The person's open practice table of a game."""
    tables = await services.tables()
    return next(
        (t for t in tables if t.owner == person.id and t.setup.key == key and t.phase != "closed"),
        None,
    )


async def open_practice(services: Services, person: Person, key: str, bots: bool) -> str:
    """The person's practice table of this game, opened if need be, with a seat taken."""
    own = await find_own(services, person, key)
    if own is None:
        jackpots = await services.look(pick_jackpots, key)
        setup = practice_setup(key, jackpots)
        table_id = await open_table(services, person, setup)
    else:
        table_id = own.id
    table = await find_table(services, table_id)
    if all(seat["who"] != person.id for seat in table.seats.values()):
        await _sit(services, person, table)
    if bots or table.setup.is_poker:
        await _seat_bots(services, person, await find_table(services, table_id))
    return table_id


async def bring_chips(services: Services, person: Person, table: Published) -> None:
    """Practice chips for whoever is short of what one usually sits down with."""
    wanted = min(USUAL_CENTS, table.setup.buy_in[1])
    balance = await services.read(services.house.balance, ledger.player(person.id))
    if balance < wanted:
        await services.read(services.house.issue_chips, person)


async def _sit(services: Services, person: Person, table: Published) -> None:
    await bring_chips(services, person, table)
    seat = table.setup.game.face.practice.own_seat
    given = {} if seat in table.seats else {"seat": seat}
    await carry_out(services, Command(table.id, "sit", person, given))


async def _seat_bots(services: Services, person: Person, table: Published) -> None:
    """Practice players, unless some sit there already."""
    if any(seat["kind"] == "bot" for seat in table.seats.values()):
        return
    for seat in table.setup.game.face.practice.player_seats:
        if seat not in table.seats:
            given = {"seat": seat, "level": "medium"}
            await carry_out(services, Command(table.id, "seat-bot", person, given))


async def sit_free(services: Services, person: Person, table: Published) -> None:
    """The first free seat of a table, for whoever came by its link."""
    if any(seat["who"] == person.id for seat in table.seats.values()):
        raise Refused("seat: you sit at this table already")
    await bring_chips(services, person, table)
    await carry_out(services, Command(table.id, "sit", person, {}))
