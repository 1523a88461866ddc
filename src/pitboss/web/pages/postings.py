"""Rules and pay tables, of a game and of a table, readable before any wager."""

from itertools import groupby

from fastapi.responses import HTMLResponse

from pitboss.games import all_games, find_game
from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.signs import game_signs, post_signs
from pitboss.web.pages.site import page_router, render, show_page

router = page_router()


def sections(game: Game) -> list[tuple[str, list[object]]]:
    """The rules by the section of the document they stand in."""
    rules = game.source.rules.values()
    return [(name, list(found)) for name, found in groupby(rules, lambda rule: rule.section)]


@router.get("/games")
async def games_page(visit: Viewing) -> HTMLResponse:
    """The four games, each with its approval and a way to its rules."""
    sources = [game.source for game in all_games()]
    return show_page(visit, "posting/games.html", {"sources": sources})


@router.get("/games/{key}")
async def game_page(visit: Viewing, key: str) -> HTMLResponse:
    """A game's rules as the document has them, with the default readings."""
    try:
        game = find_game(key)
    except Refused as refusal:
        raise NotFound(str(refusal)) from None
    posted = game_signs(game, set_table(game))
    values = {"source": game.source, "posted": posted, "sections": sections(game), "table": None}
    return show_page(visit, "posting/rules.html", values)


@router.get("/tables/{table_id}/rules")
async def table_rules(visit: Viewing, table_id: str, part: bool = False) -> HTMLResponse:
    """All that a table posts; ``part`` for the table's own dialog."""
    table = await visit.services.read(visit.services.house.table, table_id)
    game = table.setup.game
    values = {
        "source": game.source,
        "posted": post_signs(table.setup, visit.services.house.meters),
        "sections": sections(game),
        "table": table,
    }
    if part:
        return HTMLResponse(render("posting/rules_part.html", **values))
    return show_page(visit, "posting/rules.html", values)
