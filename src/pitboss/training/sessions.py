"""A session of reviewed rounds: what was won and what play was worth as they went, how well it was
decided, and how far results spread with luck and without."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from pitboss.training.review import BEST, NOTHING, TAGS, Reviewed

SPREAD_ROUNDS = 200
"""Over so many rounds a spread is told."""


class Spread(NamedTuple):
    """One standard deviation over ``SPREAD_ROUNDS`` rounds, in cents: of the results, and of what
    play was worth, both as these rounds varied; and of the results as counted for their wagers."""

    won_cents: float
    worth_cents: float
    counted_cents: float | None


class Session(NamedTuple):
    """Rounds in the order in which they were played."""

    rounds: tuple[Reviewed, ...] = ()

    @property
    def net_cents(self) -> int:
        return sum(one.net_cents for one in self.rounds)

    @property
    def worth_cents(self) -> Fraction:
        return sum((one.worth_cents for one in self.rounds), NOTHING)

    @property
    def cost_cents(self) -> Fraction:
        return sum((one.cost_cents for one in self.rounds), NOTHING)

    @property
    def is_modelled(self) -> bool:
        return any(one.is_modelled for one in self.rounds)

    @property
    def tags(self) -> dict[str, int]:
        """How many decisions of each kind the person took."""
        found = Counter(turn.tag for one in self.rounds for turn in one.chosen)
        return {tag: found[tag] for tag in TAGS}

    @property
    def decisions(self) -> int:
        return sum(self.tags.values())

    @property
    def best(self) -> int:
        return self.tags[BEST]

    @property
    def accuracy(self) -> Fraction | None:
        """How much of what was at stake in the decisions was kept: 1 where each was the best, 0
        where each was the worst; None before the first that mattered."""
        turns = [turn for one in self.rounds for turn in one.chosen]
        at_stake = sum((turn.at_stake for turn in turns), NOTHING)
        lost = sum((turn.judgement.cost_cents for turn in turns), NOTHING)
        return 1 - lost / at_stake if at_stake else None

    @property
    def course(self) -> list[tuple[int, Fraction]]:
        """What was won and what play was worth, added up after each round."""
        net, worth, course = 0, NOTHING, []
        for one in self.rounds:
            net, worth = net + one.net_cents, worth + one.worth_cents
            course.append((net, worth))
        return course

    @property
    def spread(self) -> Spread | None:
        """None before there are two rounds to compare."""
        if len(self.rounds) < 2:
            return None
        counted = [one.variance for one in self.rounds]
        known = [variance for variance in counted if variance is not None]
        mean = sum(known, NOTHING) / len(counted) if len(known) == len(counted) else None
        return Spread(
            deviation([one.net_cents for one in self.rounds]) * sqrt(SPREAD_ROUNDS),
            deviation([one.worth_cents for one in self.rounds]) * sqrt(SPREAD_ROUNDS),
            sqrt(mean * SPREAD_ROUNDS) if mean is not None else None,
        )


def deviation(values: Sequence[int | Fraction]) -> float:
    """The standard deviation of one, as some of them show it."""
    mean = total(values) / len(values)
    squares = total((value - mean) ** 2 for value in values)
    return sqrt(squares / (len(values) - 1))


def total(values: Iterable[int | Fraction]) -> Fraction:
    return Fraction(sum(values))
