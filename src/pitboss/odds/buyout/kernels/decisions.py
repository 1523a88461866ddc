"""Every Buyout deal of one seat: the best decisions, and how the deals end under any decisions.

The up card's suit does not matter, so one of its four is counted. Values are whole numbers: units
of the first wager, times ``Worth.scale``, times the dealer's deals.

A strategy by points sees of a hand only whether its two cards have points, the points of three
cards or their highest card, and the points of four. So the deals are added up by these, and every
choice of thresholds is weighed on the sums.
"""

from typing import NamedTuple

import numpy as np

from pitboss.games.buyout.score import VALUES
from pitboss.odds.buyout.kernels.deals import (
    DEALS,
    FOURS,
    MOST,
    PAIRS,
    WAYS,
    Dealer,
    Points,
    all_points,
    count_dealer,
    fours_without,
    split,
    spread_without,
)
from pitboss.odds.buyout.strategy import (
    BUY,
    BY_POINTS,
    ENDINGS,
    FOLD,
    FOURTH_BUY,
    FOURTH_FOLD,
    FOURTH_REFUSE,
    HAND_POINTS,
    NEVER,
    REFUSE,
    THIRD_FOLD,
    THIRD_REFUSE,
    Bonus,
    Thresholds,
)
from pitboss.odds.compiled import compiled
from pitboss.odds.progress import run_parts
from pitboss.odds.ranks import Array

FOURTHS = 48
"""Cards that may come fourth."""

SUITS = 4
ROWS = len(ENDINGS)

HIGHEST = 12
"""More than any card counts: three cards without points stand by their highest card, 2 to 11, and
those with points from here on."""

SHAPES = HIGHEST + HAND_POINTS
SUMS = 5
"""States, the nets of two, three and four cards, and the worth of the bonus on two cards."""


class Worth(NamedTuple):
    """What a bonus is worth by points, and when folded, all times ``scale``.

    ``four_cards`` when the bonus counts all four cards, bought or not.
    """

    scale: int
    bonus: Array
    folded: int
    four_cards: bool


class Decisions(NamedTuple):
    """For one up card: by pair and third card, and by set of four and which of them is fourth."""

    third: Array
    fourth: Array


def read_worth(bonus: Bonus | None) -> Worth:
    if bonus is None:
        return Worth(1, np.zeros(HAND_POINTS, np.int64), 0, False)
    unit = bonus.ratio * bonus.scale
    nets = np.array([int(net * unit) for net in bonus.nets], np.int64)
    return Worth(bonus.scale, nets, -int(unit), bonus.four_cards)


@compiled
def choose(values: tuple[int, int, int], may_buy: bool, may_refuse: bool) -> int:
    """The best option; of equal ones refuse, then fold, then buy."""
    buy, refuse, fold = values
    if may_refuse and refuse >= fold and (refuse >= buy or not may_buy):
        return REFUSE
    return BUY if may_buy and buy > fold else FOLD


@compiled
def net(below: Array, total: int) -> int:
    """Deals won less deals lost with so many points."""
    return int(below[total]) + int(below[total + 1]) - DEALS


@compiled
def fourth_values(below: Array, worth: Worth, three: int, four: int) -> tuple[int, int, int]:
    """What it is worth to buy the fourth card, to refuse it, and to fold."""
    kept = four if worth.four_cards else three
    return (
        3 * worth.scale * net(below, four) + DEALS * int(worth.bonus[four]),
        2 * worth.scale * net(below, three) + DEALS * int(worth.bonus[kept]),
        DEALS * (worth.folded - 2 * worth.scale),
    )


@compiled
def decide(dealer: Dealer, points: Points, worth: Worth) -> Decisions:
    """The best decisions in every state with this up card."""
    third = np.full((PAIRS, 52), FOLD, np.uint8)
    fourth = np.full((FOURS, 4), FOLD, np.uint8)
    buy, refuse = np.zeros((PAIRS, 52), np.int64), np.zeros((PAIRS, 52), np.int64)
    below = np.empty(MOST + 1, np.int32)
    for row in fours_without(dealer.up):
        cards = (row[0], row[1], row[2], row[3])
        spread_without(dealer, cards, below)
        for way in range(WAYS):
            deal = split(points, cards, way)
            values = fourth_values(below, worth, deal.three, deal.four)
            choice = choose(values, deal.four > 0, deal.three > 0)
            fourth[deal.number, deal.place] = choice
            buy[deal.pair, deal.third] += values[choice]
            # A third card is refused before the fourth is seen: this is one of those that may come.
            kept = deal.four if worth.four_cards else deal.two
            value = worth.scale * net(below, deal.two) + DEALS * int(worth.bonus[kept])
            refuse[deal.pair, deal.third] += value
    fold = FOURTHS * DEALS * (worth.folded - worth.scale)
    for pair in range(PAIRS):
        for card in range(52):
            values = (buy[pair, card], refuse[pair, card], fold)
            third[pair, card] = choose(values, True, points.two[pair] > 0)
    return Decisions(third, fourth)


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
    for four in fours_without(up):
        for way in range(WAYS):
            deal = split(points, (four[0], four[1], four[2], four[3]), way)
            shape = shape_of(deal.three, deal.rest)
            least = HIGHEST + row.third_points if deal.three > 0 else row.third_high_card
            other = REFUSE if deal.two > 0 else FOLD
            third[deal.pair, deal.third] = BUY if shape >= least else other
            least = row.fourth_better if deal.four > deal.three else row.fourth_same
            other = REFUSE if deal.three > 0 else FOLD
            buys = deal.four > 0 and deal.four >= least
            fourth[deal.number, deal.place] = BUY if buys else other
    return Decisions(third, fourth)


