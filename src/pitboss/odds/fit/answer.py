"""The answer of ``pitboss fit``: the tables within the bands, or a refusal with the nearest."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from pitboss.odds.figures import Figures, exact, square_root
from pitboss.odds.fit.boxes import Tied, nearest_edge, search_boxes
from pitboss.odds.fit.search import (
    MANY_STEPS,
    Found,
    Region,
    Search,
    everything,
    region_of,
)
from pitboss.odds.fit.space import Apart, Space, make_space
from pitboss.odds.fit.sums import MOST_WORK, Sums
from pitboss.odds.fit.wish import Wish
from pitboss.refusal import Refused

TITLES = {"edge": "house edge", "hit": "hit frequency", "deviation": "standard deviation"}


def fit_apart(wish: Wish, apart: Apart) -> Figures:
    """The tables of a wager whose rows stand apart."""
    space = make_space(wish, apart)
    region = region_of(space, wish)
    sums = Sums(space, region.net[1]) if _is_by_net(space, region, wish) else None
    if sums and sums.work <= MOST_WORK:
        return _by_net(space, region, wish, sums)
    search = Search(space)
    count = search.count(region)
    if not count:
        raise _nearest(search, region, wish)
    ranks = list(dict.fromkeys([wish.rank, "edge"]))
    found = sorted(search.best(region, ranks, wish.limit), key=lambda one: _key(space, one, wish))
    return answer(wish, space.screened, count, [_table(space, wish, one) for one in found])


def fit_tied(wish: Wish, tied: Tied) -> Figures:
    """The tables of a wager whose rows are tied, each under its best play."""
    screened, found = search_boxes(wish, tied)
    scale = Space(tied.deals, 1, 0, 0, 0, [], wish.any_order, False)
    if not found:
        raise _nearest_tied(wish, tied, scale)
    found.sort(key=lambda one: _key(scale, one, wish))
    tables = [_table(scale, wish, one) for one in found[: wish.limit]]
    return answer(wish, screened, len(found), tables)


def _nearest_tied(wish: Wish, tied: Tied, scale: Space) -> Refused:
    _, found = search_boxes(wish._replace(hit=None, deviation=None), tied)
    if not found:
        return _refused(wish, "edge", [nearest_edge(wish, tied)])
    hits = [Fraction(one.wins, tied.deals) for one in found]
    if wish.hit and not any(hit in wish.hit for hit in hits):
        return _refused(wish, "hit", hits)
    some = [one for one, hit in zip(found, hits, strict=True) if not wish.hit or hit in wish.hit]
    squares = [scale.deviation_square(one.net, one.squares) for one in some]
    return _refused(wish, "deviation", squares)


def _is_by_net(space: Space, region: Region, wish: Wish) -> bool:
    """Whether tables are so many that they are counted by their net, which is all that matters."""
    whole = everything(space)
    matters = (region.wins, region.spread) != (whole.wins, whole.spread)
    steps = space.screened // len(space.levels[-1].net)
    return space.is_linear and not matters and wish.rank != "deviation" and steps > MANY_STEPS


def _by_net(space: Space, region: Region, wish: Wish, sums: Sums) -> Figures:
    count = sums.count(*region.net)
    if not count:
        raise _refused(wish, "edge", [space.edge(net) for net in sums.nearest(*region.net)])
    rows = {level.place: level for level in space.levels}
    found = []
    for pays in sums.tables(*region.net, wish.limit):
        places = [(rows[n], pay - rows[n].bounds.least) for n, pay in enumerate(pays)]
        found.append(
            Found(
                tuple(pays),
                space.net + sum(row.net[place] for row, place in places),
                space.wins + sum(row.wins[place] for row, place in places),
                space.squares + sum(row.squares[place] for row, place in places),
            )
        )
    return answer(wish, space.screened, count, [_table(space, wish, one) for one in found])


def _key(space: Space, one: Found, wish: Wish) -> tuple[object, ...]:
    """Rising by the figure that is asked for, then by edge and pays."""
    first = {
        "edge": -one.net,
        "hit": one.wins,
        "deviation": space.deals * one.squares - one.net * one.net,
    }
    return first[wish.rank], -one.net, one.pays


def _table(space: Space, wish: Wish, one: Found) -> Figures:
    return {
        "rows": wish.table_of(one.pays),
        "house_edge": exact(space.edge(one.net)),
        "hit_frequency": exact(Fraction(one.wins, space.deals)),
        "standard_deviation": square_root(space.deviation_square(one.net, one.squares)),
    }


def answer(wish: Wish, screened: int, count: int, tables: Sequence[Figures]) -> Figures:
    """In the words of the command."""
    return {
        "game": wish.request.key,
        "wager": wish.request.wager,
        "rulings": dict(wish.request.settings.rulings),
        "terms": wish.table.terms,
        "rank": wish.rank,
        "screened": str(screened),
        "found": str(count),
        "complete": True,
        "tables": list(tables[: wish.limit]),
    }


def _nearest(search: Search, region: Region, wish: Wish) -> Refused:
    """Which band nobody meets: the first one that leaves no table, given those before it."""
    space, given = search.space, search.everything
    for axis, name in (("edge", "net"), ("hit", "wins"), ("deviation", "spread")):
        given = given._replace(**{name: getattr(region, name)})
        if not search.count(given):
            return _refused(
                wish, axis, [_figure(space, axis, n) for n in search.nearest(given, axis)]
            )
    raise AssertionError("some band leaves no table")


def _figure(space: Space, axis: str, number: int) -> Fraction:
    """What a number on an axis stands for; of a deviation, its square."""
    if axis == "edge":
        return space.edge(-number)
    if axis == "hit":
        return Fraction(number, space.deals)
    return Fraction(number, (space.deals * space.unit) ** 2)


def _refused(wish: Wish, axis: str, figures: Sequence[Fraction]) -> Refused:
    """Of a deviation the figures are squares."""
    times, unit = (1, "") if axis == "deviation" else (100, " %")
    low, high = (end * times for end in getattr(wish, axis))
    given = f"{axis} {float(low):.12g}..{float(high):.12g}{unit}"
    if not figures:
        return Refused(f"{given}: no table meets it")

    def distance(figure: Fraction) -> float:
        value = sqrt(figure) if axis == "deviation" else times * figure
        return float(max(low - value, value - high))

    nearest = min(figures, key=distance)
    shown = sqrt(nearest) if axis == "deviation" else float(times * nearest)
    return Refused(f"{given}: no table meets it; the nearest {TITLES[axis]} is {shown:.12g}{unit}")
