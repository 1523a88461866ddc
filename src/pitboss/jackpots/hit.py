"""A jackpot hit from the deal to its pay: hit, locked, verified, then paid or voided.

The reseeded meter plays on meanwhile; the hit keeps its own amount.
"""

from typing import NamedTuple

from pitboss.refusal import Refused

NEXT = {
    "hit": ("locked",),
    "locked": ("verified", "voided"),
    "verified": ("paid", "voided"),
    "paid": (),
    "voided": (),
}
VOIDED = "voided"
ENDED = tuple(state for state, following in NEXT.items() if not following)


class Hit(NamedTuple):
    """A winning hand on a percentage row; ``order`` tells hits of one round apart.

    A round knows the sensor that was hit. The house, which keeps a hit until it is paid, knows by
    which jackpot, where, whose and when instead.
    """

    sensor: int
    seat: int
    hand: str
    paid_cents: int
    order: int
    state: str = "hit"
    steps: tuple[tuple[str, str], ...] = ()
    id: str = ""
    jackpot: str = ""
    table: str = ""
    round: int = 0
    who: str = ""
    at: str = ""

    @property
    def next_states(self) -> tuple[str, ...]:
        return NEXT[self.state]


def advance(hit: Hit, state: str, who: str) -> Hit:
    """The hit in its next state; who brought it there is kept."""
    if state not in hit.next_states:
        allowed = ", ".join(hit.next_states) or "nothing, it has ended"
        raise Refused(f"jackpot hit: {state!r} cannot follow {hit.state}; allowed: {allowed}")
    if not who.strip():
        raise Refused("jackpot hit: the name of the person is missing")
    return hit._replace(state=state, steps=(*hit.steps, (state, who)))
