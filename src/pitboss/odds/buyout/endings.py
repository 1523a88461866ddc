"""How a Buyout round ends for one seat, when it buys, and what a bonus beside it is worth."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple, cast

from pitboss.games.buyout.bonus import MOST_POINTS
from pitboss.games.buyout.rules import bonus_row
from pitboss.money import Odds
from pitboss.odds.figures import LOST, Outcome, paid
from pitboss.odds.request import Request
from pitboss.paytable import PayTable
from pitboss.refusal import Refused

BUY, REFUSE, FOLD = 0, 1, 2
ACTIONS = ("buy", "refuse", "fold")

THIRD_FOLD, THIRD_REFUSE, FOURTH_FOLD, FOURTH_REFUSE, FOURTH_BUY = 0, 1, 4, 5, 8
"""Endings by number; one that challenges the dealer stands for three: lost, pushed, won."""

HAND_POINTS = MOST_POINTS + 1
LARGEST_WORTH = 10**10

BY_UP_CARD, BY_POINTS = "up-card", "points"
"""The named strategies: thresholds for each up card, or the same for all."""

NEVER = 45
"""More points than any hand has."""


def _ended(event: str, wagers: int) -> list[Outcome]:
    """A hand that challenges the dealer, each of its wagers even money."""
    units = Fraction(wagers)
    return [
        Outcome(f"{event}, lost", "", 0, units, -units),
        Outcome(f"{event}, push", "push", 0, units),
        Outcome(f"{event}, won", "1 to 1", 0, units, units),
    ]


ENDINGS = (
    Outcome("fold at the third card", "", 0, net=Fraction(-1)),
    *_ended("third card refused", 1),
    Outcome("fold at the fourth card", "", 0, Fraction(2), Fraction(-2)),
    *_ended("fourth card refused", 2),
    *_ended("fourth card bought", 3),
)

FOLDS = (THIRD_FOLD, FOURTH_FOLD)


class Bonus(NamedTuple):
    """A bonus beside the first wager: its outcome by points, its size, and which hand it counts."""

    outcomes: tuple[Outcome, ...]
    ratio: Fraction
    four_cards: bool

    @property
    def nets(self) -> list[Fraction]:
        return [outcome.net for outcome in self.outcomes]

    @property
    def scale(self) -> int:
        """By this, every worth of the bonus is a whole number of units of the first wager."""
        return lcm(*((net * self.ratio).denominator for net in [*self.nets, Fraction(1)]))

    def inputs(self) -> Mapping[str, object]:
        return {
            "ratio": str(self.ratio),
            "nets": [str(net) for net in self.nets],
            "four_cards": self.four_cards,
        }


class Thresholds(NamedTuple):
    """When to buy; else refuse a card if that is allowed, else fold.

    The third card: with points in three cards from ``third_points`` on, without any if the
    highest card counts ``third_high_card`` or more. The fourth card: if it adds points, from
    ``fourth_better`` points on; if it adds none, from ``fourth_same`` on.
    """

    third_high_card: int
    third_points: int
    fourth_better: int
    fourth_same: int


def bonus_outcomes(paytable: PayTable) -> tuple[Outcome, ...]:
    """What the bonus comes to, by points from 0."""
    return tuple(_bonus_outcome(paytable, total) for total in range(HAND_POINTS))


def _bonus_outcome(paytable: PayTable, total: int) -> Outcome:
    row = bonus_row(paytable, total)
    return paid(row.hand, row.pay) if row and isinstance(row.pay, Odds) else LOST


def read_bonus(request: Request, ratio: Fraction) -> Bonus:
    """The request's bonus beside a first wager."""
    assert request.paytable is not None
    four_cards = request.settings.rulings["bonus-hand"] == "four-cards"
    bonus = Bonus(bonus_outcomes(request.paytable), ratio, four_cards)
    if bonus.scale * max(*bonus.nets, Fraction(3)) * max(ratio, Fraction(1)) > LARGEST_WORTH:
        raise Refused(
            f"pay table {request.paytable.code} with bonus ratio {ratio}: too large or too fine to"
            " count; give pays and a ratio of fewer digits"
        )
    return bonus


def read_endings(result: object) -> list[list[int]]:
    """A kept result as it was counted; every deal ends in one way."""
    endings = cast(list[list[int]], result)
    assert sum(map(sum, endings)) == DEALS_OF_A_ROUND
    return endings


DEALS_OF_A_ROUND = 52 * 1_275 * 49 * 48 * 713_460
"""Up card, two cards, third, fourth, and the dealer's hidden card and draws."""
