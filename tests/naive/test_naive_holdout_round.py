"""Whole Holdout rounds against their naive twin: the same turns and options, the same stacks.

PITBOSS_TWIN_ROUNDS=20000 pytest tests/naive/test_naive_holdout_round.py makes it a campaign.
"""

import os
import random

import pytest

from pitboss.cards import format_card
from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening, Option, Post, Question, Seating
from pitboss.games.opening import set_table
from pitboss.rounds.runner import Runner
from tests.naive.naive_holdout_round import Asked, Setting, standing

ROUNDS = int(os.environ.get("PITBOSS_TWIN_ROUNDS", "400"))
GAME = find_game("holdout")
STACKS = [1, 2, 3, 5, 6, 9, 13, 17, 26, 55, 140]


def random_setting(dice: random.Random, betting: str) -> Setting:
    stacks = {seat: dice.choice(STACKS) for seat in range(1, dice.randint(2, 7) + 1)}
    bets = (dice.choice([2, 4]), 20) if betting == "spread-limit" else (4, 8)
    cap = dice.choice([4, None])
    ante, button_small = dice.choice([0, 0, 2]), dice.random() < 0.7
    extra = random_posts(dice, len(stacks)) if dice.random() < 0.4 else {}
    return Setting(stacks, (2, 4), bets, betting, cap, ante, button_small, extra)


def random_posts(dice: random.Random, seats: int) -> dict[int, tuple[int, int]]:
    """Missed and passed blinds of seats that are not the big blind."""
    posts = {seat: dice.choice([(4, 0), (4, 2), (0, 2)]) for seat in range(3, seats + 1)}
    chosen = {seat: post for seat, post in posts.items() if dice.random() < 0.4}
    if seats > 2 and dice.random() < 0.5:
        chosen[1] = (4, 2)
    return chosen


def begin(setting: Setting, deck: list[int]) -> Runner:
    rulings = {
        "betting": setting.betting,
        "wagers-per-round": "4" if setting.cap else "unlimited",
        "ante": f"0.0{setting.ante}" if setting.ante else "none",
        "heads-up-blinds": "button-small" if setting.button_small else "left-small",
    }
    button = max(setting.stacks)
    seating = Seating(setting.stacks, button, setting.blinds, setting.bets, 1, posts_of(setting))
    return Runner(GAME, Opening(set_table(GAME, rulings), {}, tuple(deck), "", seating))


def posts_of(setting: Setting) -> tuple[Post, ...]:
    """Seat 2 has the big blind; seat 1, if the big blind passed it, posts one beside its own."""
    if not setting.extra:
        return ()
    passed = (Post(1, "big-blind", 4), Post(1, "small-blind", 0, 2))
    small = passed if 1 in setting.extra else (Post(1, "small-blind", 2),)
    missed = (Post(s, "missed-blind", *post) for s, post in setting.extra.items() if s != 1)
    return (*small, Post(2, "big-blind", 4), *missed)


def in_short(question: Question) -> Asked:
    options = {option.action: option for option in question.options}
    if "hold" in options:
        return Asked(question.seat, holds=True)
    assert ("call" in options) != ("check" in options)
    assert "fold" in options
    call = options["call"].most_cents if "call" in options else 0
    more = options.get("raise") or options.get("bet") or Option("")
    return Asked(question.seat, call, more.least_cents, more.most_cents)


def choose(question: Question, dice: random.Random) -> Decision:
    options = [option for option in question.options if option.action != "fold"]
    option = dice.choice([*options, options[-1]])
    if dice.random() < 0.1 and not option.cards:
        option = Option("fold")
    if option.cards:
        held = tuple(dice.sample(option.cards, dice.randint(1, 5)))
        return Decision(question.seat, "hold", cards=held)
    sizes = [option.least_cents, option.most_cents, dice.randint(*option[1:3])]
    return Decision(question.seat, option.action, dice.choice(sizes) or None)


def plain(decision: Decision) -> tuple[int, str, object]:
    if decision.cards:
        return decision.seat, "hold", [format_card(card) for card in decision.cards]
    return decision.seat, decision.action, decision.cents or 0


@pytest.mark.rule("HOLD-18")
@pytest.mark.rule("HOLD-19")
@pytest.mark.rule("HOLD-20")
@pytest.mark.rule("HOLD-24")
@pytest.mark.parametrize("betting", ["limit", "spread-limit", "pot-limit", "no-limit"])
def test_random_rounds_agree_with_the_twin(betting: str):
    dice = random.Random(f"twin {betting}")
    for _ in range(ROUNDS):
        setting = random_setting(dice, betting)
        deck = dice.sample(range(52), 52)
        running = begin(setting, deck)
        made: list[tuple[int, str, object]] = []
        dealt = 5 * len(setting.stacks)
        board = [
            format_card(card) for card in (*deck[dealt + 1 : dealt + 3], *deck[dealt + 4 :][:2])
        ]
        while question := running.question:
            assert standing(setting, made, board) == in_short(question), (setting, made)
            decision = choose(question, dice)
            running.decide(decision)
            made.append(plain(decision))
        assert standing(setting, made, board) == running.table.stacks, (setting, made)
