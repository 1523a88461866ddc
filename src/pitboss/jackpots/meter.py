"""A jackpot's meter: contributions, awards, reseeding and documented adjustments, all exact.

Amounts are cents as fractions, so that a contribution smaller than a cent is kept. For every move

    closing = opening + contributed + seeded + covered - paid + adjusted

holds for the meter and its overflow together, to the last fraction. ``covered`` is what the
house adds when a policy pays more than the meter holds.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from pitboss.money import LARGEST_CENTS, dollars, floor_cents
from pitboss.paytable import PayTable, scaled_table
from pitboss.refusal import Refused

ZERO = Fraction(0)
WHOLE = Fraction(100)

POLICIES = ("in-settling-order", "each-of-displayed", "shared")

REDUCTIONS = ("display-fault", "posted-maximum", "non-displayed-prize", "recover-seed")
"""Why a meter may go down without a win."""


class Cause(StrEnum):
    """Why a meter moves; the words are kept with the moves and on the log."""

    CONTRIBUTIONS = "contributions"
    PAID = "paid"
    SEED = "seed"
    COVERED = "covered by the house"
    REVERSED = "reversed"
    HIT_VOIDED = "hit voided"
    ROUND_CORRECTED = "round corrected"
    RESEED = "reseed"
    ADJUSTMENT = "adjustment"

    @classmethod
    def of(cls, word: str, at_table: bool) -> "Cause":
        """What a recorded move is: two people reseed, or adjust for a reason in their own words."""
        return cls(word) if at_table or word == cls.RESEED else cls.ADJUSTMENT


RESERVED = frozenset({*Cause, "contribution"}) - {Cause.ADJUSTMENT}
"""The meter's own words, and one that would be taken for them: no adjustment may be called so."""


class Meter(NamedTuple):
    """What is displayed, what is kept hidden for the next seed, and what exceeds the maximum."""

    value: Fraction
    reserve: Fraction = ZERO
    overflow: Fraction = ZERO

    @property
    def total(self) -> Fraction:
        return self.value + self.overflow

    @property
    def displayed_cents(self) -> int:
        """Whole cents, rounded down; the fraction stays on the meter."""
        return floor_cents(self.value)


class Terms(NamedTuple):
    """A jackpot's fixed settings; amounts in cents, rates as parts of the wager."""

    paytable: PayTable
    type: str
    wager_cents: int
    seed: Fraction = Fraction(0)
    rate: Fraction = Fraction(0)
    reserve_rate: Fraction = Fraction(0)
    maximum: Fraction | None = None

    @property
    def pays(self) -> PayTable:
        """Its pay table for the fixed wager: what is settled by and what is posted."""
        return scaled_table(self.paytable, self.wager_cents)

    @property
    def family(self) -> str:
        """``5CL`` or ``7CL``: which cards make the jackpot hand."""
        return self.paytable.code[:3]


class Move(NamedTuple):
    """Why and by how much the meter, its overflow included, rose or fell."""

    cause: Cause
    change: Fraction


class Awarded(NamedTuple):
    """What a round's percentage winners were paid, in order, and what became of the meter.

    No move brings the meter below zero: what the house covers comes before the pays.
    """

    paid_cents: tuple[int, ...]
    meter: Meter
    moves: tuple[Move, ...]


def contribute(terms: Terms, meter: Meter, wager_cents: int) -> Meter:
    """What wagers contribute; what exceeds the posted maximum goes to the overflow."""
    raised = meter._replace(
        value=meter.value + wager_cents * terms.rate,
        reserve=meter.reserve + wager_cents * terms.reserve_rate,
    )
    return cap(terms, raised)


def cap(terms: Terms, meter: Meter) -> Meter:
    """What is above the posted maximum goes to the overflow."""
    if terms.maximum is None or meter.value <= terms.maximum:
        return meter
    return meter._replace(
        value=terms.maximum, overflow=meter.overflow + meter.value - terms.maximum
    )


def reseed(terms: Terms, meter: Meter) -> Meter:
    """Add the seed, taken from the reserve as far as it reaches, and bring back the overflow."""
    reserve = meter.reserve - min(meter.reserve, terms.seed)
    return cap(terms, Meter(meter.value + terms.seed + meter.overflow, reserve))


def award(terms: Terms, meter: Meter, percents: Sequence[Fraction], policy: str) -> Awarded:
    """Pay a round's percentage winners, given in settling order, under a posted policy."""
    if policy == "in-settling-order":
        return _award_in_order(terms, meter, percents)
    shown = meter.displayed_cents
    whole = max(WHOLE, sum(percents, ZERO)) if policy == "shared" else WHOLE
    paid = tuple(floor_cents(shown * percent / whole) for percent in percents)
    covered = max(0, sum(paid) - shown)
    after = meter._replace(value=meter.value + covered - sum(paid))
    moves = [Move(Cause.COVERED, Fraction(covered)), *map(_paid, paid)]
    if WHOLE in percents:
        after = reseed(terms, after)
        moves.append(Move(Cause.SEED, terms.seed))
    return Awarded(paid, after, _that_tell(moves))


def _award_in_order(terms: Terms, meter: Meter, percents: Sequence[Fraction]) -> Awarded:
    """Each on the meter as it then stands; after a 100 % pay the seed is added."""
    paid, moves = [], []
    for percent in percents:
        cents = floor_cents(meter.value * percent / WHOLE)
        paid.append(cents)
        moves.append(_paid(cents))
        meter = meter._replace(value=meter.value - cents)
        if percent == WHOLE:
            meter = reseed(terms, meter)
            moves.append(Move(Cause.SEED, terms.seed))
    return Awarded(tuple(paid), meter, _that_tell(moves))


def _that_tell(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Without those of nothing; a seed of nothing still brings back the overflow."""
    return tuple(move for move in moves if move.change or move.cause == Cause.SEED)


def _paid(cents: int) -> Move:
    return Move(Cause.PAID, Fraction(-cents))


def adjust(terms: Terms, meter: Meter, change: Fraction, cause: str, reference: str) -> Meter:
    """A documented change of the meter that is no win; downwards only for a named cause."""
    if not reference.strip():
        raise Refused("meter adjustment: a reference to its record is missing")
    if change < 0 and cause not in REDUCTIONS:
        raise Refused(
            f"meter adjustment: {cause!r} is no cause to lower a meter; allowed:"
            f" {', '.join(REDUCTIONS)}"
        )
    if meter.value + change < 0:
        raise Refused("meter adjustment: the meter would fall below 0")
    if meter.total + change > LARGEST_CENTS:
        raise Refused(f"meter adjustment: a meter shows at most {dollars(LARGEST_CENTS)}")
    return cap(terms, meter._replace(value=meter.value + change))
