"""Random floors with corrections of every kind stand as if what was corrected had not happened."""

import os
from collections import Counter

from tests.house.random_floor import Floor

FLOORS = int(os.environ.get("PITBOSS_FLOORS", "20"))
FIRST = int(os.environ.get("PITBOSS_FIRST_FLOOR", "1"))
STEPS = 24


def test_random_floors_stand_as_if_what_was_corrected_had_not_happened():
    did: Counter[str] = Counter()
    for seed in range(FIRST, FIRST + FLOORS):
        floor = Floor(seed)
        try:
            floor.play(STEPS)
            assert floor.compare() == [], f"floor {seed}"
            assert floor.verify() == [], f"floor {seed}"
        finally:
            floor.close()
        did += floor.did
    print(", ".join(f"{count:,} {kind}" for kind, count in sorted(did.items())))
    for kind in ("rounds undone with a hit", "hits voided", "hits voided beside another"):
        assert did[kind] >= FLOORS // 10, did
