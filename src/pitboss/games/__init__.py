"""The games and the contract that they share: the functional core.

>>> import pitboss
>>> pitboss.games()
['buyout', 'duki', 'super-omaha', 'holdout']
"""

import sys
from types import ModuleType

from pitboss.games.registry import all_games, find_game, game_keys

__all__ = ["all_games", "find_game", "game_keys"]


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return list(game_keys())


# Importing this folder binds it to the name ``pitboss.games``, which the public face calls as a
# function: so the folder answers to both.
sys.modules[__name__].__class__ = _Games
