"""``pitboss odds`` and ``simulate``: exact figures of a wager, and rounds played against them."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from pitboss.cli.options import read_options
from pitboss.odds.registry import find_solver, price
from pitboss.refusal import Refused

Document = Mapping[str, Any]

PERCENTAGES = ("house_edge", "element_of_risk", "hit_frequency", "cost", "envy_return")
WIDTH = 78
NUMBERS = ("average_wager", "variance", "standard_deviation", "break_even_meter", "bonus_ratio")


def run_odds(options: argparse.Namespace) -> None:
    answer = price(read_options(options))
    print(json.dumps(answer) if options.json else "\n".join(lines_of(answer)))


def lines_of(answer: Document) -> Iterator[str]:
    """The figures for people."""
    paytable = f", pay table {answer['paytable']}" if answer.get("paytable") else ""
    yield f"{answer['game']}: {answer['wager']}{paytable}"
    yield from (f"  {name}={option}" for name, option in answer["rulings"].items())
    yield from answer["labels"]
    yield from _figures(answer)
    if "strategy" in answer:
        yield from _strategy(answer["strategy"])
    for name, part in answer.get("parts", {}).items():
        yield from ("", f"The part of the {name} wager", *_figures(part))
    for action, figures in answer.get("actions", {}).items():
        yield f"  {action:<22} {percent(figures['probability'])}"
    yield from ("", *table(answer.get("outcomes", [])))
    yield from find_solver(answer["game"]).lines(answer) or ()
    if "changed" in answer:
        yield from ("", *_changes(answer["changed"]))


def _figures(answer: Document) -> Iterator[str]:
    if "deals" in answer:
        yield f"  {'deals counted':<22} {int(answer['deals']):,}"
    for name in (*PERCENTAGES, *NUMBERS):
        if answer.get(name) is not None:
            shown = percent(answer[name]) if name in PERCENTAGES else number(answer[name])
            yield f"  {name.replace('_', ' '):<22} {shown}"


def percent(figure: Document) -> str:
    """``3.296028 %``, with the exact fraction where it is short."""
    value = 100 * figure["value"]
    digits = ".6f" if not value or abs(value) >= 0.0001 else ".3e"
    return f"{value:{digits}} %{_fraction(figure)}"


def number(figure: Document) -> str:
    return f"{figure['value']:,.6f}{_fraction(figure)}"


def _fraction(figure: Document) -> str:
    text = str(figure.get("exact", ""))
    return f"  = {text}" if 0 < len(text) <= 40 else ""


def _strategy(strategy: Document) -> Iterator[str]:
    yield f"  strategy               {strategy.get('name', 'given')} {strategy.get('text', '')}"
    rows = strategy.get("rows", {})
    # A strategy by points has its rows by name; one that is a table of its own has them in a list.
    named = rows.items() if isinstance(rows, Mapping) else (("", row) for row in rows)
    for name, row in named:
        values = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in row.items())
        yield f"    {name}: {values}" if name else f"    {values}"


def table(rows: Sequence[Document]) -> Iterator[str]:
    """The outcomes, one a line."""
    if not rows:
        return
    wide = min(60, max(len(row["event"]) for row in rows))
    yield f"  {'outcome':<{wide}} {'probability':>13} {'return':>11}  pays"
    for row in rows:
        chance, back = row["probability"]["value"], row["return"]["value"]
        yield f"  {row['event']:<{wide}} {chance:13.10f} {back:11.8f}  {row['pays']}".rstrip()


def _changes(changed: Document) -> Iterator[str]:
    yield "Changed against the usual table"
    for name, change in changed.get("rulings", {}).items():
        yield f"  ruling {name}: {change['from']} -> {change['to']}"
    for row in changed.get("paytable", []):
        before, after = (row[side] or "no row" for side in ("from", "to"))
        yield f"  {row['wager']} row {row['row']}: {before} -> {after}"
    if edge := changed.get("house_edge"):
        before, after = edge["from"]["value"], edge["to"]["value"]
        points = 100 * edge["difference"]["value"]
        yield f"  house edge {100 * before:.4f} % -> {100 * after:.4f} % ({points:+.4f} points)"


def run_simulate(options: argparse.Namespace) -> None:
    rounds = str(options.rounds)
    if not rounds.isdecimal() or len(rounds) > 12:
        raise Refused(f"--rounds {rounds[:20]!r}: write a whole number such as 10000")
    from pitboss.odds.simulation import simulate

    answer = simulate(read_options(options), int(rounds), str(options.seed))
    if options.json:
        print(json.dumps(answer))
        return
    print("\n".join(simulated_lines(answer)))


def simulated_lines(shown: Mapping[str, Any]) -> Iterator[str]:
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
