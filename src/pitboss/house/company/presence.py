"""Who is at which table just now: whoever has an open stream of it, or has lately asked for it.

Nothing of this is on the log, and no wall clock matters. Each process knows its own streams at once
and those of the others within a second, through the database, as long as others live. A process
that has just begun has seen nobody go: it counts from when it first looked, so that nobody is
taken to be gone because a server was started anew.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial

from msgspec import Struct

from pitboss.house.store import Transaction
from pitboss.house.store import presence as kept
from pitboss.house.store.entries import Unit
from pitboss.house.store.presence import Place
from pitboss.house.tables.state import Published
from pitboss.house.tables.waiting import PLAY_ON_SECONDS, sees_to_it

NOTE_SECONDS = 10.0
"""So long after a request someone without a stream counts as there: a program that asks now and
then, and a page that is being loaded."""
GONE_SECONDS = 5.0
"""So long nobody is missed: a page that is loaded again is not shown as gone."""


Tell = Callable[[str], None]
"""Is told the id of a table at which somebody has gone or is back."""


class Stay(Struct):
    """Someone at a table: how many streams they have there, when they last asked for something, and
    when they were last seen at all."""

    streams: int = 0
    asked: float = float("-inf")
    last: float = float("-inf")

    def is_here(self, now: float) -> bool:
        return self.streams > 0 or now - self.asked < NOTE_SECONDS


class Presence:
    """Those at the tables of one house, as one process knows them; used from several threads."""

    def __init__(self, process: str, tell: Tell, now: Callable[[], float] = time.monotonic) -> None:
        self._process = process
        self._tell = tell
        self._now = now
        self._stays: dict[str, dict[str, Stay]] = {}
        self._streams: Counter[str] = Counter()
        """How many streams each table has here."""
        self._doubtful: set[str] = set()
        """Tables with somebody of whom there is no stream here: only there can anybody be gone."""
        self._elsewhere: frozenset[Place] = frozenset()
        self._seen_elsewhere: frozenset[str] = frozenset()
        """The tables of those."""
        self._written: frozenset[Place] = frozenset()
        self._shown: dict[str, tuple[int, ...]] = {}
        self._guard = threading.Lock()

    def _stay(self, table_id: str, who: str) -> Stay:
        stays = self._stays.setdefault(table_id, {})
        if who not in stays:
            stays[who] = Stay()
            self._doubtful.add(table_id)
        return stays[who]

    def arrive(self, table_id: str, who: str) -> None:
        """A stream of a table is opened."""
        with self._guard:
            stay = self._stay(table_id, who)
            stay.streams, stay.last = stay.streams + 1, self._now()
            self._streams[table_id] += 1

    def depart(self, table_id: str, who: str) -> None:
        """The same stream is closed."""
        with self._guard:
            stay = self._stay(table_id, who)
            stay.streams, stay.last = stay.streams - 1, self._now()
            self._streams[table_id] -= 1
            self._doubtful.add(table_id)

    def note(self, table_id: str, who: str) -> None:
        """Someone has asked for a table, or of it."""
        with self._guard:
            stay = self._stay(table_id, who)
            stay.asked = stay.last = self._now()

    def absent(self, table_id: str, who: str, now: float | None = None) -> float:
        """Seconds since someone was last known to be at a table; 0 while they are."""
        now = self._now() if now is None else now
        with self._guard:
            stay = self._stay(table_id, who)
            if stay.streams or (table_id, who) in self._elsewhere or stay.last == float("-inf"):
                stay.last = now
            return max(0.0, now - stay.last)

    def is_watched(self, table: Published, now: float | None = None) -> bool:
        """Whether anybody is at a table or looks at it."""
        now = self._now() if now is None else now
        if self._streams[table.id] > 0 or table.id in self._seen_elsewhere:
            return True
        with self._guard:
            stays = [*self._stays.get(table.id, {}).values()]
            return any(stay.is_here(now) for stay in stays)

    def gone(self, table: Published, now: float | None = None) -> dict[int, float]:
        """The seats whose people are not there, and for how many seconds."""
        found = {
            number: self.absent(table.id, seat["who"], now)
            for number, seat in table.seats.items()
            if seat["kind"] == "person"
        }
        return {number: seconds for number, seconds in found.items() if seconds >= GONE_SECONDS}

    def may_play_on(self, table: Published, who: str, now: float | None = None) -> list[int]:
        """The seats of those without whom someone at the table may go on."""
        at_table = any(seat["who"] == who for seat in table.seats.values())
        if not at_table or table.phase == "closed" or sees_to_it(table):
            return []
        return [
            number
            for number, seconds in self.gone(table, now).items()
            if seconds >= PLAY_ON_SECONDS
            and not (table.seats[number]["away"] or table.seats[number]["leaving"])
            and table.seats[number]["who"] != who
        ]

    def is_elsewhere(self, transaction: Transaction, table_id: str, who: str) -> bool:
        """Whether another process sees someone at a table at this moment."""
        return kept.is_elsewhere(transaction, self._process, (table_id, who))

    def exchange(self, unit: Unit, others: Collection[str]) -> None:
        """Tell the other processes who is here, and hear whom they see; alone there is nothing to
        tell and nobody to hear."""
        elsewhere: frozenset[Place] = frozenset()
        here, now = self._written, self._now()
        if others:
            here = self._here(now)
            written = self._written
            if kept.count_own(unit.transaction, self._process) != len(written):
                # whoever took this process for dead has put its rows away
                kept.forget(unit.transaction, [self._process])
                written = frozenset()
            if here != written:
                kept.write(unit.transaction, self._process, here - written, written - here)
            elsewhere = kept.read_others(unit.transaction, self._process)
        unit.after.append(partial(self._learn, here, elsewhere, now))

    def _here(self, now: float) -> frozenset[Place]:
        with self._guard:
            return frozenset(
                (table_id, who)
                for table_id, stays in self._stays.items()
                for who, stay in stays.items()
                if stay.is_here(now)
            )

    def _learn(self, here: frozenset[Place], elsewhere: frozenset[Place], now: float) -> None:
        with self._guard:
            for place in self._elsewhere - elsewhere:
                stay = self._stay(*place)
                stay.last = max(stay.last, now)
                self._doubtful.add(place[0])
            self._written, self._elsewhere = here, elsewhere
            self._seen_elsewhere = frozenset(table_id for table_id, _ in elsewhere)

    def tell_changes(self, tables: Mapping[str, Published]) -> None:
        """Tell of tables at which somebody is shown otherwise than the last time: gone, back, or
        gone for so long that the others may play on."""
        now = self._now()
        with self._guard:
            watched = [table_id for table_id in self._doubtful if self._streams[table_id] > 0]
            for table_id in watched:
                if all(stay.streams for stay in self._stays.get(table_id, {}).values()):
                    self._doubtful.discard(table_id)  # told once more, and then left alone
        for table_id in watched:
            table = tables.get(table_id)
            if table is None or table.phase == "closed":
                continue
            gone = self.gone(table, now)
            left = (number for number, seconds in gone.items() if seconds >= PLAY_ON_SECONDS)
            shown = (*gone, 0, *left)
            if self._shown.get(table_id, (0,)) != shown:
                self._shown[table_id] = shown
                self._tell(table_id)

    def drop(self, table_id: str) -> None:
        """A closed table that nobody has looked at for long."""
        with self._guard:
            for kept_of in (self._stays, self._shown, self._streams):
                kept_of.pop(table_id, None)
            self._doubtful.discard(table_id)

    def forget_passers(self, tables: Mapping[str, Published]) -> None:
        """Those who only looked at a table and left are nobody's concern."""
        now = self._now()
        with self._guard:
            for table_id, stays in self._stays.items():
                table = tables.get(table_id)
                seated = {seat["who"] for seat in table.seats.values()} if table else set()
                for who in [
                    who
                    for who, stay in stays.items()
                    if not stay.streams and who not in seated and now - stay.last > NOTE_SECONDS
                ]:
                    del stays[who]
