"""``pitboss odds`` and ``simulate``: exact figures of a wager, and rounds played against them;
``solve`` and ``advise``: the full optimal strategy, and one waiting seat's options."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from textwrap import wrap
from typing import Any

from pitboss.cli.advice import advice_lines
from pitboss.cli.input import answer_scripts, read_given, read_json, read_options
from pitboss.cli.output import whole_text
from pitboss.games import all_games
from pitboss.money import read_whole
from pitboss.odds.cluster import connect
from pitboss.odds.registry import (
    Parts,
    advise,
    describe_request,
    find_solver,
    has_solver,
    is_counted_anew,
    price,
    price_by,
)
from pitboss.odds.request import JACKPOT, Request, read_request
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script

Document = Mapping[str, Any]

PERCENTAGES = ("house_edge", "element_of_risk", "hit_frequency", "cost", "envy_return")
WIDTH = 78
NUMBERS = ("average_wager", "variance", "standard_deviation", "break_even_meter", "bonus_ratio")


def run_odds(options: argparse.Namespace) -> None:
    request = read_options(options)
    if options.executor is not None:
        request = _count_there(request, options.executor)
    tell_bound(request)
    answer = price(request)
    print(json.dumps(answer) if options.json else "\n".join(lines_of(answer)))
    if request.wager == JACKPOT and not options.json:
        first = request.game.face.first_table
        print(f"  A progressive's {first.seed_words(request.jackpot.wager_cents)}.")


def tell_bound(request: Request) -> None:
    """At a terminal, before a long count: what the printed table's play gives, which is a bound."""
    if not sys.stderr.isatty() or request.strategy is not None or not is_counted_anew(request):
        return
    tables = {request.wager: request.game.default_paytables[request.wager]}
    given = {"wager": request.wager, "paytables": tables, "rulings": request.settings.rulings}
    bound = price_by(request, read_request(request.key, given))
    if bound:
        edge: Any = bound["house_edge"]
        print(
            f"house edge at most {_figure(edge, True)}, by the play that is best for"
            f" {tables[request.wager]}; the exact one, this or lower, is being counted",
            file=sys.stderr,
        )


def lines_of(answer: Document) -> Iterator[str]:
    """The figures for people."""
    paytable = f", pay table {answer['paytable']}" if answer.get("paytable") else ""
    yield f"{answer['game']}: {answer['wager']}{paytable}"
    yield from (f"  {name}={option}" for name, option in answer["rulings"].items())
    yield from answer["labels"]
    yield from _figures(answer)
    if "strategy" in answer:
        strategy = answer["strategy"]
        yield f"  {'strategy':<22} {strategy.get('name', 'given')} {strategy.get('text', '')}"
        rows = strategy.get("rows", {})
        # A strategy by points has its rows by name; one that is a table of its own, in a list.
        for name, row in rows.items() if isinstance(rows, Mapping) else (("", row) for row in rows):
            values = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in row.items())
            yield f"    {name}: {values}" if name else f"    {values}"
    for name, part in answer.get("parts", {}).items():
        yield from ("", f"The part of the {name} wager", *_figures(part))
    for action, figures in answer.get("actions", {}).items():
        yield f"  {action:<22} {_figure(figures['probability'], True)}"
    yield ""
    rows = answer.get("outcomes", [])
    wide = min(60, max((len(row["event"]) for row in rows), default=0))
    if rows:
        yield f"  {'outcome':<{wide}} {'probability':>13} {'return':>11}  pays"
    for row in rows:
        chance, back = row["probability"]["value"], row["return"]["value"]
        yield f"  {row['event']:<{wide}} {chance:13.10f} {back:11.8f}  {row['pays']}".rstrip()
    yield from find_solver(answer["game"]).lines(answer) or ()
    if "changed" in answer:
        yield from ("", *_changes(answer["changed"]))


def _figures(answer: Document) -> Iterator[str]:
    if "deals" in answer:
        yield f"  {'deals counted':<22} {int(answer['deals']):,}"
    for name in (*PERCENTAGES, *NUMBERS):
        if answer.get(name) is not None:
            yield f"  {name.replace('_', ' '):<22} {_figure(answer[name], name in PERCENTAGES)}"


def _figure(figure: Document, is_percentage: bool) -> str:
    """``3.296028 %``, or a number, with the exact fraction where it is short."""
    value = figure["value"]
    if is_percentage:
        digits = ".6f" if not value or abs(100 * value) >= 0.0001 else ".3e"
        shown = f"{100 * value:{digits}} %"
    else:
        shown = f"{value:,.6f}"
    exact = str(figure.get("exact", ""))
    return f"{shown}  = {exact}" if 0 < len(exact) <= 40 else shown


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
    from pitboss.odds.playing import ALIKE
    from pitboss.odds.simulation import ALL, MOST_ROUNDS, simulate, simulate_all

    rounds = read_whole(options.rounds, "--rounds", 2, MOST_ROUNDS)
    seed, address = str(options.seed), options.executor
    given = read_given(options)
    request = read_request(options.game, given) if options.wager != ALL else None
    with connect(address, ALIKE) if address is not None else nullcontext() as pool:
        if request is None:
            answer = simulate_all(options.game, given, rounds, seed, pool)
        else:
            answer = simulate(request, rounds, seed, pool)
    tell = simulated_lines if request else all_lines
    print(json.dumps(answer) if options.json else "\n".join(tell(answer)))


