"""Tables of a wager whose decisions tie its rows together, box by box.

What best play is worth rises with every pay. So a box of tables, from the least to the most pay of
each row, lies between what its two corners are worth: it is left where that is outside of the
bands, and halved where it is not, down to single tables, whose figures are exact.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import accumulate, count
from math import ceil, floor
from typing import NamedTuple, Protocol

from pitboss.odds.fit.search import Found
from pitboss.odds.fit.space import Total, tightened
from pitboss.odds.fit.wish import Bounds, Wish
from pitboss.odds.progress import Progress
from pitboss.refusal import Refused

Box = tuple[Bounds, ...]


class Piece(Protocol):
    """A box as its wager sees it. Its tables net no less than ``low`` says, and no more than
    ``high``; ``only`` is exact, where the box has one table."""

    def narrow(self, box: Box) -> "Piece":
        """A box within this one."""
        ...

    def weigh(self) -> Sequence[int]:
        """How much one more for each row may matter: the box is halved where that is most."""
        ...

    @property
    def low(self) -> Total: ...

    @property
    def high(self) -> Total: ...

    @property
    def only(self) -> Total: ...


class Tied(NamedTuple):
    """A wager whose rows are tied: all deals, all tables, how many may be looked at, and whether
    wins are never fewer at higher pays."""

    deals: int
    whole: Piece
    most_tables: int
    wins_rise: bool


def count_tables(box: Sequence[Bounds], any_order: bool) -> int:
    """How many tables a box has."""
    ways, least = [1], 0
    for one in reversed(box):  # from the last row up
        before = list(accumulate(ways))
        pays = range(one.least, one.most + 1)
        last = len(before) - 1
        ways = [before[last if any_order else min(last, pay - least)] for pay in pays]
        least = one.least
    return sum(ways)


def check_number(wish: Wish, most: int) -> int:
    """How many tables there are, unless they are too many; asked before anything is counted."""
    number = count_tables(_whole(wish), wish.any_order)
    if number > most:
        raise Refused(
            f"fit: {number:,} tables; the best play of each is found for at most {most:,}; give"
            " rows narrower bounds, such as --row EVENT=1..5"
        )
    return number


def search_boxes(wish: Wish, tied: Tied) -> tuple[int, list[Found]]:
    """How many tables were screened, and all that meet the bands."""
    whole, screened = _whole(wish), check_number(wish, tied.most_tables)
    limits, found = _limits(wish, tied), []
    with Progress("fit", screened, "tables") as progress:
        left = [(whole, tied.whole.narrow(whole))]
        while left:
            box, piece = left.pop()
            if not limits.may_hold(piece):
                progress.step(count_tables(box, wish.any_order))
            elif all(one.least == one.most for one in box):
                one = _found(box, piece)
                if _fits(wish, tied, one):
                    found.append(one)
                progress.step()
            else:
                left += [(half, piece.narrow(half)) for half in _halves(box, piece, wish.any_order)]
    return screened, found


class Limits(NamedTuple):
    """The bands of edge and hit frequency in whole numbers: nets and wins of all deals."""

    least_net: int
    most_net: int
    least_wins: int
    most_wins: int

    def may_hold(self, piece: Piece) -> bool:
        """Whether a table of the box may be within."""
        low, high = piece.low, piece.high
        if low.net > self.most_net or high.net < self.least_net:
            return False
        return low.wins <= self.most_wins and high.wins >= self.least_wins


def _limits(wish: Wish, tied: Tied) -> Limits:
    deals = tied.deals
    nets = ceil(-wish.edge.high * deals), floor(-wish.edge.low * deals)
    if wish.hit is None or not tied.wins_rise:
        return Limits(*nets, 0, deals)
    return Limits(*nets, ceil(wish.hit.low * deals), floor(wish.hit.high * deals))


def _whole(wish: Wish) -> Box:
    bounds = list(wish.bounds.values())
    return tuple(bounds if wish.any_order else tightened(bounds))


def _halves(box: Box, piece: Piece, any_order: bool) -> Iterator[Box]:
    """The two halves of a box along the row that matters most, as far as the order leaves any."""
    widths = [one.most - one.least for one in box]
    weights = [(weight * width, width) for weight, width in zip(piece.weigh(), widths, strict=True)]
    place = max(range(len(box)), key=weights.__getitem__)
    least, most = box[place]
    middle = (least + most) // 2
    for half in (Bounds(least, middle), Bounds(middle + 1, most)):
        bounds = [*box[:place], half, *box[place + 1 :]]
        kept = bounds if any_order else tightened(bounds)
        if all(one.least <= one.most for one in kept):
            yield tuple(kept)


def _edges(tied: Tied, piece: Piece) -> tuple[Fraction, Fraction]:
    """The least and the most edge of a box."""
    return Fraction(-piece.high.net, tied.deals), Fraction(-piece.low.net, tied.deals)


def _fits(wish: Wish, tied: Tied, one: Found) -> bool:
    deals = tied.deals
    fits = Fraction(-one.net, deals) in wish.edge
    if wish.hit:
        fits &= Fraction(one.wins, deals) in wish.hit
    if wish.deviation:
        variance = Fraction(deals * one.squares - one.net**2, deals**2)
        fits &= wish.deviation.low**2 <= variance <= wish.deviation.high**2
    return fits


def _found(box: Box, piece: Piece) -> Found:
    total = piece.only
    return Found(tuple(one.least for one in box), int(total.net), total.wins, int(total.squares))


def nearest_edge(wish: Wish, tied: Tied) -> Fraction:
    """The edge nearest to its band, whatever the other figures are."""
    order = count()
    left: list[tuple[Fraction, int, Box, Piece]] = []

    def push(box: Box, piece: Piece, edges: tuple[Fraction, Fraction]) -> None:
        heappush(left, (_distance(wish, *edges), next(order), box, piece))

    whole = _whole(wish)
    first = tied.whole.narrow(whole)
    push(whole, first, _edges(tied, first))
    while True:
        _, _, box, piece = heappop(left)
        if all(one.least == one.most for one in box):
            edge = Fraction(-piece.only.net, tied.deals)
            if not left or _distance(wish, edge, edge) <= left[0][0]:
                return edge
            push(box, piece, (edge, edge))
            continue
        for half in _halves(box, piece, wish.any_order):
            part = piece.narrow(half)
            push(half, part, _edges(tied, part))


def _distance(wish: Wish, least: Fraction, most: Fraction) -> Fraction:
    """How far edges lie from their band at least."""
    return max(least - wish.edge.high, wish.edge.low - most, Fraction(0))
