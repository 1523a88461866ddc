"""What one round adds to a player's money, on the lattice of the smallest step that it can move by.

>>> walk = Walk((-2, 1, 3), (1, 1, 2))
>>> walk.mean, walk.variance, walk.median, walk.chances
(Fraction(5, 4), Fraction(67, 16), 1, (0.25, 0.25, 0.5))
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import exp, gcd, lcm, log
from typing import Any, cast

from pitboss.money import dollars
from pitboss.odds.figures import ONE, Figures, fraction_of
from pitboss.odds.registry import find_solver
from pitboss.odds.request import JACKPOT, Request
from pitboss.refusal import Refused

Rows = Sequence[Mapping[str, Any]]

NEVER = 41.0
"""Windows are cut where less than exp(-41) lies beyond, by Chernoff's bound."""

SLOPES = [40 * 2.0 ** (-power / 4) for power in range(120)]
"""Where Chernoff's bound is looked for: any of them gives a bound, the best one a near one."""

CUT = 1e-17
"""What the answer counts for such a cut: ten times as much, for the rounding of the bound."""


class Walk:
    """The net of one round in steps of the lattice, rising, with the number of deals of each;
    ``step`` is what a step comes to."""

    def __init__(
        self, steps: tuple[int, ...], deals: tuple[int, ...], step: Fraction = ONE
    ) -> None:
        self.steps, self.deals, self.step = steps, deals, step

    @cached_property
    def chances(self) -> tuple[float, ...]:
        total = sum(self.deals)
        return tuple(deals / total for deals in self.deals)

    @cached_property
    def mean(self) -> Fraction:
        """In steps."""
        found = zip(self.steps, self.deals, strict=True)
        return Fraction(sum(step * deals for step, deals in found), sum(self.deals))

    @cached_property
    def variance(self) -> Fraction:
        found = zip(self.steps, self.deals, strict=True)
        squares = Fraction(sum(step**2 * deals for step, deals in found), sum(self.deals))
        return squares - self.mean**2

    @property
    def median(self) -> int:
        below = 0
        for step, deals in zip(self.steps, self.deals, strict=True):
            below += deals
            if 2 * below >= sum(self.deals):
                return step
        raise AssertionError("a round ends somehow")

    def cumulant(self, slope: float, centre: float = 0.0) -> float:
        """The logarithm of the mean of exp(slope x (step - centre))."""
        powers = [slope * (step - centre) for step in self.steps]
        top = max(powers)
        parts = zip(powers, self.chances, strict=True)
        return top + log(sum(chance * exp(power - top) for power, chance in parts))

    def reach(self, rounds: int, up: bool) -> int:
        """So many steps beyond its mean the sum of so many rounds does not get: Chernoff."""
        side, mean = (1 if up else -1), float(self.mean)
        farthest = rounds * abs(self.steps[-1 if up else 0] - mean)
        bounds = ((rounds * self.cumulant(side * slope, mean) + NEVER) / slope for slope in SLOPES)
        return int(min(farthest, min(bounds))) + 2

    def fall(self, rounds: int, never: float = NEVER) -> int:
        """So many steps down the walk does not come in so many rounds, ever: Doob's inequality."""
        bounds = ((rounds * max(0.0, self.cumulant(-slope)) + NEVER) / slope for slope in SLOPES)
        return int(min(rounds * max(0, -self.steps[0]), min(bounds))) + 2


def read_walk(request: Request, unit_cents: int) -> tuple[Walk, Figures]:
    """One round of a request, in cents for a wager of so many, and the figures behind it."""
    figures = find_solver(request.key).price(request)
    if "outcomes" not in figures:
        raise Refused(
            f"session: players of {request.key} play each other, and what a hand comes to hangs on"
            " all of them; a session is of a wager against the house"
        )
    _check_cents(request, figures, unit_cents)
    return walk_of(cast(Rows, figures["outcomes"]), unit_cents), figures


def walk_of(outcomes: Rows, unit: int = 1) -> Walk:
    """One round by the counted ways in which it ends, for a wager of so much."""
    deals: Counter[Fraction] = Counter()
    for row in outcomes:
        if int(row["combinations"]):
            deals[fraction_of(row["net"])] += int(row["combinations"])
    whole = lcm(*(net.denominator for net in deals))
    step = Fraction(gcd(*(int(net * whole) for net in deals)) or 1, whole)
    nets = sorted(deals)
    steps = tuple(int(net / step) for net in nets)
    return Walk(steps, tuple(deals[net] for net in nets), step * unit)


def _check_cents(request: Request, figures: Figures, unit_cents: int) -> None:
    """Every wager and every pay is whole cents: then nothing is rounded, and nets add up."""
    parts = cast(Mapping[str, Figures], figures.get("parts", {}))
    amounts = [fraction_of(figures["bonus_ratio"])] if parts else []
    for part in (figures, *parts.values()):
        amounts += [fraction_of(row["net"]) for row in cast(Rows, part["outcomes"])]
    whole = lcm(*(amount.denominator for amount in amounts))
    if unit_cents % whole and request.wager == JACKPOT:
        raise Refused(
            f"meter {dollars(request.jackpot.shown_cents)}: a share of it would be no whole cents;"
            " give one whose shares are, such as whole hundreds of dollars"
        )
    if unit_cents % whole:
        raise Refused(
            f"unit {dollars(unit_cents)}: a wager or pay of the round would be no whole cents; give"
            f" a multiple of {dollars(whole)}"
        )


def most_wagered(request: Request, figures: Figures) -> Fraction:
    """The most that one round can ask for, in units; a strategy may ask for less."""
    if request.strategy is not None:
        figures = find_solver(request.key).price(request._replace(strategy=None))
    most = Fraction(0)
    for row in cast(Rows, figures["outcomes"]):
        if int(row["combinations"]):
            back = fraction_of(row["return"]) / fraction_of(row["probability"])
            most = max(most, back - fraction_of(row["net"]))
    return most
