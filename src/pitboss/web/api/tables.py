"""Tables, their jackpots and rounds, each as its viewer may see it; what is asked of a table; and
one event stream a client, with its tables as it sees them and the jackpots' meters."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from pitboss.games import find_game, jackpot_keys
from pitboss.games.contract import Opening
from pitboss.house.access import may
from pitboss.house.books.warnings import find_warnings
from pitboss.house.store import jackpots
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused
from pitboss.web.api import answers, views
from pitboss.web.api.answers import BY_ANYONE, CHANGED, TO_CHANGE, says
from pitboss.web.api.commands import AnyCommand
from pitboss.web.api.posted import Posted
from pitboss.web.api.requests import (
    Amount,
    Jackpot,
    JackpotGame,
    NewTable,
    given_values,
)
from pitboss.web.common import services
from pitboss.web.common.gate import Json
from pitboss.web.common.records import record_values
from pitboss.web.common.services import JACKPOT, RoundNumber, TableId, find_table
from pitboss.web.common.tables import (
    LobbyRows,
    fresh_view,
    people_view,
    posted_values,
    read_lines,
    round_values,
)
from pitboss.web.common.visits import Acting, Viewing, Visit

router = APIRouter(tags=["tables"])
jackpot_router = APIRouter(tags=["jackpots"])
round_router = APIRouter(tags=["rounds"])
stream_router = APIRouter(tags=["stream"])
ROUTERS = (router, jackpot_router, round_router, stream_router)

MOST_TABLES = 20
FIRST_GAME = jackpot_keys()[0]
KIND = "text/event-stream"
HEARTBEAT = b": still here\n\n"
ENDED = b'event: ended\ndata: {"why":"the session or the server has ended"}\n\n'

EVENT = {
    "type": "object",
    "description": "one event; its data is JSON",
    "properties": {
        "event": {"enum": ["table", "people", "reaction", "jackpot", "ended"]},
        "id": {"type": "string", "description": "of a table: its version"},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
EXAMPLE = {"event": "jackpot", "data": '{"jackpot": "5cl-e01-0a1b2c", "meter": "10000.20"}'}
STREAM = {
    "description": "server-sent events: `table`, `people`, `reaction`, `jackpot`, `ended`",
    "content": {KIND: {"schema": EVENT, "example": EXAMPLE}},
}


@router.get("/tables", **says(answers.Lobby, 401, by=BY_ANYONE))
async def list_tables(visit: Viewing) -> Json:
    """The open tables."""
    tables = sorted(await visit.services.tables(), key=lambda table: table.id)
    meters, rows = visit.services.house.meters, visit.services.keep(LobbyRows)
    shown = [rows.find(table, meters, visit.who) for table in tables if table.phase != "closed"]
    return Json({"tables": shown})


@router.post("/tables", status_code=201, **says(answers.Opened, *CHANGED, by=TO_CHANGE))
async def open_table(visit: Acting, setup: NewTable) -> Json:
    """Open a table: an operator any, everyone else one for practice. Wagers on which the player has
    the edge, and those whose edge is not known, are in ``warnings``."""
    table_id = await services.open_table(visit.services, visit.person, given_values(setup))
    opened = await find_table(visit.services, table_id)
    warned = await visit.services.read(find_warnings, opened.setup, visit.services.house.meters)
    warnings = [each.values() for each in warned]
    return Json({"table": table_id, "version": opened.version, "warnings": warnings}, 201)


@router.get("/tables/{table_id}", **says(views.TableShown, 401, 404, 422, by=BY_ANYONE))
async def show_table(
    visit: Viewing,
    table_id: TableId,
    start: Annotated[int, Query(alias="from", ge=0, le=100_000)] = 0,
) -> Json:
    """A table as you see it, with its round's events from one on."""
    visit.services.house.presence.note(table_id, visit.who)
    return Json(
        fresh_view(visit.services, await find_table(visit.services, table_id), visit.who, start)
    )


@router.get("/tables/{table_id}/posted", **says(Posted, 401, 404, 422, by=BY_ANYONE))
async def show_posted(visit: Viewing, table_id: TableId) -> Json:
    """Limits, pay tables, promotions, rulings, jackpots and the way to settle a dispute."""
    table = await find_table(visit.services, table_id)
    return Json(posted_values(table, visit.services.house.meters, visit.services.today))


