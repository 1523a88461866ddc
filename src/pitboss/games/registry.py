"""The games, by key; a game's modules are imported when it is asked for."""

from functools import cache
from importlib import import_module

from pitboss.games.contract import Game
from pitboss.refusal import Refused

PACKAGES = {
    "buyout": "pitboss.games.buyout",
    "duki": "pitboss.games.duki",
    "super-omaha": "pitboss.games.super_omaha",
    "holdout": "pitboss.games.holdout",
}


@cache
def find_game(key: str) -> Game:
    """The game of this key."""
    if key not in PACKAGES:
        raise Refused(f"game {key!r} is unknown; the games are {', '.join(PACKAGES)}")
    game = import_module(PACKAGES[key]).GAME
    assert isinstance(game, Game)
    return game
