"""Every page that is made from data, by its path in docs/, and what makes it."""

import json
from collections.abc import Callable
from functools import partial

from pitboss.games import OURS
from website import games, navigation, reference, results

PAGES: dict[str, Callable[[], str]] = {
    "games/index.md": games.index_page,
    **{f"games/{key}.md": partial(games.game_page, key) for key in OURS},
    "reference/commands.md": reference.commands_page,
    "reference/python.md": reference.python_page,
    "reference/http.md": reference.http_page,
    "results/index.md": results.index_page,
    "results/results.schema.json": lambda: json.dumps(results.SHAPE, indent=1) + "\n",
    "decisions/index.md": navigation.decisions_page,
}
"""The file of results itself takes half a minute and is not among them: ``python -m website
results`` writes it, and tests hold it against the counts."""


def stale() -> list[str]:
    """Those that are not what their data say."""
    return [path for path, make in PAGES.items() if read(path) != make()]


def read(path: str) -> str:
    file = navigation.DOCS / path
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def write(path: str) -> None:
    file = navigation.DOCS / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PAGES[path](), encoding="utf-8")
