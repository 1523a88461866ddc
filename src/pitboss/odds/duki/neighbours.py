"""Duki with several neighbours' cards known: exact values on sampled deals.

On each deal the choice that knows their cards is set against the choice that does not, over all
dealer's hands that are left. A rule to remember plays from a hand on by the spread of the suits
that are seen; it is found on one half of the deals and priced on the other, as it would look better
than it is where it was found.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.games.duki.score import HIGH_CARD, THREE_CARDS, score
from pitboss.odds.compiled import compiled
from pitboss.odds.duki.leak_kernels import SPREADS, Gains, Pays, _gain, make_deck
from pitboss.odds.generic.numbering import Array
from pitboss.odds.parts import Whole, sum_parts
from pitboss.rounds.shuffle import seeded, shuffle

DEALS_A_PART = 1_000
SEATS = 7
FREE = SEATS
"""The owner of a card that nobody has; a neighbour's cards are owned by 1 to 6, one's own by 0."""

HALVES = 2
THRESHOLDS = (
    0,
    1,
    *(
        THREE_CARDS | HIGH_CARD | first << 12 | second << 8
        for first in range(5, 13)
        for second in range(1, first)
    ),
)
"""What a rule may play from: every hand, any Duki, the lowest 3-card Duki of two highest ranks."""


@compiled
def sample_deals(scores: Array, owners: Array, players: Array, gains: Array) -> Array:
    """For each deal and each number of neighbours whose cards are known, from none: the gain of
    playing over the dealer's hands that are left."""
    found = np.zeros((len(owners), SEATS), np.int64)
    for n in range(len(owners)):
        own = Gains(gains[n, 0], gains[n, 1], gains[n, 2], gains[n, 3], gains[n, 4])
        owner = owners[n]
        number = 0
        for d in range(52):
            for c in range(d):
                with_c = min(owner[c], owner[d])
                for b in range(c):
                    with_b = min(owner[b], with_c)
                    if with_b == 0:
                        number += b
                        continue
                    for a in range(b):
                        # The hand is the dealer's as long as none of its cards is known.
                        until = min(owner[a], with_b)
                        if until > 0:
                            found[n, until - 1] += _gain(scores[number + a], players[n], own)
                    number += b
        for known in range(SEATS - 2, -1, -1):
            found[n, known] += found[n, known + 1]
    return found


def sample_neighbours(
    pays: Pays, deals: tuple[int, str], kept: Path, pool: Executor | None = None
) -> dict[str, Any]:
    """For one to six neighbours the sum and the sum of squares, over so many deals from a seed, of
    what their cards add: in parts of the unit, times the dealer's hands that are left. Then the
    same of a rule, and what it plays from by kind."""
    number, seed = deals
    starts = range(0, number, DEALS_A_PART)
    totals = sum_parts(starts, partial(sample_part, pays=pays, seed=seed), kept, pool)
    known, by_rule = totals[: 2 * (SEATS - 1)], totals[2 * (SEATS - 1) :]
    sums = np.array(by_rule, object).reshape(SEATS - 1, HALVES, SPREADS, len(THRESHOLDS), 2)
    return {"known": known, "rules": [best_rule(one) for one in sums]}


def best_rule(sums: Array) -> list[object]:
    """What playing from each threshold adds, and the squares of that, by half and spread: the sums
    of a rule where it was not found; and the best thresholds over both halves."""
    total, squares = sum(
        sums[1 - half, spread, sums[half, spread, :, 0].argmax()]
        for half in range(HALVES)
        for spread in range(SPREADS)
    )
    best = sums[..., 0].sum(axis=0).argmax(axis=1)
    return [int(total), int(squares), [THRESHOLDS[place] for place in best]]


def sample_part(start: int, pays: Pays, seed: str) -> Whole:
    take = seeded(f"{seed} {start}")
    owners = np.empty((DEALS_A_PART, 52), np.int64)
    hands = []
    for n in range(DEALS_A_PART):
        cards = shuffle(take)
        owners[n, list(cards)] = [min(place // 4, FREE) for place in range(52)]
        hands.append(sorted(cards[:4]))
    deck = make_deck(pays.ace_low)
    players = np.array([score(a, b, c, d, pays.ace_low) for a, b, c, d in hands])
    found = sample_deals(deck.scores, owners, players, pays.gains_of(players.tolist()))
    added = added_gains(found)
    by_rule = [
        number
        for seats in range(1, SEATS)
        for half in range(HALVES)
        for spread in range(SPREADS)
        for number in _by_threshold(
            found, players, seats, spreads_of(owners, seats) == spread, half
        )
    ]
    return [*(number for known in added.T for number in _sums(known)), *by_rule]


def spreads_of(owners: Array, seats: int) -> Array:
    """By deal, the spread of one's own suits and those of so many neighbours."""
    seen = np.stack([(owners[:, suit::4] <= seats).sum(axis=1) for suit in range(4)])
    spreads: Array = np.minimum(seen.max(axis=0) - seen.min(axis=0), SPREADS - 1)
    return spreads


def _by_threshold(found: Array, players: Array, seats: int, of_spread: Array, half: int) -> Whole:
    """What playing from each threshold adds over the choice that does not know, in one half of the
    deals of a spread."""
    some = of_spread & (np.arange(len(players)) % HALVES == half)
    gains, fair, scores = found[some, seats], found[some, 0] > 0, players[some]
    return [
        number
        for threshold in THRESHOLDS
        for number in _sums(np.where(scores >= threshold, gains, 0) - np.where(fair, gains, 0))
    ]


def _sums(some: Array) -> Sequence[int]:
    """The sum and the sum of squares."""
    most = int(np.abs(some).max(initial=0))
    whole = some if most**2 * len(some) < 1 << 63 else some.astype(object)
    return int(whole.sum()), int((whole**2).sum())


def added_gains(found: Array) -> Array:
    """What the neighbours' cards add on each deal: the best choice that knows them less the choice
    that does not, over the same dealer's hands."""
    added: Array = np.maximum(found, 0) - np.where(found[:, :1] > 0, found, 0)
    return added[:, 1:]
