"""A tile for each table: how it stands, what it makes, and what needs someone's attention."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.house.store.people import Alert
from pitboss.house.tables.state import Published
from pitboss.web.pages.floor.book import Figures
from pitboss.web.pages.signs import Posted, post_signs


class Tile(NamedTuple):
    """One table at a glance."""

    table: Published
    posted: Posted
    figures: Figures
    alerts: list[Alert]

    @property
    def state(self) -> str:
        if self.table.phase in ("closed", "playing"):
            return self.table.phase
        return "wagers" if self.table.seats else "empty"

    @property
    def words(self) -> str:
        """How it stands, for people."""
        table = self.table
        if table.phase == "closed":
            return "closed"
        if table.phase == "playing":
            seat = f", seat {table.question.seat} to act" if table.question else ""
            return f"round {table.round}{seat}"
        if not table.seats:
            return "nobody sits here"
        made = sum(1 for seat in table.seats.values() if seat["wagers"])
        return f"wagers open, {made} made" if made else "wagers open"

    @property
    def win_look(self) -> str:
        return "down" if self.figures.win_cents < 0 else ""


class Overview(NamedTuple):
    """The whole floor: its tables, those of guests apart, and alerts of no table."""

    tiles: list[Tile]
    practice: list[Tile]
    alerts: list[Alert]
    waiting: int


def make_overview(
    tables: Sequence[Published], figures: Mapping[str, Figures], alerts: Sequence[Alert]
) -> Overview:
    """Tables with alerts first, then in the order of their names."""
    shown = [table for table in tables if table.phase != "closed"]
    known = {table.id for table in shown}
    tiles = [
        make_tile(
            table,
            figures.get(table.id, Figures()),
            [alert for alert in alerts if alert.table == table.id],
        )
        for table in shown
    ]
    tiles.sort(key=_place)
    return Overview(
        [tile for tile in tiles if not tile.table.setup.given["practice"]],
        [tile for tile in tiles if tile.table.setup.given["practice"]],
        [alert for alert in alerts if alert.table not in known],
        len(alerts),
    )


def make_tile(table: Published, figures: Figures, alerts: list[Alert]) -> Tile:
    return Tile(table, post_signs(table.setup, {}), figures, alerts)


def _place(tile: Tile) -> tuple[bool, str, str, str]:
    setup = tile.table.setup
    return not tile.alerts, setup.game.source.title, setup.name, tile.table.id
