"""Learn by play alone with which hands of Duki to play, and set it beside the exact threshold.

The learner sees what its seat sees. Folding costs the Ante, so only Play is learnt: the mean of
what it brought for each kind of hand. It never knows a rule of play.
"""

from collections import defaultdict
from statistics import mean

import gymnasium
import numpy as np

import pitboss
import pitboss.envs
from pitboss.cards import format_card

ROUNDS = 5_000
JUDGED = 60
PLAY, FOLD = 0, 1


def kind_of(observation: np.ndarray) -> str:
    """The hand in words, from the 52 places of one's own cards."""
    cards = [format_card(int(card)) for card in observation[:52].nonzero()[0]]
    scored = pitboss.score("duki", cards)
    return f"{scored.duki} {scored.category}"


def main() -> None:
    env = gymnasium.make("pitboss/Duki-v0")
    returns: dict[str, list[float]] = defaultdict(list)
    observation, _ = env.reset(seed=7)
    for _ in range(ROUNDS):
        kind = kind_of(observation)
        returns[kind].append(float(env.step(PLAY)[1]))
        observation, _ = env.reset()
    worth = {kind: mean(found) for kind, found in returns.items()}
    for kind in sorted(worth, key=worth.__getitem__):
        verdict = "play" if worth[kind] > -1 else "fold"
        print(f"{kind:<22} {worth[kind]:+.2f} in {len(returns[kind]):>4} rounds: {verdict}")
    judge(worth)


def judge(worth: dict[str, float]) -> None:
    """What was learnt, played; with luck taken out by the exact values a few rounds tell."""
    env = gymnasium.make("pitboss/Duki-v0", adjusted=True)
    raw, adjusted = [], []
    for seed in range(JUDGED):
        observation, _ = env.reset(seed=seed)
        plays = worth.get(kind_of(observation), 0.0) > -1
        _, returned, _, _, info = env.step(PLAY if plays else FOLD)
        raw.append(float(returned))
        adjusted.append(info["adjusted"])
    best = -float(pitboss.price("duki").house_edge)
    print(f"{JUDGED} rounds: {mean(raw):+.4f} as they fell, {mean(adjusted):+.4f} without luck,")
    print(f"best play {best:+.4f}")


if __name__ == "__main__":
    main()