@router.post(
    "/tables/{table_id}/commands", **says(answers.CommandAnswer, 404, *CHANGED, by=TO_CHANGE)
)
async def command_table(visit: Acting, table_id: TableId, asked: AnyCommand) -> Json:
    """Ask something of a table. It is on disk when the answer comes; the same ``id`` sent again
    gets the same answer and has one effect."""
    await find_table(visit.services, table_id)
    given = given_values(asked, frozenset({"act", "id", "version"}))
    command = Command(table_id, asked.act, visit.person, given, asked.id, asked.version)
    answer = await services.carry_out(visit.services, command)
    if asked.act == "change-table":
        changed = await find_table(visit.services, table_id)
        meters = visit.services.house.meters
        warned = await visit.services.read(find_warnings, changed.setup, meters)
        answer["warnings"] = [each.values() for each in warned]
    return Json(answer)


@jackpot_router.get("/jackpots", **says(answers.Jackpots, 401, by=BY_ANYONE))
async def list_jackpots(visit: Viewing) -> Json:
    """Every jackpot, what its meter shows and which open tables are linked to it."""
    tables = [table for table in await visit.services.tables() if table.phase != "closed"]
    found = [
        {
            "jackpot": one.id,
            "name": one.name,
            "game": one.game,
            "terms": one.given,
            "meter": dollars(one.meter.displayed_cents),
            "tables": [table.id for table in tables if one.id in table.setup.jackpots],
        }
        for one in await visit.services.look(jackpots.read_all)
    ]
    return Json({"jackpots": found})


@jackpot_router.post(
    "/jackpots", status_code=201, **says(answers.JackpotOpened, *CHANGED, by=TO_CHANGE)
)
async def open_jackpot(visit: Acting, jackpot: Jackpot) -> Json:
    """Open a jackpot that tables may link to. Its seed is as given; the answer says which one is
    suggested for its wager."""
    name = await visit.services.read(
        visit.services.house.open_jackpot, visit.person, given_values(jackpot)
    )
    return Json({"jackpot": name, **_suggest(jackpot.game, jackpot.terms.wager or 1)}, 201)


@jackpot_router.get("/jackpots/seed", **says(answers.SeedSuggested, 401, 409, 422, by=BY_ANYONE))
async def show_seed(wager: Amount = "1.00", game: JackpotGame = FIRST_GAME) -> Json:
    """The seed that is suggested for a progressive of this fixed wager."""
    return Json(_suggest(game, wager))


def _suggest(game: str, wager: object) -> dict[str, str]:
    """Documents recommend that seeds go with the wager; they are never changed for it."""
    first, cents = find_game(game).face.first_table, parse_dollars(wager, "wager")
    return {"suggested_seed": dollars(first.suggest_seed(cents)), "note": first.seed_words(cents)}


