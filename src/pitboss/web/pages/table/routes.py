"""The page of a table and its live region."""

from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.house.tables.view import Published, seat_of
from pitboss.rounds.view import SPECTATOR
from pitboss.web.common.security import NOBODY, Viewing
from pitboss.web.common.settings import Services
from pitboss.web.common.tables import TableId, find_table
from pitboss.web.pages.live import stream_region
from pitboss.web.pages.seats import net_cents, read_balance, read_sitting
from pitboss.web.pages.signs import post_signs
from pitboss.web.pages.site import page_router, render, show_page
from pitboss.web.pages.table.felt import CHIPS, open_spots
from pitboss.web.pages.table.scene import make_scene

router = page_router()

USUAL_CENTS = 500_00
CHIP_VALUES = tuple(cents // 100 for cents in reversed(CHIPS))


async def make_region(services: Services, table_id: str, who: str) -> dict[str, object]:
    """The region's HTML as this viewer may see it, and what its script needs to know."""
    table = await find_table(services, table_id)
    values = await region_values(services, table, who)
    return {"version": table.version, "html": render("table/region.html", **values)}


async def region_values(services: Services, table: Published, who: str) -> dict[str, object]:
    """All that the region's template shows."""
    seat = seat_of(table, who)
    scene = make_scene(table, who)
    sitting, net, balance = None, 0, 0
    if seat != SPECTATOR:
        sitting = await services.look(read_sitting, table, who, seat)
    if sitting:
        net, balance = net_cents(table, scene.picture, sitting, seat), sitting.balance_cents
    elif who != NOBODY:
        balance = await services.look(read_balance, who)
    return {
        "scene": scene,
        "table": table,
        "source": table.setup.game.source,
        "posted": post_signs(table.setup, services.house.meters),
        "open_spots": {} if table.setup.is_poker else open_spots(table.setup),
        "chips": CHIP_VALUES,
        "sitting": sitting,
        "net_cents": net,
        "room_cents": room_cents(table, seat),
        "balance_cents": balance,
        "known": who != NOBODY,
        "is_owner": table.owner == who,
        "replay": None,
    }


def room_cents(table: Published, seat: int) -> int:
    """What a seat may buy in one press: nothing during a round."""
    if seat == SPECTATOR or table.phase == "playing":
        return 0
    return min(USUAL_CENTS, table.setup.buy_in[1] - int(table.seats[seat]["stack_cents"]))


@router.get("/tables/{table_id}")
async def table_page(visit: Viewing, table_id: TableId) -> HTMLResponse:
    """A table: to play at for whoever sits, to watch for everyone else."""
    table = await find_table(visit.services, table_id)
    values = await region_values(visit.services, table, visit.who)
    return show_page(visit, "table/page.html", values)


@router.get("/tables/{table_id}/stream")
async def table_stream(visit: Viewing, table_id: TableId) -> StreamingResponse:
    """The table's region, again whenever it changes."""
    await find_table(visit.services, table_id)
    who = visit.who
    return stream_region(visit, [table_id], lambda: make_region(visit.services, table_id, who))
