"""A tile for each table: how it stands, what it makes, and what needs someone's attention."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.house.store.alerts import Alert
from pitboss.house.tables.view import Published
from pitboss.web.pages.floor.book import Figures
from pitboss.web.pages.signs import Sign, post_signs

PLAYING, WAGERS, EMPTY, CLOSED = "playing", "wagers", "empty", "closed"


class Tile(NamedTuple):
    """One table at a glance."""

    id: str
    name: str
    key: str
    game: str
    state: str
    words: str
    limits: list[Sign]
    taken: int
    seats: int
    people: list[str]
    figures: Figures
    alerts: list[Alert]
    labels: tuple[str, ...]
    is_practice: bool

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
    tiles.sort(key=lambda tile: (not tile.alerts, tile.game, tile.name, tile.id))
    return Overview(
        [tile for tile in tiles if not tile.is_practice],
        [tile for tile in tiles if tile.is_practice],
        [alert for alert in alerts if alert.table not in known],
        len(alerts),
    )


def make_tile(table: Published, figures: Figures, alerts: list[Alert]) -> Tile:
    posted = post_signs(table.setup, {})
    state, words = _state(table)
    blinds = [fact for fact in posted.facts if fact.title == "Blinds"]
    people = [str(seat["name"]) for seat in table.seats.values() if seat["kind"] != "bot"]
    return Tile(
        table.id,
        table.setup.name,
        table.setup.key,
        table.setup.game.source.title,
        state,
        words,
        [*posted.limits[:1], *blinds],
        len(table.seats),
        table.setup.seats,
        people,
        figures,
        alerts,
        posted.labels,
        bool(table.setup.given["practice"]),
    )


def _state(table: Published) -> tuple[str, str]:
    if table.phase == "closed":
        return CLOSED, "closed"
    if table.phase == "playing":
        seat = f", seat {table.question.seat} to act" if table.question else ""
        return PLAYING, f"round {table.round}{seat}"
    if not table.seats:
        return EMPTY, "nobody sits here"
    made = sum(1 for seat in table.seats.values() if seat["wagers"])
    return WAGERS, f"wagers open, {made} made" if made else "wagers open"
