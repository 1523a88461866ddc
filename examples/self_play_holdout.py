"""Learn a small Holdout by self-play: two seats, short stacks, limit, one table of values for both.

A value is the mean of what followed a kind of action in a kind of situation. The cards to hold are
learnt in the same way, by the shape of what is held. Nothing here knows a rule.
"""

from collections import Counter
from random import Random

import numpy as np

from pitboss.envs.seats import SeatsEnv

HANDS = 1_200
JUDGED = 300
CARDS = 52

Kind = tuple[object, ...]


class Values:
    """Running means, by kind."""

    def __init__(self) -> None:
        self.mean: Counter[Kind] = Counter()
        self.seen: Counter[Kind] = Counter()

    def add(self, kind: Kind, returned: float) -> None:
        self.seen[kind] += 1
        self.mean[kind] += (returned - self.mean[kind]) / self.seen[kind]  # type: ignore[assignment]


class Player:
    """Takes the action whose kind did best, or now and then any."""

    def __init__(self, env: SeatsEnv, dice: Random) -> None:
        self.values, self.dice = Values(), dice
        self.names, self.place = env.actions, {name: at for at, name in enumerate(env.places)}
        self.board = CARDS * 2

    def kind(self, seen: np.ndarray, action: int) -> Kind:
        name = self.names[action]
        own = [int(card) for card in seen[:CARDS].nonzero()[0]]
        if name.startswith("hold"):
            bits = int(name.split()[1])
            return ("hold", *shape([card for at, card in enumerate(own) if bits >> at & 1]))
        board = seen[self.board : self.board + CARDS].nonzero()[0]
        facing = seen[self.place["seat +1: in the pot"]] > seen[self.place["own: in the pot"]]
        return (name, len(board), bool(facing), *shape([*own, *board])[1:])

    def choose(self, seen: np.ndarray, legal: list[int], explore: float) -> int:
        if self.dice.random() < explore:
            return self.dice.choice(legal)
        return max(legal, key=lambda one: self.values.mean[self.kind(seen, one)])


def shape(cards: list[int]) -> tuple[int, int, int, int]:
    """How many cards, the two largest groups of a rank, and the most of a suit."""
    ranks = sorted(Counter(int(card) >> 2 for card in cards).values(), reverse=True)
    suits = Counter(int(card) & 3 for card in cards).values()
    return len(cards), ranks[0], ranks[1] if len(ranks) > 1 else 0, max(suits) // 4


def play(env: SeatsEnv, player: Player, explore: dict[str, float], seed: int) -> dict[str, float]:
    """A hand; every seat that explores less than always learns from it."""
    env.reset(seed=seed)
    taken: list[tuple[str, Kind]] = []
    while not all(env.terminations.values()):
        seen, _, _, _, info = env.last()
        agent, legal = env.agent_selection, [int(one) for one in info["action_mask"].nonzero()[0]]
        action = player.choose(seen, legal, explore[agent])
        taken.append((agent, player.kind(seen, action)))
        env.step(action)
    if max(explore.values()) < 1:
        for agent, kind in taken:
            player.values.add(kind, env.rewards[agent])
    return dict(env.rewards)


def main() -> None:
    env = SeatsEnv("holdout", seats=2, stack=24)
    player = Player(env, Random(3))
    before = judge(env, player)
    for hand in range(HANDS):
        play(env, player, dict.fromkeys(env.possible_agents, 0.25), hand)
    after = judge(env, player)
    print(f"against random play, big blinds a hand: {before:+.2f} before, {after:+.2f} after")
    assert after > 0, "self-play has taught nothing"
    print(f"{HANDS} hands of self-play taught it to win")


def judge(env: SeatsEnv, player: Player) -> float:
    """What seat 1 wins of a seat that plays at random, on average."""
    explore = {"seat_1": 0.0, "seat_2": 1.0}
    won = [play(env, player, explore, 1_000_000 + hand)["seat_1"] for hand in range(JUDGED)]
    return sum(won) / len(won)


if __name__ == "__main__":
    main()
