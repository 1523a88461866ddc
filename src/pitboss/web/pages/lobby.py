"""The first page: the games, the open tables and the jackpots; and Play now, which gives a guest a
session, a practice table, players if wished, and a seat."""

from typing import Any, NamedTuple

from fastapi import Depends
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse
from markupsafe import Markup

from pitboss.cards import parse_cards
from pitboss.games import all_games, find_game, game_keys
from pitboss.house import ledger
from pitboss.house.engine import TABLE
from pitboss.house.log import Person
from pitboss.house.store.jackpots import of_practice
from pitboss.house.tables.play import Command
from pitboss.house.tables.practice import is_practice
from pitboss.house.tables.seats import BOT_LEVELS
from pitboss.house.tables.state import Published, seat_of
from pitboss.refusal import Refused
from pitboss.rounds.view import SPECTATOR
from pitboss.web.common.gate import NotFound
from pitboss.web.common.services import Services, TableId, carry_out, find_table, open_table
from pitboss.web.common.visits import Viewing, Visit, arriving, enter, go, read_form
from pitboss.web.pages.board import Board
from pitboss.web.pages.site import page_router, show_page, stream_region
from pitboss.web.pages.table.felt import FACES, USUAL_CENTS

router = page_router()


class Players(NamedTuple):
    """Whether practice players are wished where they need not be, and how good they are."""

    are_wished: bool
    level: str = "medium"


def read_level(given: str | None) -> str:
    """Medium unless another level is asked for."""
    if given and given not in BOT_LEVELS:
        raise Refused(f"level {given[:20]!r}: one of {', '.join(BOT_LEVELS)}")
    return given or "medium"


def find_board(visit: Visit) -> Board:
    """The one of this application."""
    services = visit.services
    return services.keep(Board, services)


@router.get("/")
async def lobby_page(visit: Viewing) -> HTMLResponse:
    """The games, each with a few cards that stand for it, and the open tables."""
    games = [
        (game, [FACES[card] for card in parse_cards(" ".join(game.face.art))])
        for game in all_games()
    ]
    board = find_board(visit)
    await board.renew()
    region = Markup(board.region(board.sight(visit.who)))
    values = {"games": games, "region": region, "mark": board.mark, "levels": BOT_LEVELS}
    return show_page(visit, "lobby/page.html", values)


@router.get("/stream")
async def lobby_stream(visit: Viewing) -> StreamingResponse:
    """The lobby's tables and meters as they change, for a page that says up to where it knows."""
    board = find_board(visit)
    await board.renew()
    last = board.since(visit.query.get("since", ""), visit.who)

    async def make() -> bytes:
        nonlocal last
        last, message = board.message(last, visit.who)
        return message

    return stream_region(visit, (), make, board)


@router.post("/play/{key}", dependencies=[Depends(arriving)])
async def play_now(visit: Viewing, key: str) -> RedirectResponse:
    """A practice table of one's own, and a seat at it."""
    practice_setup(key, [])
    fields = await read_form(visit)
    read_level(fields.get("level"))
    await enter(visit, fields)
    players = Players(fields.get("bots") == "on", read_level(fields.get("level")))
    table_id = await open_practice(visit.services, visit.person, key, players)
    return go(f"/tables/{table_id}", visit)


@router.post("/tables/{table_id}/sit", dependencies=[Depends(arriving)])
async def sit_down(visit: Viewing, table_id: TableId) -> RedirectResponse:
    """A seat at a table for whoever came by its link, as a guest if need be."""
    table = await find_table(visit.services, table_id)
    await enter(visit, await read_form(visit))
    if seat_of(table, visit.person.id) != SPECTATOR:
        raise Refused("seat: you sit at this table already")
    await sit(visit.services, visit.person, table)
    return go(f"/tables/{table_id}", visit)


def practice_setup(key: str, jackpots: list[str]) -> dict[str, Any]:
    """A table of one's own: no clock, and jackpots for practice where the game has them."""
    if key not in game_keys():
        raise NotFound(f"game {key[:20]!r}: there are {', '.join(game_keys())}")
    game = find_game(key)
    setup = {
        **game.face.practice.setup,
        "game": key,
        "practice": True,
        "name": f"{game.source.title} practice",
        "clock": {"decision": 0, "wagers": 0},
    }
    if jackpots:
        links = [{"jackpot": name} for name in jackpots]
        setup["table"] = {**setup.get("table", {}), "jackpots": links}
    return setup


async def practice_jackpots(services: Services, key: str) -> list[str]:
    """Those that a game's practice tables play on; the first such table opens them on the terms of
    the game's face."""
    found = {one.name: one.id for one in await services.look(of_practice) if one.game == key}
    names = []
    for face in find_game(key).face.practice.jackpots:
        if face["name"] not in found:
            given, house = {**face, "game": key}, services.house
            found[face["name"]] = await services.read(house.open_jackpot, TABLE, given, True)
        names.append(found[face["name"]])
    return names


async def open_practice(services: Services, person: Person, key: str, players: Players) -> str:
    """The person's practice table of this game, opened if need be, with a seat taken; practice
    players too, unless some sit there already."""
    for table in await services.tables():
        if (table.owner, table.setup.key) == (person.id, key) and table.phase != "closed":
            break
    else:
        jackpots = await practice_jackpots(services, key)
        opened = await open_table(services, person, practice_setup(key, jackpots))
        table = await find_table(services, opened)
    seating = table.setup.game.face.practice
    if seat_of(table, person.id) == SPECTATOR:
        await sit(services, person, table, seating.own_seat)
        table = await find_table(services, table.id)
    kinds = [seat["kind"] for seat in table.seats.values()]
    if (players.are_wished or table.setup.is_poker) and "bot" not in kinds:
        for seat in seating.player_seats:
            if seat not in table.seats:
                given = {"seat": seat, "level": players.level}
                await carry_out(services, Command(table.id, "seat-bot", person, given))
    return table.id


async def sit(services: Services, person: Person, table: Published, seat: int = 0) -> None:
    """A seat of a table, the first free one unless the wished one is free; with practice chips for
    whoever is short of what one usually sits down with."""
    wanted = min(USUAL_CENTS, table.setup.buy_in[1])
    balance = await services.read(services.house.balance, ledger.player(person.id))
    if balance < wanted and not is_practice(table.setup):
        await services.read(services.house.issue_chips, person)
    given: dict[str, object] = {"seat": seat} if seat and seat not in table.seats else {}
    if table.setup.is_poker and not table.setup.given["practice"]:
        given["blind"] = "wait"  # nobody posts a blind unasked; at the table they may say so
    await carry_out(services, Command(table.id, "sit", person, given))
