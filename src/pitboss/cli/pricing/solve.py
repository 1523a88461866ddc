"""``pitboss solve``: the full optimal strategy of a game."""

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from pitboss.cli.pricing.options import read_options
from pitboss.odds.registry import describe_request, find_solver
from pitboss.refusal import Refused


def run_solve(options: argparse.Namespace) -> None:
    request = read_options(options)
    answer = {**describe_request(request), **find_solver(request.key).solve(request)}
    if options.output:
        _write(options.output, json.dumps(answer))
    if options.json:
        print(json.dumps(answer))
    elif not options.output:
        _print(cast(Mapping[str, Any], answer))


def _write(path: str, text: str) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror or error}") from None


def _print(answer: Mapping[str, Any]) -> None:
    """How often each decision is best; the strategy itself goes to a file or to programs."""
    rows = answer.get("strategy", [])
    print(f"{answer['game']}: {len(rows):,} lines of strategy (--json or -o FILE for all of them)")
    best: Counter[str] = Counter()
    for row in rows:
        best[f"{row['stage']} {row['best']}" if "stage" in row else row["best"]] += 1
    for decision, count in best.items():
        print(f"  {decision:<16} {count:,}")
