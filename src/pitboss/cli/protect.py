"""``pitboss protect``: what leaks of cards are worth to a player."""

import argparse
import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from textwrap import wrap
from typing import Any

from pitboss.cli.input import read_options
from pitboss.odds.cluster import connect
from pitboss.odds.protection import DEVIATIONS, protect, tell_row
from pitboss.odds.registry import find_leaks

Document = Mapping[str, Any]
WIDTH = 78


def run_protect(options: argparse.Namespace) -> None:
    unset = {"wager": None, "strategy": None, "bonus_ratio": None}
    request = read_options(argparse.Namespace(**vars(options), **unset))
    address, sources = options.executor, find_leaks(request.key).SOURCES
    with connect(address, sources) if address is not None else nullcontext() as pool:
        anew = request._replace(recompute=options.recompute or address is not None)
        answer = protect(anew, options.leak, pool)
    print(json.dumps(answer) if options.json else "\n".join(lines_of(answer)))


def lines_of(answer: Document) -> Iterator[str]:
    """A table of the leaks, then each in words."""
    paytable = f", pay table {answer['paytable']}" if answer.get("paytable") else ""
    yield f"{answer['game']}: the player's edge per unit of the first wager{paytable}"
    yield from (f"  {name}={option}" for name, option in answer["rulings"].items())
    yield from answer["labels"]
    yield f"  {'leak':<15} {'player edge':>12} {'gain':>11}  {'rounds to show':>14}  method"
    yield f"  {'none':<15} {_percent(answer['base']['player_edge']):>12}"
    for row in answer["leaks"]:
        rounds = "never" if row["rounds_to_show"] is None else f"{row['rounds_to_show']:,}"
        figures = f"{_percent(row['player_edge']):>12} {_percent(row['gain']):>11}  {rounds:>14}"
        yield f"  {row['leak']:<15} {figures}  {_method(row)}"
    for left in answer.get("not_counted", []):
        minutes = (
            f"not counted yet; --recompute does it, in about {left['minutes']} min on two cores"
        )
        yield f"  {left['leak']:<15} {minutes}"
    yield from _wrapped(
        f"Rounds to show: after so many the mean has moved by {DEVIATIONS} standard deviations of"
        " an honest game's result, at one seat with flat wagers.",
        "  ",
    )
    for row in answer["leaks"]:
        yield from ("", f"{row['leak']}: {row['what']}")
        for name in ("assumption", "counter_measure"):
            yield from _wrapped(f"{name.replace('_', '-').capitalize()}: {row[name]}", "  ")
        if "card" in row:
            yield from _card(row["card"])


def _percent(figure: Document) -> str:
    return f"{100 * figure['value']:+.4f} %"


def _method(row: Document) -> str:
    if row["method"] == "exact":
        return f"exact, {int(row['deals']):,} deals"
    error = 100 * row["player_edge"]["standard_error"]
    return f"sampled, {int(row['sample']):,} deals, standard error {error:.4f} points"


def _card(card: Document) -> Iterator[str]:
    part, edge = card["part_of_gain"]["value"], _percent(card["player_edge"])
    worth = f"Simple rule, {edge}, which is {part:.0%} of the gain"
    yield from _wrapped(f"{worth}: {card['text']}.", "  ")
    for row in card.get("rows", []):
        yield f"    {row['seen']}: {tell_row(row)}"


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