@round_router.get("/tables/{table_id}/rounds", **says(views.Rounds, 401, 404, 422, by=BY_ANYONE))
async def list_rounds(
    visit: Viewing,
    table_id: TableId,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Json:
    """The last rounds that have ended, or those before one, the newest first."""
    await find_table(visit.services, table_id)
    lines = await visit.services.look(read_lines, table_id, before, most)
    return Json({"table": table_id, "rounds": lines})


@round_router.get(
    "/tables/{table_id}/rounds/{number}",
    **says(views.RoundShown, 401, 404, 422, 429, by=BY_ANYONE),
)
async def show_round(visit: Viewing, table_id: TableId, number: RoundNumber) -> Json:
    """An ended round: what your seat saw and what was shown to all; everything for whoever reads
    all. A round in play is not here."""
    visit.take_command()
    await find_table(visit.services, table_id)
    sees_all = visit.found is not None and may(visit.person, "read-all")
    shown = await visit.services.study(round_values, table_id, number, visit.who, sees_all)
    return Json(shown)


@round_router.get(
    "/tables/{table_id}/rounds/{number}/record",
    **says(views.RoundRecord, 401, 404, 409, 422, 429, by=BY_ANYONE),
)
async def show_record(visit: Viewing, table_id: TableId, number: RoundNumber) -> Json:
    """All of an ended round that a checker needs to deal and settle it again, without names: its
    seed, opening, decisions, cards and settlement."""
    visit.take_command()
    await find_table(visit.services, table_id)
    return Json(await visit.services.study(record_values, table_id, number))


class Stream:
    """What one client has been told, and what it is told next."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.services = visit.services
        self._told: dict[str, tuple[int, Opening | None, int]] = {}
        self._people: dict[str, object] = {}

    async def run(self, tables: Iterable[str], seconds: float | None) -> AsyncIterator[bytes]:
        """Everything once, then what changes, until the session ends or so many seconds pass."""
        client = self.services.hub.join(self.visit.stream_owner, tables, who=self.visit.who)
        try:
            async for part in self._follow(client, seconds):
                yield part
        finally:
            self.services.hub.leave(client)

    async def _follow(self, client: services.Client, seconds: float | None) -> AsyncIterator[bytes]:
        clock = asyncio.get_running_loop().time
        end = float("inf") if seconds is None else clock() + seconds
        meters = [f"{JACKPOT}{name}" for name in list(self.services.house.meters)]
        for table_id in client.tables:  # from now on the hub watches them
            await find_table(self.services, table_id)
        if await self.visit.is_over():  # between the door and here
            client.end()
        else:
            yield b"".join(self.tell([*client.tables, *meters]))
        heartbeat = self.services.settings.heartbeat_seconds
        look_at = clock() + min(heartbeat, self.visit.seconds_left)
        while (now := clock()) < end and not client.ended:
            if now >= look_at:
                if await self.visit.is_over():
                    client.end()
                    break
                look_at = now + min(heartbeat, self.visit.seconds_left)
                yield HEARTBEAT
            with suppress(TimeoutError):
                await asyncio.wait_for(client.wake.wait(), max(0.0, min(look_at, end) - clock()))
            if client.is_over():
                break
            said = [b"event: reaction\n" + _data(word) for word in client.take_words()]
            if parts := [*self.tell(client.take()), *said]:
                yield b"".join(parts)
        if client.ended:
            yield ENDED

    def tell(self, names: Iterable[str]) -> list[bytes]:
        parts = []
        for name in sorted(names):
            if name.startswith(JACKPOT):
                jackpot = name.removeprefix(JACKPOT)
                meter = dollars(self.services.house.meters.get(jackpot, 0))
                parts.append(b"event: jackpot\n" + _data({"jackpot": jackpot, "meter": meter}))
            else:
                parts += self._tell_table(self.services.house.floor.published[name])
        return parts

    def _tell_table(self, table: Published) -> list[bytes]:
        """The events since the last time; all of them where the round was dealt or settled anew."""
        version, opening, count = self._told.get(table.id, (-1, None, 0))
        people = people_view(self.services, table, self.visit.who)
        known, self._people[table.id] = self._people.get(table.id), people
        if version == table.version:
            news = {"table": table.id, **people}
            return [] if known == people else [b"event: people\n" + _data(news)]
        start = count if opening is table.opening else 0
        self._told[table.id] = (table.version, table.opening, table.length)
        view = fresh_view(self.services, table, self.visit.who, start)
        return [b"event: table\nid: %d\n" % table.version + _data(view)]


def _data(values: object) -> bytes:
    return b"data: " + msgspec.json.encode(values) + b"\n\n"


@stream_router.get(
    "/stream",
    response_class=StreamingResponse,
    **says(None, 401, 404, 409, 422, 429, by=BY_ANYONE, good=STREAM),
)
async def stream(
    visit: Viewing,
    tables: Annotated[
        str,
        Query(
            pattern="^[a-z0-9-]{1,40}(,[a-z0-9-]{1,40}){0,19}$|^$",
            description=f"up to {MOST_TABLES} ids, with commas between",
        ),
    ] = "",
    seconds: Annotated[
        int | None, Query(ge=0, le=86_400, description="ends by itself after so long")
    ] = None,
) -> StreamingResponse:
    """Each table as you see it, at once and whenever it changes, then with only its new events;
    meters within a second. Whoever comes back gets everything afresh."""
    ids = list(dict.fromkeys(filter(None, tables.split(","))))
    if len(ids) > MOST_TABLES:
        raise Refused(f"tables: at most {MOST_TABLES} in one stream")
    for table_id in ids:
        await find_table(visit.services, table_id)
    visit.services.hub.check_room(visit.stream_owner)
    body = Stream(visit).run(ids, seconds)
    headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
    return StreamingResponse(body, media_type=KIND, headers=headers)
