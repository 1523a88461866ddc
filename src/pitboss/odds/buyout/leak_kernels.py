"""Buyout with the dealer's face-down card known: the best play of every deal, by his two cards.

Which of the two lies face down does not matter to one who knows both, nor do their suits but for
whether they are the same: 169 pairs stand for all 1,326. With four more cards seen 46 are left. The
dealer takes two of them; with fewer than 13 points one of 44 more follows, and a hand that stands
counts 44 times: 45,540 deals.
"""

from bisect import bisect_right
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.odds.buyout.kernels import deals
from pitboss.odds.buyout.kernels.deals import (
    FIFTHS,
    FOURS,
    MOST,
    PAIRS,
    THREES,
    WAYS,
    Dealer,
    Points,
    fours_without,
    number_three,
    number_two,
    points,
    split,
    spread_without,
)
from pitboss.odds.buyout.kernels.decisions import (
    HIGHEST,
    SHAPES,
    SUMS,
    best_thresholds,
    choose,
    read_worth,
    shape_of,
)
from pitboss.odds.buyout.strategy import HAND_POINTS, Thresholds
from pitboss.odds.compiled import compiled
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array

DEALS = 45_540
FOURTHS = 47
"""Cards that may come fourth."""


class Pair(NamedTuple):
    """The dealer's first two cards, and how many pairs are like them."""

    first: int
    second: int
    ways: int


class Values(NamedTuple):
    """By the seat's pair and third card: what buying and refusing it are worth, over all fourth
    cards and dealer's deals."""

    buy: Array
    refuse: Array


def all_pairs() -> list[Pair]:
    """A pair of each kind: of a rank, of a suit, or neither."""
    alike = [Pair(4 * rank, 4 * rank + 1, 6) for rank in range(13)]
    ranks = [(4 * low, 4 * high) for high in range(13) for low in range(high)]
    suited = [Pair(low, high, 4) for low, high in ranks]
    return [*alike, *suited, *(Pair(low, high + 1, 12) for low, high in ranks)]


@compiled
def count_dealer(first: int, second: int) -> Dealer:
    """All deals of a dealer with these two cards, from any others."""
    dealer = Dealer(
        first,
        np.zeros(MOST, np.int32),
        np.zeros((52, MOST), np.int32),
        np.zeros((PAIRS, MOST), np.int32),
        np.zeros((THREES, MOST), np.int32),
        np.zeros(FOURS, np.uint8),
        np.zeros(FOURS, np.uint8),
    )
    draws = np.zeros(PAIRS, np.uint8)
    for b in range(52):
        for a in range(b):
            if a in (first, second) or b in (first, second):
                continue
            total = points((first, second, a, b))
            if total < DRAWS_BELOW:
                draws[number_two(a, b)] = 1
                continue
            dealer.none[total] += FIFTHS
            dealer.one[a, total] += FIFTHS
            dealer.one[b, total] += FIFTHS
            dealer.two[number_two(a, b), total] += FIFTHS
    _draw(dealer, second, draws)
    return dealer


@compiled
def _draw(dealer: Dealer, second: int, draws: Array) -> None:
    """Add the hands that are drawn to: any of three cards may have come last."""
    for c in range(52):
        for b in range(c):
            for a in range(b):
                ab, ac, bc = number_two(a, b), number_two(a, c), number_two(b, c)
                orders = draws[ab] + draws[ac] + draws[bc]
                if orders == 0 or dealer.up in (a, b, c) or second in (a, b, c):
                    continue
                total = points((dealer.up, second, a, b, c))
                dealer.none[total] += orders
                for card in (a, b, c):
                    dealer.one[card, total] += orders
                for two in (ab, ac, bc):
                    dealer.two[two, total] += orders
                dealer.three[number_three(a, b, c), total] += orders


@compiled
def net(below: Array, total: int) -> int:
    """Deals won less deals lost with so many points."""
    return int(below[total]) + int(below[total + 1]) - DEALS