@compiled
def tally(dealer: Dealer, points: Points, decisions: Decisions, four_cards: bool) -> Array:
    """Deals by ending and by the points that the bonus counts, under these decisions."""
    endings = np.zeros((ROWS, HAND_POINTS), np.int64)
    below = np.empty(MOST + 1, np.int32)
    for row in fours_without(dealer.up):
        cards = (row[0], row[1], row[2], row[3])
        spread_without(dealer, cards, below)
        for way in range(WAYS):
            deal = split(points, cards, way)
            first = decisions.third[deal.pair, deal.third]
            then = decisions.fourth[deal.number, deal.place]
            if first == FOLD:
                endings[THIRD_FOLD, 0] += DEALS
            elif first == BUY and then == FOLD:
                endings[FOURTH_FOLD, 0] += DEALS
            else:
                ending, total = FOURTH_BUY, deal.four
                if first == REFUSE:
                    ending, total = THIRD_REFUSE, deal.two
                elif then == REFUSE:
                    ending, total = FOURTH_REFUSE, deal.three
                counted = deal.four if four_cards else total
                endings[ending, counted] += DEALS - below[total + 1]
                endings[ending + 1, counted] += below[total + 1] - below[total]
                endings[ending + 2, counted] += below[total]
    return endings


def decide_all(bonus: Bonus | None) -> list[Decisions]:
    """The best decisions for an up card of each rank, its suit being the first."""
    points, worth = all_points(), read_worth(bonus)

    def decide_rank(rank: int) -> Decisions:
        return decide(count_dealer(SUITS * rank), points, worth)

    return run_parts("buyout decisions", range(13), decide_rank)


def follow_all(rows: list[Thresholds]) -> list[Decisions]:
    """The same by thresholds."""
    points = all_points()
    return [follow(SUITS * rank, points, row) for rank, row in enumerate(rows)]


def count_under(book: list[Decisions], bonus: Bonus | None) -> list[list[int]]:
    """Deals by ending and points, one up card's rank being one independent part."""
    points, four_cards = all_points(), bonus is not None and bonus.four_cards

    def count_rank(rank: int) -> Array:
        return SUITS * tally(count_dealer(SUITS * rank), points, book[rank], four_cards)

    total: list[list[int]] = np.sum(run_parts("buyout", range(13), count_rank), axis=0).tolist()
    return total


@compiled
def add_up(dealer: Dealer, points: Points, worth: Worth) -> Array:
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


def find_best(bonus: Bonus | None, name: str) -> list[Thresholds]:
    """The best thresholds for each up card, or the best for all of them together."""
    points, worth = all_points(), read_worth(bonus)

    def add_rank(rank: int) -> Array:
        # As Python's whole numbers, which do not overflow.
        return add_up(count_dealer(SUITS * rank), points, worth).astype(object)

    sums = run_parts("buyout strategy", range(13), add_rank)
    if name == BY_POINTS:
        return [best_thresholds(np.sum(sums, axis=0), worth)] * 13
    return [best_thresholds(one, worth) for one in sums]


def best_thresholds(sums: Array, worth: Worth) -> Thresholds:
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


def _best_from(buy: Array, stay: Array) -> tuple[int, int]:
    """The largest total of staying below a place and buying from it on, and that place."""
    gains = (buy - stay).sum(axis=0)
    after = np.concatenate([np.cumsum(gains[::-1])[::-1], [0]])
    place = max(range(len(after)), key=lambda index: (after[index], index))
    return int(stay.sum() + after[place]), place


def _values(sums: Array, worth: Worth) -> tuple[Array, Array, Array]:
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
