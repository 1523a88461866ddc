"""How large a bet or raise may be, and when a short all-in reopens the betting.

A structure follows one betting round. ``current`` is the wager to match; ``wagers`` counts those
that go towards the cap. The other figure is ``full`` in limit play, the last wager that stands as
a full one, and ``step`` elsewhere, the size of the last full bet or raise.
"""

from pitboss.games.contract import Seating
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
