"""Seeded Holdout rounds of every kind, for the histories to write and read."""

import random
from collections.abc import Iterator
from typing import Any

from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening, Post, Question
from pitboss.games.history import Played, Seen, Viewer
from pitboss.games.holdout.history import phh
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import Imported, read_history, read_opening, run_script, write_history
from pitboss.rounds.view import view
from tests.rules.holdout import write_holdout

GAME = find_game("holdout")
BETTING = ("limit", "spread-limit", "pot-limit", "no-limit")
CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")

PRINTED: dict[str, Any] = {
    "game": "holdout",
    "table": {"rulings": {"betting": "no-limit", "rake": "5% cap 4.00"}},
    "deck": "Ts Tc Td 4h Jd Jh Jc 8d 2d Qd 2h 9s 3d 5c 6c 3h 4s 8h 7d 7c Ac 2c Qh 6s Ks Ad",
    "stacks": {"1": 200, "2": 150, "3": "57.50", "5": 80},
    "button": 5,
    "blinds": [2, 4],
    "decisions": [
        [3, "raise", 12],
        [5, "fold"],
        [1, "call"],
        [2, "call"],
        [1, "hold", "Ts Jd"],
        [2, "hold", "Tc Jh Qd"],
        [3, "hold", "Td Jc 2h"],
        [1, "check"],
        [2, "bet", 20],
        [3, "raise", "45.50"],
        [1, "call"],
        [2, "call"],
        [1, "check"],
        [2, "check"],
    ],
}
"""The document's printed showdown, with a seat that folds before it and an all-in."""


def printed(decisions: int = 14) -> Runner:
    """The printed showdown, or the round as it stood after so many decisions."""
    return run_script({**PRINTED, "decisions": PRINTED["decisions"][:decisions]})


def shuffled(dice: random.Random) -> str:
    cards = list(CARDS)
    dice.shuffle(cards)
    return " ".join(cards)


def random_opening(dice: random.Random, betting: str, seats: int) -> Opening:
    """Long and short stacks, under random rulings."""
    taken = sorted(dice.sample(range(1, 10), seats))
    script = write_holdout(
        {seat: dice.choice([1, 3, "5.50", 11, 25, 60, 200]) for seat in taken},
        button=dice.choice(taken),
        deck=shuffled(dice),
        chip=dice.choice(["0.50", "0.01"]),
        betting=betting,
        bets=[4, 10] if betting == "spread-limit" else [5, 10],
        limits=dice.choice([{}, {"max": 40}]),
        wagers_per_round=dice.choice(["4", "unlimited"]),
        discard_order=dice.choice(["in-turn", "together"]),
        heads_up_blinds=dice.choice(["button-small", "left-small"]),
        rake=dice.choice(["none", "5% cap 4.00"]),
        ante=dice.choice(["none", "none", "0.50"]),
    )
    return read_opening(GAME, script)


def with_posts(opening: Opening) -> Opening:
    """The round after the button's player left: missed blinds are made up, the button is dead."""
    seating = opening.seating
    assert seating is not None
    seats = sorted(seating.stacks)
    empty = next(seat for seat in range(9, 0, -1) if seat not in seats)
    order = [seat for seat in seats if seat > empty] + [seat for seat in seats if seat < empty]
    posts = (Post(order[1], "big-blind", 400), Post(order[2], "missed-blind", 400, 200))
    return opening._replace(seating=seating._replace(button=empty, posts=posts))


def with_big_blinds(opening: Opening) -> Opening:
    """The round after both blinds left under a moving button: whom they passed posts both too."""
    seating = opening.seating
    assert seating is not None
    button, small, big, *_ = sorted(seating.stacks)
    passed = [
        post
        for seat in (button, small)
        for post in (Post(seat, "big-blind", 400), Post(seat, "small-blind", 0, 200))
    ]
    posts = (*passed, Post(big, "big-blind", 400))
    return opening._replace(seating=seating._replace(button=button, posts=posts))


def choose(question: Question, dice: random.Random) -> Decision:
    """Any option, a fold seldom; any amount, often the least or all."""
    options = [option for option in question.options if option.action != "fold"]
    option = dice.choice(options)
    if len(question.options) > 1 and dice.random() < 0.12:
        return Decision(question.seat, "fold")
    if option.cards:
        cards = tuple(dice.sample(option.cards, dice.randint(1, len(option.cards))))
        return Decision(question.seat, option.action, cards=cards)
    if not option.most_cents:
        return Decision(question.seat, option.action)
    chips = range(option.least_cents, option.most_cents + 1, option.chip_cents)
    cents = dice.choice([option.least_cents, option.most_cents, dice.choice(chips)])
    return Decision(question.seat, option.action, cents)


def play(opening: Opening, dice: random.Random, decisions: int = 1000) -> Runner:
    """To the end, or so many decisions far."""
    running = Runner(GAME, opening)
    while running.question and len(running.decisions) < decisions:
        running.decide(choose(running.question, dice))
    return running


def random_rounds(seed: int, each: int = 1) -> Iterator[Runner]:
    """So many rounds of each betting structure with each number of seats; some stop midway, some
    are void, there or after the showdown, and some have a dead button and missed blinds, or several
    big blinds."""
    dice = random.Random(seed)
    for betting in BETTING:
        for seats in range(2, 10):
            for _ in range(each):
                opening = random_opening(dice, betting, seats)
                if 3 <= seats < 9 and dice.random() < 0.4:
                    opening = dice.choice((with_posts, with_big_blinds))(opening)
                running = play(opening, dice, dice.choice([1000, 1000, dice.randint(0, 14)]))
                if dice.random() < 0.3 if running.question else seats % 4 == 3:
                    running.decide(Decision(0, "void", reason='a "card"\tfell: é\x7f'))
                yield running


def write_phh(running: Played, viewer: Viewer = None) -> str:
    return write_history(running, "phh", viewer)


def write_text(running: Played, viewer: Viewer = None) -> str:
    return write_history(running, "text", viewer)


def read_phh(text: str, fill: bool = False) -> Imported:
    return read_history(text, fill)


def phh_fields(running: Played, viewer: Viewer = None) -> dict[str, object]:
    return phh.phh_fields(Seen(running, view(running.table.events, viewer), viewer))


def write_actions(running: Played, viewer: Viewer) -> list[str]:
    return phh.write_actions(Seen(running, view(running.table.events, viewer), viewer))
