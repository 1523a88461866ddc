"""Every Buyout deal of one seat: the best decisions, and how the deals end under any decisions.

The up card's suit does not matter, so one of its four is counted. Values are whole numbers: units
of the first wager, times ``Worth.scale``, times the dealer's deals.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.buyout.endings import (
    BUY,
    ENDINGS,
    FOLD,
    FOURTH_BUY,
    FOURTH_FOLD,
    FOURTH_REFUSE,
    HAND_POINTS,
    REFUSE,
    THIRD_FOLD,
    THIRD_REFUSE,
    Bonus,
)
from pitboss.odds.buyout.kernels.dealer import DEALS, MOST, Dealer, count_dealer, spread_without
from pitboss.odds.buyout.kernels.deals import WAYS, split
from pitboss.odds.buyout.kernels.tables import FOURS, PAIRS, Points, all_points, fours_without
from pitboss.odds.compiled import compiled
from pitboss.odds.progress import run_parts

FOURTHS = 48
"""Cards that may come fourth."""

SUITS = 4
ROWS = len(ENDINGS)


class Worth(NamedTuple):
    """What a bonus is worth by points, and when folded, all times ``scale``.

    ``four_cards`` when the bonus counts all four cards, bought or not.
    """

    scale: int
    bonus: NDArray[np.int64]
    folded: int
    four_cards: bool


class Decisions(NamedTuple):
    """For one up card: by pair and third card, and by set of four and which of them is fourth."""

    third: NDArray[np.uint8]
    fourth: NDArray[np.uint8]


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
def net(below: NDArray[np.int32], total: int) -> int:
    """Deals won less deals lost with so many points."""
    return int(below[total]) + int(below[total + 1]) - DEALS


@compiled
def fourth_values(
    below: NDArray[np.int32], worth: Worth, three: int, four: int
) -> tuple[int, int, int]:
    """What it is worth to buy the fourth card, to refuse it, and to fold."""
    kept = four if worth.four_cards else three
    return (
        3 * worth.scale * net(below, four) + DEALS * int(worth.bonus[four]),
        2 * worth.scale * net(below, three) + DEALS * int(worth.bonus[kept]),
        DEALS * (worth.folded - 2 * worth.scale),
    )


@compiled
def third_refused(below: NDArray[np.int32], worth: Worth, two: int, four: int) -> int:
    """What refusing the third card is worth, this being the fourth one, which is not seen yet."""
    kept = four if worth.four_cards else two
    return worth.scale * net(below, two) + DEALS * int(worth.bonus[kept])


@compiled
def decide(dealer: Dealer, points: Points, worth: Worth) -> Decisions:
    """The best decisions in every state with this up card."""
    fourth = np.full((FOURS, 4), FOLD, np.uint8)
    buy = np.zeros((PAIRS, 52), np.int64)
    refuse = np.zeros((PAIRS, 52), np.int64)
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
            refuse[deal.pair, deal.third] += third_refused(below, worth, deal.two, deal.four)
    return Decisions(_decide_third(buy, refuse, points, worth), fourth)


@compiled
def _decide_third(
    buy: NDArray[np.int64], refuse: NDArray[np.int64], points: Points, worth: Worth
) -> NDArray[np.uint8]:
    third = np.full((PAIRS, 52), FOLD, np.uint8)
    fold = FOURTHS * DEALS * (worth.folded - worth.scale)
    for pair in range(PAIRS):
        for card in range(52):
            values = (buy[pair, card], refuse[pair, card], fold)
            third[pair, card] = choose(values, True, points.two[pair] > 0)
    return third


@compiled
def tally(
    dealer: Dealer, points: Points, decisions: Decisions, four_cards: bool
) -> NDArray[np.int64]:
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
            ending, total = _end(first, then, (deal.two, deal.three, deal.four))
            counted = deal.four if four_cards else total
            _add(endings[ending:], below, total, counted)
    return endings


@compiled
def _end(third: int, fourth: int, held: tuple[int, int, int]) -> tuple[int, int]:
    """Where a deal ends, and with how many points in play."""
    two, three, four = held
    if third == FOLD:
        return THIRD_FOLD, -1
    if third == REFUSE:
        return THIRD_REFUSE, int(two)
    if fourth == FOLD:
        return FOURTH_FOLD, -1
    if fourth == REFUSE:
        return FOURTH_REFUSE, int(three)
    return FOURTH_BUY, int(four)


@compiled
def _add(endings: NDArray[np.int64], below: NDArray[np.int32], total: int, counted: int) -> None:
    """Add one state's deals: folded, or lost, pushed and won."""
    if total < 0:
        endings[0, 0] += DEALS
        return
    endings[0, counted] += DEALS - below[total + 1]
    endings[1, counted] += below[total + 1] - below[total]
    endings[2, counted] += below[total]


def count_optimum(bonus: Bonus | None) -> list[list[int]]:
    """Deals by ending and points under the best decisions."""
    points, worth = all_points(), read_worth(bonus)
    return count_under(lambda dealer, rank: decide(dealer, points, worth), points, worth)


def count_under(
    decisions: Callable[[Dealer, int], Decisions], points: Points, worth: Worth
) -> list[list[int]]:
    """Deals by ending and points, one up card's rank being one independent part."""

    def count_rank(rank: int) -> NDArray[np.int64]:
        dealer = count_dealer(SUITS * rank)
        return SUITS * tally(dealer, points, decisions(dealer, rank), worth.four_cards)

    counted = run_parts("buyout", range(13), count_rank)
    total: list[list[int]] = np.sum(counted, axis=0).tolist()
    return total
