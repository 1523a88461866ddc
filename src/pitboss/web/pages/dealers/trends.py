"""How a dealer's exercises go over time: a small chart of each game, drawn from kept results."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.web.pages.notes import Result

WIDTH, HEIGHT, EDGE = 320, 110, 8
LEAST_RESULTS = 2
MOST_POINTS = 30


class Line(NamedTuple):
    """One figure over time: the points of its line, and the first and last value in words."""

    points: str
    first: str
    last: str
    dots: tuple[tuple[float, float], ...]


class Trend(NamedTuple):
    """A game's results, the oldest first."""

    game: str
    number: int
    accuracy: Line
    pace: Line


def draw_trends(results: Iterable[Result]) -> list[Trend]:
    """One for each game with two results or more; results come the newest first."""
    by_game: dict[str, list[Result]] = {}
    for one in results:
        if one.steps:
            by_game.setdefault(one.game, []).insert(0, one)
    return [
        draw_trend(game, told[-MOST_POINTS:])
        for game, told in by_game.items()
        if len(told) >= LEAST_RESULTS
    ]


def draw_trend(game: str, told: Sequence[Result]) -> Trend:
    right = [100 * one.right / one.steps for one in told]
    pace = [one.seconds / one.steps for one in told]
    return Trend(
        game,
        len(told),
        _line(right, 100, "{:.0f} %"),
        _line(pace, max(*pace, 1), "{:.1f} s"),
    )


def _line(values: Sequence[float], most: float, words: str) -> Line:
    """From left to right; the top of the chart is the most."""
    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    dots = tuple(
        (round(EDGE + place * step, 1), round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * one / most, 1))
        for place, one in enumerate(values)
    )
    points = " ".join(f"{x},{y}" for x, y in dots)
    return Line(points, words.format(values[0]), words.format(values[-1]), dots)
