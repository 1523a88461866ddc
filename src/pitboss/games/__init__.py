"""The games and the contract that they share: the functional core.

>>> import pitboss
>>> pitboss.games()
['buyout', 'duki', 'super-omaha', 'holdout']
"""

import sys
from types import ModuleType

from pitboss.games.registry import PACKAGES, find_game

__all__ = ["PACKAGES", "find_game"]


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return list(PACKAGES)


# Importing this folder binds it to the name ``pitboss.games``, which the public face calls as a
# function: so the folder answers to both.
sys.modules[__name__].__class__ = _Games
