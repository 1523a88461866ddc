"""Duki's hands against every dealer's hand: the generic solver beside Duki's former one.

The former way is kept here: for a hand of each class it looked at all of the dealer's hands. Both
count the same hands, and what they find is compared before anything is measured.
"""

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.measure import Figure, compare
from pitboss.games import find_game
from pitboss.games.duki.score import cards_of
from pitboss.odds.compiled import compiled
from pitboss.odds.generic.kernels import count_met, make_sweep
from pitboss.odds.generic.numbering import Array, hand_classes
from pitboss.odds.generic.scores import Scores, all_scores

SOME = 64
"""Classes that the former way counts in a turn."""


@compiled
def look_at_all(hands: Array, own: Array, masks: Array, scores: Array) -> Array:
    """The dealer's hands without a Duki, below in three and in four cards, and equal."""
    found = np.zeros((len(hands), 4), np.int64)
    for place in range(len(hands)):
        none = low_three = low_four = equal = 0
        player, hand = own[place], hands[place]
        least_above_three = min(player, 4 << 20)
        for dealer in range(len(masks)):
            apart = masks[dealer] & hand == 0
            value = scores[dealer]
            none += apart & (value == 0)
            low_three += apart & (value > 0) & (value < least_above_three)
            low_four += apart & (value >= 4 << 20) & (value < player)
            equal += apart & (value > 0) & (value == player)
        found[place] = none, low_three, low_four, equal
    return found


def former(scores: Scores, hands: Array) -> Callable[[], Array]:
    """The former count of some hands."""
    one = np.uint64(1)
    masks, mine = (
        (one << some.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        for some in (scores.hands, hands)
    )
    values, own = (
        scores.values[of].astype(np.int32) for of in (scores.orders, scores.orders_of(hands))
    )
    return lambda: look_at_all(mine, own, masks, values)


def figures() -> Iterator[Figure]:
    scores = all_scores(find_game("duki"), rulings={"ace": "high-low"})
    hands, _ = hand_classes(52, 4, True)
    dealers = np.array([cards_of(value) for value in scores.values.tolist()])
    some = np.ascontiguousarray(hands[:: len(hands) // SOME])
    look = former(scores, some)

    def count() -> Array:
        return count_met(hands, 1, make_sweep(scores, dealers))[:, 0]

    by_class = count()[:: len(hands) // SOME]
    qualified = by_class[:, 4] + by_class[:, 7]
    same = np.stack(
        [by_class[:, :3].sum(axis=1), by_class[:, 3], by_class[:, 6], qualified], axis=1
    )
    assert (look() == same).all(), "the two ways to count do not agree"
    yield compare(
        "duki hands against all dealer's hands",
        lambda: len(count()),
        "duki's former solver",
        lambda: len(look()),
        1,
    )
