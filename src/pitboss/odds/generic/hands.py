"""Hands against a dealer's hand, counted once and kept by score.

How all of the dealer's hands stand to a hand hangs on scores alone. One such count serves every pay
table and every ruling on the settlement, and answers without the compiler.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from pitboss.games.contract import Game
from pitboss.odds.cache import Count, recall

SOURCES = tuple(f"odds/generic/{name}.py" for name in ("hands", "kernels", "numbering", "scores"))

Hand = tuple[int, ...]
DealerOf = Callable[[int], int]
"""The class of a dealer's hand by its score; it does not fall as scores rise."""


class Spread(NamedTuple):
    """How the dealer's hands stand to some hands of one score: of each of his classes those with
    less, as much and more. ``hands`` is the number of such hands."""

    counts: tuple[int, ...]
    hands: int


class Hands(NamedTuple):
    """All hands of one score, the first and the last of them as examples."""

    score: int
    examples: tuple[Hand, ...]
    spreads: tuple[Spread, ...]

    @property
    def example(self) -> Hand:
        return self.examples[0]

    @property
    def number(self) -> int:
        return sum(spread.hands for spread in self.spreads)


class Met(NamedTuple):
    """One hand of a class that differs by a change of suits alone, and how many the class has."""

    hand: Hand
    score: int
    counts: tuple[int, ...]
    ways: int


def class_of(hand: Sequence[int]) -> tuple[int, ...]:
    """The ranks in each suit as bits, the suits in falling order: the same for a whole class."""
    suits = [0, 0, 0, 0]
    for card in hand:
        suits[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(suits, reverse=True))


def count_classes(game: Game, rulings: Mapping[str, str], dealer_of: DealerOf) -> list[Met]:
    """Every class, in order of its cards."""
    import numpy as np

    from pitboss.odds.generic.kernels import count_met, make_sweep
    from pitboss.odds.generic.numbering import hand_classes
    from pitboss.odds.generic.scores import all_scores

    scores = all_scores(game, rulings=rulings)
    assert scores.relabel, "suits are not alike"
    hands, ways = hand_classes(len(scores.deck), scores.size, True)
    sweep = make_sweep(scores, np.array([dealer_of(value) for value in scores.values.tolist()]))
    values = scores.values[scores.orders_of(hands)]
    columns = (hands, values, count_met(hands, 1, sweep)[:, 0], ways)
    found = zip(*(column.tolist() for column in columns), strict=True)
    return sorted(Met(tuple(hand), value, tuple(met), n) for hand, value, met, n in found)


def count_hands(game: Game, inputs: Mapping[str, str], dealer_of: DealerOf) -> Count:
    """The count by score; ``inputs`` are the rulings that a score hangs on."""

    def make() -> object:
        spreads: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
        examples: defaultdict[int, list[Hand]] = defaultdict(list)
        for met in count_classes(game, inputs, dealer_of):
            spreads[met.score][met.counts] += met.ways
            examples[met.score].append(met.hand)
        return [
            [
                score,
                [list(examples[score][place]) for place in (0, -1)],
                [[*counts, n] for counts, n in spreads[score].items()],
            ]
            for score in sorted(spreads)
        ]

    key = game.source.key
    return Count(key, "hands", inputs, (f"games/{key}/score.py", *SOURCES), make)


def recall_hands(count: Count, recompute: bool = False) -> list[Hands]:
    """Every hand, in rising order of score."""
    counted = cast("list[tuple[int, list[list[int]], list[list[int]]]]", recall(count, recompute))
    return [
        Hands(
            score,
            tuple(map(tuple, examples)),
            tuple(Spread(tuple(one[:-1]), one[-1]) for one in spreads),
        )
        for score, examples, spreads in counted
    ]
