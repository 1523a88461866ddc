"""What a live table is between and during rounds. It changes only by applying entries of its log.

Applying the same entries always gives the same table: live play, recovery after a crash and another
server process that catches up all do just that.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from pitboss.house.log import START
from pitboss.house.tables.setup import Setup
from pitboss.rounds.runner import Runner


class Seat(Struct, eq=False):
    """A taken seat: who sits there, with how much, and what they wager in the next round."""

    who: str
    name: str
    kind: str
    level: str = ""
    stack_cents: int = 0
    away: bool = False
    leaving: bool = False
    ready: bool = False
    wagers: dict[str, int] = {}

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    def values(self) -> dict[str, Any]:
        """As JSON values."""
        return structs.asdict(self) | {"wagers": self.wagers.copy()}


KEPT = ("owner", "status", "setups", "round", "rotation", "started", "hash")
"""What a snapshot has of a table as it stands, beside its setup and its seats."""


class LiveTable(Struct, eq=False):
    """One table. ``running`` is the round in play, or the last one until wagers are placed."""

    id: str
    setup: Setup
    owner: str = ""
    status: str = "open"
    setups: int = 1
    seats: dict[int, Seat] = {}
    round: int = 0
    rotation: Mapping[str, Any] | None = None
    """Who has the button and who owes what, as the game between players keeps it."""
    since: str = ""
    """When the present question was put, or the first wager of the next round made."""
    started: str = ""
    running: Runner | None = None
    posted: dict[str, int] = {}
    opened_version: int = 0
    opened_at: str = ""
    dealer: str = ""
    version: int = 0
    hash: str = START
    dealt: Mapping[int, str] = {}
    """Who was dealt the round that is played or was played last, by seat."""

    @property
    def is_playing(self) -> bool:
        return self.running is not None and self.running.status == "waiting"

    @property
    def phase(self) -> str:
        if self.status != "open":
            return "closed"
        return "playing" if self.is_playing else "wagering"

    def seat_of(self, who: str) -> int | None:
        for number, seat in self.seats.items():
            if seat.who == who:
                return number
        return None

    def seats_in_round(self) -> tuple[int, ...]:
        return self.running.table.seats if self.running and self.is_playing else ()

    def may_settle_meters(self) -> bool:
        """Whether the next answer will probably settle a round that moves a house jackpot."""
        running = self.running
        if not self.setup.jackpots or not running or not running.question:
            return False
        return running.question.seat == running.table.seats[-1]

    def clear_wagers(self) -> None:
        """Nobody has wagered or said that they are ready."""
        self.started = ""
        for seat in self.seats.values():
            seat.wagers, seat.ready = {}, False

    def snapshot(self) -> dict[str, Any]:
        """The table between rounds, as JSON values."""
        assert not self.is_playing, "a snapshot is taken between rounds"
        return {
            **{name: getattr(self, name) for name in KEPT},
            "setup": dict(self.setup.given),
            "seats": {str(number): seat.values() for number, seat in sorted(self.seats.items())},
        }

    def restore(self, values: Mapping[str, Any], version: int) -> None:
        """Stand as a snapshot says."""
        for name in KEPT:
            setattr(self, name, values[name])
        self.seats = {int(number): Seat(**seat) for number, seat in values["seats"].items()}
        self.version = version