def all_lines(shown: Document) -> Iterator[str]:
    """Every wager for people, one a line."""
    yield f"{shown['game']}: all wagers, {shown['rounds']:,} rounds, seed {shown['seed']}"
    wide = max(map(len, shown["wagers"]))
    yield f"  {'wager':<{wide}} {'mean':>10} {'exact':>10} {'z':>6}  a result so low, so high"
    for name, one in shown["wagers"].items():
        beside = one["session"]
        where = f"{beside['at_most']:.4f}, {beside['at_least']:.4f}" if beside else "not added up"
        means = f"{one['mean']['value']:>+10.6f} {one['exact']['value']:>+10.6f}"
        yield f"  {name:<{wide}} {means} {one['z']:>+6.2f}  {where}"


def simulated_lines(shown: Document) -> Iterator[str]:
    """The answer for people; rows only where a single wager is looked at."""
    low, high = shown["interval"]
    where = "inside" if shown["inside"] else "outside"
    at = f", meter {shown['meter']}, players {shown['players']}" if "meter" in shown else ""
    yield f"{shown['game']}: {shown['wager']}{at}, {shown['rounds']:,} rounds, seed {shown['seed']}"
    yield f"  mean           {shown['mean']['value']:+.6f} for each unit of the wager"
    yield f"  99 % interval  {low:+.6f} to {high:+.6f}"
    yield f"  exact          {shown['exact']['value']:+.6f} ({where}, z = {shown['z']:+.2f})"
    if beside := shown["session"]:
        where = f"{beside['at_most']:.4f} as low, {beside['at_least']:.4f} as high"
        yield f"  session        {where}, of all sessions of so many rounds"
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


def run_solve(options: argparse.Namespace) -> None:
    request = read_options(options)
    for name in ("executor", "states", "optimum"):
        if getattr(options, name) is not None:
            _parts(request.key, name)
    if options.optimum is not None:
        _write_optimum(request, options)
        return
    if options.states is not None:
        _write_states(request, options)
        return
    with whole_text(options.output) if options.output else nullcontext() as file:
        if options.executor is not None:
            request = _count_there(request, options.executor)
        answer: Document = {**describe_request(request), **find_solver(request.key).solve(request)}
        if file:
            file.write(json.dumps(answer) + "\n")
    if options.json:
        print(json.dumps(answer))
    elif not options.output:
        # How often each decision is best; the strategy itself goes to a file or to programs.
        rows = answer.get("strategy", [])
        lines = f"{len(rows):,} lines of strategy (--json or -o FILE for all of them)"
        print(f"{answer['game']}: {lines}")
        best = Counter(f"{row.get('stage', '')} {row['best']}".lstrip() for row in rows)
        for decision, count in best.items():
            print(f"  {decision:<16} {count:,}")


def _count_there(request: Request, address: str) -> Request:
    """The game is counted anew on a cluster first; what is asked then is kept."""
    parts = _parts(request.key, "executor")
    with connect(address, parts.sources, request.game.package) as pool:
        parts.count_anew(request, pool)
    return request._replace(recompute=False)


def _parts(key: str, option: str) -> Parts:
    """The long count that a cluster shares; its states fill a file in few games."""
    parts = find_solver(key).parts
    if parts is None or not _takes(parts, option):
        solvers = [
            (game.source.key, find_solver(game.source.key).parts)
            for game in all_games()
            if has_solver(game)
        ]
        long = ", ".join(other for other, has in solvers if has and _takes(has, option))
        raise Refused(f"--{option}: {key} is solved here in seconds; {long} takes it")
    return parts


def _takes(parts: Parts, option: str) -> bool:
    made = {"states": parts.write, "optimum": parts.keep}
    return made.get(option, parts) is not None


def _write_states(request: Request, options: argparse.Namespace) -> None:
    parts = _parts(request.key, "states")
    with whole_text(options.states) as file, _pool(parts, options) as pool:
        assert parts.write is not None
        lines = parts.write(request, file, pool)
    if options.json:
        print(json.dumps({**describe_request(request), "file": options.states, "lines": lines}))
    else:
        print(f"{options.states}: {lines:,} lines")


def _pool(parts: Parts, options: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """The cluster that is asked for; None where this machine counts."""
    address = options.executor
    return connect(address, parts.sources) if address is not None else nullcontext()


def _write_optimum(request: Request, options: argparse.Namespace) -> None:
    parts = _parts(request.key, "optimum")
    if options.states or options.output or request.recompute:
        raise Refused("--optimum: leave out --states, --output and --recompute")
    with _pool(parts, options) as pool:
        assert parts.keep is not None
        made = parts.keep(request, Path(options.optimum), pool)
    if options.json:
        print(json.dumps(made))
        return
    print(f"{made['states']:,} states, house edge {made['house_edge']['value']:.6%}")
    for name, file in made["files"].items():
        print(f"{Path(options.optimum) / name}: {file['bytes']:,} bytes, sha256 {file['sha256']}")


def run_advise(options: argparse.Namespace) -> None:
    if options.json:
        answer_scripts(options.script, lambda script: advise(run_script(script)))
        return
    print("\n".join(advice_lines(run_script(read_json(options.script)))))
