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


class Orbits:
    """A long run at six seats: some stay throughout, the others come, go and sit out."""

    def __init__(self, button: str, stayers: tuple[int, ...]) -> None:
        self.dice = random.Random(f"{button} {stayers}")
        self.settings = set_table(GAME, {"button": button})
        self.stayers = stayers
        self.people = {seat: Present(10_000, False, f"stays {seat}") for seat in stayers}
        self.kept: Kept = None
        self.sittings = 0
        self.bigs = Counter(dict.fromkeys(stayers, 0))
        self.smalls = Counter(dict.fromkeys(stayers, 0))
        self.posted: set[int] = set()

    def stir(self) -> None:
        for seat in {1, 2, 3, 4, 5, 6}.difference(self.stayers):
            if self.dice.random() < 0.25:
                someone = self.people.pop(seat, None)
                if someone is None:
                    self.sittings += 1
                    self.people[seat] = Present(10_000, False, "comes and goes", self.sittings)
                elif self.dice.random() < 0.6:
                    self.people[seat] = someone._replace(away=not someone.away)

    def deal(self) -> None:
        """A hand; what must hold in each is looked at here."""
        assert GAME.rotate is not None
        assert GAME.owed is not None
        before, owed = self.kept, GAME.owed((SMALL, BIG), self.people, self.kept)
        found = GAME.rotate(self.settings, (SMALL, BIG), self.people, before)
        script: Mapping[str, Any] = found[0]
        kept: Mapping[str, Any] = found[1]
        button, small, big = kept["places"]
        dealt = list(map(int, script["stacks"]))
        usual = {small: [SMALL, 0], big: [BIG, 0]}
        chips = chips_of(script) if "posts" in script else usual
        assert len(dealt) == 2 or button != big
        for seat in dealt:
            live, dead = chips.get(seat, [0, 0])
            owes = owed.get(seat, {})
            assert seat == big or live >= owes.get("big-blind", 0), "nobody is dealt in owing"
            assert seat == big or dead >= owes.get("small-blind", 0)
            self.bigs[seat] += live == BIG
            self.smalls[seat] += live == SMALL or dead == SMALL
        if before and before["places"][2] == big:
            assert before["players"].get(str(big), [])[5:] != [*self.people[big][2:4]]
        posted = {seat for seat, (live, _) in chips.items() if live == BIG}
        if posted & self.posted & set(self.stayers):
            # it passed all who are left in the last hand: somebody must post it now
            assert self.posted.issuperset(seat for seat in dealt if seat not in owed)
        self.kept, self.posted = kept, posted


@pytest.mark.rule("HOLD-26")
@pytest.mark.parametrize("stayers", [(1, 2, 3), (1, 3, 5), (2, 3, 4, 6)])
@pytest.mark.parametrize("button", ["dead", "moving"])
def test_over_long_runs_whoever_stays_meets_each_blind_once_an_orbit(button, stayers):
    """Nobody who stays has the big blind twice running or misses a blind, the button is never the
    big blind of three, and nobody is dealt in owing."""
    run = Orbits(button, stayers)
    for _ in range(HISTORIES * 2):
        run.stir()
        run.deal()
        for blinds in (run.bigs, run.smalls):
            paid = [blinds[seat] for seat in stayers]
            assert max(paid) - min(paid) <= 1
    assert min(run.bigs[seat] for seat in stayers) > HISTORIES // 5
