"""The chips of a round: a betting round, whose turn it is, what the seat may do and when all is
matched; the pots that the chips make, and how those are split.

How large a bet or raise may be, and when a short all-in reopens the betting, is for a structure,
which follows one betting round. Its ``current`` is the wager to match; ``wagers`` counts those that
go towards the cap. The other figure is ``full`` in limit play, the last wager that stands as a full
one, and ``step`` elsewhere, the size of the last full bet or raise.
"""

from collections.abc import Generator, Mapping
from typing import NamedTuple

from pitboss.games.contract import Choice, Option, Question, Seating, Table
from pitboss.games.events import ChipsPlaced, ChipsReturned, PotAwarded, PotMade
from pitboss.games.source import Rake


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

    def close_antes(self) -> None:
        """Of the antes too what nobody could meet goes back (HOLD-21, HOLD-28)."""
        self._return_top(self.put)

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
        self._return_top(self.front)
        for seat in self.front:
            self.front[seat] = 0

    def _return_top(self, placed: Mapping[int, int]) -> None:
        """What one seat has placed beyond any other."""
        second, first = sorted(placed.values())[-2:]
        if first > second:
            seat = max(placed, key=placed.__getitem__)
            self.stacks[seat] += first - second
            self.put[seat] -= first - second
            self.events.append(ChipsReturned(seat, first - second, "HOLD-21"))

    @property
    def cents(self) -> int:
        """All chips in the pot."""
        return sum(self.put.values()) + self.dead_cents


class Part(NamedTuple):
    """The main pot or a side pot, and the seats that play for it."""

    cents: int
    seats: tuple[int, ...]


NO_RAKE = Rake()


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


# The structures

UNLIMITED = 1 << 62


class NoLimit:
    """Any raise at least as large as the one before, up to the whole stack (HOLD-16, HOLD-17)."""

    __slots__ = ("current", "most", "seen", "step", "wagers")

    def __init__(self, blind: int, step: int, most: int = UNLIMITED) -> None:
        self.current = blind
        self.step = step
        self.most = most
        self.wagers = 1 if blind else 0
        self.seen: dict[int, int] = {}

    def sizes(self, pot: Pot, seat: int) -> tuple[int, int]:
        """The least and the most that the seat may raise to, whatever its stack."""
        return self.current + self.step, self.current + self.most

    def wager(self, to_cents: int) -> None:
        """A bet or raise is made; a short one changes only what there is to call."""
        if to_cents - self.current >= self.step:
            self.step = to_cents - self.current
            self.wagers += 1
        self.current = to_cents

    def acted(self, seat: int) -> None:
        """The seat has taken its turn at the current wager."""
        self.seen[seat] = self.current

    def open_to(self, seat: int) -> bool:
        """A seat that acted may raise only if it faces a full raise since then (HOLD-19)."""
        return seat not in self.seen or self.current - self.seen[seat] >= self.step


class PotLimit(NoLimit):
    """A raise of at most the pot as it is after the call (HOLD-16)."""

    __slots__ = ()

    def sizes(self, pot: Pot, seat: int) -> tuple[int, int]:
        least = self.current + self.step
        call = self.current - pot.front[seat]
        return least, max(least, self.current + min(pot.cents + call, self.most))


class Limit:
    """Fixed sizes; half a bet counts as a wager, less may only be completed (HOLD-16, HOLD-19)."""

    __slots__ = ("bet", "current", "full", "seen", "wagers")

    def __init__(self, blind: int, bet: int) -> None:
        self.current = self.full = blind
        self.bet = bet
        self.wagers = 1 if blind else 0
        self.seen: dict[int, int] = {}

    def sizes(self, pot: Pot, seat: int) -> tuple[int, int]:
        return self.full + self.bet, self.full + self.bet

    def wager(self, to_cents: int) -> None:
        if 2 * (to_cents - self.full) >= self.bet:
            self.full = to_cents
            self.wagers += 1
        self.current = to_cents

    def acted(self, seat: int) -> None:
        self.seen[seat] = self.full

    def open_to(self, seat: int) -> bool:
        return seat not in self.seen or self.full > self.seen[seat]


Structure = NoLimit | Limit


