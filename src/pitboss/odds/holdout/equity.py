"""A seat's share of the pot: counted where it can be, else estimated from a seed.

Two models say what an opponent holds who discarded some cards:

- ``sensible``: its five cards were any of the unseen ones, and it kept some by the simple rule of
  ``sensible``; every hand of which the rule keeps that many cards is equally likely.
- ``uniform``: it holds that many cards, any of the unseen ones.

An opponent who has yet to discard will do so by the rule, in both models; one who kept a single
card, which the rule never does, holds any card. Neither model looks at the betting.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.figures import exact
from pitboss.odds.holdout.kernels.holdings import holdings
from pitboss.odds.holdout.kernels.kept import kept
from pitboss.odds.holdout.kernels.outcomes import (
    Outcomes,
    count_sensible,
    count_uniform,
    outcomes_on_board,
    outcomes_on_rivers,
)
from pitboss.odds.holdout.kernels.parts import KEY_BITS, Part, part
from pitboss.odds.holdout.kernels.samples import Known, Own, Pots, Scene, sample
from pitboss.odds.holdout.strategy import SENSIBLE
from pitboss.odds.ranks import Array, tables

CONFIDENCE = 0.99
SIGMAS = 2.5758293035489004
"""Standard deviations on either side that hold 99 % of a normal distribution."""

NOTHING = 1e-9
"""Stands for a plan without a pot, of which any share is none."""


class Rounds(NamedTuple):
    """How many deals are sampled, and from which seed."""

    samples: int = 12_000
    seed: int = 1


USUAL = Rounds()


class Spot(NamedTuple):
    """What a seat sees that bears on its chances: its cards, those on the table, and how many
    each opponent still in has discarded (None while it has yet to)."""

    held: tuple[int, ...]
    discarded: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    discards: tuple[int | None, ...] = (None,)

    @property
    def unseen(self) -> tuple[int, ...]:
        seen = {*self.held, *self.discarded, *self.board}
        return tuple(card for card in DECK if card not in seen)

    @property
    def is_countable(self) -> bool:
        """Against one opponent, once both hold and the Flop lies."""
        return len(self.discards) == 1 and self.discards[0] is not None and len(self.board) >= 2


class Share(NamedTuple):
    """A part of the pot; ``counted`` where it is exact, else the ends of the 99 % interval."""

    value: float
    low: float
    high: float
    counted: Fraction | None = None

    @classmethod
    def exactly(cls, value: Fraction) -> "Share":
        return cls(float(value), float(value), float(value), value)

    @property
    def figure(self) -> dict[str, object]:
        return self.scaled(Fraction(1), Fraction(0))

    def scaled(self, by: Fraction, plus: Fraction) -> dict[str, object]:
        """The figure of so many times the share, plus an amount."""
        if self.counted is not None:
            return dict(exact(self.counted * by + plus))
        value, low, high = (float(by) * end + float(plus) for end in self[:3])
        return {"value": value, "interval": [low, high]}


class Counted(NamedTuple):
    """Every deal against one opponent: won, tied and all of them."""

    wins: int
    ties: int
    deals: int

    @property
    def value(self) -> Fraction:
        """The share of the pot; a tie is half."""
        return (self.wins + Fraction(self.ties, 2)) / self.deals


@cache
def known() -> Known:
    return Known(tables(), holdings(), kept())


def share_of(spot: Spot, model: str = SENSIBLE) -> Share:
    """The share of a pot for which all opponents in the spot play."""
    if spot.is_countable:
        return Share.exactly(count(spot, model).value)
    return estimate([spot.held], spot, everyone(spot), model)[0][0]


def everyone(spot: Spot) -> Pots:
    """One pot for which all play."""
    return Pots(np.ones((1, len(spot.discards)), np.bool_), np.ones((1, 1)))


def count(spot: Spot, model: str = SENSIBLE) -> Counted:
    """All rivers and all of the opponent's hands that fit its discards."""
    assert spot.is_countable
    size = held_size(spot.discards[0], model)
    unseen, board = np.array(spot.unseen), np.array(spot.board)
    own = _part(spot.held)
    classes = _classes(abs(size), unseen, size < 0)
    all_known = known()
    found: Outcomes
    if len(board) == 4:
        found = outcomes_on_board(all_known.orders, all_known.holdings, classes, own, board)
    else:
        seen = (board, unseen)
        found = outcomes_on_rivers(all_known.orders, all_known.holdings, classes, own, seen)
    if size < 0:
        wins, ties, hands = count_uniform(all_known.holdings, -size, unseen, found)
        taken = -size
    else:
        wins, ties, hands = count_sensible(all_known.kept.classes, unseen, found)
        taken = 5
    rivers = 1 if len(board) == 4 else comb(len(unseen) - taken, 2)
    return Counted(int(wins), int(ties), int(hands) * rivers)


