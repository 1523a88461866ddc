"""``pitboss simulate``: rounds through the rules, set against the exact odds."""

import argparse
import json
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, cast

from pitboss.cli.holdout import WIDTH
from pitboss.cli.options import read_options
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
    print("\n".join(lines_of(cast(dict[str, Any], answer))))


def lines_of(shown: Mapping[str, Any]) -> Iterator[str]:
    """The answer for people; rows only where a single wager is looked at."""
    low, high = shown["interval"]
    where = "inside" if shown["inside"] else "outside"
    at = f", meter {shown['meter']}, players {shown['players']}" if "meter" in shown else ""
    yield f"{shown['game']}: {shown['wager']}{at}, {shown['rounds']:,} rounds, seed {shown['seed']}"
    yield f"  mean           {shown['mean']['value']:+.6f} for each unit of the wager"
    yield f"  99 % interval  {low:+.6f} to {high:+.6f}"
    yield f"  exact          {shown['exact']['value']:+.6f} ({where}, z = {shown['z']:+.2f})"
    if "rows" not in shown:
        return
    names = [f"{row['event']} {row['pays']}" for row in shown["rows"]]
    wide = max(map(len, names))
    yield f"  {'row':<{wide}} {'seen':>11} {'expected':>14} {'tail':>9}"
    for name, row in zip(names, shown["rows"], strict=True):
        numbers = f"{row['observed']:>11,} {row['expected']:>14,.3f} {row['tail']:>9.3g}"
        yield f"  {name:<{wide}} {numbers}"
    likely = "likely" if shown["rows_inside"] else "NOT likely"
    bound = 0.01 / len(shown["rows"])
    yield f"  together the rows are {likely} (a tail below {bound:.3g} would not be)"
    if "caution" in shown:
        yield from wrap(f"{shown['caution']}.", WIDTH, initial_indent="  ", subsequent_indent="  ")
