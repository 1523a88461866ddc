"""How the wagers of one round hang together: seats meet the same dealer's hand and share community
cards, so they win and lose together, and a seat's wagers hang on its own cards.

What ``together.toml`` beside a solver says was measured on played rounds; each says on which.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import NamedTuple

from pitboss.odds.registry import find_solver

WHOLLY = 0.999


class Together(NamedTuple):
    """The correlation of two wagers' ends, rare pays left out, of one seat (``beside``) and of two
    (``between``), by the names of both; a pair that is not named has none."""

    beside: Mapping[str, float] = {}
    between: Mapping[str, float] = {}

    def of(self, one: str, other: str, same_seat: bool) -> float:
        first, second = sorted((one, other))
        known = self.beside if same_seat else self.between
        return known.get(f"{first} + {second}", 0.0)

    def is_shared(self, wager: str) -> bool:
        """Whether all seats win or lose a wager as one, by community cards alone."""
        return self.of(wager, wager, same_seat=False) > WHOLLY


@cache
def find_together(key: str) -> Together:
    """Of a game; where nothing was measured its wagers are taken as independent."""
    try:
        text = get_data(find_solver(key).package, "together.toml") or b""
    except OSError:
        text = b""
    known = tomllib.loads(text.decode())
    return Together(known.get("beside", {}), known.get("between", {}))
