"""Whether each meter has gone on from where it was left. A meter that was changed in the database
and moved since stands where its last mover says: only where that one found it gives it away.

Each mover says after how many moves it came and where it found the meter; where it left it follows
by the rules. What was left is added up and what was found is taken away, as hashes with a key of
the moment, so that all of them cancel but the opening and the row. So nothing need be kept of a
move, and tables can be looked at in any order.
"""

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b

from pitboss.house.audit.derived.differences import BROKEN, Difference
from pitboss.house.store.derived import Table
from pitboss.house.store.jackpots import read_standing
from pitboss.jackpots.meter import Meter

COLUMNS = (*Meter._fields, "moves")


class Continuity:
    """Of all meters up to one moment, that of ``kept``: what has moved one since is left out."""

    def __init__(self, opened: Mapping[str, Meter], kept: Table) -> None:
        self._key = secrets.token_bytes(32)
        self._sums: Counter[str] = Counter()
        self._last: dict[str, int] = {}
        for name, meter in opened.items():
            with suppress(*BROKEN):  # a row that says nothing is found by its columns
                row = kept[name,]
                stands, moves = read_standing(tuple(row[part] for part in COLUMNS))
                self._sums[name] = self._mark(0, meter) - self._mark(moves, stands)
                self._last[name] = moves

    def add(self, name: str, moves: int, count: int, before: Meter, after: Meter) -> None:
        """Something has moved a meter so many times, after ``moves`` others."""
        if moves < self._last.get(name, 0):
            self._sums[name] += self._mark(moves + count, after) - self._mark(moves, before)

    def leave(self, names: Iterable[str]) -> None:
        """Of these not every mover is known."""
        for name in names:
            self._last.pop(name, None)

    def compare(self) -> Iterator[Difference]:
        """Once every table was looked at that ever had a jackpot."""
        for name in sorted(self._last):
            if self._sums[name]:
                says = "that every move begins where the one before it ended"
                yield Difference(f"jackpots {name}", says, "a gap", "jackpot", name)

    def _mark(self, moves: int, meter: Meter) -> int:
        text = f"{moves} {meter.value} {meter.reserve} {meter.overflow}"
        return int.from_bytes(blake2b(text.encode(), key=self._key).digest())
