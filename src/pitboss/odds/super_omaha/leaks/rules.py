"""What a person can go by who knows cards that he should not, in Super Omaha.

A rule to remember starts from what he would do without them, and looks at how his hand and the
known cards stand on the board that he knows: a rule is an action for each of a few such sights.
Every action is summed by sight, so that the best rule is read off.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from operator import add
from typing import NamedTuple

from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.strategy import best_action

ACTIONS = tuple(strategy.ACTIONS)
MOST_STANDS = 5
SIGHTS = len(ACTIONS) * MOST_STANDS
"""A sight: what the player would do, and how he stands; the words of ``leaks.toml`` say in which
five ways at most."""

NUMBERS = 2 * SIGHTS * len(ACTIONS)
"""For each sight and action two sums."""

HALVES = 2
"""A sample's sums stand in two halves: a rule that was found on the one is priced on the other, as
it would look better than it is where it was found."""

Actions = Mapping[int, int]
"""By sight, the action."""


class Rule(NamedTuple):
    """The best action by sight; what such a rule adds over a sample, in units, with its standard
    error."""

    actions: Actions
    gain: Fraction
    error: float


def best_rule(sums: Sequence[int], number: int, unit: int) -> Rule:
    """The best rule over a sample of so many; each half of the sums has for each sight and action
    what it adds to the choice by cell in parts of the unit, and the squares of that."""
    one, other = sums[:NUMBERS], sums[NUMBERS:]
    total, squares = map(add, _worth(_choose(one), other), _worth(_choose(other), one))
    mean = Fraction(total, number)
    variance = float(Fraction(squares, number) - mean**2) / (number - 1)
    actions = _choose(list(map(add, one, other)))
    return Rule(actions, mean / unit, sqrt(variance) / unit)


def _choose(sums: Sequence[int]) -> Actions:
    parts = {sight: _of_sight(sums, sight) for sight in range(SIGHTS)}
    return {sight: best_action(part[::2]) for sight, part in parts.items() if any(part)}


def _worth(actions: Actions, sums: Sequence[int]) -> tuple[int, int]:
    """The sum of what a rule adds and of its squares; nothing for a sight that it does not have."""
    places = [(_of_sight(sums, sight), 2 * action) for sight, action in actions.items()]
    return sum(part[at] for part, at in places), sum(part[at + 1] for part, at in places)


def _of_sight(sums: Sequence[int], sight: int) -> Sequence[int]:
    width = 2 * len(ACTIONS)
    return sums[width * sight :][:width]
