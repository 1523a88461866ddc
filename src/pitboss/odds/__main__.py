"""Make the shipped counts anew where they are missing or stale: all games, or those named."""

import sys
from collections.abc import Sequence

from pitboss.games import OURS
from pitboss.odds.cache import SHIPPED, find, keep
from pitboss.odds.registry import find_solver
from pitboss.refusal import Refused


def main(games: Sequence[str]) -> None:
    for game in games or OURS:
        made = []
        for count in find_solver(game).shipped_counts():
            if find(count, [SHIPPED]) is None:
                keep(count, count.make(), SHIPPED)
                print(f"made  {count.file_name}")
            made.append(count.file_name)
        for file in SHIPPED.glob(f"{game}-*.json"):
            if file.name not in made:
                file.unlink()
                print(f"gone  {file.name}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refused as refusal:
        sys.exit(str(refusal))
