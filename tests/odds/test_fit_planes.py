"""Bounds from solved tables, against every table of small grids and Buyout's own count."""

from fractions import Fraction
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.odds.buyout.fit import _bonus, plane_of
from pitboss.odds.buyout.price import bonus_beside, count_endings
from pitboss.odds.cache import recall
from pitboss.odds.fit import planes
from pitboss.odds.fit.boxes import Tied, nearest_edge, search_boxes
from pitboss.odds.fit.planes import BoundedBox, Pays, Plane, Planes
from pitboss.odds.fit.space import Total
from pitboss.odds.fit.wish import Band, Bounds, read_wish
from pitboss.odds.request import read_request
from pitboss.refusal import Refused

DEALS = 10_000
BOUNDS = {"a": Bounds(3, 12), "b": Bounds(1, 7), "c": Bounds(1, 4)}


class Game:
    """A wager of some strategies, each with a net at no pays and how often each row is paid."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.strategies = [
            (-random.randrange(4_000, 9_000), [random.randrange(900) for _ in BOUNDS])
            for _ in range(12)
        ]
        self.asked: list[Pays] = []

    def worth(self, pays: Pays) -> int:
        return max(self._net(one, pays) for one in self.strategies)

    def _net(self, strategy: tuple[int, list[int]], pays: Pays) -> int:
        return strategy[0] + sum(n * pay for n, pay in zip(strategy[1], pays, strict=True))

    def solve(self, pays: Pays) -> Plane:
        self.asked.append(pays)
        best = max(self.strategies, key=lambda one: self._net(one, pays))
        return Plane(Total(self._net(best, pays), 1, 1), best[1])

    def tied(self, edge: Band, most: int = 10_000) -> Tied:
        band = -edge.high * DEALS, -edge.low * DEALS
        return Tied(DEALS, BoundedBox(Planes(self.solve, most), band), 10_000, False)


def wish_for(edge: Band, any_order: bool) -> Any:
    return SimpleNamespace(bounds=BOUNDS, any_order=any_order, edge=edge, hit=None, deviation=None)


def every_table(any_order: bool) -> list[Pays]:
    grid = product(*(range(one.least, one.most + 1) for one in BOUNDS.values()))
    return [pays for pays in grid if any_order or list(pays) == sorted(pays, reverse=True)]


@pytest.mark.parametrize("any_order", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_bounded_boxes_find_all_that_going_through_every_table_does(seed: int, any_order: bool):
    game, tables = Game(seed), every_table(any_order)
    edges = sorted(Fraction(-game.worth(pays), DEALS) for pays in tables)
    for place in (0, len(edges) // 2, -9):
        band = Band(edges[place], edges[place] + Fraction(3, 100))
        game.asked.clear()
        screened, found = search_boxes(wish_for(band, any_order), game.tied(band))
        expected = [pays for pays in tables if Fraction(-game.worth(pays), DEALS) in band]
        assert screened == len(tables)
        assert sorted(one.pays for one in found) == sorted(expected)
        assert all(one.net == game.worth(one.pays) for one in found)
        assert len(game.asked) == len(set(game.asked)) < len(tables)


@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_edge_is_that_of_some_table(seed: int):
    game, tables = Game(seed), every_table(False)
    edges = sorted(Fraction(-game.worth(pays), DEALS) for pays in tables)
    gap = max(range(len(edges) - 1), key=lambda n: edges[n + 1] - edges[n])
    low, high = edges[gap : gap + 2]
    for part in (Fraction(1, 3), Fraction(2, 3)):
        point = low + part * (high - low)
        band = Band(point, point)
        found = nearest_edge(wish_for(band, False), game.tied(band))
        assert found == (low if part < Fraction(1, 2) else high)
    beyond = Band(edges[-1] + 1, edges[-1] + 2)
    assert nearest_edge(wish_for(beyond, False), game.tied(beyond)) == edges[-1]


def test_bounds_hold_and_are_exact_where_solved():
    game, random = Game(1), Random(1)
    known = Planes(game.solve, 100)
    assert known.least((3, 1, 1)) is None
    assert known.most((3, 1, 1)) is None
    tables = every_table(True)
    for solved in random.sample(tables, 25):
        assert known.at(solved).net == game.worth(solved)
        for pays in tables:
            least, most = known.least(pays), known.most(pays)
            assert least is not None
            assert least <= game.worth(pays)
            assert most is None or most >= game.worth(pays)
        assert known.least(solved) == known.most(solved) == game.worth(solved)
    assert known.solved == 25


def test_more_than_may_be_solved_is_refused():
    band = Band(Fraction(-1000), Fraction(1000))
    with pytest.raises(Refused, match="more than 5 tables lie in the bands"):
        search_boxes(wish_for(band, True), Game(0).tied(band, 5))


def test_buyouts_plane_is_what_the_same_play_nets_at_other_pays():
    wish = read_wish("buyout", {"wager": "bonus", "edge": "-100..100"})
    bonus = bonus_beside(read_request("buyout", {"wager": "bonus"}))
    assert bonus is not None
    endings = cast("list[list[int]]", recall(count_endings(bonus)))
    printed = tuple(row.pay.numerator for row in wish.table.rows)  # type: ignore[union-attr]
    plane = plane_of(wish, bonus, endings)
    for place in range(len(printed)):
        other = tuple(pay + 3 * (n == place) for n, pay in enumerate(printed))
        moved = plane_of(wish, _bonus(wish, other), endings)
        assert moved.total.net == planes._height(plane, printed, other)
