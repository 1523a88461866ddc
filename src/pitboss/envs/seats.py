"""Several seats of a table as a PettingZoo environment, each agent from its own seat's view.

>>> env = SeatsEnv("holdout", seats=3)
>>> env.reset(seed=1)
>>> observation, reward, ended, cut_off, info = env.last()
>>> [env.actions[place] for place in info["action_mask"].nonzero()[0]]
['fold', 'call', 'raise']
"""

from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from pitboss.envs.chance import Chance
from pitboss.envs.desk import MODES, Desk, Info
from pitboss.envs.sight import Eyes, Observation, Sight
from pitboss.envs.table import Given
from pitboss.rounds.runner import Runner


class SeatsEnv(AECEnv[str, Observation, "np.int64 | int | None"]):
    """All seats that play; in a game against the house two where no number is given."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(MODES),
        "name": "pitboss_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        adjusted: bool = False,
        **given: Unpack[Given],
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._desk = desk = Desk(game, render_mode, adjusted, given, house_seats=2)
        self._seats = {f"seat_{seat}": seat for seat in desk.layout.seats}
        self._agents = {seat: agent for agent, seat in self._seats.items()}
        self.possible_agents = list(self._seats)
        self.observation_spaces = {agent: desk.observation_space() for agent in self._seats}
        self.action_spaces = {agent: desk.action_space() for agent in self._seats}
        self._chance: Chance | None = None
        self._running: Runner | None = None
        self._sights = {
            agent: Sight(Eyes(desk.layout, seat)) for agent, seat in self._seats.items()
        }

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
        assert self._running is not None, "reset comes before anything else"
        return self._running

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round; ``options`` may name its deck, top card first."""
        if seed is not None or self._chance is None:
            self._chance = Chance(seeding.np_random(seed)[0])
        self._running = running = self._desk.deal(self._chance, options)
        for sight in self._sights.values():
            sight.restart()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell(running)

    def step(self, action: np.int64 | int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        asked, running = self.agent_selection, self.running
        legal = self._desk.play(running, int(action))
        self._tell(running)
        if not legal:
            self.infos[asked]["illegal"] = True
        if self.render_mode == "human":
            self.render()

    def _tell(self, running: Runner) -> None:
        """Whose turn it is, with its mask; or how the round has ended for everyone. Nobody has a
        reward before."""
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        question = running.question
        if question:
            self.agent_selection = self._agents[question.seat]
            self.infos[self.agent_selection]["action_mask"] = self._desk.mask(running)
            return
        for agent, seat in self._seats.items():
            self.rewards[agent] = self._desk.returned(running, seat)
            self.terminations[agent] = True
            self.infos[agent] |= self._desk.luck(running, seat)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self._sights[agent].look(self.running.table.events)

    def render(self) -> str | None:
        """The table as the seat whose turn it is sees it: given as text, or printed."""
        return self._desk.render(self.running, self._seats[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""
