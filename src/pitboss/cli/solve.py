"""``pitboss solve`` and ``advise``: the full optimal strategy, and one waiting seat's options."""

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TextIO

from pitboss.cli.input import answer_lines, parse_json, read_json
from pitboss.cli.options import read_options
from pitboss.games import all_games
from pitboss.odds.cluster import connect
from pitboss.odds.contract import Parts
from pitboss.odds.registry import advise, describe_request, find_solver
from pitboss.odds.request import Request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script


def run_solve(options: argparse.Namespace) -> None:
    request = read_options(options)
    for name in ("executor", "states"):
        if getattr(options, name) is not None:
            _parts(request.key, name)
    if options.states is not None:
        _write_states(request, options)
        return
    with whole_file(options.output) if options.output else nullcontext() as file:
        answer = _solve(request, options.executor)
        if file:
            file.write(json.dumps(answer) + "\n")
    if options.json:
        print(json.dumps(answer))
    elif not options.output:
        _print(answer)


def _parts(key: str, option: str) -> Parts:
    """The long count that a cluster shares and whose states fill a file; few games have one."""
    parts = find_solver(key).parts
    if parts is None:
        others = [game.source.key for game in all_games() if game.solver]
        long = ", ".join(other for other in others if find_solver(other).parts)
        raise Refused(f"--{option}: {key} is solved here in seconds; {long} takes it")
    return parts


def _solve(request: Request, address: str | None) -> Mapping[str, Any]:
    """The answer; with a cluster the game is counted anew there first."""
    if address is not None:
        parts = _parts(request.key, "executor")
        with connect(address, parts.sources) as pool:
            parts.count_anew(request, pool)
        request = request._replace(recompute=False)
    return {**describe_request(request), **find_solver(request.key).solve(request)}


def _write_states(request: Request, options: argparse.Namespace) -> None:
    parts, address = _parts(request.key, "states"), options.executor
    cluster = connect(address, parts.sources) if address is not None else nullcontext()
    with whole_file(options.states) as file, cluster as pool:
        lines = parts.write(request, file, pool)
    if options.json:
        print(json.dumps({**describe_request(request), "file": options.states, "lines": lines}))
    else:
        print(f"{options.states}: {lines:,} lines")


@contextmanager
def whole_file(path: str) -> Iterator[TextIO]:
    """A file that stands under its name only when all of it is written."""
    draft = f"{path}.{os.getpid()}.part"
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(0, "it is a folder")
        with open(draft, "x", encoding="utf-8", newline="\n") as file:
            yield file
        os.replace(draft, path)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            os.unlink(draft)


def _print(answer: Mapping[str, Any]) -> None:
    """How often each decision is best; the strategy itself goes to a file or to programs."""
    rows = answer.get("strategy", [])
    print(f"{answer['game']}: {len(rows):,} lines of strategy (--json or -o FILE for all of them)")
    best: Counter[str] = Counter()
    for row in rows:
        best[f"{row['stage']} {row['best']}" if "stage" in row else row["best"]] += 1
    for decision, count in best.items():
        print(f"  {decision:<16} {count:,}")


def run_advise(options: argparse.Namespace) -> None:
    if options.json and options.script == "-":
        answer_lines(lambda text: advise(run_script(parse_json(text, "script"))), "script")
        return
    running = run_script(read_json(options.script))
    answer = advise(running)
    print(json.dumps(answer) if options.json else "\n".join(advice_lines(running, answer)))


def advice_lines(running: Runner, answer: Mapping[str, Any]) -> Iterator[str]:
    """The advice for people."""
    own = find_solver(running.table.opening.settings.game).lines(answer)
    if own is not None:
        yield from own
        return
    yield f"Seat {answer['seat']}: {answer['best']}"
    for option in answer["options"]:
        amount = f" {option['amount']}" if "amount" in option else ""
        yield f"  {option['action'] + amount:<16} {option['ev']['value']:+.6f}"
