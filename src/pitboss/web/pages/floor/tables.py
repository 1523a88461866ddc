"""The floor: a tile for each table that changes by itself, alerts, and what staff do at a table:
open it, change its settings, void, record the check of the cards, deal, free a seat or close it."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from fastapi import Response
from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.house import store
from pitboss.house.access import ACTS, may
from pitboss.house.books.warnings import find_warnings
from pitboss.house.desk import acknowledge
from pitboss.house.log import Person
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Which
from pitboss.house.store.people import Alert
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published
from pitboss.money import whole_or_text
from pitboss.refusal import Refused
from pitboss.rounds.telling import cause_words
from pitboss.web.common.gate import NotFound
from pitboss.web.common.services import Services, TableId, carry_out, find_table
from pitboss.web.common.tables import list_rounds
from pitboss.web.common.visits import Fields, Visit, read_act
from pitboss.web.operations.readiness import read_readiness
from pitboss.web.pages.floor import words
from pitboss.web.pages.floor.reports import DayBook, Figures
from pitboss.web.pages.floor.setup import compare, flatten
from pitboss.web.pages.floor.staff import Staff, attempt, go, show_floor
from pitboss.web.pages.signs import Posted, post_signs
from pitboss.web.pages.site import page_router, pairs, render, stream_region

router = page_router()

REDRAWN_SECONDS = 1.0
"""A busy floor changes many times a second; its tiles are drawn anew at most so often."""

ACTIONS = ("void", "check-cards", "deal", "remove-seat", "seat-bot", "close-table")
MOST_CHANGES = 5
MOST_ROUNDS = 8


class Tile(NamedTuple):
    """One table at a glance: how it stands, what it makes, and what needs attention."""

    table: Published
    posted: Posted
    figures: Figures
    alerts: list[Alert]

    @property
    def state(self) -> str:
        if self.table.phase in ("closed", "playing"):
            return self.table.phase
        if self.table.stop:
            return "stopped"
        return "wagers" if self.table.seats else "empty"

    @property
    def words(self) -> str:
        """How it stands, for people."""
        table = self.table
        if table.phase == "closed":
            return words.CLOSED
        if table.phase == "playing":
            return words.playing(table.round, table.question.seat if table.question else 0)
        if table.stop:
            return words.STOPPED
        if not table.seats:
            return words.NOBODY
        return words.wagers_made(sum(1 for seat in table.seats.values() if seat["wagers"]))

    @property
    def place(self) -> tuple[bool, str, str, str]:
        """Tables with alerts stand first, then all in the order of their names."""
        setup = self.table.setup
        return not self.alerts, setup.game.source.title, setup.name, self.table.id


def make_tile(table: Published, book: Mapping[str, Figures], alerts: Sequence[Alert]) -> Tile:
    own = [alert for alert in alerts if alert.table == table.id]
    return Tile(table, post_signs(table.setup, {}), book.get(table.id, Figures()), own)


async def read_overview(services: Services, person: Person) -> dict[str, Any]:
    """The whole floor as it stands: its tables, those of guests apart, and alerts of no table, for
    whoever may read them."""
    now, book = services.now(), services.keep(DayBook)
    shown = {table.id: table for table in await services.tables() if table.phase != "closed"}
    troubles = read_readiness(services.house, services.settings.watch).troubles

    def look(transaction: Transaction) -> dict[str, Any]:
        figures, alerts = book.read(transaction, now), _read_alerts(transaction, person)
        tiles = [make_tile(table, figures, alerts) for table in shown.values()]
        tiles.sort(key=lambda tile: tile.place)
        return {
            "tiles": [tile for tile in tiles if not tile.table.setup.given["practice"]],
            "practice": [tile for tile in tiles if tile.table.setup.given["practice"]],
            "alerts": [alert for alert in alerts if alert.table not in shown],
            "troubles": troubles,
        }

    return await services.look(look)


def _read_alerts(transaction: Transaction, person: Person) -> list[Alert]:
    return store.people.read_alerts(transaction) if may(person, "read-all") else []


@router.get("/floor")
async def floor_page(visit: Staff) -> HTMLResponse:
    """A tile for each table."""
    values = await read_overview(visit.services, visit.person)
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
        values = await read_overview(visit.services, visit.person)
        return {"html": render("floor/tiles.html", **values, rights=rights, csrf=visit.csrf)}

    tables = [table.id for table in await visit.services.tables()]
    return stream_region(visit, tables, make)


@router.get("/floor/alerts")
async def alerts_page(visit: Staff) -> HTMLResponse:
    """Alerts that wait, and those that someone has acknowledged."""

    def look(transaction: Transaction) -> dict[str, Any]:
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
    return go("/floor" if fields.get("back") == "/floor" else "/floor/alerts", "acknowledged")


@router.get("/floor/tables/{table_id}")
async def table_page(visit: Staff, table_id: TableId) -> HTMLResponse:
    """One table, and what may be done there."""
    return await _show(visit, table_id, {})


async def _show(
    visit: Visit, table_id: str, given: Fields, refusal: Refused | None = None
) -> HTMLResponse:
    acts = {act for act in ACTIONS if may(visit.person, act)}
    values = {**await table_values(visit, table_id), "acts": acts, "given": given}
    meters = visit.services.house.meters
    warned = await visit.services.read(find_warnings, values["table"].setup, meters)
    values["warned"] = [each.words for each in warned]
    return show_floor(visit, "floor/table.html", values, refusal)


async def table_values(visit: Visit, table_id: str) -> dict[str, Any]:
    """A table and what the database says of it, all of one moment."""
    services, person = visit.services, visit.person
    table = await find_table(services, table_id)
    now, book = services.now(), services.keep(DayBook)

    def look(transaction: Transaction) -> dict[str, Any]:
        figures, alerts = book.read(transaction, now), _read_alerts(transaction, person)
        return {
            "tile": make_tile(table, figures, alerts),
            "rounds": list_rounds(transaction, table.id, "", MOST_ROUNDS),
            "changes": _read_changes(transaction, table),
        }

    return {
        **await services.look(look),
        "table": table,
        "posted": post_signs(table.setup, services.house.meters, services.today),
        "causes": void_causes(table),
        "taken": [(n, f"{n}, {seat['name']}") for n, seat in table.seats.items()],
        "free": pairs(n for n in range(1, table.setup.seats + 1) if n not in table.seats),
    }


def _read_changes(transaction: Transaction, table: Published) -> list[dict[str, Any]]:
    """The last changes of the settings as the log has them."""
    names = store.people.read_names(transaction)
    which, game = Which(table.id, ("settings-changed",)), table.setup.game
    found = store.entries.search(transaction, which, newest_first=True, most=MOST_CHANGES)
    return [
        {
            "at": entry.at,
            "who": names.get(entry.who, entry.who),
            "why": body["why"],
            "differences": compare(flatten(game, body["before"]), flatten(game, body["after"])),
        }
        for entry in found
        for body in [entry.values]
    ]


@router.get("/floor/tables/{table_id}/stream")
async def table_stream(visit: Staff, table_id: TableId) -> StreamingResponse:
    """How the table stands, as it changes; the forms beside it stay as they are."""
    await find_table(visit.services, table_id)

    async def make() -> dict[str, object]:
        values = await table_values(visit, table_id)
        rights = {act for act in ACTS if may(visit.person, act)}
        return {"html": render("floor/standing.html", **values, rights=rights, csrf=visit.csrf)}

    return stream_region(visit, [table_id], make)


@router.post("/floor/tables/{table_id}/{act}")
async def act_at_table(visit: Staff, table_id: TableId, act: str) -> Response:
    """Void, record a check, deal, free a seat, seat a practice player or close the table."""
    if act not in ACTIONS:
        raise NotFound(f"act {act[:20]!r}: there are {', '.join(ACTIONS)}")
    fields = await read_act(visit)
    await find_table(visit.services, table_id)
    acting = carry_out(visit.services, Command(table_id, act, visit.person, _given(act, fields)))
    is_closed = act == "close-table"
    done = go("/floor", "closed") if is_closed else go(f"/floor/tables/{table_id}", act)
    return await attempt(acting, done, partial(_show, visit, table_id, {**fields, "at": act}))


def _given(act: str, fields: Fields) -> Mapping[str, Any]:
    """What the command needs, from the form's texts."""
    seat = fields.get("seat", "")
    number = whole_or_text(seat)
    if act == "void":
        return {"reason": fields.get("cause") or fields.get("reason", "")}
    if act == "remove-seat":
        return {"seat": number}
    if act == "seat-bot":
        return {"seat": number} if seat else {}
    return {"why": fields.get("why", "")} if act == "close-table" else {}


def void_causes(table: Published) -> list[tuple[str, str]]:
    """The irregularities that the document names and that hold at this table, to choose from."""
    setup = table.setup
    named = setup.game.source.causes_under(setup.settings.rulings)
    found = [(cause.key, cause_words(cause)) for cause in named]
    return [("", words.OTHER_CAUSE), *found] if found else []
