"""Where no table of a wager with decisions meets a band: the figure that comes nearest to it.

Boxes are opened in the order of how near they may come, so that few of them are.
"""

from collections.abc import Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

from pitboss.odds.fit.boxes import (
    Box,
    Piece,
    Tied,
    check_number,
    halves,
    is_single,
    limits_of,
    settled,
    whole_of,
)
from pitboss.odds.fit.look import Look
from pitboss.odds.fit.space import Apart
from pitboss.odds.fit.wish import Band, Wish
from pitboss.odds.progress import Progress

ANYTHING = Fraction(0), Fraction(1)
Ends = tuple[Fraction, Fraction]


class Nearest:
    """Looks for the nearest edge, or among tables within the band of the edge for the nearest hit
    frequency."""

    def __init__(self, wish: Wish, tied: Tied, axis: str) -> None:
        self.band: Band = getattr(wish, axis)
        self.wish = wish._replace(hit=None, deviation=None, rank="edge")
        self.tied = tied
        self.is_edge = axis == "edge"
        self._limits = limits_of(self.wish, tied)
        self._order = count()
        self._left: list[tuple[Fraction, int, Box, Piece | None, Ends]] = []

    def find(self) -> Fraction:
        whole = whole_of(self.wish)
        self._push(whole, self.tied.whole.narrow(whole))
        while True:
            _, _, box, piece, ends = heappop(self._left)
            if piece is None:
                return ends[0]
            if piece.apart is None:
                parts = halves(box, piece.weigh(), self.wish.any_order)
            else:
                parts = self._open(box, piece.apart, ends)
            for part in parts:
                self._push(part, piece.narrow(part))

    def _push(self, box: Box, piece: Piece) -> None:
        if self.is_edge:
            ends = (self._edge(piece.high.net), self._edge(piece.low.net))
        elif not self._limits.may_hold(piece):
            return
        elif piece.apart is None:
            ends = ANYTHING
        else:
            look = Look(self.wish.within(box), piece.apart)
            low, high = (Fraction(wins, look.space.deals) for wins in look.whole.wins)
            ends = low, high
        heappush(self._left, (self._far(*ends), next(self._order), box, piece, ends))

    def _open(self, box: Box, apart: Apart, ends: Ends) -> Iterator[Box]:
        """Figures of a box whose tables are played alike are exact; or it is halved."""
        look = Look(self.wish.within(box), apart)
        figures: list[Fraction] = []
        if self.is_edge:
            nets = look.nearest_nets() if not is_single(box) else [look.whole.net[0]]
            figures = [look.space.edge(net) for net in nets]
        elif ends[0] == ends[1]:
            figures = [ends[0]] if look.count() else []
        elif look.is_many:
            yield from halves(box, look.wins_by_row, self.wish.any_order)
        else:
            low, high = (end * look.space.deals for end in self.band)
            span = int(-(-low // 1)), int(high // 1)
            numbers = look.search.nearest(look.region._replace(wins=span), "hit")
            figures = [Fraction(number, look.space.deals) for number in numbers]
        for figure in figures:
            one = self._far(figure, figure), next(self._order), box, None, (figure, figure)
            heappush(self._left, one)

    def _edge(self, net: object) -> Fraction:
        return -Fraction(str(net)) / self.tied.deals

    def _far(self, least: Fraction, most: Fraction) -> Fraction:
        """How far figures lie from their band at least."""
        return max(least - self.band.high, self.band.low - most, Fraction(0))


def deviations(wish: Wish, tied: Tied) -> list[Fraction]:
    """The squared deviations next to their band, of tables within the others."""
    found = []
    assert wish.deviation is not None
    screened = check_number(wish, tied.most_tables)
    with Progress("fit", screened, "tables") as progress:
        for box, apart in settled(wish._replace(deviation=None), tied, progress):
            assert apart is not None
            look = Look(wish.within(box), apart)
            numbers = look.search.nearest(look.region, "deviation")
            found += [Fraction(n, (look.space.deals * look.space.unit) ** 2) for n in numbers]
    return found
