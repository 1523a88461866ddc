"""What a live cell runs, in the page: a round by its script, or a hand by its score."""

import json
import sys

sys.path.insert(0, "/core")

import pitboss


def answer(kind: str, given: str) -> tuple[str, bool]:
    """What the cell shows, and whether it was refused."""
    try:
        return (deal(given) if kind == "deal" else score(given)), False
    except json.JSONDecodeError as error:
        return f"line {error.lineno}: no valid JSON ({error.msg})", True
    except (ValueError, TypeError, KeyError) as error:
        return str(error), True


def deal(given: str) -> str:
    played = pitboss.Round.from_script(json.loads(given))
    rows = [
        f"  Seat {row.seat} {row.wager} {row.amount}: {row.outcome}"
        f"{f', {row.pays}' if row.pays else ''}, net {row.net} ({row.rule})"
        for row in played.rows
    ]
    return "\n".join([repr(played), *rows])


def score(given: str) -> str:
    game, _, cards = given.strip().partition(" ")
    found = pitboss.score(game, cards.strip().strip('"')).json()
    return "  ".join(f"{name} {value}" for name, value in found.items())


answer  # noqa: B018  what the worker is given
