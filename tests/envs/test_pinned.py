"""Many seeded episodes of every game, with all that they give pinned in a digest.

However quick the rules and the environments are made, a seed goes on giving the same numbers:
observations, masks and returns, and every event of the rounds behind them.
"""

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from pitboss.envs.seat import SeatEnv
from pitboss.envs.seats import SeatsEnv

EPISODES = 500
BONUSES = {
    "wagers": {"ante": 7, "high-hand": 5, "flop-bonus": 3, "jackpot-1": 1},
    "table": {
        "paytables": {"high-hand": "HHW-01", "flop-bonus": "SOA-01"},
        "jackpots": [{"paytable": "5CL-01", "type": "house", "wager": 1, "meter": 50000}],
        "rulings": {"shuffler": "no"},
    },
}
WITH_A_TIP = {
    "wagers": {"ante": 10, "bonus": 5, "tip": 1},
    "table": {"rulings": {"shuffler": "no", "dealer-wagers": "yes"}},
}
NO_LIMIT = {"table": {"rulings": {"betting": "no-limit", "rake": "5% cap 4.00"}}, "stack": 60}

ONE_SEAT: list[tuple[str, str, dict[str, Any]]] = [
    ("buyout", "44323cd61a69af07", {}),
    ("buyout", "1da29a0b8584c057", {"wagers": {"first": 5, "bonus": 5}}),
    ("duki", "aa5da171cadf9616", {}),
    ("duki", "ceee92dfc5d5944b", WITH_A_TIP),
    ("super-omaha", "9363da0bf1f0545f", {}),
    ("super-omaha", "29757a228478773b", BONUSES),
    ("holdout", "3bc9dc1ebc50d9e3", {}),
]
SEVERAL: list[tuple[str, str, dict[str, Any]]] = [
    ("buyout", "ac84d6ef2f3c429f", {"seats": 3}),
    ("duki", "8b17bbbc1a90bb5c", {"seats": 3}),
    ("super-omaha", "7f70702ada2467fc", {"seats": 3, **BONUSES}),
    ("holdout", "3fecc3a1f7764ca7", {"seats": 2}),
    ("holdout", "413aee460e4c138e", {"seats": 3, **NO_LIMIT}),
]


def pick(dice: Random, mask: Any) -> int:
    """Any legal action; once in twenty times any action at all."""
    if dice.random() < 0.05:
        return dice.randrange(len(mask))
    return int(dice.choice(mask.nonzero()[0].tolist()))


def play_one_seat(env: SeatEnv) -> Iterator[object]:
    """All that the episodes of one seat give, and the events of each round."""
    dice = Random(1)
    for episode in range(EPISODES):
        seen, info = env.reset(seed=None if episode % 50 else episode)
        ended = False
        while not ended:
            mask = info.pop("action_mask")
            yield from (seen.tobytes(), mask.tobytes(), info)
            seen, returned, ended, _, info = env.step(pick(dice, mask))  # type: ignore[arg-type]
            yield returned
        yield from (seen.tobytes(), info.pop("action_mask").tobytes(), info)
        yield from env.running.table.events


def play_several(env: SeatsEnv) -> Iterator[object]:
    """What each seat is given when it acts and at the end, and the events of each round."""
    dice = Random(1)
    for episode in range(EPISODES):
        env.reset(seed=None if episode % 50 else episode)
        for agent in env.agent_iter():
            seen, reward, ended, _, info = env.last()
            mask = info.pop("action_mask", None)
            yield from (agent, seen.tobytes(), reward, ended, info)
            if mask is not None:
                yield mask.tobytes()
            env.step(None if ended else pick(dice, mask))
        yield from env.running.table.events


def digest(given: Iterator[object]) -> str:
    found = sha256()
    for one in given:
        found.update(one if isinstance(one, bytes) else repr(one).encode())
    return found.hexdigest()[:16]


@pytest.mark.parametrize(("key", "pinned", "given"), ONE_SEAT)
def test_a_seed_gives_one_seat_the_same_numbers(key: str, pinned: str, given: dict[str, Any]):
    assert digest(play_one_seat(SeatEnv(key, **given))) == pinned


@pytest.mark.parametrize(("key", "pinned", "given"), SEVERAL)
def test_a_seed_gives_several_seats_the_same_numbers(key: str, pinned: str, given: dict[str, Any]):
    assert digest(play_several(SeatsEnv(key, **given))) == pinned
