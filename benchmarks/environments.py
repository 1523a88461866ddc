"""Steps of the environments, rounds dealt anew included, beside Gymnasium's Blackjack and RLCard's
games in the same run; ``python -m benchmarks.environments`` measures these alone."""

from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import rlcard

import pitboss.envs
from benchmarks.measure import Figure, compare
from pitboss.envs.seats import SeatsEnv

STEPS = 200
BLACKJACK, THEIRS, HOLDEM = "Gymnasium Blackjack-v1", "RLCard blackjack", "RLCard limit-holdem"


def step_one_seat(name: str) -> Callable[[], int]:
    """Any legal action, by the mask; in Blackjack, which has none, any action."""
    env, dice = gymnasium.make(name), Random(1)
    space: Any = env.action_space
    every = list(range(int(space.n)))
    _, info = env.reset(seed=1)

    def act() -> int:
        nonlocal info
        for _ in range(STEPS):
            mask = info.get("action_mask")
            legal = every if mask is None else mask.nonzero()[0].tolist()
            _, _, ended, _, info = env.step(dice.choice(legal))
            if ended:
                _, info = env.reset()
        return STEPS

    return act


def step_rlcard(name: str) -> Callable[[], int]:
    """Any legal action, as the library gives them; what a game has brought is asked for at its end,
    as learning does, since the library settles no hand before."""
    env, dice = rlcard.make(name, config={"seed": 1}), Random(1)

    state, _ = env.reset()

    def act() -> int:
        nonlocal state
        for _ in range(STEPS):
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            if env.is_over():
                env.get_payoffs()
                state, _ = env.reset()
        return STEPS

    return act


def step_seats() -> Callable[[], int]:
    """Two seats of limit Holdout, any legal action, each seat's observation made when it acts."""
    env, dice = SeatsEnv("holdout", seats=2), Random(1)

    env.reset(seed=1)

    def act() -> int:
        for _ in range(STEPS):
            info = env.last()[4]
            env.step(dice.choice(info["action_mask"].nonzero()[0].tolist()))
            if all(env.terminations.values()):
                env.reset()
        return STEPS

    return act


def figures() -> list[Figure]:
    blackjack, theirs = step_one_seat("Blackjack-v1"), step_rlcard("blackjack")
    found = []
    for key in ("duki", "buyout", "super-omaha"):
        ours = step_one_seat(pitboss.envs.env_id(key))
        found.append(compare(f"{key} steps", ours, BLACKJACK, blackjack, 1))
        found.append(compare(f"{key} steps", ours, THEIRS, theirs, 1))
    ours, holdem = step_seats(), step_rlcard("limit-holdem")
    found.append(compare("holdout steps, two seats", ours, BLACKJACK, blackjack, 1))
    found.append(compare("holdout steps, two seats", ours, HOLDEM, holdem, 1))
    return found


if __name__ == "__main__":
    for figure in figures():
        print(figure, flush=True)
