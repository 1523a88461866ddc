"""Where a jackpot's meter stands without a round, or with one settled anew, and what that moves."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.store import Transaction, jackpots
from pitboss.house.store.entries import Unit
from pitboss.house.store.jackpots import Move as Row
from pitboss.house.tables.past import Ended, read_ended
from pitboss.jackpots.history import Anew, Moves, Place, Step, not_below_zero, tell
from pitboss.jackpots.meter import ZERO, Cause, Meter, Move, Terms
from pitboss.jackpots.terms import wager_of
from pitboss.money import exact_dollars, read_exact


class Turned(NamedTuple):
    """Where meters stand after a correction; ``stands`` is that for the log, with where they stood
    before, and ``postings`` what it moves, but for the bank of the table that is corrected."""

    meters: dict[str, Meter]
    stands: dict[str, Any]
    postings: Postings

    @classmethod
    def of(cls, parts: "Iterable[Turned]") -> "Turned":
        """Several together, or none."""
        turned = cls({}, {}, {})
        for meters, stands, postings in parts:
            moved = ledger.add(turned.postings, postings)
            turned = cls(turned.meters | meters, turned.stands | stands, moved)
        return turned


class Window(NamedTuple):
    """A stretch of a meter's history up to now, and the corrections made in it."""

    start: Meter
    steps: list[Step]
    anew: Anew


def turn_meter(unit: Unit, ended: Ended, jackpot: str, moves: Moves | None) -> Turned:
    """A meter without a round, or with what the round's awards move now."""
    terms = ended.setup.settings.jackpots[ended.setup.jackpots.index(jackpot)]
    stood = unit.jackpot(jackpot)
    window = read_window(unit.transaction, terms, ended, jackpot)
    was = tell(terms, window.start, window.steps, window.anew)
    then = tell(terms, window.start, window.steps, {**window.anew, ended.place: moves})
    # The difference, not the whole: the steps of an earlier Pitboss do not tell everything.
    parts = zip(stood.meter, then.meter, was.meter, strict=True)
    after = not_below_zero(Meter(*(now + new - old for now, new, old in parts)))
    banks = ledger.subtract(was.banks, then.banks)
    banks.pop(ended.table, None)
    named = {ledger.bank(table) if table else ledger.CAGE: cents for table, cents in banks.items()}
    stands = stands_json(stood.moves, stood.meter, after)
    postings = ledger.add(named, ledger.meter_change(jackpot, stood.meter, after))
    return Turned({jackpot: after}, {jackpot: stands}, postings)


def stands_json(moves: int, before: Meter, after: Meter) -> dict[str, Any]:
    """For the log: how often a meter had moved, and its three parts before and after in dollars."""
    old, new = ([exact_dollars(part) for part in meter] for meter in (before, after))
    return {"moves": moves, "before": old, "after": new}


def read_window(transaction: Transaction, terms: Terms, ended: Ended, jackpot: str) -> Window:
    """From a round on; from an earlier one if it was corrected since, because that is told by
    leaving out what it did."""
    earliest, number = ended, _first_number(transaction, jackpot, ended.place)
    while True:
        rows = jackpots.moves_from(transaction, jackpot, number) if number else []
        corrected = {row.place: row.cause for row in rows if row.cause in CORRECTIONS and row.table}
        numbers = {_first_number(transaction, jackpot, place): place for place in corrected}
        if min(numbers, default=number) >= number:
            break
        number = min(numbers)
        earliest = read_ended(transaction, *numbers[number])
    anew: dict[Place, Moves | None] = {}
    for place, cause in corrected.items():
        if cause == Cause.ROUND_CORRECTED:
            anew[place] = None
        elif voids := read_ended(transaction, *place).voids(jackpot):
            anew[place] = read_moves(voids[-1].moves or ())
    steps = [*_read_steps(rows, terms, anew)]
    if not terms.rate:
        steps = [_reserve(transaction, terms, jackpot, step) for step in steps]
    if not number:
        # an earlier Pitboss kept no move where only the reserve had grown
        steps = [_reserve(transaction, terms, jackpot, Step(ended.place, ()))]
    return Window(earliest.meter_of(jackpot), steps, anew)


CORRECTIONS = (Cause.HIT_VOIDED, Cause.ROUND_CORRECTED)


def _first_number(transaction: Transaction, jackpot: str, place: Place) -> int:
    """The number of the first move that a round made on a meter; 0 where it made none."""
    first = jackpots.first_move_of(transaction, jackpot, *place)
    return first.number if first else 0


def read_moves(written: Iterable[Sequence[str]]) -> Moves:
    """What a round's awards moved, as the log has it."""
    return tuple(Move(Cause(cause), read_exact(change)) for cause, change in written)


def _reserve(transaction: Transaction, terms: Terms, jackpot: str, step: Step) -> Step:
    """A round with what its wagers put into the reserve, where no contribution tells of them."""
    if step.moves is None or not step.place[0]:
        return step
    ended = read_ended(transaction, *step.place)
    wager = wager_of(ended.setup.jackpots.index(jackpot) + 1)
    made = sum(wager in placed for placed in ended.opened.script["wagers"].values())
    return step._replace(reserved=made * terms.wager_cents * terms.reserve_rate)


def _read_steps(rows: Iterable[Row], terms: Terms, anew: Anew) -> Iterator[Step]:
    """Moves that were made together are one step."""
    for (place, is_correction), group in groupby(rows, _together):
        moved = tuple(Move(Cause.of(row.cause, bool(row.table)), row.change) for row in group)
        if is_correction and place in anew:
            yield from [Step(place, None)] * len(moved)
        else:
            added = sum((m.change for m in moved if m.cause == Cause.CONTRIBUTIONS), ZERO)
            yield Step(place, moved, added * terms.reserve_rate / terms.rate if added else ZERO)


def _together(row: Row) -> tuple[Place, bool]:
    return row.place, row.table != "" and row.cause in CORRECTIONS
