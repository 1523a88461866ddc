"""What the rows of Buyout's bonus table pay, for tables that hit a target.

Beside a first wager the bonus changes how hands of every row are played. Tables in the bands are
solved, and so are those which the solved ones do not keep out of them.
"""

from collections import Counter
from functools import partial
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
from pitboss.odds.buyout.strategy import FOLDS, Bonus
from pitboss.odds.cache import recall
from pitboss.odds.figures import Figures, Outcome, fraction_of
from pitboss.odds.fit.boxes import Tied
from pitboss.odds.fit.planes import BoundedBox, Pays, Plane, Planes
from pitboss.odds.fit.space import Apart, apart_by_rows, total_of
from pitboss.odds.fit.wish import Wish
from pitboss.odds.request import read_request

MOST_TABLES = 100_000
MOST_SOLVED = 300
"""A table takes five to six seconds of one processor to solve."""


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
    planes = Planes(partial(solve, wish), MOST_SOLVED)
    band = -wish.edge.high * DEALS_OF_A_ROUND, -wish.edge.low * DEALS_OF_A_ROUND
    return Tied(DEALS_OF_A_ROUND, BoundedBox(planes, band), MOST_TABLES, False)


def solve(wish: Wish, pays: Pays) -> Plane:
    """A bonus table under the best play."""
    bonus = _bonus(wish, pays)
    return plane_of(wish, bonus, cast("list[list[int]]", count_endings(bonus).make()))


def plane_of(wish: Wish, bonus: Bonus, endings: list[list[int]]) -> Plane:
    """What counted endings come to, and which rows of the bonus they are paid for."""
    ends = cast("list[Figures]", figures(endings, bonus)["outcomes"])
    slopes: Counter[str] = Counter()
    for ending, row in enumerate(endings):
        for points, number in enumerate(row if ending not in FOLDS else ()):
            if paid := bonus_row(wish.table, points):
                slopes[paid.event] += number
    return Plane(total_of(map(_outcome, ends)), [slopes[event] for event in wish.bounds])


def _bonus(wish: Wish, pays: Pays) -> Bonus:
    table = {"terms": wish.table.terms, "rows": wish.table_of(pays)}
    given = {"wager": wish.request.wager, "paytables": {"bonus": table}}
    rulings = {"rulings": wish.request.settings.rulings}
    bonus = bonus_beside(read_request(wish.request.key, {**given, **rulings}))
    assert bonus is not None
    return bonus


def _outcome(end: Figures) -> Outcome:
    """What the figures of both wagers say of one way to end."""
    return Outcome("", "", int(str(end["combinations"])), net=fraction_of(end["net"]))
