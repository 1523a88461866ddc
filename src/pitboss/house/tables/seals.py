"""The seed of a round: sealed before its wagers, joined by what players add to it, and shown when
the round has ended. docs/fair.md says how a deck comes of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.rounds import derivation


class Seal(NamedTuple):
    """The seed of the next round and the version of the entry that keeps it secret."""

    round: int
    seed: str
    version: int

    @property
    def secret(self) -> dict[str, str]:
        return {"seed": self.seed}

    @property
    def commitment(self) -> str:
        """What everybody sees of it before they wager."""
        return derivation.commitment_of(self.seed)

    def view(self) -> dict[str, Any]:
        return {"round": self.round, "commitment": self.commitment}


class Drawn(NamedTuple):
    """All that the deck of a round comes of."""

    table: str
    round: int
    seed: str
    added: Mapping[int, str]

    def deck(self) -> tuple[int, ...]:
        return derivation.deal_deck(self.seed, self.table, self.round, self.added)

    def view(self, has_ended: bool) -> dict[str, Any]:
        """The seed, which gives every card of the round, only once that has ended."""
        seal = Seal(self.round, self.seed, 0)
        added = {str(seat): text for seat, text in sorted(self.added.items())}
        return {**seal.view(), "added": added, "seed": self.seed if has_ended else None}


def read_drawn(
    table: str, number: int, secret: Mapping[str, str], added: Mapping[str, str]
) -> Drawn | None:
    """The same as it is recorded; None where an earlier Pitboss has recorded the deck itself."""
    if "seed" not in secret:
        return None
    return Drawn(table, number, secret["seed"], {int(seat): text for seat, text in added.items()})
