"""``pitboss fit``: all pay tables of a wager that hit a target."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.cli.input import read_pairs
from pitboss.odds.registry import fit

BANDS = ("edge", "hit", "deviation")
FIGURES = {"house_edge": "edge", "hit_frequency": "hit", "standard_deviation": "deviation"}


def run_fit(options: argparse.Namespace) -> None:
    given = {name: getattr(options, name) for name in (*BANDS, "wager", "rank", "limit")}
    answer = fit(
        options.game,
        {
            **given,
            "rows": read_pairs(options.row, "--row", "EVENT=LOW..HIGH"),
            "any_order": options.any_order,
            "rulings": read_pairs(options.ruling),
        },
    )
    print(json.dumps(answer) if options.json else "\n".join(lines_of(answer)))


def lines_of(answer: Mapping[str, Any]) -> Iterator[str]:
    """The tables for people, one a line; a page wide as its rows' names are."""
    yield f"{answer['game']}: {answer['wager']}, pays {answer['terms']}"
    screened, found = (int(answer[name]) for name in ("screened", "found"))
    shown = len(answer["tables"])
    some = "all of them" if shown == found else f"the first {shown:,}"
    yield f"  {screened:,} tables screened, {found:,} found; {some} by {answer['rank']}"
    yield ""
    events = list(answer["tables"][0]["rows"])
    heads = [*FIGURES.values(), *events]
    yield "  " + "  ".join(f"{head:>{max(11, len(head))}}" for head in heads)
    for table in answer["tables"]:
        figures = [_shown(name, table[name]) for name in FIGURES]
        cells = [*figures, *map(str, table["rows"].values())]
        yield "  " + "  ".join(
            f"{cell:>{max(11, len(head))}}" for head, cell in zip(heads, cells, strict=True)
        )


def _shown(name: str, figure: Mapping[str, Any]) -> str:
    value = figure["value"]
    return f"{value:.6f}" if name == "standard_deviation" else f"{100 * value:.6f} %"
