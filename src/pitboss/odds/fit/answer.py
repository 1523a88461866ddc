"""The answer of ``pitboss fit``: the tables within the bands, or a refusal with the nearest."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from pitboss.odds.figures import Figures, exact, square_root
from pitboss.odds.fit.boxes import Tied, search_boxes
from pitboss.odds.fit.look import Look
from pitboss.odds.fit.nearest import Nearest, deviations
from pitboss.odds.fit.search import Found
from pitboss.odds.fit.space import Apart, Space
from pitboss.odds.fit.wish import Wish
from pitboss.refusal import Refused

TITLES = {"edge": "house edge", "hit": "hit frequency", "deviation": "standard deviation"}


def fit_apart(wish: Wish, apart: Apart) -> Figures:
    """The tables of a wager whose rows stand apart."""
    look = Look(wish, apart)
    count = look.count()
    if not count:
        raise _nearest(look)
    tables = [_table(look.space, wish, one) for one in look.best(wish.limit)[: wish.limit]]
    return answer(wish, look.space.screened, count, tables)


def fit_tied(wish: Wish, tied: Tied) -> Figures:
    """The tables of a wager whose rows are tied, each under its best play."""
    screened, found = search_boxes(wish, tied)
    if not found.count:
        raise _nearest_tied(wish, tied)
    scale = Space(tied.deals, 1, 0, 0, 0, [], wish.any_order, False)
    return answer(wish, screened, found.count, [_table(scale, wish, one) for one in found.first])


def _nearest_tied(wish: Wish, tied: Tied) -> Refused:
    """By the first band that leaves no table, given those before it."""
    by_hit = wish._replace(deviation=None)
    for axis, fewer in (("edge", by_hit._replace(hit=None)), ("hit", by_hit)):
        if getattr(wish, axis) is None:
            continue
        if fewer == wish or not search_boxes(fewer, tied)[1].count:
            return _refused(wish, axis, [Nearest(wish, tied, axis).find()])
    return _refused(wish, "deviation", deviations(wish, tied))


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


def _nearest(look: Look) -> Refused:
    """Which band nobody meets: the first one that leaves no table, given those before it."""
    if look.sums and look.sums.count(*look.region.net):  # all tables win as many deals
        return _refused(look.wish, "hit", [_figure(look.space, "hit", look.whole.wins[0])])
    if look.sums:
        nets = look.nearest_nets()
        return _refused(look.wish, "edge", [look.space.edge(net) for net in nets])
    search, given = look.search, look.whole
    for axis, name in (("edge", "net"), ("hit", "wins"), ("deviation", "spread")):
        given = given._replace(**{name: getattr(look.region, name)})
        if not search.count(given):
            figures = [_figure(look.space, axis, n) for n in search.nearest(given, axis)]
            return _refused(look.wish, axis, figures)
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
