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


class Hit(NamedTuple):
    """A winning hand on a percentage row; ``order`` tells hits of one round apart."""

    sensor: int
    seat: int
    hand: str
    paid_cents: int
    order: int
    state: str = "hit"
    steps: tuple[tuple[str, str], ...] = ()


def advance(hit: Hit, state: str, who: str) -> Hit:
    """The hit in its next state; who brought it there is kept."""
    if state not in NEXT[hit.state]:
        allowed = ", ".join(NEXT[hit.state]) or "nothing, it has ended"
        raise Refused(f"jackpot hit: {state!r} cannot follow {hit.state}; allowed: {allowed}")
    if not who.strip():
        raise Refused("jackpot hit: the name of the person is missing")
    return hit._replace(state=state, steps=(*hit.steps, (state, who)))
