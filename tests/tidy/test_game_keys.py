"""A game owns itself: nothing above the games and their solvers knows one by its name."""

import ast

import pytest

from tests.tidy.game_keys import named_by, named_games, names
from tests.tidy.tree import File

KNOWN = {
    "web/pages/design.py: buyout",
    "web/pages/static/css/coach.css: buyout",
    "web/pages/static/css/coach.css: duki",
    "web/pages/static/css/coach.css: holdout",
    "web/pages/static/css/coach.css: super-omaha",
    "web/pages/static/css/floor.css: buyout",
    "web/pages/static/css/floor.css: duki",
    "web/pages/static/css/floor.css: holdout",
    "web/pages/static/css/floor.css: super-omaha",
    "web/pages/static/css/lobby.css: buyout",
    "web/pages/static/css/lobby.css: duki",
    "web/pages/static/css/lobby.css: holdout",
    "web/pages/static/css/lobby.css: super-omaha",
    "web/pages/static/css/table.css: duki",
    "web/pages/static/css/table.css: holdout",
    "web/pages/static/css/table.css: super-omaha",
    "web/pages/static/css/wall.css: buyout",
    "web/pages/static/css/wall.css: duki",
    "web/pages/static/css/wall.css: holdout",
    "web/pages/static/css/wall.css: super-omaha",
    "web/pages/templates/designer/page.html: buyout",
    "web/pages/templates/designer/page.html: holdout",
    "web/pages/templates/designer/result.html: holdout",
    "web/pages/templates/rounds/own.html: buyout",
    "web/pages/templates/table/own.html: buyout",
    "web/pages/templates/table/region.html: buyout",
    "web/pages/templates/table/region.html: super-omaha",
}
"""Places that still do; it only shrinks."""


def test_no_game_is_named_outside_its_folders() -> None:
    assert set(named_games()) <= KNOWN


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("x = 'duki'", ["duki"]),
        ("x = {'super-omaha': 1}", ["super-omaha"]),
        ("import pitboss.games.duki.score", ["pitboss.games.duki.score"]),
        ("from pitboss.odds.holdout import opponents", ["pitboss.odds.holdout"]),
        ("from pitboss.games import duki", ["pitboss.games.duki"]),
        ("from pitboss.games import find_game", []),
        ("x = 'pitboss score duki'", []),
    ],
)
def test_a_name_is_found(code: str, found: list[str]) -> None:
    assert [name for node in ast.walk(ast.parse(code)) for name in named_by(node)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [(".g-duki { }", ["duki"]), ('{% if key == "buyout" %}', ["buyout"]), ("buyouts", [])],
)
def test_a_name_on_a_page_is_found(text: str, found: list[str]) -> None:
    assert list(names(File("src/pitboss/web/page.html", text))) == found
