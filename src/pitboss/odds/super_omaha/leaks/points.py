"""The scores by which a rule goes that starts from the points of a hand.

A score says how strong a hand is to whoever knows cards that he should not: points for what he
holds, and for what he knows. So a rule is two thresholds, from which score on 3x and from which on
1x (``thresholds``). Hands of two pair or better have no points; they stand above all others by what
they are.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.odds.super_omaha.kernels import MADE

LEAST, MOST = -10, 70
"""The range of points; what is beyond it is taken for its end."""

TWO_PAIR = MADE.index("two-pair")
FIRST_MADE = MOST - LEAST + 1
SCORES = FIRST_MADE + len(MADE) - TWO_PAIR
"""Scores: points from the least to the most, then hands from two pair on."""

Card = Mapping[str, Sequence[int]]
"""Points by feature and place of its value."""


class Points(NamedTuple):
    """A card of points for hands, and the points that are added for what is known."""

    card: Card
    more: tuple[int, ...]
