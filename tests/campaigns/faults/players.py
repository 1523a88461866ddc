"""Everyone who plays during a trial: people who ask again until they are answered, and whoever
watches whether tables move by themselves."""

import threading
import time
from collections.abc import Iterable

from tests.campaigns.faults.door import Door, Unanswered
from tests.campaigns.faults.floor import Floor
from tests.campaigns.floor_plan import Spot
from tests.campaigns.journal import Memory
from tests.campaigns.load import Play, Sent, pause

THOUGHT_SECONDS = 0.15
POLL_SECONDS = 0.1
PATIENCE_SECONDS = 60.0
"""Whoever has waited for so long goes home, which the trial is told."""


class GoneHome(Exception):
    """A player has given up."""


class Patience:
    """Whoever waits asks again, but not for ever."""

    def __init__(self) -> None:
        self._ends = time.monotonic() + PATIENCE_SECONDS

    def lose(self) -> None:
        if time.monotonic() > self._ends:
            raise GoneHome(f"nothing was answered for {PATIENCE_SECONDS:.0f} s")
        pause()


class GuestPlay(Play):
    """The guests of one table, at the server's door."""

    wanders: tuple[str, ...] = ("leave", "sit-out", "sit-in")

    def step(self) -> None:
        self._patience = Patience()
        super().step()
        time.sleep(self.rng.uniform(0, THOUGHT_SECONDS))

    def note_stand(self) -> None:
        """Only the house itself knows how a table looks to everyone at one moment."""

    def lose(self) -> None:
        self._patience.lose()

    def wait(self) -> None:
        time.sleep(POLL_SECONDS)

    def deal(self) -> list[Sent]:
        return [self.send(self.rng.choice(self.spot.people), "deal")]


class LonePlay(GuestPlay):
    """One person among practice players, who stays; the table deals by itself."""

    wanders = ("sit-in",)

    def deal(self) -> list[Sent]:
        self.wait()
        return []


class Watcher:
    """Looks at the tables with practice players: only the house acts for those."""

    def __init__(self, door: Door, spots: Iterable[Spot]) -> None:
        self.moves: list[tuple[str, float]] = []
        self.folded = 0
        """How often somebody was taken for absent who had not asked for it."""
        self._door = door
        self._spots = tuple(spots)
        self._seen: dict[str, tuple[object, bool]] = {}
        self._away: dict[str, bool] = {}

    def step(self) -> None:
        for spot in self._spots:
            try:
                self._look(spot)
            except Unanswered:
                continue
        time.sleep(POLL_SECONDS)

    def _look(self, spot: Spot) -> None:
        shown = self._door.look(spot.table)
        now = time.monotonic()
        seats, waiting = shown["seats"], shown["waiting"]
        progress = (shown["round"], len(shown["events"]))
        before, was_asked = self._seen.get(spot.table, (progress, False))
        if was_asked and progress != before:
            self.moves.append((spot.table, now))
        is_asked = bool(waiting) and seats[str(waiting["seat"])]["kind"] == "bot"
        self._seen[spot.table] = (progress, is_asked)
        for seat in seats.values():
            if seat["kind"] == "person":
                # Between trials nobody plays, so the first look tells nothing.
                self.folded += seat["away"] and not self._away.get(seat["name"], True)
                self._away[seat["name"]] = seat["away"]


class Players:
    """All of them at once, each on a thread, until they are stopped."""

    def __init__(self, door: Door, floor: Floor, notes: Memory, name: str) -> None:
        plays = [(GuestPlay, spot) for spot in floor.spots]
        plays += [(LonePlay, spot) for spot in floor.automatic]
        self.plays = [
            kind(door, spot, notes, f"{name}-{at}") for at, (kind, spot) in enumerate(plays)
        ]
        self.watcher = Watcher(door, floor.automatic)
        self.broken: list[str] = []
        self._stopped = threading.Event()
        steps = [play.step for play in self.plays]
        self._threads = [
            threading.Thread(target=self._go, args=(step,), daemon=True)
            for step in (*steps, self.watcher.step)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Everyone finishes what they are at."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _go(self, step) -> None:
        while not self._stopped.is_set():
            try:
                step()
            except Unanswered:
                pause()
            except Exception as error:
                self.broken.append(f"{type(error).__name__}: {error}")
                return
