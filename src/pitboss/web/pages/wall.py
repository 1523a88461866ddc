"""The big screen's page; nobody logs in at a wall."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fastapi import Request
from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.house import store
from pitboss.house.tables.state import Published
from pitboss.money import money
from pitboss.refusal import Refused
from pitboss.web.common.services import Services
from pitboss.web.common.visits import Viewing
from pitboss.web.pages.lobby import Meter
from pitboss.web.pages.signs import PaySign, Posted, Sign, post_signs
from pitboss.web.pages.site import page_router, render, show_page, stream_region

router = page_router()

MOST_NAMED = 50


class Board(NamedTuple):
    """One sign: a pay table, or lines of limits."""

    id: str
    table: str
    game: str
    key: str
    pays: PaySign | None
    lines: list[Sign]
    labels: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.pays.title if self.pays else "Limits"

    @property
    def label(self) -> str:
        return f"{self.table}: {self.pays.title if self.pays else 'limits'}"


class Wall(NamedTuple):
    meters: list[Meter]
    boards: list[Board]


def read_names(text: str, what: str) -> list[str]:
    """``a,b`` as names; nothing stands for all."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if len(names) > MOST_NAMED:
        raise Refused(f"{what}: at most {MOST_NAMED} may be named")
    return names


def choose_tables(
    tables: Iterable[Published], named: Sequence[str], jackpots: Sequence[str]
) -> list[Published]:
    """Those named, or those of the named jackpots, or every table of the house that is open."""
    found = [table for table in tables if table.phase != "closed"]
    if named:
        return [table for table in found if table.id in named]
    shown = [table for table in found if not table.setup.given["practice"]]
    if jackpots:
        shown = [table for table in shown if set(jackpots) & set(table.setup.jackpots)]
    return sorted(shown, key=lambda table: (table.setup.key, table.setup.name, table.id))


def make_wall(
    tables: Sequence[Published],
    named: Sequence[str],
    titles: Mapping[str, str],
    meters: Mapping[str, int],
) -> Wall:
    """The meters of the named jackpots, or of those that the tables are linked to."""
    linked = dict.fromkeys(name for table in tables for name in table.setup.jackpots)
    shown = [name for name in (named or linked) if name in meters]
    wagers = {
        name: money(terms.wager_cents)
        for table in tables
        for name, terms in zip(table.setup.jackpots, table.setup.settings.jackpots, strict=True)
    }
    return Wall(
        [
            Meter(
                name,
                titles.get(name, name),
                meters[name],
                wagers.get(name, ""),
            )
            for name in shown
        ],
        [board for table in tables for board in _boards(table, meters)],
    )


def _boards(table: Published, meters: Mapping[str, int]) -> list[Board]:
    posted = post_signs(table.setup, meters)
    source = table.setup.game.source
    head = (table.setup.name, source.title, source.key)
    boards = [Board(f"b-{table.id}-limits", *head, None, _lines(posted), posted.labels)]
    signs = [*posted.paytables, *(jackpot.table for jackpot in posted.jackpots)]
    for number, sign in enumerate(signs, 1):
        rows = [row for row in sign.rows if not row.note]
        pays = sign._replace(rows=rows)
        boards.append(Board(f"b-{table.id}-{number}", *head, pays, [], posted.labels))
    return boards


def _lines(posted: Posted) -> list[Sign]:
    chips = [fact for fact in posted.facts if fact.title in ("Blinds", "Betting")]
    return [*posted.limits, *chips]


async def read_wall(request: Request, services: Services) -> Wall:
    """What ``?tables=`` and ``?jackpots=`` choose, as it stands now."""
    wanted = request.query_params
    named = read_names(wanted.get("tables", ""), "tables")
    jackpots = read_names(wanted.get("jackpots", ""), "jackpots")
    titles = await services.look(store.jackpots.read_names)
    tables = choose_tables(await services.tables(), named, jackpots)
    return make_wall(tables, jackpots, titles, services.house.meters)


@router.get("/wall")
async def wall_page(visit: Viewing) -> HTMLResponse:
    """Meters and signs."""
    values = {
        "wall": await read_wall(visit.request, visit.services),
        "query": visit.request.url.query,
    }
    return show_page(visit, "wall/page.html", values)


@router.get("/wall/stream")
async def wall_stream(visit: Viewing) -> StreamingResponse:
    """The same as it changes."""
    await read_wall(visit.request, visit.services)

    async def make() -> dict[str, object]:
        return {
            "html": render("wall/region.html", wall=await read_wall(visit.request, visit.services))
        }

    return stream_region(visit, [], make)
