"""One event stream a client: its tables as it sees them, and the jackpots' meters."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from pitboss.games.contract import Opening
from pitboss.house.tables.view import Published
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.web.api.described import BY_ANYONE, problems
from pitboss.web.common.hub import JACKPOT, Client
from pitboss.web.common.security import Viewing, Visit
from pitboss.web.common.tables import find_table, fresh_view

router = APIRouter(tags=["stream"])

MOST_TABLES = 20
KIND = "text/event-stream"
HEARTBEAT = b": still here\n\n"
ENDED = b'event: ended\ndata: {"why":"the session or the server has ended"}\n\n'

EVENT = {
    "type": "object",
    "description": "one event; its data is JSON",
    "properties": {
        "event": {"enum": ["table", "jackpot", "ended"]},
        "id": {"type": "string", "description": "of a table: its version"},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
EXAMPLE = {"event": "jackpot", "data": '{"jackpot": "5cl-e01-0a1b2c", "meter": "10000.20"}'}


class Stream:
    """What one client has been told, and what it is told next."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.services = visit.services
        self._told: dict[str, tuple[int, Opening | None, int]] = {}

    async def run(self, tables: Iterable[str], seconds: float | None) -> AsyncIterator[bytes]:
        """Everything once, then what changes, until the session ends or so many seconds pass."""
        client = self.services.hub.join(self.visit.stream_owner, tables)
        try:
            async for part in self._follow(client, seconds):
                yield part
        finally:
            self.services.hub.leave(client)

    async def _follow(self, client: Client, seconds: float | None) -> AsyncIterator[bytes]:
        clock = asyncio.get_running_loop().time
        end = float("inf") if seconds is None else clock() + seconds
        meters = [f"{JACKPOT}{name}" for name in list(self.services.house.meters)]
        for table_id in client.tables:  # from now on the hub watches them
            await find_table(self.services, table_id)
        yield b"".join(self.tell([*client.tables, *meters]))
        look_at = clock() + self._heartbeat
        while (now := clock()) < end and not client.ended:
            if now >= look_at:
                look_at = now + self._heartbeat
                if await self.visit.is_over():
                    client.end()
                    break
                yield HEARTBEAT
            with suppress(TimeoutError):
                await asyncio.wait_for(client.wake.wait(), max(0.0, min(look_at, end) - clock()))
            if parts := self.tell(client.take()):
                yield b"".join(parts)
        if client.ended:
            yield ENDED

    @property
    def _heartbeat(self) -> float:
        return self.services.settings.heartbeat_seconds

    def tell(self, names: Iterable[str]) -> list[bytes]:
        parts = []
        for name in sorted(names):
            if name.startswith(JACKPOT):
                parts.append(self._tell_meter(name.removeprefix(JACKPOT)))
            else:
                parts += self._tell_table(self.services.house.floor.published[name])
        return parts

    def _tell_meter(self, name: str) -> bytes:
        cents = self.services.house.meters.get(name, 0)
        return b"event: jackpot\n" + _data({"jackpot": name, "meter": dollars(cents)})

    def _tell_table(self, table: Published) -> list[bytes]:
        """The events since the last time; all of them where the round was dealt or settled anew."""
        version, opening, count = self._told.get(table.id, (-1, None, 0))
        if version == table.version:
            return []
        start = count if opening is table.opening else 0
        self._told[table.id] = (table.version, table.opening, table.length)
        view = fresh_view(table, self.visit.who, start)
        return [b"event: table\nid: %d\n" % table.version + _data(view)]


def _data(values: object) -> bytes:
    return b"data: " + msgspec.json.encode(values) + b"\n\n"


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses={
        **problems(401, 404, 409, 422, 429),
        200: {
            "description": "server-sent events: `table`, `jackpot`, `ended`",
            "content": {KIND: {"schema": EVENT, "example": EXAMPLE}},
        },
    },
    openapi_extra=BY_ANYONE,
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
