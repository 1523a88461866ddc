"""What a person can go by who knows some of the dealer's cards in Super Omaha.

A rule to remember starts from what he would do without them, and looks at how his hand and theirs
stand on the board that he knows: a rule is an action for each of a few such sights. Over a sample
every action is summed by sight, so that the best rule is read off.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

ACTIONS = ("3x", "1x", "fold")
MOST_STANDS = 5
SIGHTS = len(ACTIONS) * MOST_STANDS
"""A sight: what the player would do, and how his hand stands: the known cards have a better kind of
hand on the Flop, a better hand of the same kind, as good a one, and so on. With one card and the
turn: whether the card pairs the board, and whether the turn makes a better kind of hand."""

NUMBERS = 2 * SIGHTS * len(ACTIONS)
"""For each sight and action two sums."""


class Change(NamedTuple):
    """A sight, and the action that is best there."""

    usual: int
    stand: int
    action: int


class Rule(NamedTuple):
    """What a rule adds over a sample, in units, with its standard error."""

    changes: list[Change]
    gain: Fraction
    error: float


def best_rule(sums: Sequence[int], number: int, unit: int) -> Rule:
    """The best rule over a sample of so many; the sums have for each sight and action what it adds
    to the choice by cell in parts of the unit, and the squares of that."""
    total = squares = 0
    changes: list[Change] = []
    for sight in range(SIGHTS):
        some = sums[2 * len(ACTIONS) * sight :][: 2 * len(ACTIONS)]
        if any(some):
            action = max(reversed(range(len(ACTIONS))), key=some[::2].__getitem__)
            total, squares = total + some[2 * action], squares + some[2 * action + 1]
            changes.append(Change(*divmod(sight, MOST_STANDS), action))
    mean = Fraction(total, number)
    variance = float(Fraction(squares, number) - mean**2) / (number - 1)
    return Rule(changes, mean / unit, sqrt(variance) / unit)
