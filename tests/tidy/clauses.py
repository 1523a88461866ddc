"""docs/clauses.toml: what clauses of others' standards ask, how Pitboss stands to each, and what
shows it; the page that is made of it, and what is wrong with the data."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DATA = ROOT / "docs" / "clauses.toml"
PAGE = ROOT / "docs" / "clauses.md"

STATUSES = ("met", "partly", "not ours", "open")
LEAST = 100

# A letter in brackets keeps a pattern from matching its own text.
CLAIM = re.compile(r"\b(?:certif[i]ed|certifi[c]ation|compl[i]ant|compl[i]es)\b", re.IGNORECASE)

HEAD = """# Clauses: a self-assessment

For regulators, laboratories and operators who hold a standard in hand: look a clause up and see
what Pitboss does for it, what shows that, and what is missing.

How Pitboss stands to clauses of six standards for card rooms, gaming devices, progressives and
interactive gaming, by its own reading. **No laboratory and no regulator has looked at this page or
at Pitboss, and nothing here says that one would agree.** Only they can. Pitboss takes no real
wagers, and much of these standards is about money, rooms and people that it does not have.

- Numbers are by section, and no deeper than the text that was read or a list of it; elsewhere a
  theme stands in place of a number, and each standard says below what was read of it. The wording
  is ours and short. Before anything is decided by a clause, read the clause.
- *met*: what the software can do for it is done, and what is named shows it. *partly*: with the
  gap beside it. *not ours*: another's duty, or there is nothing here that it could bind. *open*:
  not done.
- What shows it: a test (the name after the file is its own), a page, a file or a command. A test
  of the project fails when one of them is gone.

This page is made from `docs/clauses.toml`; `PITBOSS_UPDATE=1` with `tests/tidy/test_clauses.py`
writes it anew.
"""

Clause = dict[str, Any]


@cache
def standards() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))["standard"]
    return found


def clauses() -> Iterator[tuple[str, Clause]]:
    """Each with the name of its standard."""
    for standard in standards():
        for clause in standard["clause"]:
            yield standard["name"], clause


def page() -> str:
    parts = [HEAD, "| | clauses | " + " | ".join(STATUSES) + " |", "|---" * 6 + "|"]
    rows = [(standard["name"], standard["clause"]) for standard in standards()]
    whole = [clause for _, found in rows for clause in found]
    for name, found in (*rows, ("all", whole)):
        counts = Counter(clause["status"] for clause in found)
        cells = [name, len(found), *(counts[status] for status in STATUSES)]
        parts.append("| " + " | ".join(map(str, cells)) + " |")
    for standard in standards():
        parts.append(f"\n## {standard['name']}\n\n{standard['title']}: {standard['source']}.\n")
        parts.append("| clause | theme | asks | status | what shows it |\n|---|---|---|---|---|")
        parts += map(line, standard["clause"])
    return "\n".join(parts) + "\n"


def line(clause: Clause) -> str:
    shown = ", ".join(map(link, clause.get("shows", ())))
    told = "; ".join(filter(None, (shown, clause.get("note", ""))))
    status = f"*{clause['status']}*"
    cells = [clause["number"], clause["theme"], clause["asks"], status, told]
    return "| " + " | ".join(cells) + " |"


def link(shows: str) -> str:
    """A page by its name, anything else as it is typed."""
    if shows.startswith("docs/") and shows.endswith(".md"):
        target = shows.removeprefix("docs/")
        return f"[{target.rpartition('/')[2].removesuffix('.md')}]({target})"
    return f"`{shows}`"


def faults(found: list[tuple[str, Clause]], makefile: str, commands: set[str]) -> Iterator[str]:
    """What is wrong with clauses, a line each."""
    seen: set[tuple[str, str]] = set()
    for name, clause in found:
        place = f"{name} {clause['number']}"
        if (name, clause["number"]) in seen:
            yield f"{place}: stands twice"
        seen.add((name, clause["number"]))
        if clause["status"] not in STATUSES:
            yield f"{place}: {clause['status']!r} is no status"
        if clause["status"] in ("met", "partly") and not clause.get("shows"):
            yield f"{place}: nothing shows it"
        if clause["status"] != "met" and not clause.get("note"):
            yield f"{place}: needs a note"
        for shows in clause.get("shows", ()):
            if not exists(shows, makefile, commands):
                yield f"{place}: there is no {shows}"


def exists(shows: str, makefile: str, commands: set[str]) -> bool:
    if shows.startswith("make "):
        return f"\n{shows.removeprefix('make ')}:" in makefile
    if shows.startswith("pitboss "):
        return shows.removeprefix("pitboss ") in commands
    if shows.startswith("python -m "):
        folder = ROOT / shows.removeprefix("python -m ").replace(".", "/")
        return (folder / "__main__.py").is_file()
    path, _, test = shows.partition("::")
    file = ROOT / path
    if not test:
        return file.is_file()
    return file.is_file() and f"\ndef {test}(" in file.read_text(encoding="utf-8")
