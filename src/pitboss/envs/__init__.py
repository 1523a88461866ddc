"""Environments to learn in: every game by its real rules, seen from a seat.

Gymnasium has one seat (``gymnasium.make("pitboss.envs:pitboss/Duki-v0")``), PettingZoo several
(``several("holdout", seats=2)``). Importing this folder registers every installed game with
Gymnasium. ``docs/environments.md`` shows all of it.
"""

from typing import TYPE_CHECKING, Unpack

from pitboss.envs.table import Given, env_id
from pitboss.extras import needed_by
from pitboss.games import game_keys

with needed_by("pitboss.envs"):
    import gymnasium

if TYPE_CHECKING:
    from pettingzoo.utils import OrderEnforcingWrapper

__all__ = ["env_id", "several"]


def several(
    game: str, render_mode: str | None = None, adjusted: bool = False, **given: Unpack[Given]
) -> "OrderEnforcingWrapper":
    """Several seats of a table as a PettingZoo environment (AEC), checked for the order of calls.

    >>> env = several("holdout", seats=2)
    >>> env.reset(seed=1)
    >>> env.possible_agents
    ['seat_1', 'seat_2']
    """
    with needed_by("pitboss.envs"):
        from pettingzoo.utils import OrderEnforcingWrapper

        from pitboss.envs.seats import SeatsEnv
    return OrderEnforcingWrapper(SeatsEnv(game, render_mode, adjusted, **given))


for key in game_keys():
    if env_id(key) not in gymnasium.registry:
        gymnasium.register(env_id(key), "pitboss.envs.seat:SeatEnv", kwargs={"game": key})
