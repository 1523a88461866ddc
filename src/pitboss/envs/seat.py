"""One seat as a Gymnasium environment, against the house or practice players: a round an episode.

>>> import gymnasium, pitboss.envs
>>> env = gymnasium.make("pitboss/Duki-v0")
>>> observation, info = env.reset(seed=1)
>>> env.unwrapped.actions, info["action_mask"]
(['play', 'fold'], array([1, 1], dtype=int8))
>>> env.step(0)[1:3]
(-2.0, True)
"""

from typing import Any, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from pitboss.envs.chance import Chance
from pitboss.envs.desk import MODES, Desk, Info
from pitboss.envs.sight import Eyes, Observation, Sight
from pitboss.envs.table import Given
from pitboss.odds.registry import check_level, practise
from pitboss.rounds.runner import Runner

SEAT = 1


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """Seat 1; whoever else sits there is a practice player of a ``level``, where levels are."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        adjusted: bool = False,
        level: str = "",
        **given: Unpack[Given],
    ) -> None:
        self.render_mode = render_mode
        self._desk = desk = Desk(game, render_mode, adjusted, given, house_seats=1)
        self._level = check_level(game, level) if level else desk.default_level
        self._alone = len(desk.layout.seats) == 1
        self._eyes = Eyes(desk.layout, SEAT)
        self.observation_space = desk.observation_space()
        self.action_space = desk.action_space()
        self._chance: Chance | None = None
        self._running: Runner | None = None
        self._sight = Sight(self._eyes)

    @property
    def actions(self) -> list[str]:
        """Every action in words."""
        return self._desk.layout.actions.names

    @property
    def places(self) -> list[str]:
        """Every place of an observation in words."""
        return self._desk.layout.names

    @property
    def running(self) -> Runner:
        """The round itself, every card of it: for judges and tests, not for who plays."""
        if self._running is None:
            raise gymnasium.error.ResetNeeded("reset comes before anything else")
        return self._running

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deal a round; ``options`` may name its deck, top card first."""
        super().reset(seed=seed)
        if seed is not None or self._chance is None:
            self._chance = Chance(self.np_random)
        self._running = running = self._desk.deal(self._chance, options)
        self._sight.restart()
        if not self._alone:
            self._let_others(running, self._chance)
        return self._look(running), self._told(running)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        running, chance = self.running, self._chance
        assert chance is not None
        legal = not running.question or self._desk.play(running, int(action))
        if not self._alone:
            self._let_others(running, chance)
        info = self._told(running)
        if not legal:
            info["illegal"] = True
        if running.question:
            return self._look(running), 0.0, False, False, info
        if self._desk.adjusted:
            info |= self._desk.luck(running, SEAT)
        return self._look(running), self._desk.returned(running, SEAT), True, False, info

    def _let_others(self, running: Runner, chance: Chance) -> None:
        """Practice players answer until it is our turn or the round is over."""
        while running.question and running.question.seat != SEAT:
            running.decide(practise(running, self._level, chance.dice.randbytes))

    def _look(self, running: Runner) -> Observation:
        if self.render_mode == "human":
            self.render()
        return self._sight.look(running.table.events)

    def _told(self, running: Runner) -> Info:
        return {"action_mask": self._desk.mask(running)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions now, as some libraries ask for them."""
        return self._desk.mask(self.running).astype(np.bool_)

    def render(self) -> str | None:
        """The table as this seat sees it: given as text, or printed."""
        return self._desk.render(self.running, SEAT)
