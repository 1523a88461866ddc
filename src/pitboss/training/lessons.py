"""The games that can be learnt, and what each brings for that."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from pitboss.games import find_game, game_keys
from pitboss.games.lesson import Lesson
from pitboss.refusal import Refused


@cache
def taught_games() -> tuple[str, ...]:
    """The keys of the games with lessons."""
    return tuple(key for key in game_keys() if find_spec(f"{find_game(key).package}.lessons"))


@cache
def find_lesson(key: str) -> Lesson:
    """What a game brings; a game without lessons is refused."""
    if key not in taught_games():
        raise Refused(f"game {key[:20]!r}: there are {', '.join(taught_games())}")
    lesson = import_module(f"{find_game(key).package}.lessons").LESSON
    assert isinstance(lesson, Lesson)
    return lesson
