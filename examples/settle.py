"""Deal rounds of Duki from seeds, play every hand, and add up what came of it."""

from collections import Counter
from decimal import Decimal

import pitboss


def main() -> None:
    total, outcomes = Decimal(0), Counter[str]()
    for seed in range(200):
        played = pitboss.deal("duki", {1: {"ante": 10, "bonus": 5}}, seed=seed)
        played.play("play")
        total += played.net[1]
        outcomes.update(f"{row.wager} {row.outcome}" for row in played.rows)
    print(f"200 rounds, net {total}")
    for outcome, times in sorted(outcomes.items()):
        print(f"  {outcome:<10} {times}")


if __name__ == "__main__":
    main()