def held_size(discards: int | None, model: str) -> int:
    """How many cards an opponent holds: 0 before its discard, negative where any will do."""
    if discards is None:
        return 0
    return 5 - discards if model == SENSIBLE and discards < 4 else discards - 5


def _part(cards: Sequence[int]) -> Part:
    code, suits = part(np.array(cards))
    return int(code), int(suits), 5 - len(cards)


def _classes(size: int, unseen: Array, all_of_them: bool) -> Array:
    """The classes of this size that the unseen cards can make, as far as suits tell."""
    all_known = known()
    first, last = all_known.holdings.first[size : size + 2]
    if all_of_them:
        names = np.arange(first, last)
    else:
        names = all_known.kept.distinct
        names = names[(names >= first) & (names < last)]
    there = np.full(16, -1, np.int64)
    for suit in range(4):
        there[1 << suit] = sum(1 << (card >> 2) for card in unseen.tolist() if card & 3 == suit)
    bits, suits = all_known.holdings.codes[names] >> KEY_BITS, all_known.holdings.suits[names]
    live: Array = names[bits & ~there[suits] == 0]
    return live


def estimate(
    holds: Sequence[Sequence[int]],
    spot: Spot,
    pots: Pots,
    model: str = SENSIBLE,
    rounds: Rounds = USUAL,
) -> list[list[Share]]:
    """For each hold, its share of the pots in each plan."""
    parts = [_part(hold) for hold in holds]
    columns = [np.array(column, np.int64) for column in zip(*parts, strict=True)]
    sizes = np.array([held_size(discards, model) for discards in spot.discards], np.int64)
    scene = Scene(np.array(spot.unseen), np.array(spot.board, np.int64), sizes)
    own = Own(columns[0], columns[1], columns[2])
    totals = sample(known(), scene, own, pots, (rounds.samples, rounds.seed))
    most = np.maximum(pots.parts.sum(axis=1), NOTHING) * rounds.samples
    shares = (totals / most).tolist()
    return [[_interval(share, rounds.samples) for share in row] for row in shares]


def _interval(mean: float, samples: int) -> Share:
    """Wilson's interval, which is never too narrow for a share between 0 and 1."""
    mean = min(mean, 1.0)
    square = SIGMAS**2 / samples
    middle = (mean + square / 2) / (1 + square)
    reach = SIGMAS / (1 + square) * sqrt(mean * (1 - mean) / samples + square / samples / 4)
    return Share(mean, max(0.0, middle - reach), min(1.0, middle + reach))


def all_holds(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """The 31 ways to hold one to five of five cards, the larger ones first."""
    return [hold for size in range(5, 0, -1) for hold in combinations(cards, size)]


def values_of_holds(
    spot: Spot, pots: Pots | None = None, model: str = SENSIBLE, rounds: Rounds = USUAL
) -> list[tuple[tuple[int, ...], Share]]:
    """Every hold of five cards with its share, the best first; all by the same samples."""
    holds = all_holds(spot.held)
    rows = estimate(holds, spot, pots or everyone(spot), model, rounds)
    shares = [row[0] for row in rows]
    return sorted(zip(holds, shares, strict=True), key=lambda pair: -pair[1].value)
