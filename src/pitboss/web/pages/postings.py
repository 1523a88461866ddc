"""What is posted: rules and pay tables of games and tables, readable before any wager, and the
big screen's signs; nobody logs in at a wall."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.games import all_games, find_game
from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.house import store
from pitboss.house.tables.state import Published
from pitboss.money import money
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound
from pitboss.web.common.visits import Viewing, Visit
from pitboss.web.pages.board import Meter
from pitboss.web.pages.guide import has_card, teach
from pitboss.web.pages.signs import PaySign, Posted, Sign, game_signs, post_signs
from pitboss.web.pages.site import Shared, page_router, render, show_page, stream_region

router = page_router()

MOST_NAMED = 50


@router.get("/games")
async def games_page(visit: Viewing) -> HTMLResponse:
    """The four games, each with its approval and a way to its rules."""
    sources = [game.source for game in all_games()]
    with_cards = {game.source.key for game in all_games() if has_card(game)}
    return show_page(visit, "posting/games.html", {"sources": sources, "with_cards": with_cards})


@router.get("/games/{key}")
async def game_page(visit: Viewing, key: str) -> HTMLResponse:
    """A game's rules as the document has them, with the default readings."""
    try:
        game = find_game(key)
    except Refused as refusal:
        raise NotFound(str(refusal)) from None
    posted = game_signs(game, set_table(game))
    lessons = {"lessons": teach(key), "has_card": has_card(game)}
    return show_page(visit, "posting/rules.html", {**_rules(game, posted), **lessons})


@router.get("/tables/{table_id}/rules")
async def table_rules(visit: Viewing, table_id: str, part: bool = False) -> HTMLResponse:
    """All that a table posts; ``part`` for the table's own dialog."""
    table = await visit.services.read(visit.services.house.table, table_id)
    posted = post_signs(table.setup, visit.services.house.meters, visit.services.today)
    values = _rules(table.setup.game, posted, table)
    if part:
        return HTMLResponse(render("posting/rules_part.html", **values))
    return show_page(visit, "posting/rules.html", values)


def _rules(game: Game, posted: Posted, table: Published | None = None) -> dict[str, Any]:
    """What is posted, and the rules by the section of the document they stand in."""
    rules = groupby(game.source.rules.values(), lambda rule: rule.section)
    sections = [(name, list(found)) for name, found in rules]
    return {"source": game.source, "posted": posted, "sections": sections, "table": table}


class Board(NamedTuple):
    """One sign: a pay table, lines of limits, or a promotion with its terms."""

    id: str
    table: str
    key: str
    labels: tuple[str, ...]
    pays: PaySign | None = None
    lines: Sequence[Sign] = ()

    heading: str = "Limits"
    terms: str = ""

    @property
    def title(self) -> str:
        return self.pays.title if self.pays else self.heading

    @property
    def label(self) -> str:
        return f"{self.table}: {self.pays.title if self.pays else self.heading.lower()}"


def _boards(table: Published, meters: Mapping[str, int], day: str) -> Iterator[Board]:
    posted = post_signs(table.setup, meters, day)
    chips = [fact for fact in posted.facts if fact.title in ("Blinds", "Betting")]
    limits = Board(f"b-{table.id}-limits", table.setup.name, table.setup.key, posted.labels)
    yield limits._replace(lines=[*posted.limits, *chips])
    for number, promotion in enumerate(posted.promotions, 1):
        board = limits._replace(id=f"b-{table.id}-p{number}", heading="Promotion")
        lines = [Sign(promotion.title, promotion.words)]
        yield board._replace(lines=lines, terms=promotion.terms)
    signs = [*posted.paytables, *(jackpot.table for jackpot in posted.jackpots)]
    for number, sign in enumerate(signs, 1):
        pays = sign._replace(rows=[row for row in sign.rows if not row.note])
        yield limits._replace(id=f"b-{table.id}-{number}", pays=pays)


async def read_wall(visit: Visit) -> dict[str, Any]:
    """What ``?tables=`` and ``?jackpots=`` choose, as it stands now: tables named, or those of the
    named jackpots, or every table of the house that is open; and the meters of the jackpots named,
    or of those that the tables are linked to."""
    named, jackpots = (_read_names(visit, what) for what in ("tables", "jackpots"))
    titles = await visit.services.look(store.jackpots.read_names)
    tables = [table for table in await visit.services.tables() if table.phase != "closed"]
    if named:
        tables = [table for table in tables if table.id in named]
    else:
        tables = [table for table in tables if not table.setup.given["practice"]]
        if jackpots:
            tables = [table for table in tables if set(jackpots) & set(table.setup.jackpots)]
        tables.sort(key=lambda table: (table.setup.key, table.setup.name, table.id))
    wagers = {
        name: money(terms.wager_cents)
        for table in tables
        for name, terms in zip(table.setup.jackpots, table.setup.settings.jackpots, strict=True)
    }
    meters, today = visit.services.house.meters, visit.services.today
    return {
        "meters": [
            Meter(name, titles.get(name, name), meters[name], wagers.get(name, ""))
            for name in jackpots or wagers
            if name in meters
        ],
        "boards": [board for table in tables for board in _boards(table, meters, today)],
    }


def _read_names(visit: Visit, what: str) -> list[str]:
    """``a,b`` as names; nothing stands for all."""
    names = [name.strip() for name in visit.query.get(what, "").split(",") if name.strip()]
    if len(names) > MOST_NAMED:
        raise Refused(f"{what}: at most {MOST_NAMED} may be named")
    return names


@router.get("/wall")
async def wall_page(visit: Viewing) -> HTMLResponse:
    """Meters and signs."""
    values = {**await read_wall(visit), "query": visit.request.url.query}
    return show_page(visit, "wall/page.html", values)


@router.get("/wall/stream")
async def wall_stream(visit: Viewing) -> StreamingResponse:
    """The same as it changes."""
    await read_wall(visit)
    query = f"{visit.query.get('tables')}&{visit.query.get('jackpots')}"

    async def make() -> bytes:
        return msgspec.json.encode({"html": render("wall/region.html", **await read_wall(visit))})

    shared = visit.services.keep(Shared)

    return stream_region(visit, [], lambda: shared.find(query, make))
