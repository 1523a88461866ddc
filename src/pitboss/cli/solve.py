"""``pitboss solve``: the full optimal strategy of a game."""

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, TextIO

from pitboss.cli.options import read_options
from pitboss.odds.registry import describe_request, find_solver
from pitboss.odds.request import Request
from pitboss.refusal import Refused

IN_PARTS = "super-omaha"
"""The one game whose count is long enough for a cluster, and whose states fill a file."""


def run_solve(options: argparse.Namespace) -> None:
    request = read_options(options)
    for name in ("executor", "states"):
        if getattr(options, name) is not None and request.key != IN_PARTS:
            raise Refused(f"--{name}: {request.key} is solved here in seconds; {IN_PARTS} takes it")
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


def _solve(request: Request, address: str | None) -> Mapping[str, Any]:
    """The answer; with a cluster the game is counted anew there first."""
    if address is not None:
        from pitboss.cli.cluster import count_anew

        count_anew(request, address)
        request = request._replace(recompute=False)
    return {**describe_request(request), **find_solver(request.key).solve(request)}


def _pool(address: str | None) -> AbstractContextManager[Executor | None]:
    if address is None:
        return nullcontext()
    from pitboss.cli.cluster import connect

    return connect(address)


def _write_states(request: Request, options: argparse.Namespace) -> None:
    from pitboss.odds.super_omaha.export import export_states

    with whole_file(options.states) as file, _pool(options.executor) as pool:
        lines = export_states(request, file, pool)
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
