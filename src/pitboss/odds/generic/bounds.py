"""The classes of a game's scores, found once and kept."""

from typing import Any, cast

import numpy as np

from pitboss.games.contract import Game, Limits, Settings
from pitboss.odds.cache import Count, recall
from pitboss.odds.generic.ends import Bounds
from pitboss.odds.generic.inputs import SOURCES, Wagers, inputs_of, unit_of
from pitboss.odds.generic.solve import look_for_bounds, open_alone
from pitboss.odds.progress import tell


def bounds_of(game: Game, settings: Settings, wagers: Wagers) -> Bounds:
    """For these wagers of whatever size: what is settled alike does not hang on amounts, so the
    sign of limits does not bind them."""
    settings = settings._replace(limits=Limits())
    units = {wager: unit_of(game, settings, wager) for wager in wagers}
    inputs = inputs_of(game, settings, units)

    def make() -> object:
        tell(f"{game.source.key}: its rules are asked how hands end, once, some seconds")
        found = look_for_bounds(game, open_alone(game, settings, units))
        return {
            "kinds": found.kinds.tolist(),
            "dealers": found.dealers.tolist(),
            "names": found.names,
        }

    kept = cast("dict[str, Any]", recall(Count(game.source.key, "classes", inputs, SOURCES, make)))
    kinds, dealers = (np.array(kept[name], np.int32) for name in ("kinds", "dealers"))
    return Bounds(kinds, dealers, tuple(kept["names"]))
