"""The best strategies by points, and the deals under any of them.

A strategy by points sees of a hand only whether its two cards have points, the points of three
cards or their highest card, and the points of four. So the deals are added up by these, and every
choice of thresholds is weighed on the sums.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.games.buyout.score import VALUES
from pitboss.odds.buyout.endings import (
    BUY,
    BY_POINTS,
    FOLD,
    HAND_POINTS,
    NEVER,
    REFUSE,
    Bonus,
    Thresholds,
)
from pitboss.odds.buyout.kernels.dealer import DEALS, MOST, Dealer, count_dealer, spread_without
from pitboss.odds.buyout.kernels.deals import WAYS, pair_without, split, without
from pitboss.odds.buyout.kernels.decisions import (
    SUITS,
    Decisions,
    Worth,
    count_under,
    net,
    read_worth,
)
from pitboss.odds.buyout.kernels.tables import (
    FOURS,
    PAIRS,
    Points,
    all_points,
    fours_without,
    number_four,
    number_three,
    number_two,
)
from pitboss.odds.compiled import compiled
from pitboss.odds.progress import run_parts

HIGHEST = 12
"""More than any card counts: three cards without points stand by their highest card, 2 to 11, and
those with points from here on."""

SHAPES = HIGHEST + HAND_POINTS
SUMS = 5
"""States, the nets of two, three and four cards, and the worth of the bonus on two cards."""

Exact = NDArray[Any]
"""An array of Python's whole numbers, which do not overflow."""


@compiled
def shape_of(three: int, cards: tuple[int, int, int]) -> int:
    """What a strategy by points sees of three cards."""
    if three > 0:
        return HIGHEST + three
    a, b, c = cards
    return max(VALUES[a >> 2], VALUES[b >> 2], VALUES[c >> 2])


@compiled
def follow(up: int, points: Points, row: Thresholds) -> Decisions:
    """The decisions by these thresholds in every state with this up card."""
    third = np.full((PAIRS, 52), FOLD, np.uint8)
    fourth = np.full((FOURS, 4), FOLD, np.uint8)
    for four_cards in fours_without(up):
        cards = (four_cards[0], four_cards[1], four_cards[2], four_cards[3])
        number = number_four(*cards)
        four = points.four[number]
        for place in range(4):
            rest = without(cards, place)
            three = points.three[number_three(*rest)]
            least = row.fourth_better if four > three else row.fourth_same
            other = REFUSE if three > 0 else FOLD
            buys = four > 0 and four >= least
            fourth[number, place] = BUY if buys else other
            _follow_third(third, points, row, rest)
    return Decisions(third, fourth)


@compiled
def _follow_third(
    third: NDArray[np.uint8], points: Points, row: Thresholds, cards: tuple[int, int, int]
) -> None:
    three = points.three[number_three(*cards)]
    if three > 0:
        buys = three >= row.third_points
    else:
        buys = shape_of(three, cards) >= row.third_high_card
    for place in range(3):
        pair = number_two(*pair_without(cards, place))
        other = REFUSE if points.two[pair] > 0 else FOLD
        third[pair, cards[place]] = BUY if buys else other


@compiled
def add_up(dealer: Dealer, points: Points, worth: Worth) -> NDArray[np.int64]:
    """The sums by: two cards with points or without, shape of three cards, points of four."""
    sums = np.zeros((2, SHAPES, HAND_POINTS, SUMS), np.int64)
    below = np.empty(MOST + 1, np.int32)
    for row in fours_without(dealer.up):
        cards = (row[0], row[1], row[2], row[3])
        spread_without(dealer, cards, below)
        for way in range(WAYS):
            deal = split(points, cards, way)
            cell = sums[min(deal.two, 1), shape_of(deal.three, deal.rest), deal.four]
            cell[0] += 1
            cell[1] += net(below, deal.two)
            cell[2] += net(below, deal.three)
            cell[3] += net(below, deal.four)
            cell[4] += worth.bonus[deal.four if worth.four_cards else deal.two]
    return sums


def count_by(rows: list[Thresholds], bonus: Bonus | None) -> list[list[int]]:
    """Deals by ending and points under thresholds by up card."""
    points, worth = all_points(), read_worth(bonus)

    def decisions(dealer: Dealer, rank: int) -> Decisions:
        return follow(int(dealer.up), points, rows[rank])

    return count_under(decisions, points, worth)


def find_best(bonus: Bonus | None, name: str) -> list[Thresholds]:
    """The best thresholds for each up card, or the best for all of them together."""
    points, worth = all_points(), read_worth(bonus)
    sums = run_parts(
        "buyout strategy",
        range(13),
        lambda rank: add_up(count_dealer(SUITS * rank), points, worth).astype(object),
    )
    if name == BY_POINTS:
        return [best_thresholds(np.sum(sums, axis=0), worth)] * 13
    return [best_thresholds(one, worth) for one in sums]


def best_thresholds(sums: Exact, worth: Worth) -> Thresholds:
    """The four numbers that lose least; of equal ones the higher, which wager less."""
    better, same, stay = _values(sums, worth)
    best: tuple[int, ...] = ()
    for fourth_better in range(NEVER + 1):
        for fourth_same in range(NEVER + 1):
            buy = better[fourth_better] + same[fourth_same]
            plain, high_card = _best_from(buy[:, :HIGHEST], stay[:, :HIGHEST])
            scored, from_points = _best_from(buy[:, HIGHEST:], stay[:, HIGHEST:])
            found = (plain + scored, high_card, from_points, fourth_better, fourth_same)
            best = max(best, found)
    return Thresholds(*best[1:])


def _best_from(buy: Exact, stay: Exact) -> tuple[int, int]:
    """The largest total of staying below a place and buying from it on, and that place."""
    gains = (buy - stay).sum(axis=0)
    after = np.concatenate([np.cumsum(gains[::-1])[::-1], [0]])
    place = max(range(len(after)), key=lambda index: (after[index], index))
    return int(stay.sum() + after[place]), place


def _values(sums: Exact, worth: Worth) -> tuple[Exact, Exact, Exact]:
    """By shape: buying the third card for each threshold of either kind, and not buying it."""
    states, two, three, four, bonus_two = (sums[..., index] for index in range(SUMS))
    scale = worth.scale
    bonus = np.array([int(net) for net in worth.bonus], object)
    held = np.array([max(0, shape - HIGHEST) for shape in range(SHAPES)])
    kept = bonus if worth.four_cards else bonus[held][:, None]
    buy = 3 * scale * four + DEALS * states * bonus
    refuse = 2 * scale * three + DEALS * states * kept
    fold = DEALS * states * (int(worth.folded) - 2 * scale)
    other = np.where(held[:, None] > 0, refuse, fold)
    buy[:, :, 0] = other[:, :, 0]
    adds = np.arange(HAND_POINTS) > held[:, None]
    from_points = np.arange(HAND_POINTS) >= np.arange(NEVER + 1)[:, None, None, None]
    chosen = np.where(from_points, buy, other)
    better = np.where(adds, chosen, 0).sum(axis=-1)
    same = np.where(adds, 0, chosen).sum(axis=-1)
    refused = scale * two + DEALS * bonus_two
    folded = DEALS * states * (int(worth.folded) - scale)
    stay = np.stack([folded[0], refused[1]]).sum(axis=-1)
    return better, same, stay
