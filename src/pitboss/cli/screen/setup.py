"""What a practice table is set to, and the chips of the one who plays."""

from typing import NamedTuple

from pitboss.games.contract import Game, Settings
from pitboss.jackpots.meter import Meter


class PracticeTable(NamedTuple):
    """A table as the command line asks for it.

    ``blinds`` and the level of the ``opponents`` count where players play each other.
    """

    game: Game
    settings: Settings
    bots: int
    seed: str | None = None
    pace: float = 0.0
    blinds: tuple[int, int] = (200, 400)
    meters: tuple[Meter, ...] = ()
    opponents: str = "medium"

    @property
    def you(self) -> int:
        """The person's seat: in the middle, so that some act before and some after."""
        return self.bots // 2 + 1

    @property
    def seats(self) -> range:
        return range(1, self.bots + 2)


class Purse:
    """Practice chips, from the start of a session to its end, across tables."""

    def __init__(self, cents: int) -> None:
        self.start_cents = cents
        self.cents = cents
        self.net_cents = 0
        self.rounds = 0

    def add_round(self, net_cents: int) -> None:
        self.cents += net_cents
        self.net_cents += net_cents
        self.rounds += 1

    def reset(self) -> None:
        """New practice chips; what was won or lost so far still counts."""
        self.cents = self.start_cents
