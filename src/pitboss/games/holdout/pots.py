"""The chips of a round: what each seat puts in, the pots they make, and how those are split."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.games.contract import Table
from pitboss.games.events import ChipsPlaced, ChipsReturned, PotAwarded, PotMade


class Pot:
    """The pot while it grows, and the seats still in the round, from the button's left.

    ``front`` holds what each seat has put in during this betting round, ``put`` during all;
    ``dead_cents`` are chips for the main pot that match nobody's wager.
    """

    __slots__ = ("dead_cents", "events", "front", "put", "seats", "stacks")

    def __init__(self, table: Table, order: tuple[int, ...]) -> None:
        self.events = table.events
        self.stacks = table.stacks
        self.seats = list(order)
        self.front = dict.fromkeys(order, 0)
        self.put = dict.fromkeys(order, 0)
        self.dead_cents = 0

    def place(self, seat: int, action: str, cents: int, rule: str) -> None:
        """Put chips in as the seat's wager of this betting round, or all that it has."""
        placed = self._move(seat, action, cents, rule)
        self.front[seat] += placed
        self.put[seat] += placed

    def add_ante(self, seat: int, cents: int, rule: str) -> None:
        """An ante is no part of a wager, but a short one plays for as much of the others'."""
        self.put[seat] += self._move(seat, "ante", cents, rule)

    def add_dead(self, seat: int, cents: int, rule: str) -> None:
        """A dead blind goes to the main pot and gives its seat no share of its own (HOLD-26)."""
        self.dead_cents += self._move(seat, "dead-blind", cents, rule)

    def _move(self, seat: int, action: str, cents: int, rule: str) -> int:
        cents = min(cents, self.stacks[seat])
        if cents:
            self.stacks[seat] -= cents
            self.events.append(ChipsPlaced(seat, action, cents, rule))
        return cents

    def close_round(self) -> None:
        """End a betting round: what nobody called goes back (HOLD-21)."""
        front = self.front
        second, first = sorted(front.values())[-2:]
        if first > second:
            seat = max(front, key=front.__getitem__)
            self.stacks[seat] += first - second
            self.put[seat] -= first - second
            self.events.append(ChipsReturned(seat, first - second, "HOLD-21"))
        for seat in front:
            front[seat] = 0

    @property
    def cents(self) -> int:
        """All chips in the pot."""
        return sum(self.put.values()) + self.dead_cents


class Part(NamedTuple):
    """The main pot or a side pot, and the seats that play for it."""

    cents: int
    seats: tuple[int, ...]


class Rake(NamedTuple):
    """What the house takes: a part of the pot, up to a cap, in whole chips."""

    part: Fraction = Fraction(0)
    cap_cents: int = 0

    def of(self, cents: int, chip_cents: int) -> int:
        raked = cents * self.part.numerator // self.part.denominator
        return min(raked, self.cap_cents) // chip_cents * chip_cents


NO_RAKE = Rake()


def read_rake(text: str) -> Rake:
    """The ruling's words: ``none`` or ``5% cap 4.00``."""
    if text == "none":
        return NO_RAKE
    percent, cap = text.split("% cap ")
    return Rake(Fraction(percent) / 100, int(Fraction(cap) * 100))


def divide(put: Mapping[int, int], seats: list[int], dead_cents: int = 0) -> list[Part]:
    """The main pot and the side pots: one more wherever a seat still in could put in no more."""
    if len(seats) == 1:
        return [Part(sum(put.values()) + dead_cents, tuple(seats))]
    parts = []
    below = 0
    for level in sorted({put[seat] for seat in seats}):
        cents = sum([min(given, level) - min(given, below) for given in put.values()])
        parts.append(Part(cents, tuple([seat for seat in seats if put[seat] >= level])))
        below = level
    rest = sum(put.values()) - sum([part.cents for part in parts])
    parts[-1] = Part(parts[-1].cents + rest, parts[-1].seats)
    parts[0] = Part(parts[0].cents + dead_cents, parts[0].seats)
    return parts


def split(cents: int, winners: list[int], chip_cents: int) -> list[int]:
    """Equal shares in whole chips; odd chips go one at a time to the first winners (HOLD-22)."""
    share, odd = divmod(cents // chip_cents, len(winners))
    return [(share + (place < odd)) * chip_cents for place in range(len(winners))]


def award(pot: Pot, ranks: Mapping[int, int], rake: Rake, chip_cents: int) -> None:
    """Settle every pot on its own, the last side pot first (HOLD-21)."""
    parts = []
    total = taken = 0
    for number, (cents, seats) in enumerate(divide(pot.put, pot.seats, pot.dead_cents)):
        total += cents
        raked = rake.of(total, chip_cents) - taken
        taken += raked
        parts.append(Part(cents - raked, seats))
        pot.events.append(PotMade(number, cents - raked, raked, seats, "HOLD-21"))
    for number in reversed(range(len(parts))):
        cents, seats = parts[number]
        best = max([ranks[seat] for seat in seats])
        winners = [seat for seat in seats if ranks[seat] == best]
        rule = "HOLD-13" if len(winners) > 1 else "HOLD-12" if len(pot.seats) > 1 else "HOLD-15"
        for seat, share in zip(winners, split(cents, winners, chip_cents), strict=True):
            if share:
                pot.stacks[seat] += share
                pot.events.append(PotAwarded(number, seat, share, rule))
