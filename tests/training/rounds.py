"""Scripted rounds for the tests of coach, drills and dealer's exercises, worked out by hand."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards import format_cards
from pitboss.games.contract import Decision
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.training.exercise import Exercise, answer, start
from tests.omaha_scripts import omaha_deck, progressive
from tests.scripts import buyout_deck, duki_deck, in_rotation, write_script

GAMES = ("buyout", "duki", "super-omaha", "holdout")

OPEN: Mapping[str, dict[str, Any]] = {
    "duki": {"wagers": {"1": {"ante": 10, "bonus": 2}, "3": {"ante": 5}}},
    "buyout": {"wagers": {"1": {"first": 10}, "2": {"first": 5, "bonus": 1}}},
    "super-omaha": {
        "wagers": {"1": {"ante": 10, "jackpot-1": 1}, "2": {"ante": 5}},
        "table": {"jackpots": [progressive("5CL-E01", rate="0.123")]},
    },
    "holdout": {"stacks": {"1": 80, "2": 90, "3": 100}, "button": 1, "blinds": [2, 4]},
}


def waiting(game: str, seed: str, **changes: Any) -> Runner:
    """A round of this game with a shuffled deck, waiting for its first decision."""
    deck = format_cards(shuffle(seeded(f"tests {seed}")))
    return run_script({"game": game, **OPEN[game], "deck": deck, **changes})


def first_option(running: Runner) -> Decision:
    """Any legal decision: the first option at its smallest."""
    question = running.question
    assert question is not None
    option = question.options[0]
    if option.cards:
        return Decision(question.seat, option.action, cards=option.cards[:2])
    return Decision(question.seat, option.action, option.least_cents or None)


def exercise_of(script: Mapping[str, Any], mode: str = "settles") -> Exercise:
    """An exercise on a given round, without irregularities."""
    return start(script["game"], "0", {"mode": mode, "script": script, "irregularities": 0})


def expected(exercise: Exercise) -> list[str]:
    """Kinds and expected answers, in order: ``amount 20.00``."""
    return [f"{step.kind} {step.expected}" for step in exercise.steps]


def answer_all(exercise: Exercise, wrong: Mapping[int, object] | None = None) -> Exercise:
    """Every step answered as expected, but for some; three seconds each."""
    for number, step in enumerate(exercise.steps):
        exercise, _ = answer(exercise, (wrong or {}).get(number, step.expected), 3)
    return exercise


# Two nines with a jack beat two nines with an eight; ace high of three suits loses to both.
DUKI_FOUR = write_script(
    "duki",
    duki_deck({1: "9h 9c 6s Jd", 3: "As 4d 3c Js"}, "9d 9s 5h 8c"),
    {1: {"ante": 10}, 3: {"ante": 20, "bonus": 5}},
    "1 play, 3 play",
)

# The dealer has two suits and does not qualify; a straight of four suits, and no Duki at all.
DUKI_NONE = write_script(
    "duki",
    duki_deck({2: "7s 8h 9c Td", 4: "Kh Qh 2h 3c"}, "Qd Qs Js As"),
    {2: {"ante": 10, "bonus": 2}, 4: {"ante": 15}},
    "2 play, 4 play",
)

# 15 points in two spades, 28 in three diamonds with a bonus; the dealer has 13 in two clubs.
BUYOUT_THIRTEEN = write_script(
    "buyout",
    buyout_deck({1: "As 4s 7d", 2: "Jd Td 8d 2h"}, "Kc 5h 3c 9s"),
    {1: {"first": 10}, 2: {"first": 10, "bonus": 5}},
    "1 refuse, 2 buy, 2 refuse",
)

# Two aces with a bonus; a fold without points; the dealer has 12, draws a five and has two fives.
BUYOUT_TWELVE = write_script(
    "buyout",
    buyout_deck({1: "Ah Ad 7s", 3: "8s 6d 3h"}, "Kc 5h 2c 9d 5s"),
    {1: {"first": 20, "bonus": 2}, 3: {"first": 10, "bonus": 1}},
    "1 refuse, 3 fold",
)

# The dealer has three queens; an ace-high flush and a straight to the queen beat them.
OMAHA_FLUSH = write_script(
    "super-omaha",
    omaha_deck({1: "As 8s Kd 2d", 2: "Th 8h 5c 5d"}, "Qd Qh 7c 6d", "Qs Js 4s 9h 3c"),
    {1: {"ante": 10, "high-hand": 5, "flop-bonus": 2}, 2: {"ante": 15}},
    "1 flop 30, 2 flop 15",
    paytables={"high-hand": "HHW-01", "flop-bonus": "SOA-01"},
)

# Four hearts and the marked card make a straight flush: 10 percent, and envy for two others.
OMAHA_HIT = write_script(
    "super-omaha",
    omaha_deck(
        {1: "5h 6h 7h 8h", 2: "2d 4d 8s Jc", 5: "3c 5c 9c Qs"}, "4c 6c 8c Td", "9h 2s Kd Jd 3s"
    ),
    {seat: {"ante": 10, "jackpot-1": 1} for seat in (1, 2, 5)},
    "1 fold, 2 fold, 5 fold",
    jackpots=[progressive("5CL-E01")],
)


def holdout_deck(hands: list[str], board: str) -> str:
    """Hands from the button's left, one card at a time; burn, Flop, burn, River."""
    cards = in_rotation([hand.split() for hand in hands], 5)
    a, b, c, d = board.split()
    return " ".join([*cards, "7h", a, b, "7s", c, d])


# The document's example: two straights split seven dollars, a pair of twos loses.
HOLDOUT_SPLIT = {
    "game": "holdout",
    "stacks": {"1": 50, "2": 50, "3": 50, "4": 50},
    "button": 3,
    "blinds": [1, 2],
    "chip": 1,
    "deck": holdout_deck(
        ["9c 9d 4s 5s 6s", "Ts Jd 3c 5c 7d", "Tc Jh Qd 4h 6h", "Td Jc 2h 8c 8d"], "2c Qh Ks Ad"
    ),
    "decisions": [
        *([2, "call"], [3, "call"], [4, "fold"], [1, "check"]),
        *([1, "hold", "Ts Jd"], [2, "hold", "Tc Jh Qd"], [3, "hold", "Td Jc 2h"]),
        *([seat, "check"] for _ in range(2) for seat in (1, 2, 3)),
    ],
}

# Ten dollars all-in against thirty and thirty: a main pot of 30 and a side pot of 40, with rake.
HOLDOUT_SIDE = {
    "game": "holdout",
    "table": {"rulings": {"betting": "no-limit", "rake": {"percent": 10, "cap": 4}}},
    "stacks": {"1": 10, "2": 30, "3": 30},
    "button": 1,
    "blinds": [1, 2],
    "chip": 1,
    "deck": holdout_deck(["Qs Qd Qh 2c 3d", "Jc Jd 4h 5h 6d", "As Ad Ac Kd Ks"], "8c 8d 9h Td"),
    "decisions": [
        *([1, "raise", 10], [2, "raise", 30], [3, "call"]),
        *([2, "hold", "Qs Qd Qh 2c 3d"], [3, "hold", "Jc Jd 4h 5h 6d"]),
        [1, "hold", "As Ad Ac Kd Ks"],
    ],
}
