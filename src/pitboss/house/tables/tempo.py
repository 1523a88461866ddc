"""What people say of themselves and of the going of a table: by which name they go, that it goes on
without somebody who has gone, that the next hand waits, or that the rest of this one comes at once.
"""

from pitboss.house.tables.entries import Moment, Passing
from pitboss.house.tables.state import LiveTable

HELD, HURRIED = "held", "hurried"
"""The next round between players is not dealt by itself; practice players decide at once."""


class PlayedOn(Passing):
    """Someone at the table goes on without a person who has gone, and who sits out from now on.
    ``seconds`` is for how long nobody had seen them; who asked for it is who wrote the entry."""

    word = "played-on"
    seat: int
    who: str
    seconds: int

    def apply(self, table: LiveTable, moment: Moment) -> None:
        seat = table.seats[self.seat]
        assert seat.who == self.who, f"seat {self.seat} of {table.id} is another's"
        assert not seat.is_bot, f"seat {self.seat} of {table.id} is a practice player's"
        seat.away, seat.ready = True, False


class PaceChosen(Passing):
    """``pace`` holds for the next deal or for the rest of this round; without one it is the usual
    again."""

    word = "pace-chosen"
    seat: int | None = None
    pace: str | None = None

    def apply(self, table: LiveTable, moment: Moment) -> None:
        assert self.pace in (None, HELD, HURRIED), f"{table.id}: there is no such pace"
        table.pace, table.paced_by = self.pace, self.seat


class SeatNamed(Passing):
    """Whoever sits there goes by another name."""

    word = "seat-named"
    seat: int
    who: str
    name: str

    def apply(self, table: LiveTable, moment: Moment) -> None:
        seat = table.seats[self.seat]
        assert seat.who == self.who, f"seat {self.seat} of {table.id} is another's"
        seat.name = self.name
