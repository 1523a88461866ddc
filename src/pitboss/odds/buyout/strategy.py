"""How a Buyout round ends, what a bonus beside it is worth, and when to buy by points.

A strategy by points is four numbers for each up card, which fit on a card.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pitboss.cards import RANKS
from pitboss.games.buyout.bonus import MOST_POINTS
from pitboss.games.buyout.rules import bonus_row
from pitboss.odds.figures import Figures, Outcome, outcome_of
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

NAMES = (BY_UP_CARD, BY_POINTS)
ANY = "any"

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
    return tuple(outcome_of(bonus_row(paytable, total)) for total in range(HAND_POINTS))


def read_bonus(request: Request) -> Bonus:
    """The request's bonus beside a first wager, one for one unless told."""
    assert request.paytable is not None
    ratio = request.bonus_ratio or Fraction(1)
    four_cards = request.settings.rulings["bonus-hand"] == "four-cards"
    bonus = Bonus(bonus_outcomes(request.paytable), ratio, four_cards)
    if bonus.scale * max(*bonus.nets, Fraction(3)) * max(ratio, Fraction(1)) > LARGEST_WORTH:
        raise Refused(
            f"pay table {request.paytable.code} with bonus ratio {ratio}: too large or too fine to"
            " count; give pays and a ratio of fewer digits"
        )
    return bonus


def read_strategy(given: object) -> str | list[Thresholds]:
    """A name, or ``{"A": {...}, "any": {...}}``: thresholds by up card, ``any`` for the rest."""
    if isinstance(given, str) and given in NAMES:
        return given
    if not isinstance(given, Mapping) or not given:
        raise Refused(
            f"strategy {str(given)[:60]!r} is unknown in buyout; it has {', '.join(NAMES)}, or a"
            f' file with {{"any": {{"{Thresholds._fields[0]}": 11, ...}}}}'
        )
    rows = {str(up): _read_row(str(up), row) for up, row in given.items()}
    missing = [rank for rank in RANKS if rank not in rows]
    if missing and ANY not in rows:
        raise Refused(f"strategy: up card {missing[0]} has no row; give one, or one for {ANY!r}")
    return [rows[rank] if rank in rows else rows[ANY] for rank in RANKS]


def _read_row(up: str, row: object) -> Thresholds:
    if up != ANY and (len(up) != 1 or up not in RANKS):
        raise Refused(f"strategy: up card {up[:20]!r} is unknown; write one of {RANKS}, or {ANY}")
    if not isinstance(row, Mapping) or set(row) != set(Thresholds._fields):
        raise Refused(f"strategy: up card {up} needs exactly {', '.join(Thresholds._fields)}")
    for name, value in row.items():
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NEVER:
            raise Refused(
                f"strategy: {name} of up card {up} is {str(value)[:20]!r}; whole points from 0 to"
                f" {NEVER}, which is never"
            )
    return Thresholds(**{str(name): value for name, value in row.items()})


def describe(rows: list[Thresholds]) -> Figures:
    """The thresholds by up card, in the form of a strategy's file."""
    return {"rows": {rank: row._asdict() for rank, row in zip(RANKS, rows, strict=True)}}
