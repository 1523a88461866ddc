"""Pay tables within bands, by going through every one of them."""

from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple


class Table(NamedTuple):
    """Pays in printed order, and the figures; the deviation is squared."""

    pays: tuple[int, ...]
    edge: Fraction
    hit: Fraction
    variance: Fraction


def price(ends, pays):
    """``ends`` are (deals, net) where nothing is searched, and (deals, row, 0 or 1 for what is
    taken off the pay) where the row is."""
    deals = sum(end[0] for end in ends)
    mean = squares = won = Fraction(0)
    for number, *rest in ends:
        net = rest[0] if len(rest) == 1 else pays[rest[0]] - rest[1]
        mean += Fraction(number * net, deals)
        squares += Fraction(number * net * net, deals)
        won += Fraction(number, deals) if len(rest) == 2 or net > 0 else 0
    return Table(pays, -mean, won, squares - mean**2)


def screen(bounds, any_order=False):
    """Every candidate."""
    for pays in product(*(range(low, high + 1) for low, high in bounds)):
        if any_order or all(above >= below for above, below in pairwise(pays)):
            yield pays


def within(tables, edge, hit=None, deviation=None):
    """Those in the bands, edge and hit in per cent."""
    for table in tables:
        fits = Fraction(edge[0]) <= 100 * table.edge <= Fraction(edge[1])
        if hit:
            fits &= Fraction(hit[0]) <= 100 * table.hit <= Fraction(hit[1])
        if deviation:
            fits &= Fraction(deviation[0]) ** 2 <= table.variance <= Fraction(deviation[1]) ** 2
        if fits:
            yield table


def ranked(tables, by="edge"):
    """By the figure, then by edge and pays."""
    first = {"edge": 1, "hit": 2, "deviation": 3}[by]
    return sorted(tables, key=lambda table: (table[first], table.edge, table.pays))
