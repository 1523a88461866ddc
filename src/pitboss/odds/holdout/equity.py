"""A seat's share of the pot: counted where it can be, else estimated from a seed.

Two models say what an opponent holds who discarded some cards:

- ``sensible``: its five cards were any of the unseen ones, and it kept some by the simple rule of
  ``strategy``; every hand of which the rule keeps that many cards is equally likely.
- ``uniform``: it holds that many cards, any of the unseen ones.

An opponent who has yet to discard will do so by the rule, in both models; one who kept a single
card, which the rule never does, holds any card. Neither model looks at the betting.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.figures import WIDTH_99, exact
from pitboss.odds.holdout.kernels.counts import count_sensible, count_uniform, meet_classes
from pitboss.odds.holdout.kernels.hands import KEY_BITS, Part, known, list_classes, part
from pitboss.odds.holdout.kernels.samples import Pots, Scene, sample
from pitboss.odds.holdout.strategy import KINDS, MODELS, SENSIBLE, kind_of, sensible_hold
from pitboss.odds.progress import run_parts
from pitboss.odds.ranks import Array
from pitboss.rounds.shuffle import seeded, shuffle

CONFIDENCE = 0.99

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


def count(spot: Spot, model: str = SENSIBLE) -> Counted:
    """All rivers and all of the opponent's hands that fit its discards."""
    assert spot.is_countable
    size = held_size(spot.discards[0], model)
    every, unseen, board = known(), np.array(spot.unseen), np.array(spot.board)
    found = meet_classes(every, _classes(size, unseen), _part(spot.held), board, unseen)
    if size < 0:
        wins, ties, hands = count_uniform(every.holdings, -size, unseen, found)
    else:
        wins, ties, hands = count_sensible(every.kept.classes, unseen, found)
    taken = -size if size < 0 else 5
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


def _classes(size: int, unseen: Array) -> Array:
    """The classes that an opponent may hold of the unseen cards, as far as suits tell."""
    holdings, kept = known().holdings, known().kept
    first, last = holdings.first[abs(size) : abs(size) + 2]
    names = np.arange(first, last)
    if size > 0:
        names = kept.distinct[(kept.distinct >= first) & (kept.distinct < last)]
    there = np.full(16, -1, np.int64)
    for suit in range(4):
        there[1 << suit] = sum(1 << (card >> 2) for card in unseen.tolist() if card & 3 == suit)
    bits, suits = holdings.codes[names] >> KEY_BITS, holdings.suits[names]
    live: Array = names[bits & ~there[suits] == 0]
    return live


def estimate(
    holds: Sequence[Sequence[int]],
    spot: Spot,
    pots: Pots | None = None,
    model: str = SENSIBLE,
    rounds: Rounds = USUAL,
) -> list[list[Share]]:
    """For each hold, its share of the pots in each plan; unless told, of one that all play for."""
    pots = pots or Pots(np.ones((1, len(spot.discards)), np.bool_), np.ones((1, 1)))
    own = np.array([_part(hold) for hold in holds], np.int64)
    sizes = np.array([held_size(discards, model) for discards in spot.discards], np.int64)
    scene = Scene(np.array(spot.unseen), np.array(spot.board, np.int64), sizes)
    totals = sample(known(), scene, own, pots, (rounds.samples, rounds.seed))
    most = np.maximum(pots.parts.sum(axis=1), NOTHING) * rounds.samples
    shares = (totals / most).tolist()
    return [[_interval(share, rounds.samples) for share in row] for row in shares]


def _interval(mean: float, samples: int) -> Share:
    """Wilson's interval, which is never too narrow for a share between 0 and 1."""
    mean = min(mean, 1.0)
    square = WIDTH_99**2 / samples
    middle = (mean + square / 2) / (1 + square)
    reach = WIDTH_99 / (1 + square) * sqrt(mean * (1 - mean) / samples + square / samples / 4)
    return Share(mean, max(0.0, middle - reach), min(1.0, middle + reach))


