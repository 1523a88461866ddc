"""What the rows of Buyout's bonus table pay, for tables that hit a target.

Beside a first wager the bonus changes how hands of every row are played, so each table is solved.
"""

from collections import Counter
from typing import cast

from pitboss.games.buyout.rules import bonus_row
from pitboss.odds.buyout.price import (
    DEALS_OF_A_ROUND,
    bonus_beside,
    count_endings,
    count_points,
    figures,
    is_bonus_alone,
)
from pitboss.odds.cache import recall
from pitboss.odds.figures import Figures, Outcome, fraction_of
from pitboss.odds.fit.boxes import Box, Tied
from pitboss.odds.fit.space import Apart, Total, apart_by_rows, total_of
from pitboss.odds.fit.wish import Wish
from pitboss.odds.request import read_request

MOST_TABLES = 200
"""A table takes some seconds."""


def rows_apart(wish: Wish) -> Apart | None:
    """A bonus alone; one beside a first wager changes how hands of every row are played."""
    if not is_bonus_alone(wish.request):
        return None
    hands = cast(list[int], recall(count_points()))
    counts: Counter[str] = Counter()
    for points, number in enumerate(hands):
        if row := bonus_row(wish.table, points):
            counts[row.event] += number
    return apart_by_rows(wish.table, counts, sum(hands))


def rows_tied(wish: Wish) -> Tied:
    """The bonus beside a first wager of the same size, and both under the best play together."""
    return Tied(DEALS_OF_A_ROUND, SolvedBox(wish, {}, (), ()), MOST_TABLES, False)


Pays = tuple[int, ...]


class SolvedBox:
    """A box of bonus tables, whose corners are solved when they are asked for."""

    def __init__(self, wish: Wish, known: dict[Pays, Total], least: Pays, most: Pays) -> None:
        self._wish = wish
        self._known = known
        self._least = least
        self._most = most

    def narrow(self, box: Box) -> "SolvedBox":
        least, most = (tuple(one[end] for one in box) for end in (0, 1))
        return SolvedBox(self._wish, self._known, least, most)

    def weigh(self) -> list[int]:
        return [1] * len(self._least)

    @property
    def low(self) -> Total:
        return self._solve(self._least)

    @property
    def high(self) -> Total:
        return self._solve(self._most)

    def _solve(self, pays: Pays) -> Total:
        solved = self._known
        if pays not in solved:
            table = {"terms": self._wish.table.terms, "rows": self._wish.table_of(pays)}
            given = {"wager": self._wish.request.wager, "paytables": {"bonus": table}}
            rulings = {"rulings": self._wish.request.settings.rulings}
            bonus = bonus_beside(read_request(self._wish.request.key, {**given, **rulings}))
            ends = figures(count_endings(bonus).make(), bonus)["outcomes"]
            solved[pays] = total_of(_outcome(end) for end in cast("list[Figures]", ends))
        return solved[pays]


def _outcome(end: Figures) -> Outcome:
    """What the figures of both wagers say of one way to end."""
    return Outcome("", "", int(str(end["combinations"])), net=fraction_of(end["net"]))
