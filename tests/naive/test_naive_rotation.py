"""Holdout's button, blinds and debts against a twin over random comings and goings; and over long
runs what every player is owed and owes."""

import copy
import os
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Present
from pitboss.games.opening import set_table
from pitboss.money import parse_dollars
from tests.naive.naive_rotation import BIG, SMALL, Chairs, Hand, Person

HISTORIES = int(os.environ.get("PITBOSS_ROTATIONS", "160"))
HANDS = 40
GAME = find_game("holdout")

Kept = Mapping[str, Any] | None


class Trial:
    """One table, played by the game and by its twin."""

    def __init__(self, dice: random.Random, button: str, heads_up: str, seats: int) -> None:
        self.dice, self.seats = dice, seats
        self.settings = set_table(GAME, {"button": button, "heads-up-blinds": heads_up})
        self.twin = Chairs(seats, button, heads_up)
        self.kept: Kept = None
        self.sittings = 0
        self.names = [f"person {number}" for number in range(12)]
        self.seen: Counter[str] = Counter()

    def sit(self, chair: int, name: str) -> None:
        self.sittings += 1
        chips = self.dice.choice((100, 200, 300, 500, 10_000, 10_000, 10_000))
        waits = self.dice.random() < 0.3
        self.twin.sit(chair, Person(name, self.sittings, chips, waits=waits))

    def stir(self) -> None:
        """Something happens between two hands."""
        people, dice = self.twin.people, self.dice
        empty = [chair for chair in range(1, self.seats + 1) if chair not in people]
        away = [name for name in self.names if name not in {one.name for one in people.values()}]
        what = dice.random()
        if empty and what < 0.3:
            self.sit(dice.choice(empty), dice.choice(away))
        elif not people:
            return
        elif what < 0.45:
            self.twin.leave(dice.choice(sorted(people)))
        elif what < 0.55 and empty:
            chair = dice.choice(sorted(people))
            name = people[chair].name
            self.twin.leave(chair)
            self.sit(dice.choice([*empty, chair]), name)
        else:
            person = people[dice.choice(sorted(people))]
            if what < 0.8:
                person.out = not person.out
            elif what < 0.9:
                person.chips = dice.choice((0, 100, 300, 500, 700, 10_000))
            else:
                person.waits = not person.waits

    def present(self) -> dict[int, Present]:
        return {
            chair: Present(one.chips, not one.ready, one.name, one.sitting, one.waits)
            for chair, one in self.twin.people.items()
        }

    def deal(self) -> Hand | None:
        """A hand by both; one in nine is void, and both stand as before it."""
        assert GAME.rotate is not None
        before = copy.deepcopy(self.twin)
        hand = self.twin.deal()
        if hand is None:
            self.twin = before
            return None
        script, kept = GAME.rotate(self.settings, (SMALL, BIG), self.present(), self.kept)
        assert script["button"] == hand.button
        assert kept["places"] == [hand.button, hand.small, hand.big]
        assert list(map(int, script["stacks"])) == sorted(hand.dealt)  # type: ignore[call-overload]
        if "posts" in script:
            assert chips_of(script) == {c: put for c, put in sorted(hand.chips.items()) if any(put)}
        else:
            self.seen["starts"] += 1
        self.seen["hands"] += 1
        if self.dice.random() < 1 / 9:
            self.seen["voids"] += 1
            self.twin = before
            return None
        self.kept = kept
        return hand


def chips_of(script: Mapping[str, Any]) -> dict[int, list[int]]:
    """Live and dead chips by seat, as far as each stack reaches."""
    stacks = {int(seat): parse_dollars(chips) for seat, chips in script["stacks"].items()}
    found: dict[int, list[int]] = {}
    for seat, _, live, dead in script["posts"]:
        put = found.setdefault(seat, [0, 0])
        put[0] += min(parse_dollars(live), stacks[seat])
        put[1] += parse_dollars(dead)
    return dict(sorted(found.items()))


@pytest.mark.rule("HOLD-26")
@pytest.mark.parametrize("heads_up", ["button-small", "left-small"])
@pytest.mark.parametrize("button", ["dead", "moving"])
def test_the_rotation_and_its_twin_agree_over_random_histories(button: str, heads_up: str):
    seen: Counter[str] = Counter()
    for seed in range(HISTORIES // 4):
        dice = random.Random(f"{button} {heads_up} {seed}")
        trial = Trial(dice, button, heads_up, dice.choice((3, 4, 6, 6, 9)))
        for chair in range(1, dice.randrange(2, trial.seats) + 1):
            trial.sit(chair, f"person {chair}")
        for _ in range(HANDS):
            for _ in range(dice.choice((0, 0, 1, 1, 2, 3))):
                trial.stir()
            hand = trial.deal()
            if hand and len(hand.dealt) > 2:
                assert hand.button != hand.big
                trial.seen["more than two"] += 1
        seen += trial.seen
    print(dict(seen))
    assert min(seen["voids"], seen["starts"], seen["more than two"]) > 0