def all_holds(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """The 31 ways to hold one to five of five cards, the larger ones first."""
    return [hold for size in range(5, 0, -1) for hold in combinations(cards, size)]


def values_of_holds(
    spot: Spot, pots: Pots | None = None, model: str = SENSIBLE, rounds: Rounds = USUAL
) -> list[tuple[tuple[int, ...], Share]]:
    """Every hold of five cards with its share, the best first; all by the same samples."""
    holds = all_holds(spot.held)
    shares = [row[0] for row in estimate(holds, spot, pots, model, rounds)]
    return sorted(zip(holds, shares, strict=True), key=lambda pair: -pair[1].value)


def count_kinds() -> dict[str, list[int]]:
    """The exact number of hands of each kind, and of each number of discards."""
    numbers = np.bincount(known().kept.classes, minlength=len(list_classes())).tolist()
    kinds: Counter[str] = Counter()
    discards = [0] * 5
    for (ranks, suit), number in zip(list_classes(), numbers, strict=True):
        suits = range(len(ranks)) if suit is None else [suit] * len(ranks)
        held = [4 * rank + at % 4 for rank, at in zip(ranks, suits, strict=True)]
        kinds[kind_of(held)] += number
        discards[5 - len(ranks)] += number
    return {"kinds": [kinds[kind] for kind in KINDS], "discards": discards}


def value_kinds(hands: int, deals: tuple[int, int], seed: str) -> dict[str, list[list[int]]]:
    """For each kind: by number of held cards, and by the rule, the sum of shares and of squares.

    Hands are dealt from the seed until there are so many of each kind.
    """
    take = seeded(seed)
    dealt: dict[str, list[tuple[int, ...]]] = {kind: [] for kind in KINDS}
    while min(map(len, dealt.values())) < hands:
        hand = shuffle(take)[:5]
        alike = dealt[kind_of(sensible_hold(hand))]
        if len(alike) < hands:
            alike.append(hand)
    every = [hand for kind in KINDS for hand in dealt[kind]]
    found = run_parts("holdout values", every, lambda hand: value(hand, deals))
    return {
        kind: _add_up(found[place * hands : (place + 1) * hands])
        for place, kind in enumerate(KINDS)
    }


def value(hand: tuple[int, ...], deals: tuple[int, int]) -> list[int]:
    """The best hold of each size and that of the rule: what they win, in halves of a deal.

    The best are picked by one number of deals, and valued by another.
    """
    spot, (picked_by, valued_by) = Spot(hand), deals
    picked = [held for held, _ in values_of_holds(spot, rounds=Rounds(picked_by, 1 + sum(hand)))]
    best = [next(held for held in picked if len(held) == size) for size in range(5, 0, -1)]
    rounds = Rounds(valued_by, 1_000 + sum(hand))
    rows = estimate([*best, sensible_hold(hand)], spot, rounds=rounds)
    return [round(2 * valued_by * row[0].value) for row in rows]


def value_discards(hands: int, deals: int, seed: str) -> dict[str, list[list[int]]]:
    """Against each number of discards, in each model, what a sensible player's hands win."""
    take = seeded(seed)
    dealt = [shuffle(take)[:5] for _ in range(hands)]

    def win(hand: tuple[int, ...], model: str) -> list[int]:
        held, rounds = sensible_hold(hand), Rounds(deals, 1 + sum(hand))
        rest = tuple(card for card in hand if card not in held)
        spots = [Spot(held, rest, (), (number,)) for number in range(5)]
        shares = [estimate([held], spot, None, model, rounds)[0][0] for spot in spots]
        return [round(2 * deals * share.value) for share in shares]

    return {
        model: _add_up(run_parts(f"holdout discards, {model}", dealt, partial(win, model=model)))
        for model in MODELS
    }


def _add_up(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The sum of each column, and that of its squares."""
    return [[sum(column), sum(x * x for x in column)] for column in zip(*rows, strict=True)]
