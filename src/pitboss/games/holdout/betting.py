"""One betting round: whose turn it is, what the seat may do, and when all is matched.

How large a bet or raise may be, and when a short all-in reopens the betting, is for a structure,
which follows one betting round. Its ``current`` is the wager to match; ``wagers`` counts those that
go towards the cap. The other figure is ``full`` in limit play, the last wager that stands as a full
one, and ``step`` elsewhere, the size of the last full bet or raise.
"""

from collections.abc import Generator

from pitboss.games.contract import Choice, Option, Question, Seating
from pitboss.games.holdout.pots import Pot

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
        match = Option("call", calls, calls) if calls else CHECK
        denied = self._denied(seat, stack - owed)
        if denied:
            return Question(seat, (match, FOLD), self.rule, denied)
        least, most = self.structure.sizes(pot, seat)
        whole = pot.front[seat] + stack
        name = "raise" if current else "bet"
        more = Option(name, min(least, whole), min(most, whole), (), self.chip_cents)
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
