"""Random rounds of every game through the public face."""

from typing import Any

from hypothesis import strategies as st

import pitboss

TABLES: dict[str, dict[str, Any]] = {
    "buyout": {"wagers": {1: {"first": 10, "bonus": 5}, 3: {"first": "7.50"}}},
    "duki": {"wagers": {1: {"ante": 10, "bonus": 5}, 2: {"ante": 15}}},
    "super-omaha": {
        "wagers": {1: {"ante": 10, "high-hand": 5, "jackpot-1": 1}, 4: {"ante": 20}},
        "table": {
            "paytables": {"high-hand": "HHW-01"},
            "jackpots": [
                {
                    "paytable": "5CL-E01",
                    "type": "progressive",
                    "wager": 1,
                    "meter": 50000,
                    "seed": 10000,
                    "rate": 0.2,
                }
            ],
        },
    },
    "holdout": {"stacks": {1: 100, 2: 60, 5: 200}, "button": 1, "blinds": (2, 4)},
}
"""What a round of each game starts from, beside its cards."""


def start(key: str, seed: object = 1) -> pitboss.Round:
    return pitboss.deal(key, seed=seed, **TABLES[key])


def act(played: pitboss.Round, pick: int) -> None:
    """Take one of the legal options, and one of its sizes."""
    option = played.options[pick % len(played.options)]
    if option.cards:
        cards = option.cards.split()
        played.play(option.action, cards=cards[: 1 + pick // 7 % len(cards)])
    elif option.min is not None:
        played.play(option.action, (option.min, option.max)[pick // 7 % 2])
    else:
        played.play(option.action, option.amount)


@st.composite
def rounds(draw: st.DrawFn) -> pitboss.Round:
    """A round of any game, somewhere between its deal and its end, or void."""
    played = start(draw(st.sampled_from(list(TABLES))), draw(st.integers(0, 10**6)))
    for pick in draw(st.lists(st.integers(0, 99), max_size=30)):
        if played.question is None:
            break
        act(played, pick)
    if draw(st.integers(0, 9)) == 0:
        played.void("a card fell")
    return played