def structure(betting: str, seating: Seating, blind: int, bet: int, most: int) -> Structure:
    """The betting round's structure; ``blind`` is 0 after the Flop, ``most`` the limit's most."""
    if betting == "limit":
        return Limit(blind, bet)
    if betting == "spread-limit":
        low, high = seating.bets
        return NoLimit(blind, blind or low, min(high, most))
    return (PotLimit if betting == "pot-limit" else NoLimit)(blind, seating.blinds[1], most)


# The turns of a betting round

FOLD = Option("fold")
CHECK = Option("check")

SHORT = {"bet": "HOLD-16", "raise": "HOLD-16"}
CAPPED = {"bet": "HOLD-18", "raise": "HOLD-18"}
CLOSED = {"bet": "HOLD-19", "raise": "HOLD-19"}
POINTLESS = {"bet": "HOLD-20", "raise": "HOLD-20"}
ALLOWED: dict[str, str] = {}

Betting = Generator[Question, Choice, int]
"""Asks seat after seat; its value is the seat that made the last bet or raise, or 0."""


class Turns:
    """The turns of a betting round under its structure, with at most ``cap`` wagers."""

    __slots__ = ("cap", "chip_cents", "pot", "rule", "structure")

    def __init__(self, pot: Pot, structure: Structure, cap: int, chip_cents: int) -> None:
        self.pot = pot
        self.structure = structure
        self.cap = cap
        self.chip_cents = chip_cents
        self.rule = "HOLD-05" if structure.current else "HOLD-10"

    def must_act(self, seat: int) -> bool:
        """Not all-in, and not left alone with nothing to match (HOLD-20)."""
        stacks, front = self.pot.stacks, self.pot.front
        if not stacks[seat]:
            return False
        for other in self.pot.seats:
            if other != seat and (stacks[other] or front[other] > front[seat]):
                return True
        return False

    def ask(self, seat: int) -> Question:
        """Check or call, bet or raise where it is allowed, fold."""
        pot, current = self.pot, self.structure.current
        stack, owed = pot.stacks[seat], current - pot.front[seat]
        calls = min(owed, stack)
        match = Option.sized("call", calls, calls) if calls else CHECK
        denied = self._denied(seat, stack - owed)
        if denied:
            return Question(seat, (match, FOLD), self.rule, denied)
        least, most = self.structure.sizes(pot, seat)
        whole = pot.front[seat] + stack
        name = "raise" if current else "bet"
        more = Option.sized(name, min(least, whole), min(most, whole), self.chip_cents)
        return Question(seat, (match, more, FOLD), self.rule, denied)

    def _denied(self, seat: int, left_cents: int) -> dict[str, str]:
        """The rule by which a seat may not bet or raise, if any."""
        if left_cents <= 0:
            return SHORT
        if self.structure.wagers >= self.cap:
            return CAPPED
        if not self.structure.open_to(seat):
            return CLOSED
        pot, current = self.pot, self.structure.current
        for other in pot.seats:
            if other != seat and pot.front[other] + pot.stacks[other] > current:
                return ALLOWED
        return POINTLESS

    def act(self, seat: int, choice: Choice) -> bool:
        """Do what the seat chose; True when the others must answer it."""
        action = choice.action
        if action == "fold":
            self.pot.seats.remove(seat)
        elif action == "call":
            self.pot.place(seat, action, choice.cents, "HOLD-16")
        elif action != "check":
            self.pot.place(seat, action, choice.cents - self.pot.front[seat], "HOLD-17")
            self.structure.wager(choice.cents)
        self.structure.acted(seat)
        return action in ("bet", "raise")


def betting_round(turns: Turns, first: int) -> Betting:
    """Seats act in turn from ``first`` until every wager is matched or one seat is left."""
    pot = turns.pot
    aggressor = 0
    waiting = from_seat(pot.seats, first)
    while waiting and len(pot.seats) > 1:
        seat = waiting.pop(0)
        if turns.must_act(seat):
            choice = yield turns.ask(seat)
            if turns.act(seat, choice):
                aggressor = seat
                waiting = from_seat(pot.seats, seat)[1:]
    pot.close_round()
    return aggressor


def from_seat(seats: list[int], first: int) -> list[int]:
    """The seats in turn, starting with this one."""
    place = seats.index(first)
    return seats[place:] + seats[:place]
