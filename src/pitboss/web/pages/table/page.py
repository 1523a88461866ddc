"""The page of a table and its live region: its scene, the viewer's seat, what the table posts."""

from functools import partial

import msgspec
from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.house.access import may
from pitboss.house.tables.state import Published, dealt_seat_of, fair_view, seat_of
from pitboss.money import money
from pitboss.training.rounds import coached_games
from pitboss.web.common.services import Services, TableId, find_table
from pitboss.web.common.tables import next_round, seconds_left
from pitboss.web.common.visits import NOBODY, Viewing
from pitboss.web.pages.signs import fixed_signs, post_signs
from pitboss.web.pages.site import page_router, show_page, stream_region, templates
from pitboss.web.pages.table import felt, words
from pitboss.web.pages.table.banner import make_banner
from pitboss.web.pages.table.flow import make_flow
from pitboss.web.pages.table.reader import choose_lines
from pitboss.web.pages.table.scene import Scene, make_scene
from pitboss.web.pages.table.sitting import Sitting, Sittings, read_late

MOST_SPECTATED = 2_000
router = page_router()

REGION = templates.get_template("table/region.html")
BESIDE = templates.get_template("table/beside.html")
"""Found once: they are drawn for every message."""

CHIP_VALUES = tuple(cents // 100 for cents in reversed(felt.CHIPS))


def net_cents(scene: Scene, sitting: Sitting) -> int:
    """Up or down since the seat was taken; wagers in play count as still one's own."""
    assert scene.own
    net = int(scene.own.known["stack_cents"]) - sitting.bought_cents
    if not scene.is_playing or scene.table.opening is None:
        return net
    place = scene.picture.place(scene.own.number)
    if scene.table.setup.is_poker:
        return net + place.chips_cents - place.won_cents
    return net + place.open_cents


def is_broke(scene: Scene) -> bool:
    """Whether the viewer has too little for any wager, or for a seat among players."""
    assert scene.own
    stack = int(scene.own.known["stack_cents"])
    if scene.table.setup.is_poker:
        return not stack
    least = [each.least_cents for each in fixed_signs(scene.table.setup).offered if each.is_first]
    return stack < min(least)


def waiting_words(scene: Scene) -> str:
    """What is waited for once the viewer's wagers are made."""
    return words.BY_OTHERS if scene.table.setup.automatic else words.BY_DEALER


def leaving_words(scene: Scene) -> str:
    """What leaving the seat does now, before it is done."""
    if not scene.own:
        return ""
    stack = money(int(scene.own.known["stack_cents"]))
    if scene.asked:
        return words.leave_now(stack=stack)
    if scene.is_playing:
        return words.leave_after(stack=stack)
    return words.leave(stack=stack)


async def make_region(services: Services, table_id: str, who: str) -> bytes:
    """The region's HTML as this viewer may see it, and what its script needs to know, encoded."""
    table = await find_table(services, table_id)
    if not (table.owner == who or seat_of(table, who) or dealt_seat_of(table, who)):
        return await services.keep(Spectated).find(services, table, who)
    return await draw_region(services, table, who)


async def draw_region(services: Services, table: Published, who: str) -> bytes:
    """What stands beside the felt is apart: the page shows the felt and the question before it."""
    values = await region_values(services, table, who)
    html, beside = REGION.render(values, later=True), BESIDE.render(values)
    return msgspec.json.encode({"version": table.version, "html": html, "beside": beside})


class Spectated:
    """Tables as they were last drawn for all who only watch, with and without a session."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bool], tuple[Published, object, bytes]] = {}

    async def find(self, services: Services, table: Published, who: str) -> bytes:
        key, meters = (table.id, who != NOBODY), services.house.meters
        gone = [*services.house.presence.gone(table)]
        shown = (services.today, [meters.get(name, 0) for name in table.setup.jackpots], gone)
        kept = self._kept.get(key)
        if kept is None or kept[0] is not table or kept[1] != shown:
            if len(self._kept) >= MOST_SPECTATED:
                self._kept.clear()
            kept = self._kept[key] = (table, shown, await draw_region(services, table, who))
        return kept[2]


async def region_values(services: Services, table: Published, who: str) -> dict[str, object]:
    """All that the region's template shows."""
    scene = make_scene(table, who)
    sitting, room, late = Sitting("", 0, 0), 0, ""
    if scene.own:
        sitting = await services.keep(Sittings).find(services, table, who, scene.own.number)
        if table.setup.decision_seconds and table.dealt.get(scene.own.number) == who:
            late = await services.look(read_late, table, scene.own.number)
        if not scene.is_playing:
            room = table.setup.buy_in[1] - int(scene.own.known["stack_cents"])
    return {
        "scene": scene,
        "table": table,
        "source": table.setup.game.source,
        "posted": post_signs(table.setup, services.house.meters, services.today),
        "chips": CHIP_VALUES,
        "sitting": sitting,
        "net_cents": net_cents(scene, sitting) if sitting.since else 0,
        "room_cents": min(felt.USUAL_CENTS, room),
        "is_broke": scene.own is not None and room > 0 and is_broke(scene),
        "waiting": waiting_words(scene),
        "leaving": leaving_words(scene),
        "late": late,
        "spoken": choose_lines(scene),
        "known": who != NOBODY,
        "is_owner": table.owner == who,
        "replay": None,
        "flow": make_flow(services, table, who),
        "fair": fair_view(table),
        "left": max((at for _, at in services.house.counters.left.values()), default=""),
        "moment": make_banner(scene),
    }


@router.get("/tables/{table_id}")
async def table_page(visit: Viewing, table_id: TableId) -> HTMLResponse:
    """A table: to play at for whoever sits, to watch for everyone else."""
    table = await find_table(visit.services, table_id)
    visit.services.house.presence.note(table_id, visit.who)
    values = await region_values(visit.services, table, visit.who)
    may_void = visit.found is not None and may(visit.person, "void")
    values |= {"may_void": may_void, "is_coached": table.setup.key in coached_games()}
    return show_page(visit, "table/page.html", values)


@router.get("/tables/{table_id}/stream")
async def table_stream(visit: Viewing, table_id: TableId) -> StreamingResponse:
    """The table's region, again whenever it changes."""
    await find_table(visit.services, table_id)
    services, who = visit.services, visit.who

    def left() -> dict[str, float | None]:
        table = services.house.floor.published.get(table_id)
        if table is None:
            return {"left": None, "next": None}
        return {"left": seconds_left(services, table), "next": next_round(services, table)}

    make = partial(make_region, services, table_id, who)
    return stream_region(visit, [table_id], make, left=left)
