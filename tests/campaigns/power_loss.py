"""Power cuts at random writes: ``python -m tests.campaigns.power_loss [CUTS] [SYNCHRONOUS]``."""

import random
import sys
from collections import Counter
from collections.abc import Mapping

from pitboss.house.engine import House
from pitboss.house.store.schema import create_schema
from tests.campaigns.checking import Checker, Found, describe
from tests.campaigns.disk import Disk, Files, PowerCut
from tests.campaigns.disk_database import DiskDatabase
from tests.campaigns.floor_plan import find_spots, lay_out
from tests.campaigns.journal import Memory, Told, stands, understand
from tests.campaigns.load import Play, repeat
from tests.house.auditor import audit

CUTS_EACH = 25
"""After so many cuts the campaign goes on with a new disk."""
MOST_OPERATIONS = 400
"""A cut comes within so many writes and syncs."""

FILES = Files()


class Dark(Exception):
    """The players' machine is off as well."""


def go_dark() -> None:
    raise Dark


class LastPlay(Play):
    """Play until the power goes."""

    def lose(self) -> None:
        go_dark()


class Cutting:
    """One disk through many power cuts."""

    def __init__(self, seed: int, synchronous: str) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.synchronous = synchronous
        self.checker = Checker()
        self._last = understand([])
        FILES.disk = Disk()
        database = DiskDatabase(synchronous)
        create_schema(database)
        house = House(database)
        lay_out(house)
        house.close()

    def run(self, cuts: int) -> Counter[str]:
        for number in range(cuts):
            told, known = self._play(number)
            FILES.disk = FILES.disk.after_cut(self.rng)
            self._look(told, known)
            self.checker.counts["cuts"] += 1
        database = DiskDatabase(self.synchronous)
        audit(database)
        database.close()
        return self.checker.counts

    def _play(self, number: int) -> tuple[Told, Mapping[str, Found]]:
        """Until a cut; what happens while the house is opened may be cut too."""
        notes = Memory()
        disk = FILES.disk
        known = self.checker.found(line["id"] for line in self._last.in_flight)
        disk.cut_at = disk.operations + self.rng.randint(1, MOST_OPERATIONS)
        database = None
        try:
            database = DiskDatabase(self.synchronous)
            create_schema(database)
            house = House(database)
            self._play_in(house, notes, f"{self.seed}-{number}")
            house.writer.stop()
        except PowerCut:
            assert disk.is_off
        if database:
            database.abandon()
        return understand(notes.lines), known

    def _play_in(self, house: House, notes: Memory, name: str) -> None:
        playing = sum(table.question is not None for table in house.floor.published.values())
        notes.note("open", mid_round=playing)
        for values in stands(house.floor.published.values()):
            notes.note("stands", **values)
        plays = [
            LastPlay(house, spot, notes, f"{name}-{at}")
            for at, spot in enumerate(find_spots(house), 1)
        ]
        try:
            repeat(house, self._last.in_flight, notes, go_dark)
            while True:
                self.rng.choice(plays).step()
        except Dark:
            assert FILES.disk.is_off

    def _look(self, told: Told, known: Mapping[str, Found]) -> None:
        database = DiskDatabase(self.synchronous)
        self.checker.read(database, [told])
        database.close()
        self.checker.compare(told, untouched=True)
        self.checker.compare_repeated(told.repeated, known)
        self._last = told


def campaign(cuts: int, synchronous: str = "FULL", seed: int = 1) -> Counter[str]:
    counts: Counter[str] = Counter()
    while counts["cuts"] < cuts:
        cutting = Cutting(seed * 10_000 + counts["disks"], synchronous)
        counts += cutting.run(min(CUTS_EACH, cuts - counts["cuts"]))
        counts["disks"] += 1
    return counts


def main() -> None:
    cuts = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    synchronous = sys.argv[2] if len(sys.argv) > 2 else "FULL"
    counts = campaign(cuts, synchronous)
    name = f"power cuts with synchronous={synchronous}"
    print(describe(name, counts))
    sys.exit(bool(counts["lost"] or counts["doubled"]))


if __name__ == "__main__":
    main()
