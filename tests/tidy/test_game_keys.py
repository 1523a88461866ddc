"""A game owns itself: nothing above the games and their solvers knows one by its name."""

import ast

import pytest

from tests.tidy.game_keys import named_by, named_games, names
from tests.tidy.tree import File


def test_no_game_is_named_outside_its_folders() -> None:
    assert named_games() == []


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
