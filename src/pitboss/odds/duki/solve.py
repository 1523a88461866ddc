"""The full Duki strategy: every class of hands, played or folded."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import format_cards
from pitboss.games.duki.score import cards_of, category_of
from pitboss.odds.duki.hands import DEALERS, Payer, Spread, gain
from pitboss.odds.duki.kernels import count_all
from pitboss.odds.figures import Figures, exact
from pitboss.odds.request import Request


class HandClass(NamedTuple):
    """Hands that differ by a change of suits alone; ``gain`` is playing less folding."""

    cards: tuple[int, ...]
    score: int
    hands: int
    gain: Fraction


def classes(request: Request) -> Iterator[HandClass]:
    """All 16,432 classes."""
    payer, ratio = Payer(request.settings), request.bonus_ratio or Fraction(0)
    counted = count_all(payer.ace_low)
    columns = (counted.cards, counted.scores, counted.dealers, counted.ways)
    for cards, value, dealers, ways in zip(*(c.tolist() for c in columns), strict=True):
        hand = tuple(cards)
        worth = gain(Spread._make((*dealers, ways)), payer.pays(value, hand), ratio)
        yield HandClass(hand, value, ways, worth / DEALERS)


def solve(request: Request) -> Figures:
    """Every class, the best hand first; the expectation of playing is against folding's -1."""
    ordered = sorted(classes(request), key=lambda one: (one.score, one.gain), reverse=True)
    return {
        "classes": len(ordered),
        "strategy": [
            {
                "hand": format_cards(one.cards),
                "duki": cards_of(one.score),
                "category": category_of(one.score),
                "hands": one.hands,
                "best": "play" if one.gain > 0 else "fold",
                "gain": exact(one.gain),
            }
            for one in ordered
        ],
    }
