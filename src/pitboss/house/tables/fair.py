"""What makes a deal everybody's own: the seed of each round is sealed before anybody wagers on it,
and whoever sits may add something of their own until it is dealt."""

from pitboss.house.tables.entries import Moment, Passing
from pitboss.house.tables.seals import Seal
from pitboss.house.tables.state import LiveTable
from pitboss.refusal import Refused

LONGEST = 64
"""Characters that a seat may add to a deal."""
SEED_BYTES = 32


class RoundSealed(Passing):
    """The seed of the next round is chosen; its commitment stands here for everyone, and nobody
    can choose another one for that round."""

    word = "round-sealed"
    round: int

    def apply(self, table: LiveTable, moment: Moment) -> None:
        assert self.secret, f"table {table.id}: the seed of round {self.round} is missing"
        assert self.round == table.round + 1, f"table {table.id}: seals another round"
        assert not table.next_seal, f"table {table.id}: has a seed for round {self.round} already"
        table.sealed = Seal(self.round, self.secret["seed"], table.version + 1)


class WordAdded(Passing):
    """Whoever sits there adds something of their own to the next deal, in place of what was
    there."""

    word = "word-added"
    is_play = False
    seat: int
    added: str

    def apply(self, table: LiveTable, moment: Moment) -> None:
        table.seats[self.seat].added = self.added


def read_added(given: object) -> str:
    """What a client adds to a deal: some text, or nothing."""
    if given is None or given == "":
        return ""
    if not isinstance(given, str) or len(given) > LONGEST or not given.isprintable():
        raise Refused(f"added: give up to {LONGEST} characters that can be printed")
    return given
