"""What the API and the pages do at tables: find one, open one, and ask something of it."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from fastapi import Path

from pitboss.house.people.roles import require
from pitboss.house.person import Person
from pitboss.house.store import tables
from pitboss.house.tables.view import Published, table_view
from pitboss.house.tables.work import Command, Stale
from pitboss.web.common.errors import Behind, NotFound
from pitboss.web.common.settings import Services

MOST_OWN = 5
"""Open practice tables of one person."""

TableId = Annotated[str, Path(pattern="^[a-z-]{1,20}-[0-9a-f]{8}$", examples=["duki-0a1b2c3d"])]
RoundNumber = Annotated[int, Path(ge=1, le=2**53, examples=[1])]


async def find_table(services: Services, table_id: str) -> Published:
    """A table as it was last committed; unknown ones are refused."""
    known = services.house.follower.known(table_id)
    if known is not None:
        return known
    if not await services.look(tables.is_known, table_id):
        raise NotFound(f"table {table_id[:40]}: there is no such table")
    return await services.read(services.house.table, table_id)


def fresh_view(table: Published, who: str, start: int = 0) -> dict[str, object]:
    """A table as a viewer sees it, its events from ``start`` on where that makes sense: not after
    a newer deal, nor once meters of a link were settled anew with the round."""
    settled_anew = table.setup.jackpots and table.status != "waiting"
    return table_view(table, who, 0 if start > table.length or settled_anew else start)


async def open_table(services: Services, person: Person, given: Mapping[str, Any]) -> str:
    """The id of a new table: any for an operator, for everyone else one for practice."""
    owner = ""
    if given.get("practice"):
        require(person, "open-practice-table")
        own = [t for t in await services.tables() if t.owner == person.id and t.phase != "closed"]
        if len(own) >= MOST_OWN:
            raise Stale(f"practice tables: you have {MOST_OWN} open; close one first")
        owner = person.id
    return await services.read(services.house.open_table, person, given, owner)


async def carry_out(services: Services, command: Command) -> dict[str, object]:
    """What the house answers; it is on disk by then."""
    try:
        answer: dict[str, object] = await services.finish(partial(services.house.send, command))
        return answer
    except Stale as stale:
        table = await find_table(services, command.table)
        raise Behind(stale, table.version) from None
