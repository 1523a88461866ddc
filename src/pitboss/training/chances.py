"""How often an option wins, ties and loses, as the solver counted it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.odds.figures import Figure, exact, fraction_of

HALF_A_PLACE = Fraction(1, 2000)
"""Half of the last digit that a percentage is shown with."""


class Chances(NamedTuple):
    """Of the hand against the dealer, or for the pot; the rest is lost."""

    win: Fraction
    tie: Fraction

    @property
    def lose(self) -> Fraction:
        return 1 - self.win - self.tie

    def to_json(self) -> dict[str, Figure]:
        return {"win": exact(self.win), "tie": exact(self.tie)}


def read_chances(given: Mapping[str, Any] | None) -> Chances | None:
    """From an option of ``pitboss advise``, or as kept; an estimate has none."""
    return Chances(fraction_of(given["win"]), fraction_of(given["tie"])) if given else None


def percent(part: Fraction) -> str:
    """``61.2 %``; what is nearly nothing or nearly all is not told as that.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 9000)), percent(Fraction(0))
    ('33.3 %', 'under 0.1 %', '0 %')
    >>> percent(Fraction(8999, 9000)), percent(Fraction(1))
    ('over 99.9 %', '100 %')
    """
    if part in (0, 1):
        return f"{100 * part} %"
    if part < HALF_A_PLACE:
        return "under 0.1 %"
    if part >= 1 - HALF_A_PLACE:
        return "over 99.9 %"
    return f"{float(100 * part):.1f} %"