@compiled
def weigh(dealer: Dealer, second: int, points: Points, sums: Array) -> Values:
    """The best play of every deal with the dealer's two cards known; ``sums`` is filled with what
    a strategy by points sees, as ``decisions.add_up`` has it."""
    buy, refuse = np.zeros((PAIRS, 52), np.int64), np.zeros((PAIRS, 52), np.int64)
    below = np.empty(MOST + 1, np.int32)
    for row in fours_without(dealer.up):
        cards = (row[0], row[1], row[2], row[3])
        if second in cards:
            continue
        spread_without(dealer, cards, below)
        for way in range(WAYS):
            deal = split(points, cards, way)
            two, three, four = (
                net(below, deal.two),
                net(below, deal.three),
                net(below, deal.four),
            )
            values = (3 * four, 2 * three, -2 * DEALS)
            buy[deal.pair, deal.third] += values[choose(values, deal.four > 0, deal.three > 0)]
            refuse[deal.pair, deal.third] += two
            cell = sums[min(deal.two, 1), shape_of(deal.three, deal.rest), deal.four]
            cell[0] += 1
            cell[1] += two
            cell[2] += three
            cell[3] += four
    return Values(buy, refuse)


@compiled
def best_total(values: Values, two: Array, known: tuple[int, int]) -> int:
    """What best play wins in all, over every pair and third card."""
    total = 0
    fold = -FOURTHS * DEALS
    for high in range(52):
        for low in range(high):
            if low in known or high in known:
                continue
            pair = number_two(low, high)
            for card in range(52):
                if card in known or card in (low, high):
                    continue
                options = (values.buy[pair, card], values.refuse[pair, card], fold)
                total += options[choose(options, True, bool(two[pair] > 0))]
    return total


@cache
def all_points() -> Points:
    return deals.all_points()


def count_pair(pair: Pair, groups: Sequence[int]) -> Totals:
    """One kind of pair: what best play wins, and the sums of its group, for all pairs like it."""
    first, second, ways = pair
    sums = np.zeros((2, SHAPES, HAND_POINTS, SUMS), np.int64)
    values = weigh(count_dealer(first, second), second, all_points(), sums)
    total = best_total(values, all_points().two, (first, second))
    by_group = np.zeros((len(groups), *sums.shape), np.int64)
    by_group[bisect_right(groups, int(points((first, second)))) - 1] = ways * sums
    return [ways * int(total), *by_group.ravel().tolist()]


def count_hole(groups: Sequence[int], kept: Path, pool: Executor | None = None) -> dict[str, Any]:
    """What best play wins over all deals, and what the best thresholds win: the same for all pairs,
    and others for each group of pairs that make so many points or more."""
    counted = sum_parts(all_pairs(), partial(count_pair, groups=groups), kept, pool)
    sums = np.array(counted[1:], object).reshape(len(groups), 2, SHAPES, HAND_POINTS, SUMS)
    rules = [find_rule(one) for one in sums]
    return {
        "total": counted[0],
        "unaware": find_rule(sums.sum(axis=0))[0],
        "rules": [[value, list(row)] for value, row in rules],
    }


def find_rule(sums: Array) -> tuple[int, Thresholds]:
    """The best thresholds for these sums, and what they win.

    The search weighs nets against the 713,460 deals of a dealer with one card known, 47 / 3 times
    as many as here: so the nets count 47 times and the states three times.
    """
    scaled = sums * np.array([3, 47, 47, 47, 0], object)
    rule = best_thresholds(scaled, read_worth(None))
    return value_by(sums, rule), rule


def value_by(sums: Array, rule: Thresholds) -> int:
    """What play by these thresholds wins."""
    total = 0
    for scored, shape, four in np.argwhere(sums[..., 0] > 0).tolist():
        states, with_two, with_three, with_four = map(int, sums[scored, shape, four, :4])
        three = max(0, shape - HIGHEST)
        if shape < (HIGHEST + rule.third_points if three else rule.third_high_card):
            total += with_two if scored else -DEALS * states
        elif 0 < four >= (rule.fourth_better if four > three else rule.fourth_same):
            total += 3 * with_four
        else:
            total += 2 * with_three if three else -2 * DEALS * states
    return total
