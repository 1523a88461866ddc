"""The games, by key, and the contract that they share: the functional core.

A game's modules are imported when it is asked for. Ours stand here by name; other packages bring
theirs as entry points of the group ``pitboss.games``, each the key of a game and where its ``GAME``
stands.

>>> import pitboss
>>> pitboss.games()
['buyout', 'duki', 'super-omaha', 'holdout']
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from pitboss.games.contract import Game
from pitboss.refusal import Refused

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "pitboss.games"
OURS = {
    "buyout": "pitboss.games.buyout",
    "duki": "pitboss.games.duki",
    "super-omaha": "pitboss.games.super_omaha",
    "holdout": "pitboss.games.holdout",
}


@cache
def brought() -> "Mapping[str, EntryPoint]":
    """The games of other packages, by key; a key of ours stays ours, whoever else claims it."""
    # Looking through all installed distributions takes longer than a round: not before it must be.
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in OURS:
            continue
        if entry.name in found and entry.value != found[entry.name].value:
            raise Refused(
                f"game {entry.name!r} is brought by two packages, {found[entry.name].value} and"
                f" {entry.value}; uninstall one"
            )
        found[entry.name] = entry
    return found


def game_keys() -> tuple[str, ...]:
    """The keys of all games, ours first."""
    return (*OURS, *sorted(brought()))


def all_games() -> list[Game]:
    return [find_game(key) for key in game_keys()]


def jackpot_keys() -> tuple[str, ...]:
    """The keys of the games with jackpots; ours is the first."""
    return tuple(game.source.key for game in all_games() if game.jackpot_spots)


@cache
def find_game(key: str) -> Game:
    """The game of this key."""
    if key in OURS:
        game: object = import_module(OURS[key]).GAME
        assert isinstance(game, Game)
        return game
    entry = brought().get(key)
    if entry is None:
        raise Refused(f"game {key!r} is unknown; the games are {', '.join(game_keys())}")
    return load_game(entry)


def load_game(entry: "EntryPoint") -> Game:
    """The game of an entry point. Whatever its package fails with is told in a line."""
    from pitboss.games.opening import check_files

    what = f"game {entry.name!r}: {entry.value}"
    try:
        game: object = entry.load()
        key = game.source.key if isinstance(game, Game) else ""
        if isinstance(game, Game) and key == entry.name:
            check_files(game)
    except Exception as fault:
        kind = "" if isinstance(fault, Refused) else f"{type(fault).__name__}: "
        raise Refused(f"{what} cannot be loaded: {kind}{fault}") from None
    if not isinstance(game, Game) or key != entry.name:
        raise Refused(f"{what} is no game of that key")
    return game


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return list(game_keys())


# Importing this folder binds it to the name ``pitboss.games``, which the public face calls as a
# function: so the folder answers to both.
sys.modules[__name__].__class__ = _Games
