"""What a live table is between and during rounds. It changes only by applying entries of its log.

Applying the same entries always gives the same table: live play, recovery after a crash and another
server process that catches up all do just that.
"""

from collections.abc import Mapping
from typing import Any

from pitboss.house.log import START
from pitboss.house.tables.setup import Setup
from pitboss.rounds.runner import Runner


class Seat:
    """A taken seat: who sits there, with how much, and what they wager in the next round."""

    __slots__ = (
        "away",
        "kind",
        "leaving",
        "level",
        "name",
        "ready",
        "stack_cents",
        "wagers",
        "who",
    )

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.who: str = values["who"]
        self.name: str = values["name"]
        self.kind: str = values["kind"]
        self.level: str = values.get("level", "")
        self.stack_cents: int = values["stack_cents"]
        self.away: bool = values.get("away", False)
        self.leaving: bool = values.get("leaving", False)
        self.ready: bool = values.get("ready", False)
        self.wagers: dict[str, int] = dict(values.get("wagers", {}))

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    def values(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "who": self.who,
            "name": self.name,
            "kind": self.kind,
            "level": self.level,
            "stack_cents": self.stack_cents,
            "away": self.away,
            "leaving": self.leaving,
            "ready": self.ready,
            "wagers": self.wagers.copy(),
        }


class LiveTable:
    """One table. ``running`` is the round in play, or the last one until wagers are placed."""

    __slots__ = (
        *("id", "owner", "status", "setup", "seats", "round", "rotation", "since", "started"),
        *("running", "posted", "opened_version", "opened_at", "dealer"),
        *("version", "hash", "setups", "dealt"),
    )

    def __init__(self, table_id: str, setup: Setup) -> None:
        self.id = table_id
        self.owner = ""
        self.status = "open"
        self.setup = setup
        self.setups = 1
        self.seats: dict[int, Seat] = {}
        self.round = 0
        self.rotation: Mapping[str, Any] | None = None
        """Who has the button and who owes what, as the game between players keeps it."""
        self.since = ""
        """When the present question was put, or the first wager of the next round made."""
        self.started = ""
        self.running: Runner | None = None
        self.posted: dict[str, int] = {}
        self.opened_version = 0
        self.opened_at = ""
        self.dealer = ""
        self.version = 0
        self.hash = START
        self.dealt: Mapping[int, str] = {}
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
            "owner": self.owner,
            "status": self.status,
            "setup": dict(self.setup.given),
            "setups": self.setups,
            "seats": {str(number): seat.values() for number, seat in sorted(self.seats.items())},
            "round": self.round,
            "rotation": self.rotation,
            "started": self.started,
            "hash": self.hash,
        }

    def restore(self, values: Mapping[str, Any], version: int) -> None:
        """Stand as a snapshot says."""
        self.owner = values["owner"]
        self.status = values["status"]
        self.setups = values["setups"]
        self.seats = {int(number): Seat(seat) for number, seat in values["seats"].items()}
        self.round = values["round"]
        self.rotation = values["rotation"]
        self.started = values["started"]
        self.hash = values["hash"]
        self.version = version
