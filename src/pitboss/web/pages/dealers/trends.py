"""How a dealer's exercises go over time: a small chart of each game, from kept results."""

from collections.abc import Iterable, Mapping, Sequence

from pitboss.reports.charts import Trend
from pitboss.web.pages import words
from pitboss.web.pages.notes import Result

LEAST_RESULTS = 2
MOST_POINTS = 30
PER_CENT = 100


def find_trends(results: Iterable[Result], titles: Mapping[str, str]) -> list[Trend]:
    """One for each game with two results or more; results come the newest first."""
    by_game: dict[str, list[Result]] = {}
    for one in results:
        if one.steps:
            by_game.setdefault(one.game, []).insert(0, one)
    return [
        trend_of(titles[game], told[-MOST_POINTS:])
        for game, told in by_game.items()
        if len(told) >= LEAST_RESULTS
    ]


def trend_of(title: str, told: Sequence[Result]) -> Trend:
    right = [PER_CENT * one.right / one.steps for one in told]
    pace = [one.seconds / one.steps for one in told]
    first_last = {"right": (right[0], right[-1]), "pace": (pace[0], pace[-1])}
    says = words.trend(title=title, **first_last)
    return Trend(title, right, pace, says)
