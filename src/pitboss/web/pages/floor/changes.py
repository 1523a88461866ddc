"""A table opened, or its settings changed, by a form. What gives the player the edge is said before
it is confirmed, and refuses nothing."""

from typing import NamedTuple

from fastapi import Response
from fastapi.responses import HTMLResponse

from pitboss.games import all_games, find_game
from pitboss.games.contract import Game
from pitboss.house.books.warnings import Warned, against_the_house
from pitboss.house.manifest import hash_values
from pitboss.house.store.jackpots import read_terms
from pitboss.house.tables.play import Command
from pitboss.house.tables.setup import Setup, read_new
from pitboss.house.tables.staff import read_reason
from pitboss.house.tables.state import Published
from pitboss.refusal import Refused, gather
from pitboss.web.common.services import Services, TableId, carry_out, find_table
from pitboss.web.common.visits import Fields, Visit, read_act
from pitboss.web.pages.design.design import parse_design, setup_of
from pitboss.web.pages.floor import words
from pitboss.web.pages.floor.form import Form, make_field
from pitboss.web.pages.floor.setup import compare, first_values, flatten, in_force, read_flat
from pitboss.web.pages.floor.staff import Staff, go, show_floor
from pitboss.web.pages.site import page_router

router = page_router()

BESIDE = ("why", "step", "seen")
"""What the form sends besides the settings."""

WHY = make_field("why")


class Asked(NamedTuple):
    """What a form was sent with, for a new table or for an open one."""

    game: Game
    flat: Fields
    table: Published | None = None


@router.get("/floor/open")
async def choose_game(visit: Staff) -> HTMLResponse:
    """Which game the new table is for."""
    games = [game.source for game in all_games()]
    return show_floor(visit, "floor/choose.html", {"games": games})


async def _show(
    visit: Visit, asked: Asked, refusal: Refused | None = None, warned: tuple[Warned, ...] = ()
) -> HTMLResponse:
    """The form; what would change stands above it once it was asked for or refused, and what gives
    the player the edge before it is confirmed."""
    game, flat, table = asked
    texts = {name: text for name, text in flat.items() if name not in BESIDE}
    beside = [WHY._replace(value=flat.get("why", ""))] if table else []
    practice = bool(table and table.setup.given["practice"])
    jackpots = await visit.services.look(read_terms, practice)
    form = Form(game, texts, jackpots, refusal, beside)
    changes = None
    if table and "step" in flat:
        found = compare(flatten(game, table.setup.given), in_force(game, texts))
        changes = [change for change in found if change[0] in form.labels]
    values = {
        "title": words.change_of(table=table.setup.name)
        if table
        else words.open_of(game=game.source.title),
        "form": form,
        "table": table,
        "changes": changes,
        "undone": words.NOT_CHANGED if table else words.NOT_OPENED,
        "warned": [each.words for each in warned],
        "seen": _mark(warned),
    }
    return show_floor(visit, "floor/setup.html", values, refusal)


def _mark(warned: tuple[Warned, ...]) -> str:
    """Stands for these warnings in the form: others are shown anew."""
    return hash_values([each.words for each in warned]) if warned else ""


async def _warn(services: Services, setup: Setup, table: Published | None) -> tuple[Warned, ...]:
    """What is new of it where a table is open already."""
    meters = services.house.meters
    found = await services.read(against_the_house, setup, meters)
    if table is None or not found:
        return tuple(found)
    standing = await services.read(against_the_house, table.setup, meters)
    known = {(each.wager, each.house_edge) for each in standing}
    return tuple(each for each in found if (each.wager, each.house_edge) not in known)


@router.get("/floor/open/{key}")
async def open_page(visit: Staff, key: str) -> HTMLResponse:
    """The form of a new table; with the pays and rulings of a design where one is brought."""
    game, table = find_game(key), None
    if design := visit.query.get("design"):
        found = parse_design(design)
        found.request()
        table = setup_of(found) if found.key == key else None
    return await _show(visit, Asked(game, first_values(game, table)))


@router.post("/floor/open/{key}")
async def open_table(visit: Staff, key: str) -> Response:
    """Open it, or say at the field why not, or what is to be confirmed first."""
    fields = await read_act(visit)
    asked, house = Asked(find_game(key), fields), visit.services.house
    try:
        given = read_flat(asked.game, fields)
        setup = await visit.services.look(read_new, given)
        warned = await _warn(visit.services, setup, None)
        if warned and fields.get("seen") != _mark(warned):
            return await _show(visit, asked, None, warned)
        table_id = await visit.services.read(house.open_table, visit.person, given)
    except Refused as refusal:
        return await _show(visit, asked, refusal)
    return go(f"/floor/tables/{table_id}", "opened")


@router.get("/floor/tables/{table_id}/change")
async def change_page(visit: Staff, table_id: TableId) -> HTMLResponse:
    """The form of an open table."""
    table = await find_table(visit.services, table_id)
    game = table.setup.game
    return await _show(visit, Asked(game, flatten(game, table.setup.given), table))


@router.post("/floor/tables/{table_id}/change")
async def change_table(visit: Staff, table_id: TableId) -> Response:
    """Show what would change, or change it."""
    fields = await read_act(visit)
    table = await find_table(visit.services, table_id)
    asked = Asked(table.setup.game, fields, table)
    try:
        given = read_flat(asked.game, fields)
        change = {"setup": given, "why": fields.get("why", "")}
        is_look = fields.get("step") == "look"
        with gather() as parts:
            with parts.at():
                setup = await visit.services.look(read_new, {**table.setup.given, **given})
            with parts.at("why"):
                _ = is_look or read_reason(change)
        warned = await _warn(visit.services, setup, table)
        if is_look or (warned and fields.get("seen") != _mark(warned)):
            return await _show(visit, asked, None, warned)
        await carry_out(visit.services, Command(table_id, "change-table", visit.person, change))
    except Refused as refusal:
        return await _show(visit, asked, refusal)
    return go(f"/floor/tables/{table_id}", "changed")
