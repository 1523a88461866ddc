"""What a seat's wagers are worth before a card is dealt: the figure from which luck is reckoned.

Luck can be taken out of a result by anything whose mean is known exactly, and by nothing else. A
solver's ``worth`` therefore answers only where the mean of best play under these very wagers is
counted and kept, to the last fraction of a cent; else it answers None, and the luck of the deal
stays in.
"""

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, cast

from pitboss.extras import needed_by
from pitboss.games import find_game
from pitboss.games.contract import Opening
from pitboss.odds.registry import COUNTED_ANEW, GENERIC, has_solver

ONE = Fraction(1)


class Part(NamedTuple):
    """Wagers of one seat that sits alone, and what they are worth by best play, in cents.

    Where a seat's own wagers are not among those that were counted, weighted parts stand for them:
    how near they come to its own decides how much luck is taken out, never whether the rest is
    right on average.
    """

    wagers: Mapping[str, int]
    cents: Fraction
    weight: Fraction = ONE


class Worth(NamedTuple):
    """Before the deal: ``parts`` is what advice counts, ``apart`` the worth of the wagers that it
    leaves out, and ``variance`` that of the whole result by best play, where it is counted."""

    parts: tuple[Part, ...]
    apart_cents: Fraction = Fraction(0)
    variance: Fraction | None = None

    @property
    def cents(self) -> Fraction:
        """Of all the seat's wagers, where the parts are its own."""
        parts = (part.weight * part.cents for part in self.parts)
        return sum(parts, Fraction(0)) + self.apart_cents


def find_worth(opening: Opening, seat: int) -> Worth | None:
    """What a seat's wagers are worth; None where no solver has counted that, as between players."""
    game = find_game(opening.settings.game)
    package = game.solver or (GENERIC if has_solver(game) else "")
    if not package or opening.seating or not find_spec(f"{package}.worth"):
        return None
    with needed_by(COUNTED_ANEW):
        solver = import_module(f"{package}.worth")
        return cast("Worth | None", solver.worth(opening, seat))
