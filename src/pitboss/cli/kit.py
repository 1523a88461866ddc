"""``pitboss new`` and ``check``: a game as a package of its own."""

import argparse
import json
from pathlib import Path

from pitboss.kit.check import Looked, check_game
from pitboss.kit.package import find_package, write_package


def run_new(options: argparse.Namespace) -> None:
    folder = Path(options.output or options.name)
    for file in write_package(options.name, folder):
        print(file)
    print(f"Next: pip install --editable {folder}; pitboss play {options.name}")


def run_check(options: argparse.Namespace) -> int:
    """0 where nothing is missing, else 1."""
    total, answers = 0, []
    for game, tests in find_package(options.package):
        source = game.source
        if not options.json:
            print(f"{source.title} ({source.key})")
        looked = []
        for one in check_game(game, tests):
            looked.append(one)
            if not options.json:
                print("\n".join(lines_of(one)), flush=True)
        found = sum(len(one.findings) for one in looked)
        total += found
        answers.append({"game": source.key, "checks": list(map(as_json, looked)), "found": found})
    if options.json:
        print(json.dumps({"games": answers, "found": total}))
    else:
        print(f"{total} missing" if total else "nothing is missing")
    return 1 if total else 0


def lines_of(one: Looked) -> list[str]:
    """A line for the check, or one for each finding."""
    word = "not tried" if one.skipped else "right"
    said = one.findings or (one.skipped or one.says,)
    return [f"  {'MISSING' if one.findings else word:<9}  {one.name:<13}  {text}" for text in said]


def as_json(one: Looked) -> dict[str, object]:
    return {
        "check": one.name,
        "says": one.says,
        "findings": list(one.findings),
        "skipped": one.skipped or None,
    }
