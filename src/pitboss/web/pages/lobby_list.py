"""The lobby: the games, the open tables and the jackpots."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.games import all_games
from pitboss.games.contract import Game
from pitboss.house.tables.view import Published, seat_of
from pitboss.money import money
from pitboss.web.pages.signs import Sign, post_signs


class GameCard(NamedTuple):
    """A game to play now; ``art`` is a few cards as rank and suit."""

    key: str
    title: str
    blurb: str
    maker: str
    art: list[tuple[str, str]]
    is_poker: bool


class TableCard(NamedTuple):
    """An open table."""

    id: str
    name: str
    game: str
    phase: str
    taken: int
    seats: int
    people: list[str]
    limits: list[Sign]
    labels: tuple[str, ...]
    is_yours: bool
    practice: bool


class Meter(NamedTuple):
    """A jackpot with a table where it is played."""

    id: str
    title: str
    cents: int
    wager: str


class Lobby(NamedTuple):
    games: list[GameCard]
    tables: list[TableCard]
    meters: list[Meter]


def make_lobby(tables: Iterable[Published], meters: Mapping[str, int], who: str) -> Lobby:
    """Open tables, the viewer's own first; a practice table of someone else only when it is
    shared by its link, so it is not listed."""
    shown = [
        table
        for table in tables
        if table.phase != "closed" and (not table.setup.given["practice"] or _is_of(table, who))
    ]
    shown.sort(key=lambda table: (not _is_of(table, who), table.setup.key, table.setup.name))
    return Lobby(
        [_game_card(game) for game in all_games()],
        [_table_card(table, meters, who) for table in shown],
        _meters(shown, meters),
    )


def _is_of(table: Published, who: str) -> bool:
    return table.owner == who or seat_of(table, who) > 0


def _game_card(game: Game) -> GameCard:
    source, face = game.source, game.face
    return GameCard(
        source.key,
        source.title,
        face.blurb,
        source.maker,
        [(code[0], code[1]) for code in face.art],
        game.read_seating is not None,
    )


def _table_card(table: Published, meters: Mapping[str, int], who: str) -> TableCard:
    posted = post_signs(table.setup, meters)
    return TableCard(
        table.id,
        table.setup.name,
        table.setup.game.source.title,
        "playing" if table.phase == "playing" else "wagers open",
        len(table.seats),
        table.setup.seats,
        [str(seat["name"]) for seat in table.seats.values()],
        [*posted.limits[:1], *(fact for fact in posted.facts if fact.title == "Blinds")],
        posted.labels,
        _is_of(table, who),
        bool(table.setup.given["practice"]),
    )


def _meters(tables: Iterable[Published], meters: Mapping[str, int]) -> list[Meter]:
    """Each jackpot once."""
    found: dict[str, Meter] = {}
    for table in tables:
        links = zip(table.setup.jackpots, table.setup.settings.jackpots, strict=True)
        for name, terms in links:
            if name not in found:
                cards = "Five card" if terms.family == "5CL" else "Seven card"
                title = f"{cards} jackpot, {terms.type}"
                wager = money(terms.wager_cents)
                found[name] = Meter(name, title, meters.get(name, 0), wager)
    return list(found.values())
