"""The floor's tables: tiles that change by themselves, and what staff do at one of them."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from fastapi import Response
from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.games.source import Cause
from pitboss.house import store
from pitboss.house.access import ACTS, may
from pitboss.house.desk import acknowledge
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Which
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound
from pitboss.web.common.services import Services, TableId, carry_out, find_table
from pitboss.web.common.tables import list_rounds
from pitboss.web.common.visits import Fields, Visit, read_act, read_form
from pitboss.web.pages.floor.book import DayBook, Figures
from pitboss.web.pages.floor.form import Difference, compare, flatten
from pitboss.web.pages.floor.staff import Staff, end_if_over, go, show_floor
from pitboss.web.pages.floor.tiles import Overview, make_overview, make_tile
from pitboss.web.pages.signs import post_signs
from pitboss.web.pages.site import page_router, pairs, render, stream_region

router = page_router()

REDRAWN_SECONDS = 1.0
"""A busy floor changes many times a second; its tiles are drawn anew at most so often."""

ACTIONS = ("void", "deal", "remove-seat", "seat-bot", "close-table")
MOST_CHANGES = 5
MOST_ROUNDS = 8


async def read_overview(services: Services) -> Overview:
    """The floor as it stands."""
    now = services.now()
    tables = await services.tables()
    book = services.keep(DayBook)

    def look(transaction: Any) -> Overview:
        figures = book.read(transaction, now)
        return make_overview(tables, figures, store.people.read_alerts(transaction))

    return await services.look(look)


@router.get("/floor")
async def floor_page(visit: Staff) -> HTMLResponse:
    """A tile for each table."""
    values = {"overview": await read_overview(visit.services)}
    return show_floor(visit, "floor/tables.html", values)


@router.get("/floor/stream")
async def floor_stream(visit: Staff) -> StreamingResponse:
    """The tiles as they change."""
    drawn = 0.0
    rights = {act for act in ACTS if may(visit.person, act)}

    async def make() -> dict[str, object]:
        nonlocal drawn
        await asyncio.sleep(max(0.0, drawn + REDRAWN_SECONDS - time.monotonic()))
        drawn = time.monotonic()
        await end_if_over(visit)
        values = {"overview": await read_overview(visit.services), "rights": rights}
        return {"html": render("floor/tiles.html", **values, csrf=visit.csrf, back="/floor")}

    tables = [table.id for table in await visit.services.tables()]
    return stream_region(visit, tables, make)


@router.get("/floor/alerts")
async def alerts_page(visit: Staff) -> HTMLResponse:
    """Alerts that wait, and those that someone has acknowledged."""

    def look(transaction: Any) -> dict[str, Any]:
        return {
            "waiting": store.people.read_alerts(transaction),
            "past": store.people.read_alerts(transaction, acknowledged=True)[:100],
            "names": store.people.read_names(transaction),
            "tables": store.tables.read_names(transaction),
        }

    return show_floor(visit, "floor/alerts.html", await visit.services.look(look))


@router.post("/floor/alerts/{alert_id}")
async def acknowledge_alert(visit: Staff, alert_id: str) -> Response:
    """Acknowledge an alert: who and when are kept."""
    fields = await read_act(visit)
    await visit.services.change(visit.person, lambda change: acknowledge(change, alert_id))
    back = fields.get("back", "")
    return go(back if back in ("/floor", "/floor/alerts") else "/floor/alerts", "acknowledged")


class Change(NamedTuple):
    """A change of the settings as the log has it."""

    at: str
    who: str
    why: str
    differences: list[Difference]


def _read_changes(transaction: Transaction, table: Published) -> Iterator[Change]:
    names = store.people.read_names(transaction)
    which = Which(table.id, ("settings-changed",))
    for entry in store.entries.search(transaction, which, newest_first=True, most=MOST_CHANGES):
        body = entry.values
        before, after = (flatten(table.setup.game, body[side]) for side in ("before", "after"))
        who = names.get(entry.who, entry.who)
        yield Change(entry.at, who, body["why"], compare(before, after))


def _read_table(
    transaction: Transaction, table: Published, book: DayBook, now: datetime
) -> dict[str, Any]:
    """What the database says of a table, all of one moment."""
    figures = book.read(transaction, now).get(table.id, Figures())
    alerts = [alert for alert in store.people.read_alerts(transaction) if alert.table == table.id]
    return {
        "tile": make_tile(table, figures, alerts),
        "rounds": list_rounds(transaction, table.id, "", MOST_ROUNDS),
        "changes": list(_read_changes(transaction, table)),
    }


@router.get("/floor/tables/{table_id}")
async def table_page(visit: Staff, table_id: TableId) -> HTMLResponse:
    """One table, and what may be done there."""
    return await _show(visit, table_id)


async def table_values(services: Services, table_id: str, given: Fields) -> dict[str, Any]:
    table = await find_table(services, table_id)
    return {
        **await services.look(_read_table, table, services.keep(DayBook), services.now()),
        "table": table,
        "posted": post_signs(table.setup, services.house.meters),
        "causes": void_causes(table),
        "taken": [(n, f"{n}, {seat['name']}") for n, seat in table.seats.items()],
        "free": pairs(n for n in range(1, table.setup.seats + 1) if n not in table.seats),
        "given": given,
        "back": f"/floor/tables/{table_id}",
    }


@router.get("/floor/tables/{table_id}/stream")
async def table_stream(visit: Staff, table_id: TableId) -> StreamingResponse:
    """How the table stands, as it changes; the forms beside it stay as they are."""
    await find_table(visit.services, table_id)

    async def make() -> dict[str, object]:
        await end_if_over(visit)
        values = await table_values(visit.services, table_id, {})
        return {"html": render("floor/standing.html", **values)}

    return stream_region(visit, [table_id], make)


@router.post("/floor/tables/{table_id}/{act}")
async def act_at_table(visit: Staff, table_id: TableId, act: str) -> Response:
    """Void, deal, free a seat, seat a practice player or close the table."""
    if act not in ACTIONS:
        raise NotFound(f"act {act[:20]!r}: there are {', '.join(ACTIONS)}")
    fields = await read_act(visit)
    await find_table(visit.services, table_id)
    try:
        command = Command(table_id, act, visit.person, _given(act, fields))
        await carry_out(visit.services, command)
    except Refused as refusal:
        return await _show(visit, table_id, act, refusal)
    if act == "close-table":
        return go("/floor", "closed")
    return go(f"/floor/tables/{table_id}", act)


async def _show(
    visit: Visit, table_id: str, failed: str = "", refusal: Refused | None = None
) -> HTMLResponse:
    """The table's page, after a refusal with the reason at the form that was sent."""
    fields = await read_form(visit) if failed else {}
    values = await table_values(visit.services, table_id, fields)
    values["acts"] = {act for act in ACTIONS if may(visit.person, act)}
    return show_floor(visit, "floor/table.html", {**values, "failed": failed}, refusal)


def _given(act: str, fields: Fields) -> Mapping[str, Any]:
    """What the command needs, from the form's texts."""
    seat = fields.get("seat", "")
    number = int(seat) if seat.isdecimal() and len(seat) < 3 else seat
    if act == "void":
        return {"reason": fields.get("cause") or fields.get("reason", "")}
    if act == "remove-seat":
        return {"seat": number}
    if act == "seat-bot":
        return {"seat": number} if seat else {}
    return {"why": fields.get("why", "")} if act == "close-table" else {}


def void_causes(table: Published) -> list[tuple[str, str]]:
    """The irregularities that the document names and that hold at this table, to choose from."""
    rulings = table.setup.settings.rulings
    found = [
        (cause.key, _cause_words(cause))
        for cause in table.setup.game.source.causes.values()
        if all(rulings[name] == value for name, value in cause.needs.items())
    ]
    return [("", "none of these: the words below"), *found] if found else []


def _cause_words(cause: Cause) -> str:
    checked = " – a supervisor checks" if cause.supervised else ""
    return f"({cause.key}) {cause.text}{checked}, {cause.rule}"
