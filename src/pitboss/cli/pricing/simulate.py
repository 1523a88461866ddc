"""``pitboss simulate``: rounds through the rules, set against the exact odds."""

import argparse
import json
from typing import Any, cast

from pitboss.cli.pricing.options import read_options
from pitboss.odds.simulation import simulate
from pitboss.refusal import Refused


def run_simulate(options: argparse.Namespace) -> None:
    rounds = str(options.rounds)
    if not rounds.isdecimal() or len(rounds) > 12:
        raise Refused(f"--rounds {rounds[:20]!r}: write a whole number such as 10000")
    answer = simulate(read_options(options), int(rounds), str(options.seed))
    if options.json:
        print(json.dumps(answer))
        return
    shown = cast(dict[str, Any], answer)
    low, high = shown["interval"]
    where = "inside" if shown["inside"] else "outside"
    print(f"{shown['game']}: {shown['wager']}, {shown['rounds']:,} rounds, seed {shown['seed']}")
    print(f"  mean           {shown['mean']['value']:+.6f} for each unit of the wager")
    print(f"  99 % interval  {low:+.6f} to {high:+.6f}")
    print(f"  exact          {shown['exact']['value']:+.6f} ({where}, z = {shown['z']:+.2f})")
