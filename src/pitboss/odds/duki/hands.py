"""Counted Duki hands, by score: what the dealer may hold against each."""

from collections import Counter, defaultdict
from typing import NamedTuple, cast

from pitboss.odds.kept import Count, recall

HANDS = 270_725
DEALERS = 194_580

SOURCES = ("cards/card.py", "games/duki/score.py", "odds/duki/counting.py", "odds/duki/hands.py")


class Spread(NamedTuple):
    """How the dealer's hands stand to some equal hands; ``hands`` is the number of those."""

    unqualified: int
    beaten_three: int
    beaten_four: int
    tied: int
    hands: int

    @property
    def lost(self) -> int:
        return DEALERS - self.unqualified - self.beaten_three - self.beaten_four - self.tied


class Hands(NamedTuple):
    """All hands of one score, one of them as an example."""

    score: int
    example: tuple[int, ...]
    spreads: tuple[Spread, ...]


def count_hands(ace: str) -> Count:
    """The count behind every Duki figure; only the ruling on the ace can change it."""
    return Count("duki", "hands", {"ace": ace}, SOURCES, lambda: _make(ace == "high-low"))


def _make(ace_low: bool) -> list[object]:
    from pitboss.odds.duki.counting import count_all

    counted = count_all(ace_low)
    spreads: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    examples: dict[int, list[int]] = {}
    columns = (counted.scores, counted.dealers, counted.ways, counted.cards)
    for score, dealers, ways, cards in zip(*(column.tolist() for column in columns), strict=True):
        spreads[score][tuple(dealers)] += ways
        examples.setdefault(score, cards)
    return [
        [score, examples[score], [[*dealers, ways] for dealers, ways in spreads[score].items()]]
        for score in sorted(spreads)
    ]


def all_hands(ace: str, recompute: bool = False) -> list[Hands]:
    """Every hand, in rising order of score."""
    counted = cast(
        list[tuple[int, list[int], list[list[int]]]], recall(count_hands(ace), recompute)
    )
    hands = [
        Hands(score, tuple(example), tuple(Spread(*spread) for spread in spreads))
        for score, example, spreads in counted
    ]
    assert sum(spread.hands for hand in hands for spread in hand.spreads) == HANDS
    return hands
