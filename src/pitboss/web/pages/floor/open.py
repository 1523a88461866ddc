"""Opening a table and changing one: the same form, checked by the house."""

from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse

from pitboss.games import all_games, find_game
from pitboss.house.access import require
from pitboss.house.store.jackpots import read_terms
from pitboss.house.tables.play import Command
from pitboss.house.tables.setup import read_setup
from pitboss.refusal import Refused
from pitboss.web.common.services import TableId, carry_out, find_table
from pitboss.web.common.visits import Fields, Visit, read_act
from pitboss.web.pages.floor.form import Form, compare, first_values, flatten, read_flat
from pitboss.web.pages.floor.staff import Staff, go, show_floor
from pitboss.web.pages.site import page_router

router = page_router()


@router.get("/floor/open")
async def choose_game(visit: Staff) -> HTMLResponse:
    """Which game the new table is for."""
    require(visit.person, "open-table")
    games = [game.source for game in all_games()]
    return show_floor(visit, "floor/choose.html", {"games": games})


@router.get("/floor/open/{key}")
async def open_page(visit: Staff, key: str) -> HTMLResponse:
    """The form of a new table."""
    require(visit.person, "open-table")
    flat = first_values(find_game(key))
    return await _show_open(visit, key, flat)


async def _show_open(
    visit: Visit, key: str, flat: Fields, refusal: Refused | None = None
) -> HTMLResponse:
    jackpots = await visit.services.look(read_terms)
    game = find_game(key)
    form = Form(game, flat, jackpots, str(refusal) if refusal else "")
    values = {
        "title": f"Open a table of {game.source.title}",
        "form": form,
        "table": None,
        "changes": None,
        "at_field": "Not opened: see the field that is marked." if form.is_marked else "",
    }
    return show_floor(visit, "floor/setup.html", values, refusal)


@router.post("/floor/open/{key}")
async def open_table(visit: Staff, key: str) -> Response:
    """Open it, or say at the field why not."""
    fields = await read_act(visit)
    require(visit.person, "open-table")
    game = find_game(key)
    try:
        setup = read_flat(game, fields)
        table_id = await visit.services.read(visit.services.house.open_table, visit.person, setup)
    except Refused as refusal:
        return await _show_open(visit, key, fields, refusal)
    return go(f"/floor/tables/{table_id}", "opened")


@router.get("/floor/tables/{table_id}/change")
async def change_page(visit: Staff, table_id: TableId) -> HTMLResponse:
    """The form of an open table."""
    require(visit.person, "change-table")
    table = await find_table(visit.services, table_id)
    flat = flatten(table.setup.game, table.setup.given)
    return await _show_change(visit, table_id, flat)


async def _show_change(
    visit: Visit, table_id: str, flat: Fields, refusal: Refused | None = None
) -> HTMLResponse:
    """What would change stands above the form once it was asked for or refused."""
    table = await find_table(visit.services, table_id)
    jackpots = await visit.services.look(read_terms)
    wrong = str(refusal) if refusal and not str(refusal).startswith("why") else ""
    texts = {name: text for name, text in flat.items() if name not in ("why", "step")}
    form = Form(table.setup.game, texts, jackpots, wrong)
    changes = compare(form.shown(_known(table.setup)), form.shown(texts))
    values: dict[str, Any] = {
        "title": f"Change {table.setup.name}",
        "form": form,
        "table": table,
        "changes": changes if "step" in flat else None,
        "why": flat.get("why", ""),
        "at_field": "Not changed: see the field that is marked." if form.is_marked else "",
        "no_reason": "" if wrong or not refusal else str(refusal),
    }
    return show_floor(visit, "floor/setup.html", values, refusal)


def _known(setup: Any) -> dict[str, str]:
    return flatten(setup.game, setup.given)


@router.post("/floor/tables/{table_id}/change")
async def change_table(visit: Staff, table_id: TableId) -> Response:
    """Show what would change, or change it."""
    fields = await read_act(visit)
    require(visit.person, "change-table")
    table = await find_table(visit.services, table_id)
    try:
        setup = read_flat(table.setup.game, fields)
        jackpots = await visit.services.look(read_terms)
        read_setup({**table.setup.given, **setup}, jackpots)
        if fields.get("step") == "look":
            return await _show_change(visit, table_id, fields)
        given = {"setup": setup, "why": fields.get("why", "")}
        await carry_out(visit.services, Command(table_id, "change-table", visit.person, given))
    except Refused as refusal:
        return await _show_change(visit, table_id, fields, refusal)
    return go(f"/floor/tables/{table_id}", "changed")
