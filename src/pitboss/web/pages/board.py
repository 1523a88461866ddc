"""The board of the lobby: open tables and jackpots, drawn once for everyone who looks.

A row is drawn when its table has changed and not again for each viewer; streams get the rows that
changed since they last heard, so a slow one gets where things stand and no backlog. The board is
renewed at most a few times a second, in slices, and takes a small part of the loop's time: whoever
plays comes first.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from pitboss.house.outage import Outage
from pitboss.house.tables.state import Published
from pitboss.money import money, read_whole
from pitboss.refusal import Refused
from pitboss.web.common.services import JACKPOT, Client, Services
from pitboss.web.pages import words
from pitboss.web.pages.signs import fixed_signs
from pitboss.web.pages.site import LONGEST_REST, SHARE, templates

RENEW_SECONDS = 0.25
BOARD = "board"
SLICE = 25
"""Rows that are drawn in one turn of the loop."""
TOLD_TOGETHER = 5
"""Streams that are told of a change before whoever plays has a turn again."""
TURNS_TO_TELL = 4
"""Turns of the loop in which a stream that was woken has made and sent its message."""
MOST_GONE = 10_000
"""Rows that were taken down and are remembered, for streams that have not heard of it."""

ROW = templates.get_template("lobby/row.html")
METERS = templates.get_template("lobby/meters.html")
REGION = templates.get_template("lobby/region.html")


class Meter(NamedTuple):
    """A jackpot with a table where it is played."""

    id: str
    title: str
    cents: int
    wager: str


class Row(NamedTuple):
    """A table as the board shows it; ``is_listed`` where everyone may see it, for a practice table
    is shared by its link alone."""

    table: Published
    html: str
    order: str
    is_listed: bool


class Sight(NamedTuple):
    """What one viewer sees of the board at a mark: their own tables, which stand first, and the
    jackpots. What a page came with is not known any more, so it is told once again."""

    mark: int
    own: frozenset[str] = frozenset()
    own_html: str = ""
    meters: str = ""


class Board:
    """All rows of one application, and the streams that follow them."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.name = secrets.token_hex(4)
        """Tells this board from another server's, whose marks mean nothing here."""
        self.drawn = 0
        """Rows drawn since the start."""
        self._mark = 0
        self._rows: dict[str, Row] = {}
        self._of_person: dict[str, set[str]] = {}
        self._changed: OrderedDict[str, int] = OrderedDict()
        """Tables in the order of their last change, each with its mark; those taken down too."""
        self._since = 0
        """From which mark on all changes are known."""
        self._meters: dict[str, Meter] = {}
        self._meters_html = self._list_html = ""
        self._messages: dict[tuple[int, str] | None, bytes] = {}
        self._guard = Lock()
        self._dirty: set[str] = set()
        self._clients: set[Client] = set()
        self._renewing = asyncio.Lock()
        self._following: asyncio.Task[None] | None = None
        self._is_filled = False
        services.hub.listen(self._hear)

    def _hear(self, name: str) -> None:
        """On the writer's thread."""
        with self._guard:
            self._dirty.add(name)

    async def renew(self) -> None:
        """Draw what has changed, here and at other servers."""
        async with self._renewing:
            follower = self.services.house.follower
            if behind := follower.behind():
                await self.services.read(follower.bring_up, behind)
            with self._guard:
                names, self._dirty = self._dirty, set()
            if not self._is_filled:
                self._is_filled = True
                names.update(list(self.services.house.floor.published))
            redrawn = False
            for number, name in enumerate(names):
                if number % SLICE == SLICE - 1:
                    await asyncio.sleep(0)
                redrawn |= name.startswith(JACKPOT) or self._renew_row(name)
            if redrawn:
                self._turn_page()

    def _renew_row(self, name: str) -> bool:
        """Whether a row is not what it was."""
        table = self.services.house.floor.published.get(name)
        old = self._rows.pop(name, None)
        people = _people_at(old.table) if old else set()
        new = None
        if table and table.phase != "closed":
            new = self._rows[name] = self._draw(table)
        for who in people - (_people_at(new.table) if new else set()):
            self._of_person[who].discard(name)
            if not self._of_person[who]:
                del self._of_person[who]
        for who in _people_at(new.table) if new else ():
            self._of_person.setdefault(who, set()).add(name)
        if new == old or (new and old and new[1:] == old[1:] and people == _people_at(new.table)):
            return False
        self._changed[name] = self._mark + 1
        self._changed.move_to_end(name)
        return True

    def _draw(self, table: Published) -> Row:
        self.drawn += 1
        setup = table.setup
        order = f"{setup.key} {setup.name} {table.id}"
        html = draw_row(table, order)
        return Row(table, html, order, not setup.given["practice"])

    def _turn_page(self) -> None:
        """From here on there is another state to tell of."""
        self._mark += 1
        self._messages.clear()
        while len(self._changed) > MOST_GONE + len(self._rows):
            self._since = self._changed.popitem(last=False)[1]
        listed = sorted((row for row in self._rows.values() if row.is_listed), key=_order)
        self._list_html = "".join(row.html for row in listed)
        self._meters = self._find_meters(listed)
        self._meters_html = draw_meters(self._meters)

    def _find_meters(self, rows: Iterable[Row]) -> dict[str, Meter]:
        """Each jackpot of some tables once."""
        meters, found = self.services.house.meters, dict[str, Meter]()
        for setup in (row.table.setup for row in rows if row.table.setup.jackpots):
            for name, terms in zip(setup.jackpots, setup.settings.jackpots, strict=True):
                title = words.jackpot_kind(terms.family == "5CL", terms.type)
                wager = money(terms.wager_cents)
                found.setdefault(name, Meter(name, title, meters.get(name, 0), wager))
        return found

    @property
    def mark(self) -> str:
        """How far the board is now, as a page says it when it comes back."""
        return f"{self.name}.{self._mark}"

    def sight(self, who: str) -> Sight:
        """What of the board is this viewer's alone; for most nothing."""
        own = frozenset(self._of_person.get(who, ()))
        rows = sorted((self._rows[name] for name in own), key=_order)
        html = "".join(draw_row(row.table, row.order, True) for row in rows)
        more = {**self._meters, **self._find_meters(rows)}
        is_more = len(more) > len(self._meters)
        return Sight(self._mark, own, html, draw_meters(more) if is_more else self._meters_html)

    def region(self, sight: Sight) -> str:
        """The whole of it."""
        rows = self._list_html
        if sight.own:
            listed = [row for row in self._rows.values() if row.is_listed]
            others = (row for row in listed if row.table.id not in sight.own)
            rows = "".join(row.html for row in sorted(others, key=_order))
        return REGION.render(
            meters=Markup(sight.meters), own=Markup(sight.own_html), rows=Markup(rows)
        )

    def since(self, mark: str, who: str) -> Sight | None:
        """What a page shows that was made at this mark, if the changes since are known."""
        name, _, text = mark.partition(".")
        try:
            number = read_whole(text, "since", self._since, self._mark)
        except Refused:
            return None
        return Sight(number, self.sight(who).own) if name == self.name else None

    def message(self, last: Sight | None, who: str) -> tuple[Sight, bytes]:
        """What a stream is told next, and what its viewer sees then. Everyone who has no table of
        their own is told the same, in the same bytes."""
        sight = self.sight(who)
        last = last if last and last.mark >= self._since else None
        if sight.own or (last and last.own):
            return sight, self._encode(last, sight)
        key = (last.mark, last.meters) if last else None
        if key not in self._messages:
            self._messages[key] = self._encode(last, sight)
        return sight, self._messages[key]

    def _encode(self, last: Sight | None, sight: Sight) -> bytes:
        if last is None:
            return msgspec.json.encode({"mark": self.mark, "html": self.region(sight)})
        rows = self._rows_since(last.mark, sight.own)
        rows += [[name, ""] for name in sight.own - last.own]
        rows += [[name, self._shown(name)] for name in last.own - sight.own]
        values: dict[str, object] = {"mark": self.mark, "rows": rows}
        if sight.meters != last.meters:
            values["meters"] = sight.meters
        if sight.own_html != last.own_html:
            values["own"] = sight.own_html
        return msgspec.json.encode(values)

    def _rows_since(self, mark: int, own: frozenset[str]) -> list[list[str]]:
        """Rows that have changed."""
        found = []
        for name in reversed(self._changed):
            if self._changed[name] <= mark:
                break
            if name not in own:
                found.append([name, self._shown(name)])
        return found

    def _shown(self, name: str) -> str:
        """A row as everyone sees it: nothing where it was taken down."""
        row = self._rows.get(name)
        return row.html if row and row.is_listed else ""

    def join(self, client: Client) -> None:
        """A stream follows the board until it leaves; while one does, the board is renewed."""
        self._clients.add(client)
        loop, task = asyncio.get_running_loop(), self._following
        if task is None or task.done() or task.get_loop() is not loop:
            self._following = loop.create_task(self._follow())

    def leave(self, client: Client) -> None:
        self._clients.discard(client)

    async def _follow(self) -> None:
        while self._clients:
            start, mark = time.monotonic(), self._mark
            with suppress(Outage):  # what was shown stands until the database is back
                await self.renew()
            spent = time.monotonic() - start
            if self._mark != mark:
                await self._tell_all()
            await asyncio.sleep(min(max(RENEW_SECONDS, SHARE * spent), LONGEST_REST))

    async def _tell_all(self) -> None:
        """Wake the streams a few at a time, with rests in proportion to what their messages took:
        five hundred of them would else take the loop for a tenth of a second."""
        clients = tuple(self._clients)
        longest = LONGEST_REST * TOLD_TOGETHER / len(clients) if clients else 0.0
        for first in range(0, len(clients), TOLD_TOGETHER):
            start = time.thread_time()
            for client in clients[first : first + TOLD_TOGETHER]:
                client.mark((BOARD,))
            for _ in range(TURNS_TO_TELL):
                await asyncio.sleep(0)
            await asyncio.sleep(min(SHARE * (time.thread_time() - start), longest))


def draw_row(table: Published, order: str, is_own: bool = False) -> str:
    return ROW.render(table=table, posted=fixed_signs(table.setup), order=order, is_own=is_own)


def draw_meters(meters: Mapping[str, Meter]) -> str:
    return METERS.render(meters=meters.values()) if meters else ""


def _order(row: Row) -> str:
    return row.order


def _people_at(table: Published) -> set[str]:
    """Whose own it is: who opened it, and who sits there."""
    return {table.owner, *(seat["who"] for seat in table.seats.values())} - {""}
