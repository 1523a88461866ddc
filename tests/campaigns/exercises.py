"""A campaign over dealer exercises: each is worked out again by the twin of ``tests/naive``.

Run as ``python -m tests.campaigns.exercises [SEEDS] [FIRST]``; it prints what it has compared, and
fails on the first game with a difference.
"""

import sys
from collections import Counter

from pitboss.training.exercise import start
from tests.naive.test_twin_lessons import RULINGS, TELL, judge, write_exercise


def compare_game(game: str, seeds: range) -> tuple[Counter[str], list[str]]:
    """Every ruling in turn; the steps compared by kind, and where twin and exercise differ."""
    kinds: Counter[str] = Counter()
    found: list[str] = []
    for seed in seeds:
        options = {
            "mode": ("full", "deals", "settles")[seed % 3],
            "players": seed % 6 + (2 if game == "holdout" else 1),
            "irregularities": 50,
            "rulings": RULINGS[game][seed % len(RULINGS[game])],
        }
        exercise = start(game, f"campaign {seed}", options)
        kinds.update(step.kind for step in exercise.steps)
        found += [f"{game} {seed}: {one}" for one in judge(game, write_exercise(exercise))]
    return kinds, found


def main() -> int:
    given = [int(text) for text in sys.argv[1:3]]
    number, first = [*given, *(1_000, 0)[len(given) :]]
    differing = 0
    for game in TELL:
        kinds, found = compare_game(game, range(first, first + number))
        told = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        print(f"{game}: {number} exercises, {kinds.total()} steps ({told}), {len(found)} differ")
        print(*found[:10], sep="\n")
        differing += len(found)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
