"""Every shipped figure as data: what the command prints, with the command that prints it again."""

import json
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from pitboss import __version__
from pitboss.games import OURS, find_game
from pitboss.odds.cache import SHIPPED, find
from pitboss.odds.protection import protect
from pitboss.odds.registry import find_leaks, find_solver, has_leaks, price
from pitboss.odds.request import JACKPOT, Request, main_wager, read_request
from pitboss.refusal import Refused
from pitboss.reports.identity import changed_rulings
from pitboss.reports.sheet import percent
from website.markdown import table

Entry = dict[str, Any]

FILE = Path(__file__).parents[1] / "docs" / "results" / "results.json"
SCHEMA = "results.schema.json"
TITLE = "Exact figures of four casino card games, by Pitboss"

PLAYERS = 2
"""For envy pays: one other player who has the wager."""

HOUSE = frozenset({"seats", "shuffler", "decks", "dealer-wagers"})
"""Rulings on the room, in which no card is counted otherwise; a test holds that against prices."""


@cache
def results() -> tuple[Entry, ...]:
    """All of them, by game: prices first, then leaks."""
    return tuple(entry for key in OURS for entry in (*_prices(key), *_leaks(key)))


def write() -> str:
    """The file of results: one line a result, so that a change shows where it is."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in results())
    head = json.dumps({"$schema": SCHEMA, "title": TITLE, "version": __version__})
    return f'{head[:-1]}, "results": [\n{lines}\n]}}\n'


@cache
def kept() -> dict[str, Entry]:
    """The results that are in the file, by their ids."""
    found = json.loads(FILE.read_text(encoding="utf-8"))["results"]
    return {entry["id"]: entry for entry in found}


def _prices(key: str) -> Iterator[Entry]:
    game = find_game(key)
    main = main_wager(game)
    for wager in dict.fromkeys([main, *game.paytables]):
        codes = list(game.paytables.get(wager, {})) or [""]
        moving = moving_rulings(key, wager, codes[0])
        for code in codes:
            for options in product(*moving.values()):
                rulings = dict(zip(moving, options, strict=True))
                if request := ask(key, wager, code, rulings):
                    yield _priced(request)


def ask(key: str, wager: str, code: str, rulings: Mapping[str, str]) -> Request | None:
    """None where the options do not go together, or the count is not shipped."""
    tables = {wager: code} if code else {}
    given: dict[str, object] = {"wager": wager, "paytables": tables, "rulings": rulings}
    if wager == JACKPOT:
        given["players"] = PLAYERS
    try:
        request = read_request(key, given)
        count = find_solver(key).count_of(request)
    except Refused:
        return None
    return request if count is None or find(count, [SHIPPED]) is not None else None


@cache
def moving_rulings(key: str, wager: str, code: str) -> dict[str, tuple[str, ...]]:
    """The rulings by which a price changes, with their options that are counted."""
    usual = ask(key, wager, code, {})
    if usual is None:
        return {}
    figures = find_solver(key).price(usual)
    moving: dict[str, tuple[str, ...]] = {}
    for name, ruling in find_game(key).source.rulings.items():
        if name in HOUSE:
            continue
        asked = [(option, ask(key, wager, code, {name: option})) for option in ruling.options]
        found = [(option, one) for option, one in asked if one]
        if any(one != usual and find_solver(key).price(one) != figures for _, one in found):
            moving[name] = tuple(option for option, _ in found)
    return moving


def _priced(request: Request) -> Entry:
    changed = changed_rulings(request)
    code = request.paytable.code if request.paytable else ""
    words = ["pitboss", "odds", request.key]
    words += [] if request.is_main else ["--wager", request.wager]
    words += ["--paytable", code] if code else []
    words += [word for entry in changed for word in ("--ruling", entry)]
    words += ["--players", str(request.players)] if request.players > 1 else []
    return {
        "id": "/".join(filter(None, (request.key, request.wager, code, *changed))),
        "kind": "price",
        "command": shlex.join([*words, "--json"]),
        "answer": price(request),
    }


def _leaks(key: str) -> Iterator[Entry]:
    """Those whose count is shipped, each as the command prints it for that leak alone."""
    if not has_leaks(key):
        return
    request, counted = read_request(key, {}), find_leaks(key)
    counts = {leak: counted.count_leak(leak, request.settings) for leak in counted.LEAKS}
    shipped = [leak for leak, count in counts.items() if find(count, [SHIPPED]) is not None]
    answer: Any = protect(request, shipped)
    for row in answer["leaks"]:
        yield {
            "id": f"{key}/leak/{row['leak']}",
            "kind": "leak",
            "command": f"pitboss protect {key} --leak {row['leak']} --json",
            "answer": {**answer, "leaks": [row]},
        }


def index_page() -> str:
    """What is in the file, how it is read, made again and cited."""
    found = kept().values()
    rows = [(f"`{entry['id']}`", _figure(entry), f"`{entry['command']}`") for entry in found]
    head = HEAD.format(count=len(rows), version=__version__, title=TITLE)
    return head + table(("id", "house edge, or player's edge with a leak", "command"), rows)


def _figure(entry: Entry) -> str:
    answer = entry["answer"]
    figure = (
        answer["leaks"][0]["player_edge"] if entry["kind"] == "leak" else answer.get("house_edge")
    )
    return percent(figure["value"]) if figure else "none: players play each other"


_FIGURE = {
    "type": "object",
    "required": ["value"],
    "properties": {
        "exact": {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"},
        "value": {"type": "number"},
        "standard_error": {"type": "number"},
    },
}
SHAPE = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": TITLE,
    "type": "object",
    "required": ["version", "results"],
    "properties": {
        "version": {"type": "string", "description": "of Pitboss"},
        "results": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "kind", "command", "answer"],
                "properties": {
                    "id": {"type": "string", "description": "game/wager/table/ruling=option"},
                    "kind": {"enum": ["price", "leak"]},
                    "command": {"type": "string", "description": "prints the answer again"},
                    "answer": {
                        "type": "object",
                        "required": ["game", "rulings"],
                        "properties": {
                            "game": {"type": "string"},
                            "wager": {"type": "string"},
                            "paytable": {"type": ["string", "null"]},
                            "rulings": {"type": "object"},
                            "deals": {"type": "string", "pattern": "^[0-9]+$"},
                            "house_edge": {"$ref": "#/$defs/figure"},
                            "element_of_risk": {"$ref": "#/$defs/figure"},
                            "variance": {"$ref": "#/$defs/figure"},
                            "hit_frequency": {"$ref": "#/$defs/figure"},
                        },
                    },
                },
            },
        },
    },
    "$defs": {"figure": _FIGURE},
}
HEAD = """# Results

{count} results: every figure whose count is shipped, in one file that programs can read. No one
had published exact figures for these games. They are for researchers, journalists and makers who
want to cite a figure, or to check one. To read them as tables, see [figures](../figures.md); to
read about one game, see [its page](../games/index.md).

- **The file:** [results.json](results.json), with its [schema](results.schema.json).
- **A result** has an `id`, the `command` that prints it again, and the `answer` that it prints.
- **A figure** is `{{"exact": "n/d", "value": 0.123}}`: a fraction over all deals under the best
  play, and the nearest number. One with a `standard_error` is the mean of exact values on sampled
  deals.
- **To make it again:** run the command; with `--recompute` it counts anew instead of reading the
  shipped count. `python -m website results` writes the whole file.

For example, Duki's house edge, as the fraction that it is:

```python
>>> import pitboss
>>> pitboss.price("duki").house_edge
Fraction(96459473, 2926537250)

```

## To cite it

> Pitboss contributors. *{title}*, version {version}. Result `ID`, printed by `COMMAND`.

Name the version, the id and the command: whoever reads you can print the same fraction.

## What is in it

"""
