"""Counted Duki hands, by score: what the dealer may hold against each, and what each is paid."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple, cast

from pitboss.games.contract import Opening, Settings, Table
from pitboss.games.duki.rules import ante_odds, bonus_row
from pitboss.money import Odds
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import Outcome, outcome_of, unit_net
from pitboss.paytable import Row

HANDS = 270_725
DEALERS = 194_580

SOURCES = ("games/duki/score.py", "odds/duki/kernels.py")
SEAT = 1


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

    def make() -> object:
        from pitboss.odds.duki.kernels import count_by_score

        return count_by_score(ace == "high-low")

    return Count("duki", "hands", {"ace": ace}, SOURCES, make)


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


class Pays(NamedTuple):
    """How the wagers of a hand are paid by this table when the hand is played.

    ``over`` holds, by the number of cards in the dealer's Duki, the odds of a winning Ante with
    the row's name, and ``nets`` what such an Ante is up; ``bonus`` is how the bonus ends and
    ``bonus_row`` what pays it.
    """

    over: Mapping[int, tuple[Odds, str | None]]
    nets: Mapping[int, Fraction]
    bonus: Outcome
    bonus_row: Row | None


class Payer:
    """Asks the rules of the game what a hand is paid."""

    def __init__(self, settings: Settings) -> None:
        self._table = Table(Opening(settings, {SEAT: {}}, ()))
        self.ace_low = settings.rulings["ace"] == "high-low"
        self.pays = cache(self._pays)

    def _pays(self, score: int, hand: tuple[int, ...]) -> Pays:
        self._table.hands[SEAT] = list(hand)
        row = bonus_row(self._table, SEAT, score)
        over = {q: ante_odds(self._table, score, q) for q in (0, 3, 4)}
        nets = {q: unit_net(odds) for q, (odds, _) in over.items()}
        return Pays(over, nets, outcome_of(row), row)


Plays = Callable[[Hands, Spread], bool]
"""Whether such hands are played."""


def gain(spread: Spread, pays: Pays, ratio: Fraction) -> Fraction:
    """What playing such hands is better than folding them, times the dealer's hands."""
    played = (
        spread.unqualified * pays.nets[0]
        + spread.beaten_three * (pays.nets[3] + 1)
        + spread.beaten_four * (pays.nets[4] + 1)
        - 2 * spread.lost
    )
    return played + DEALERS * (1 + ratio * (pays.bonus.net + 1))
