"""A meter's past told again: where it stands without a round, or with one settled anew.

What others did since stands as it was: what they contributed, what they were paid, what two people
adjusted. Worked out again is only what follows from where the meter stood: what goes beyond its
maximum, what a reseed brings back from there, and how far the reserve reaches for a seed.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.jackpots.meter import ZERO, Cause, Meter, Move, Terms, cap, reseed
from pitboss.money import floor_cents

Place = tuple[str, int]
"""A table and its round; what two people did is at no table."""

Moves = tuple[Move, ...]
Anew = Mapping[Place, Moves | None]
"""Rounds that are told otherwise: None for one that is undone, else what its awards moved when they
were settled anew."""


_OF_ROUNDS = (Cause.CONTRIBUTIONS, Cause.PAID, Cause.COVERED, Cause.SEED)


class Step(NamedTuple):
    """What a meter went through at one moment; ``reserved`` went to its reserve.

    Moves that are None stand for a correction of ``place``: what it takes back is not told.
    """

    place: Place
    moves: Moves | None
    reserved: Fraction = ZERO


class Told(NamedTuple):
    """Where a meter stands in the end, and what each table's bank put into its whole cents; the
    empty name is the cage's, which bears what two people do."""

    meter: Meter
    banks: dict[str, int]


def tell(terms: Terms, start: Meter, steps: Iterable[Step], anew: Anew) -> Told:
    """Go through a meter's steps once more."""
    meter = start
    banks: dict[str, int] = {}
    for step in steps:
        before = _whole_cents(meter)
        meter = _go_on(terms, meter, step, anew)
        table, _ = step.place
        banks[table] = banks.get(table, 0) + _whole_cents(meter) - before
    return Told(meter, banks)


def _whole_cents(meter: Meter) -> int:
    return sum(map(floor_cents, meter))


def _go_on(terms: Terms, meter: Meter, step: Step, anew: Anew) -> Meter:
    moves = step.moves
    if moves is None:
        return not_below_zero(meter)
    settled = anew.get(step.place, moves)
    if settled is None:
        return meter
    if settled is not moves and any(move.cause in _OF_ROUNDS for move in moves):
        moves = (*(move for move in moves if move.cause == Cause.CONTRIBUTIONS), *settled)
    meter = meter._replace(reserve=meter.reserve + step.reserved)
    for move in moves:
        meter = _make(terms, meter, move)
    return meter


def _make(terms: Terms, meter: Meter, move: Move) -> Meter:
    """A pay may take it below zero: something that it was paid from is not told."""
    if move.cause in (Cause.SEED, Cause.RESEED):
        return reseed(terms, meter)
    moved = meter._replace(value=meter.value + move.change)
    return moved if move.cause in (Cause.PAID, Cause.COVERED) else cap(terms, moved)


def not_below_zero(meter: Meter) -> Meter:
    """What was spent of it since is missing on the meter as far as that reaches; the bank of the
    table that is corrected bears the rest."""
    return meter._replace(value=max(meter.value, ZERO))
